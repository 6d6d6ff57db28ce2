"""Find what new documents say that earlier ones contradict."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.engine.graph import Failed
from pipelines.ingest.batch import Batch, Item
from pipelines.isolation.pool import ProcessPool
from pipelines.models.learning.conflicts import AlikePassages
from pipelines.nodes.learning.conflicts import Conflict, Text, conflicts_of
from pipelines.ports import Embedder
from pipelines.store.learning.conflicts import FoundConflict
from pipelines.store.store import Store

SECONDS_A_BATCH = 30.0  # after which further documents are not compared
_LEAST = 0.3  # similarity of passages, from which on they may be about the same
_AT_ONCE = 40  # pairs of passages that are compared in one call
_FEW = 6  # which take no longer, at about 13 ms each, than a child takes to learn what to do
_MOST = 3  # conflicts noted of any two documents: more of them are two things of one form


@dataclass(frozen=True, slots=True)
class ConflictSteps:
    """The ingest pipeline's look at what its documents contradict."""

    store: Store
    embedder: Embedder
    pool: ProcessPool
    seconds: float = SECONDS_A_BATCH

    async def find_conflicts(self, batch: Batch) -> Batch:
        """Compare new documents with earlier ones that their uploader may read; note conflicts."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.seconds
        for item in batch.items:
            if item.is_new and loop.time() < until:
                await self._compare(item)
        return batch

    async def skip_conflicts(self, failed: Failed) -> Batch:
        """Go on without: what was published stays published."""
        batch: Batch = failed.value
        return batch

    async def _compare(self, item: Item) -> None:
        owner = item.order.owner
        if owner is None:  # nobody who could be asked
            return
        floor = self.embedder.similarity_floor
        pairs = await self.store.conflicts.alike_passages(
            item.document_id, asker=owner, least=floor + (1.0 - floor) * _LEAST
        )
        conflicts: list[tuple[Conflict, ...]] = []
        for at in range(0, len(pairs), _AT_ONCE):
            some = pairs[at : at + _AT_ONCE]
            texts = [
                (Text(item.title or "", each.text), Text(each.other_title, each.other_text))
                for each in some
            ]
            conflicts += (
                await asyncio.to_thread(conflicts_of, texts)
                if len(texts) <= _FEW
                else await self.pool.run(conflicts_of, texts)
            )
        if few := list(_of_two_documents(list(_found(pairs, conflicts)))):
            await self.store.conflicts.note_conflicts(item.document_id, few, asker=owner)


def _found(
    pairs: Sequence[AlikePassages], conflicts: Sequence[Sequence[Conflict]]
) -> Iterator[FoundConflict]:
    """Give each conflict once, though both passages may repeat what others of them say."""
    known: set[tuple[str, str, str]] = set()
    for pair, held in zip(pairs, conflicts, strict=True):
        for each in held:
            mine = pair.text[each.mine.start : each.mine.end]
            theirs = pair.other_text[each.theirs.start : each.theirs.end]
            if (said := (pair.other_document_id, mine, theirs)) not in known:
                known.add(said)
                yield FoundConflict(each.kind, pair, each.mine, each.theirs)


def _of_two_documents(found: Sequence[FoundConflict]) -> Iterator[FoundConflict]:
    """Give the conflicts with documents that have few: two contracts differ in everything."""
    counted = Counter(each.pair.other_document_id for each in found)
    yield from (each for each in found if counted[each.pair.other_document_id] <= _MOST)
