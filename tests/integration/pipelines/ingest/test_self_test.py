"""Whether a search finds what was just added, and what becomes of a test that fails itself."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest_asyncio

from pipelines.engine.records import RunRecord, show_run
from pipelines.errors import DatabaseRefused, DatabaseUnavailable, Failure
from pipelines.ingest.batch import Batch, Item, Order
from pipelines.ingest.review.self_test import SelfTestSteps
from pipelines.models.documents import Source
from pipelines.runs import PIPELINES
from pipelines.store.database import Row
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import CHEESE, LIGHTHOUSE


class FickleDatabase(HookedDatabase):
    """A database whose search finds nothing, or fails, when it is told to."""

    finds_nothing = False
    fault: Exception | None = None
    askers: list[int | None]

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        rows = await super().rows(function, paged=paged, **arguments)
        return () if self.finds_nothing and function == "search_documents" else rows

    def before_search_documents(self, p_asker: int | None, **rest: object) -> None:
        if self.fault is not None:
            raise self.fault
        self.askers = [*getattr(self, "askers", []), p_asker]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, WordEmbedder(), WordReranker(), opening=FickleDatabase
    ) as opened:
        yield opened


def database_of(room: ReadingRoom) -> FickleDatabase:
    assert isinstance(room.store.database, FickleDatabase)
    return room.store.database


async def record_of(batch_id: str) -> RunRecord:
    record = await show_run(PIPELINES, batch_id)
    assert record is not None
    return record


async def test_a_document_is_found_by_its_uploader(room: ReadingRoom) -> None:
    report = await room.ingest(LIGHTHOUSE, owner=501, reader_role=None)
    assert [item.missed_questions for item in report.items] == [0]
    assert database_of(room).askers == [501, 501, 501]


async def test_questions_that_found_it_are_kept_with_their_passages(room: ReadingRoom) -> None:
    report = await room.ingest(LIGHTHOUSE, owner=502, reader_role=None)
    document_id = report.items[0].document_id
    kept = await room.rows(
        "select question, passage_text(document_id, passage_idx) as passage"
        " from self_test_questions where document_id = %s order by idx",
        document_id,
    )
    assert len(kept) == 3
    for each in kept:
        assert all(word in each["passage"] for word in each["question"].split())
    assert document_id is not None
    await room.store.documents.delete_document(document_id, actor=502)
    assert not await room.rows(
        "select from self_test_questions where document_id = %s", document_id
    )


async def test_what_is_known_already_is_not_tested(room: ReadingRoom) -> None:
    before = len(database_of(room).askers)
    report = await room.ingest(LIGHTHOUSE, ("empty.txt", b""), owner=501)
    assert [item.status for item in report.items] == ["known", "refused"]
    assert len(database_of(room).askers) == before


async def test_questions_that_do_not_find_it_are_counted(room: ReadingRoom) -> None:
    database_of(room).finds_nothing = True
    report = await room.ingest(CHEESE)
    database_of(room).finds_nothing = False
    (item,) = report.items
    assert (item.status, item.missed_questions) == ("stored", 3)
    assert not await room.rows(
        "select from self_test_questions where document_id = %s", item.document_id
    )


async def test_what_there_is_no_time_for_is_marked() -> None:
    nothing: dict[str, Any] = dict.fromkeys(field.name for field in fields(SelfTestSteps))
    steps = SelfTestSteps(**nothing | {"seconds": 0.0})
    order = Order("b", None, "", None, None, None, True)
    new = Item(order, Source(0, "file", "a.txt"))
    batch = Batch(order, 0.0, (new, replace(new, failure=Failure("source-empty"))))
    tested = await steps.self_test(batch)
    assert [item.report().is_untested for item in tested.items] == [True, False]


async def test_a_test_that_fails_fails_no_batch(room: ReadingRoom) -> None:
    for number, fault in enumerate((DatabaseRefused("no"), DatabaseUnavailable("not now"))):
        database_of(room).fault = fault
        text = f"The puffin number {number} nests in a burrow above the northern landing stage."
        report = await room.ingest(("puffin.txt", text.encode()))
        database_of(room).fault = None
        (item,) = report.items
        assert (item.status, item.missed_questions) == ("stored", 0)
        assert item.is_untested
        assert item.document_id in await room.found("puffin burrow")
        outcomes = {node.node: node.outcome for node in (await record_of(report.batch_id)).nodes}
        assert outcomes["skip_self_test"] == "ok"
        assert "abort" not in outcomes
