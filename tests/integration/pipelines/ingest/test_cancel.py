"""A batch that is cancelled while it waits, is fetched, is embedded; and one that is over."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from pipelines.errors import Failure, UserError
from pipelines.ingest.retry import retry_request
from pipelines.models.requests import BatchReport
from tests.support.fetchers.loopback_site import Site, respond
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import prose

ANNA, BORIS, OWNER = 501, 502, 503
CANCELLED = Failure("batch-cancelled")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        await opened.store.people.ensure_user(OWNER, "Olga", "en")
        await opened.store.people.claim_ownership(OWNER)
        yield opened


def hold_at(room: ReadingRoom, word: str) -> None:
    room.embedder.hold_at = word
    room.embedder.held.clear()
    room.embedder.go_on.clear()


async def states(room: ReadingRoom, batch_id: str) -> set[str]:
    """The engine's word on the batch's run and its branches."""
    found = await room.rows(
        "select status from dbos.workflow_status"
        " where workflow_uuid = %s or starts_with(workflow_uuid, %s)",
        batch_id,
        f"{batch_id}.",
    )
    return {row["status"] for row in found}


async def over(room: ReadingRoom, batch_id: str) -> BatchReport:
    """Wait for the end of a run: its last step comes after it has reported."""
    batch = await room.runs.find_batch(batch_id)
    assert batch is not None
    return await room.runs.ingest(batch.request, run_id=batch_id)


async def assert_nothing_is_left(room: ReadingRoom, batch_id: str) -> None:
    assert await room.rows("select from documents where batch_id = %s", batch_id) == []
    assert await room.chunks(batch_id) == []
    assert await room.leftovers(batch_id) == []
    assert room.mailbox.failures[batch_id] == [CANCELLED]
    assert room.mailbox.reports[batch_id] == []


async def test_while_it_is_embedded(room: ReadingRoom) -> None:
    hold_at(room, "heron")
    batch_id = await room.queue(
        ("small.txt", b"A first small text."), ("h.txt", prose("heron", 20).encode()), owner=ANNA
    )
    await room.embedder.held.wait()
    assert await room.rows("select from documents where batch_id = %s", batch_id) != []
    assert await room.runs.count_being_read(ANNA) == 2
    assert await room.runs.count_being_read(BORIS) == 0
    assert await room.runs.cancel_ingest(batch_id, actor=ANNA)
    assert await room.runs.count_being_read(ANNA) == 0
    await assert_nothing_is_left(room, batch_id)
    room.embedder.go_on.set()
    # A batch of the same owner has its turn only after this one has let go of it.
    after = await room.queue(("after.txt", b"What comes after the herons."), owner=ANNA)
    assert (await room.mailbox.report(after)).items[0].status == "stored"
    await assert_nothing_is_left(room, batch_id)
    assert "PENDING" not in await states(room, batch_id)


async def test_it_is_one_line_of_the_log(
    room: ReadingRoom, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = asyncio.Event()
    monkeypatch.setattr(caplog.handler, "emit", _telling(caplog.handler.emit, "cancelled", told))
    hold_at(room, "heron")
    batch_id = await room.queue(("h.txt", prose("heron", 20).encode()), owner=ANNA)
    await room.embedder.held.wait()
    assert await room.runs.cancel_ingest(batch_id, actor=ANNA)
    room.embedder.go_on.set()
    await told.wait()
    shown = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [each.getMessage() for each in shown] == [f"run {batch_id} was cancelled"]
    assert shown[0].exc_info is None


def _telling(
    emit: Callable[[logging.LogRecord], None], word: str, told: asyncio.Event
) -> Callable[[logging.LogRecord], None]:
    """Have an event set when a line with this word, or a traceback, is logged."""
    loop = asyncio.get_running_loop()

    def emit_and_tell(record: logging.LogRecord) -> None:
        emit(record)
        if word in record.getMessage() or record.exc_info:
            loop.call_soon_threadsafe(told.set)

    return emit_and_tell


async def test_while_it_is_fetched(room: ReadingRoom, site: Site) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(request: object, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await answer.wait()
        writer.write(respond(b"<p>" + prose("bittern", 5).encode()))

    site.pages["/slow"] = slow
    batch_id = await room.queue(site.url("/slow"), owner=ANNA)
    await asked.wait()
    assert await room.runs.cancel_ingest(batch_id, actor=ANNA)
    answer.set()
    await assert_nothing_is_left(room, batch_id)


async def test_while_it_waits_in_the_queue(room: ReadingRoom) -> None:
    hold_at(room, "godwit")
    first = await room.queue(("g.txt", prose("godwit", 5).encode()), owner=ANNA)
    await room.embedder.held.wait()
    second = await room.queue(("k.txt", prose("knot", 5).encode()), owner=ANNA)
    progress = room.mailbox.progress[second]
    assert [[line.state for line in board] for board in progress] == [["waiting"]]
    assert await room.runs.cancel_ingest(second, actor=ANNA)
    room.embedder.go_on.set()
    assert (await room.mailbox.report(first)).items[0].status == "stored"
    await assert_nothing_is_left(room, second)
    assert await states(room, second) == {"CANCELLED"}


async def test_it_is_too_late_once_it_is_over(room: ReadingRoom) -> None:
    batch_id = await room.queue(("done.txt", b"This one is done with."), owner=ANNA)
    report = await room.mailbox.report(batch_id)
    assert not await room.runs.cancel_ingest(batch_id, actor=ANNA)
    assert room.mailbox.failures[batch_id] == []
    assert report.items[0].document_id in await room.found("done with", asker=ANNA)


async def test_it_is_too_late_while_it_is_published(room: ReadingRoom) -> None:
    """Whoever settles it first decides: here the run was first, and cannot be stopped any more."""
    batch_id = await room.queue(("p.txt", b"Between publishing and reporting."), owner=ANNA)
    await room.store.batches.finalize_batch(batch_id, "finished")
    assert not await room.runs.cancel_ingest(batch_id, actor=ANNA)
    assert (await room.mailbox.report(batch_id)).items[0].status == "stored"


async def test_nobody_else_may_but_the_owner_of_the_bot(room: ReadingRoom) -> None:
    hold_at(room, "sanderling")
    batch_id = await room.queue(("s.txt", prose("sanderling", 5).encode()), owner=ANNA)
    await room.embedder.held.wait()
    with pytest.raises(UserError, match="batch-unknown"):
        await room.runs.cancel_ingest(batch_id, actor=BORIS)
    assert await room.rows("select from documents where batch_id = %s", batch_id) != []
    assert await room.runs.cancel_ingest(batch_id, actor=OWNER)
    room.embedder.go_on.set()
    await assert_nothing_is_left(room, batch_id)


async def test_a_second_press_says_the_same_and_nobody_is_told_twice(room: ReadingRoom) -> None:
    hold_at(room, "dunlin")
    batch_id = await room.queue(("d.txt", prose("dunlin", 5).encode()), owner=ANNA)
    await room.embedder.held.wait()
    presses = [room.runs.cancel_ingest(batch_id, actor=ANNA) for _ in range(3)]
    assert await asyncio.gather(*presses) == [True, True, True]
    room.embedder.go_on.set()
    await assert_nothing_is_left(room, batch_id)


async def test_of_an_unknown_batch_it_is_said_that_it_is_unknown(room: ReadingRoom) -> None:
    with pytest.raises(UserError, match="batch-unknown"):
        await room.runs.cancel_ingest("no-such-batch", actor=ANNA)


async def test_what_failed_is_tried_again_alone(room: ReadingRoom, site: Site) -> None:
    site.pages["/good"] = respond(f"<p>{prose('plover', 5)}".encode())
    site.pages["/bad"] = respond(f"<p>{prose('whimbrel', 5)}".encode())
    room.embedder.break_at = "whimbrel"
    batch_id = await room.queue(site.url("/good"), site.url("/bad"), owner=ANNA)
    report = await over(room, batch_id)
    assert [item.status for item in report.items] == ["stored", "failed"]
    room.embedder.break_at = ""
    request = retry_request(await room.runs.find_batch(batch_id), origin="again")
    assert request.only == (1,)
    await room.runs.start_ingest(request, run_id=f"{batch_id}r")
    (item,) = (await room.mailbox.report("again")).items
    assert (item.idx, item.status, item.label) == (1, "stored", site.url("/bad"))
    assert item.document_id in await room.found("whimbrel", asker=ANNA)
    await over(room, f"{batch_id}r")
    with pytest.raises(UserError, match="batch-nothing-to-retry"):
        retry_request(await room.runs.find_batch(f"{batch_id}r"))


async def test_what_goes_on_is_not_tried_again(room: ReadingRoom) -> None:
    hold_at(room, "ruff")
    batch_id = await room.queue(("r.txt", prose("ruff", 5).encode()), owner=ANNA)
    await room.embedder.held.wait()
    with pytest.raises(UserError, match="batch-still-going"):
        retry_request(await room.runs.find_batch(batch_id))
    room.embedder.go_on.set()
    await room.mailbox.report(batch_id)
    with pytest.raises(UserError, match="batch-unknown"):
        retry_request(await room.runs.find_batch("no-such-batch"))
