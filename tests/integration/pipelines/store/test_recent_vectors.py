"""Token vectors are read once for an answer, and again when they may be others."""

from collections import Counter
from typing import Any, ClassVar

from pipelines.services import Models
from pipelines.store.recent_vectors import RecentVectors
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.written_material import LIGHTHOUSE

LENS = "How much does the lens of the lighthouse weigh?"


class CountingDatabase(HookedDatabase):
    """Counts how often the vectors of a passage are read."""

    read: ClassVar[Counter[int]] = Counter()

    def before_get_token_vectors(self, *, p_ids: list[int], **_: Any) -> None:
        """Count them."""
        self.read.update(p_ids)


async def test_an_answer_reads_the_vectors_of_a_passage_once(
    database_url: str, packed_models: Models
) -> None:
    models = (packed_models.embedder, packed_models.reranker)
    async with open_room(database_url, *models, opening=CountingDatabase) as room:
        await room.ingest(LIGHTHOUSE)
        CountingDatabase.read.clear()
        told = await room.ask(LENS)
    assert told.citations
    assert set(CountingDatabase.read.values()) == {1}


async def test_they_are_read_again_for_another_model_and_later(
    database_url: str, packed_models: Models
) -> None:
    models = (packed_models.embedder, packed_models.reranker)
    async with open_room(database_url, *models, opening=CountingDatabase) as room:
        await room.ingest(LIGHTHOUSE)
        [passage] = {citation.passage_id for citation in (await room.ask(LENS)).citations}
        assert passage is not None
        await _check(room, passage)


async def _check(room: ReadingRoom, passage: int) -> None:
    search, seen = room.store.search, CountingDatabase.read
    read = {"asker": None, "model": room.embedder.model, "layout": room.embedder.layout}
    for recent, times in ((RecentVectors(), 1), (RecentVectors(seconds=0.0), 3)):
        seen.clear()
        found = [await recent.read(search, [passage], **read) for _ in range(3)]
        assert all(each[passage].vectors.any() for each in found)
        assert seen[passage] == times
    seen.clear()
    small = RecentVectors(most_bytes=8)
    assert (await small.read(search, [passage], **read)).keys() == {passage}
    await small.read(search, [passage], **read)
    assert seen[passage] == 2, "what is too large is not kept, and no error"
