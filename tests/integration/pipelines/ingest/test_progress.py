"""How far a batch is, as whoever sent it sees it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.engine.execution import NodeEvent
from pipelines.ingest.batch import Batch, Item, Order
from pipelines.ingest.progress import MOST_BATCHES, BatchProgress
from pipelines.models.documents import Source
from pipelines.models.requests import BatchReport, ItemProgress
from tests.support.pipelines.pipeline_harness import Mailbox, ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import CHEESE, LIGHTHOUSE, prose

ENDED = ("stored", "known", "refused", "failed")
Boards = list[list[ItemProgress]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def boards(room: ReadingRoom) -> Boards:
    """Every state of the progress of one batch: stored, refused, known, a fault, a twin."""
    await room.ingest(CHEESE)
    room.embedder.break_at = "walrus"
    report = await room.ingest(
        LIGHTHOUSE,
        ("empty.txt", b""),
        CHEESE,
        ("walrus.txt", prose("walrus", 4).encode()),
        ("twin of the lighthouse.pdf", LIGHTHOUSE[1]),
    )
    assert [item.status for item in report.items] == [
        *("stored", "refused", "known", "failed", "known")
    ]
    return room.mailbox.progress[report.batch_id]


async def test_every_source_has_a_line_from_the_first_on(boards: Boards) -> None:
    for board in boards:
        assert [line.idx for line in board] == [0, 1, 2, 3, 4]
        assert [line.label for line in board] == [
            *("lighthouse.pdf", "empty.txt", "cheese.md", "walrus.txt"),
            "twin of the lighthouse.pdf",
        ]
    assert {line.state for line in boards[0]} == {"waiting"}


async def test_a_line_never_goes_back(boards: Boards) -> None:
    for idx in range(5):
        states = [board[idx].state for board in boards]
        ranks = [0 if s == "waiting" else 1 if s == "running" else 2 for s in states]
        assert ranks == sorted(ranks), states


async def test_a_line_names_the_nodes_in_their_order(boards: Boards) -> None:
    seen = dict.fromkeys(board[0].node for board in boards if board[0].state == "running")
    assert list(seen) == [
        *("fetch_file", "extract_pdf", "clean", "scan", "deduplicate", "plan", "embed")
    ]


async def test_the_last_board_says_how_each_ended(boards: Boards) -> None:
    assert [line.state for line in boards[-1]][:4] == ["stored", "refused", "known", "failed"]


async def test_a_twin_ends_as_known(boards: Boards) -> None:
    assert boards[-1][4].state == "known"


def batch(batch_id: str) -> Batch:
    order = Order(batch_id, None, f"to {batch_id}", None, None, None, True)
    return Batch(order, 0.0, (Item(order, Source(0, "file", "a.txt")),))


async def test_a_run_that_goes_on_after_a_restart_gets_a_board() -> None:
    mailbox = Mailbox()
    (item,) = batch("b").items
    await BatchProgress(mailbox)(NodeEvent("b.documents.0", "embed", "started", item))
    assert mailbox.progress["to b"] == [[ItemProgress(0, "a.txt", "running", "embed")]]


async def test_a_batch_that_is_over_is_forgotten() -> None:
    mailbox = Mailbox()
    progress, over = BatchProgress(mailbox), batch("b")
    (item,) = over.items
    await progress(NodeEvent("b", "classify", "ended", over))
    await progress(NodeEvent("b.sources.0", "clean", "started", item))
    await progress(NodeEvent("b", "report", "ended", BatchReport("b", (item.report(),), 1.0)))
    assert progress._boards == {}


async def test_boards_do_not_pile_up() -> None:
    mailbox = Mailbox()
    progress = BatchProgress(mailbox)
    for n in range(MOST_BATCHES + 10):
        await progress(NodeEvent(f"b{n}", "classify", "ended", batch(f"b{n}")))
    assert len(progress._boards) <= MOST_BATCHES
    (item,) = batch("b0").items
    await progress(NodeEvent("b0.sources.0", "clean", "started", item))
    assert mailbox.progress["to b0"][-1][0].state == "running"


async def test_how_much_is_done_and_how_long_it_takes_yet() -> None:
    mailbox, now = Mailbox(), iter((0.0, 10.0, 20.0))
    progress = BatchProgress(mailbox, clock=lambda: next(now))
    (item,) = batch("b").items
    for done in (100, 150, 200):
        await progress.advanced(item, "embed", done, 600)
    shown = [board[0] for board in mailbox.progress["to b"]]
    assert [(line.done, line.total) for line in shown] == [(100, 600), (150, 600), (200, 600)]
    assert [line.seconds_left for line in shown] == [None, 90.0, 80.0]


async def test_what_is_said_to_be_left_does_not_come_and_go() -> None:
    seconds = (0.0, 10.0, 10.5, 11.0, 20.0, 60.0)
    mailbox, now = Mailbox(), iter(seconds)
    progress = BatchProgress(mailbox, clock=lambda: next(now))
    (item,) = batch("b").items
    for done in (0, 10, 10, 14, 20, 21):
        await progress.advanced(item, "embed", done, 40)
    shown = [board[0].seconds_left for board in mailbox.progress["to b"]]
    assert shown == [None, 30.0, 29.5, 29.0, 20.0, pytest.approx(54.3, abs=0.1)]


async def test_a_document_says_how_many_of_its_parts_are_done(room: ReadingRoom) -> None:
    report = await room.ingest(("long.txt", prose("otter", 40).encode()))
    boards = room.mailbox.progress[report.batch_id]
    shown = [line for board in boards for line in board if line.total]
    assert shown
    assert all(0 < line.done <= line.total for line in shown)
    assert {line.node for line in shown} == {"embed"}


async def test_batches_do_not_mix() -> None:
    mailbox = Mailbox()
    progress = BatchProgress(mailbox)
    for name in ("a", "b"):
        await progress(NodeEvent(name, "classify", "ended", batch(name)))
    (item,) = batch("b").items
    await progress(NodeEvent("b.sources.0", "clean", "started", item))
    assert len(mailbox.progress["to a"]) == 1
    assert len(mailbox.progress["to b"]) == 2
