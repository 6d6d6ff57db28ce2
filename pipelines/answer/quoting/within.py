"""Answer from the documents that a question is asked of, where nothing else answers it surely.

Whoever replies to an answer asks about that one, in words that other documents hold just as well:
"and when is it returned?". And the second question of a message is asked of what the first is
about: "when is the trip, and what do we bring along?".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.quoting.asking_again.rereading import Rereading
from pipelines.answer.quoting.found import Told
from pipelines.answer.ranking import Ranking
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage
from pipelines.nodes.ranking.select import confidence, rank

_CITED = 2  # passages that are looked around


@dataclass(frozen=True, slots=True)
class Within:
    """What a question is answered with, whether or not it is asked of some documents."""

    rereading: Rereading
    ranking: Ranking

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered."""
        answered, told = await self.rereading.tell(reading, state)
        if reading.preferred or not (state.request.replied_to or reading.part):
            return answered, told
        cited = await self._asked_of(reading, state)
        documents = {passage.document_id for passage in cited}
        if not documents or (told.lines and not (_is_reply(reading, state) or told.is_nearest)):
            return answered, told
        if _is_of(told, documents):
            return answered, told
        there = await self._there(answered, cited, state)
        said = await self.rereading.composing.tell(there, state)
        is_sure = bool(said.lines) and not said.missing and not said.is_nearest
        return (there, said) if is_sure else (answered, told)

    async def _asked_of(self, reading: Reading, state: AnswerState) -> Sequence[Passage]:
        """Return what was cited in the answer replied to, or found for the question before."""
        scoring = self.ranking.scoring
        if reading.part:
            before = next((one for one in state.readings if one.part == reading.part - 1), None)
            return await scoring.handed_on(before.hits[:1], state) if before else ()
        if not state.request.replied_to or state.earlier is None:
            return ()
        cited = state.earlier.passages[:_CITED]
        return await scoring.store.search.get_passages(cited, asker=state.request.asker)

    async def _there(
        self, reading: Reading, cited: Sequence[Passage], state: AnswerState
    ) -> Reading:
        """Return what a reading finds in the documents that were cited, and around that."""
        scoring, asker = self.ranking.scoring, state.request.asker
        found = await scoring.handed_on(reading.hits, state)
        documents = {passage.document_id for passage in cited}
        kept = [passage for passage in found if passage.document_id in documents]
        known = {passage.id for passage in kept}
        beside = await scoring.store.search.get_neighbours([p.id for p in cited], asker=asker)
        around = {p.id: replace(p, similarity=0.0) for p in (*cited, *beside) if p.id not in known}
        others = await scoring.others(reading, state, list(around.values()))
        chosen = rank([*kept, *others], limit=self.ranking.retrieval.passages)
        sure = confidence(chosen, state.language_of(reading))
        return replace(reading.with_passages(chosen), for_tables=(), confidence=sure)


def _is_reply(reading: Reading, state: AnswerState) -> bool:
    return bool(state.request.replied_to) and not reading.part


def _is_of(told: Told, documents: set[str]) -> bool:
    """Say whether what is told surely is of some documents."""
    quotes = [line.quote for line in told.lines if line.quote is not None]
    return bool(quotes) and not told.is_nearest and quotes[0].passage.document_id in documents
