"""Ask in the words of the documents, where nothing else answers.

People say janitor, and the paper caretaker; and they tell of the bus that they have to catch. What
the base has no answer to is put once more, in the words that passages have for it, and without what
is told around it, and finds an answer there, surely, or none.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from pipelines.answer.quoting.asking_again.translating import Translating, is_in, sureness
from pipelines.answer.quoting.found import Told
from pipelines.answer.state import AnswerState, Reading
from pipelines.nodes.answering.cite import place_at

_ANSWERS = 0.6  # confidence from which on what answers the other question answers this one


@dataclass(frozen=True, slots=True)
class Paraphrasing:
    """What a question is asked with once more."""

    translating: Translating

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.translating.tell(reading, state)
        is_told = bool(told.lines) and not told.is_nearest
        if is_told or reading.preferred or state.request.left_out:
            return answered, told
        unranked, asking = answered.unranked, self.translating
        async for worded in self._otherwise(reading, state):
            ranked = await asking.ranking.rank(worded, state)
            strong = await asking.ranking.strengthen(ranked, state)
            said = await asking.composing.tell(strong, state)
            unranked += strong.unranked
            is_sure = said.is_clear and sureness(said) >= _ANSWERS
            if is_sure and is_in(state.language, said) and not (told.there and _is_row(said)):
                return replace(strong, unranked=unranked), said
        return replace(answered, unranked=unranked), told

    async def _otherwise(self, reading: Reading, state: AnswerState) -> AsyncIterator[Reading]:
        """Search for a question in other words, and for what asks in it without what is told."""
        searching = self.translating.searching
        for worded in await searching.paraphrased(reading, state):
            yield worded
        if (alone := await searching.alone(reading, state)) is not None:
            yield alone
            for worded in await searching.paraphrased(alone, state):
                yield worded


def _is_row(told: Told) -> bool:
    """Say whether it is a row of a table as it stands, of which no cell is asked for by its name.

    Where a table has all but the thing, in other words what is near it is no answer: a cat's row.
    """
    first = next((line for line in told.lines if line.quote is not None), None)
    if first is None or first.quote is None or first.text:
        return False
    return place_at(first.quote.passage, first.quote.span.start).row is not None
