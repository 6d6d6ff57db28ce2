"""Take a question otherwise, where what it was taken for has no answer.

"F54?" after a question about F22 may be that question with another code, or a question of its own.
Which of them is meant is guessed before anything is read closely; where the guess finds no answer,
and the other does, surely, in a document that was just quoted, the other was meant. What was looked
for in that document alone, where nothing comes near it, is looked for everywhere.
"""

from dataclasses import dataclass

from pipelines.answer.home import begins_at_home, home_of
from pipelines.answer.quoting.found import Told, evidence_of
from pipelines.answer.quoting.translating import Translating
from pipelines.answer.ranking import Ranking
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.documents import are_foreign
from pipelines.nodes.questions.anchors import Anchor, missing
from pipelines.nodes.questions.follow_up.leaning import things_of


@dataclass(frozen=True, slots=True)
class Rereading:
    """What a question is answered with."""

    translating: Translating
    ranking: Ranking

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.translating.tell(reading, state)
        if told.lines and not told.is_nearest and not told.missing:
            return answered, told
        for other in (one for one in state.spare if one.part == reading.part):
            is_same = other.question == reading.question
            if (told.missing and not is_same) or (told.is_nearest and is_same):
                continue
            if not is_same and not await begins_at_home(other, state, self.ranking.scoring):
                continue
            strong = await self.ranking.strengthen(other, state)
            if is_same:
                strong, said = await self.translating.tell(strong, state)
            else:
                said = await self.translating.composing.tell(strong, state)
            is_sure = bool(said.lines) and not said.is_nearest and not said.missing
            if is_sure and (is_same or _goes_on(strong, said, state)):
                return strong, said
        return answered, told


def _goes_on(reading: Reading, told: Told, state: AnswerState) -> bool:
    """Say whether what is told is of a document that was cited before, and of what is named now."""
    quote = next((line.quote for line in told.lines if line.quote is not None), None)
    if quote is None or quote.passage.document_id not in home_of(state):
        return False
    named = map(Anchor.named, things_of(reading.own or reading.question) if reading.shown else ())
    crosses = are_foreign(state.language_of(reading), quote.passage.language)
    return not missing([*named], evidence_of(quote.passage), crosses=crosses)
