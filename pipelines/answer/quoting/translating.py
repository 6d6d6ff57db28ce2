"""Ask documents in the other language in their own words, where nothing else answers.

A multilingual model finds what is meant in another language, and is less sure of it than of what is
beside the point in the question's own. So where an answer is in doubt the question is put again,
translated word by word, and what that finds counts only in documents of that language.
"""

from dataclasses import dataclass, replace

from pipelines.answer.quoting.composing import Composing
from pipelines.answer.quoting.found import Told
from pipelines.answer.ranking import Ranking
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading

_SURE = 0.6  # confidence of an answer from which on no other is looked for
_ANSWERS = 0.5  # confidence from which on the other one is taken
_AHEAD = 0.05  # of confidence, that the other answer has to be


@dataclass(frozen=True, slots=True)
class Translating:
    """What a question is asked with once more."""

    searching: Searching
    ranking: Ranking
    composing: Composing

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        told = await self.composing.tell(reading, state)
        sure = sureness(told)
        if sure >= _SURE or reading.preferred or state.request.left_out:
            return reading, told
        translated = await self.searching.translated(reading, state)
        if translated is None:
            return reading, told
        ranked = await self.ranking.rank(translated, state)
        strong = await self.ranking.strengthen(ranked, state)
        other = await self.composing.tell(strong, state)
        unranked = reading.unranked + strong.unranked
        is_surer = sureness(other) >= max(_ANSWERS, sure + _AHEAD)
        taken = is_surer and is_in(strong.language, other)
        answered, said = (strong, other) if taken else (reading, told)
        return replace(answered, unranked=unranked), said


def sureness(told: Told) -> float:
    """Return 0..1 how surely something was told; a table's cell is found or is not."""
    if not told.lines or told.is_nearest:
        return 0.0
    return 1.0 if told.confidence is None else told.confidence


def is_in(language: str, told: Told) -> bool:
    """Say whether what answers stands in a document of this language."""
    first = next((line.quote for line in told.lines if line.quote is not None), None)
    return first is not None and first.passage.language == language
