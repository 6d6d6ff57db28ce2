"""Passages are read once for what comes to scores, and anew for what is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from pipelines.models.answers import Passage
from pipelines.services import Models
from pipelines.store.recent_passages import RecentPassages
from pipelines.store.search import SearchStore
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import open_room
from tests.support.pipelines.written_material import LIGHTHOUSE

LENS = "How much does the lens of the lighthouse weigh?"


class CountingDatabase(HookedDatabase):
    """Notes which passages are read."""

    read: ClassVar[list[list[int]]] = []

    def before_get_passages(self, *, p_ids: list[int], **_: Any) -> None:
        """Note them."""
        self.read.append(p_ids)


@dataclass
class Shelf:
    """What an asker may read just now."""

    readable: set[int]
    asked: list[list[int]] = field(default_factory=list)

    async def get_passages(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        self.asked.append(list(ids))
        return tuple(_passage(each) for each in dict.fromkeys(ids) if each in self.readable)


async def test_an_answer_reads_passages_to_rank_them_and_to_quote_them(
    database_url: str, packed_models: Models
) -> None:
    models = (packed_models.embedder, packed_models.reranker)
    async with open_room(database_url, *models, opening=CountingDatabase) as room:
        await room.ingest(LIGHTHOUSE)
        CountingDatabase.read.clear()
        told = await room.ask(LENS)
    assert told.citations
    to_rank, to_quote, to_show_here = CountingDatabase.read
    assert set(to_rank) > set(to_quote) == set(to_show_here)


async def test_a_run_is_handed_what_it_has_read_itself_in_the_order_it_asks_for() -> None:
    shelf, recent = Shelf({1, 2, 3}), RecentPassages()
    assert await _ids(recent, shelf, [3, 1, 4]) == [3, 1]
    assert await _ids(recent, shelf, [1, 2, 3, 1]) == [1, 2, 3]
    assert await _ids(recent, shelf, [1], asker=8) == [1]
    assert await _ids(recent, shelf, [1], run="another") == [1]
    assert await _ids(recent, shelf, [2, 3]) == [2, 3]
    assert shelf.asked == [[3, 1, 4], [2], [1], [1]]


async def test_what_cannot_be_read_any_more_is_handed_on_no_more_once_that_was_seen() -> None:
    shelf, recent = Shelf({1, 2}), RecentPassages()
    assert await _ids(recent, shelf, [1, 2]) == [1, 2]
    shelf.readable = {2}
    store = cast("SearchStore", shelf)
    now = await recent.read_now(store, [1, 2], run="run", asker=7)
    assert [each.id for each in now] == [2]
    assert await _ids(recent, shelf, [1, 2]) == [2]


async def test_nothing_is_kept_outside_of_a_run_beyond_its_time_or_its_room() -> None:
    for recent, run in (
        (RecentPassages(), ""),
        (RecentPassages(seconds=0.0), "run"),
        (RecentPassages(most_characters=8), "run"),
    ):
        shelf = Shelf({1})
        assert [await _ids(recent, shelf, [1], run=run) for _ in range(2)] == [[1], [1]]
        assert shelf.asked == [[1], [1]]


async def test_for_no_passages_nobody_is_asked() -> None:
    shelf = Shelf(set())
    assert await _ids(RecentPassages(), shelf, []) == []
    assert shelf.asked == []


async def _ids(
    recent: RecentPassages, shelf: Shelf, ids: list[int], *, run: str = "run", asker: int = 7
) -> list[int]:
    found = await recent.read(cast("SearchStore", shelf), ids, run=run, asker=asker)
    return [passage.id for passage in found]


def _passage(id_: int) -> Passage:
    return Passage(
        id=id_,
        document_id="one",
        paragraph_idx=0,
        text=f"The text of {id_}.",
        kind="text",
        title=None,
        url=None,
        file_name=None,
        language="en",
        page=None,
        start_seconds=None,
        anchors=(),
        similarity=0.0,
        passage_idx=0,
        score_modifier=1.0,
    )
