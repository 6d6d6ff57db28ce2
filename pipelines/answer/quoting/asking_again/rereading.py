"""Take a question otherwise, where what it was taken for has no answer.

"F54?" after a question about F22 may be that question with another code, or a question of its own.
Which of them is meant is guessed before anything is read closely; where the guess finds no answer,
and the other does, surely, in a document that was just quoted, the other was meant. What may stand
alone is then answered wherever it would be if nothing had been said before.
"""

from dataclasses import dataclass

from pipelines.answer.quoting.asking_again.reading_on import ReadingOn
from pipelines.answer.quoting.beside import points_back
from pipelines.answer.quoting.composing import Composing
from pipelines.answer.quoting.found import Told, evidence_of
from pipelines.answer.ranking import Ranking
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.understanding import is_follow_up
from pipelines.models.documents import are_foreign
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.anchors import Anchor, is_name, missing
from pipelines.nodes.questions.follow_up.leaning import things_of

_CALLED = ("phone", "email")  # kinds of what is somebody's own


@dataclass(frozen=True, slots=True)
class Rereading:
    """What a question is answered with."""

    reading_on: ReadingOn
    composing: Composing
    ranking: Ranking

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.reading_on.tell(reading, state)
        if told.lines and not told.is_nearest:
            return answered, told
        others = [one for one in state.spare if one.part == reading.part]
        other = next((one for one in others if not told.missing), None)
        if other and not other.shown and _is_of_known(reading, state):
            other = None  # whose number it is was understood, and it is not known
        # reading it closely takes longer than all else
        if other and await _begins_there(other, state, self.ranking.scoring):
            strong = await self.ranking.strengthen(other, state)
            said = await self.composing.tell(strong, state)
            if _is_sure(said) and _goes_on(strong, said, state):
                return strong, said
        alone = next((one for one in others if one.is_whole), None)
        if alone is not None and is_follow_up(reading):
            strong = await self.ranking.strengthen(alone, state)
            read, said = await self.reading_on.tell(strong, state)
            if _is_sure(said):
                return read, said
        return answered, told


def _is_of_known(reading: Reading, state: AnswerState) -> bool:
    """Say whether what somebody is called by is asked for, of one whose name is known."""
    is_known = state.earlier is not None and any(map(is_name, state.earlier.subject))
    is_called = asked_kind(reading.own).name in _CALLED
    return is_known and is_called and reading.is_carried and points_back(reading.own)


def _is_sure(told: Told) -> bool:
    return bool(told.lines) and not (told.is_nearest or told.missing)


async def _begins_there(reading: Reading, state: AnswerState, scoring: Scoring) -> bool:
    """Say whether what was found first for a reading is of a document that was cited before."""
    best = max(reading.hits, key=lambda hit: hit.fused_score or 0.0)
    found = await scoring.handed_on((best,), state)
    return any(passage.document_id in _cited_before(state) for passage in found)


def _cited_before(state: AnswerState) -> tuple[str, ...]:
    return state.earlier.documents if state.earlier else ()


def _goes_on(reading: Reading, told: Told, state: AnswerState) -> bool:
    """Say whether what is told is of a document that was cited before, and of what is named now."""
    quote = next((line.quote for line in told.lines if line.quote is not None), None)
    if quote is None or quote.passage.document_id not in _cited_before(state):
        return False
    named = map(Anchor.named, things_of(reading.own or reading.question) if reading.shown else ())
    crosses = are_foreign(state.language_of(reading), quote.passage.language)
    return not missing([*named], evidence_of(quote.passage), crosses=crosses)
