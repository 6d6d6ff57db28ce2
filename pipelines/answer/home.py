"""Home: the documents of the last answer, where what goes on from it is looked for as well.

"How much to get in" after a concert is answered by any document with a price. Whoever goes on
rarely means another document than the last; so where something else was found first, it is looked
for there alone, too, and that is taken if it is nearly as sure.
"""

from dataclasses import dataclass, replace

from pipelines.answer.ranking import Ranking
from pipelines.answer.scoring import Scoring
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Reading

_FLOOR = 0.5  # of what an answer needs, under which nothing is looked into
_BEHIND = 0.18  # of confidence, times the leaning, that what is found at home may be behind


@dataclass(frozen=True, slots=True)
class Home:
    """What is looked for it with."""

    searching: Searching
    ranking: Ranking

    async def look(self, reading: Reading, state: AnswerState) -> Reading:
        """Return a reading that leans as it was looked for at home, if that is nearly as sure.

        The more it leans, the less sure that has to be.
        """
        home = home_of(state)
        if not reading.leaning or reading.part or not home or not reading.hits:
            return reading
        if await begins_at_home(reading, state, self.searching.scoring):
            return reading
        found = await self.searching.find(replace(reading, within=home, hits=()), state)
        there = await self.ranking.rank(found.reading, state)
        behind = reading.confidence - _BEHIND * reading.leaning
        floor = _FLOOR * self.ranking.retrieval.abstain_below
        is_near = there.confidence >= max(behind, min(floor, reading.confidence))
        is_lost = reading.stands and not there.stands  # what is named now
        return there if there.hits and is_near and not is_lost else reading


def home_of(state: AnswerState) -> tuple[str, ...]:
    """Return the ids of the documents that the last answer was quoted from."""
    return state.earlier.documents if state.earlier else ()


async def begins_at_home(reading: Reading, state: AnswerState, scoring: Scoring) -> bool:
    """Say whether what was found first for a reading is of a document of the last answer."""
    best = max(reading.hits, key=lambda hit: hit.fused_score or 0.0, default=None)
    found = await scoring.handed_on((best,), state) if best is not None else ()
    return any(passage.document_id in home_of(state) for passage in found)
