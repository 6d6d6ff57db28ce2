"""Two workers that write into one message: progress of the one, the last word of the other."""

import asyncio
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from telegram.ext import ExtBot

from bot.app import build_bot
from bot.phrasebook import FluentPhrasebook
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.progress_board import BatchEnds, ProgressBoard
from bot.transport.outbox import Outbox
from bot.transport.reply_address import Origin
from pipelines.engine.work_context import WorkContext, current_work_context, work_context
from pipelines.errors import DatabaseUnavailable, Failure
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.documents import Message
from pipelines.models.requests import BatchReport, IngestRequest, ItemProgress, ItemReport
from pipelines.store.store import Store
from tests.support.bot.bot_api_double import TOKEN, Reply, ScriptedApi, scripted_bot
from tests.support.gateways.sample_documents import let_in

BATCH = "ingest-4242-1-77-1763785000"
ORIGIN = Origin(1, 1, "en", progress_id=9).encode()
STORED = ItemReport(0, "a.txt", "stored", "file", title="A", language="en", chunks=1)
REPORT = BatchReport(BATCH, (STORED,), 1.0)
REQUEST = IngestRequest(Message(), 1, ORIGIN)
LINES = [ItemProgress(0, "a.txt", "running", "embed")]


@dataclass
class Records:
    """What the engine has on record of the batch, now and at every later look."""

    found: list[RecordedBatch | None] = field(default_factory=list)

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]


@dataclass
class Office:
    """One message, and two workers that write into it."""

    api: ScriptedApi
    store: Store
    records: Records
    mine: TelegramNotifier
    other: TelegramNotifier

    async def edited(self, times: int) -> str:
        """Wait for this many edits; return the text of the last."""
        await self.api.until_called("editMessageText", times)
        return str(self.api.called("editMessageText")[-1]["text"])


@pytest_asyncio.fixture
async def office(shared_database_url: str) -> AsyncIterator[Office]:
    store = Store(await PostgresDatabase.connect(shared_database_url))
    records = Records()
    # Each worker has a client of its own, which keeps to the limits by itself.
    async with scripted_bot() as (api, mine), build_bot(TOKEN, base_url=api.address) as other:

        def worker(bot: ExtBot[int]) -> TelegramNotifier:
            outbox = Outbox(bot)
            board = ProgressBoard(outbox, seconds_between=0.01)
            ends = BatchEnds(store.batches, records, seconds_between=0.01)
            return TelegramNotifier(outbox, FluentPhrasebook(), board=board, ends=ends)

        yield Office(api, store, records, worker(mine), worker(other))
    await store.close()


@pytest.fixture
def batch_id(request: pytest.FixtureRequest) -> str:
    """Each test's own batch."""
    return f"{BATCH}-{request.node.name}"


async def test_progress_is_not_shown_once_another_worker_has_told_the_end(
    office: Office, batch_id: str
) -> None:
    await office.mine.progressed(ORIGIN, LINES, batch_id=batch_id)
    await office.edited(1)
    await office.store.batches.claim_final_report(batch_id)
    await office.other.ingested(ORIGIN, REPORT)
    await office.mine.progressed(ORIGIN, LINES, batch_id=batch_id)
    await office.mine.progressed(Origin(1, 1, "en", progress_id=10).encode(), LINES)
    await office.edited(3)
    about_nine = [c for c in office.api.called("editMessageText") if c["message_id"] == "9"]
    assert len(about_nine) == 2
    assert about_nine[-1]["text"].startswith("Done")


async def test_a_receipt_that_late_progress_wrote_over_is_written_again(
    office: Office, batch_id: str
) -> None:
    arrives = asyncio.Event()
    office.api.enqueue("editMessageText", Reply(result=True, after=arrives))
    await office.mine.progressed(ORIGIN, LINES, batch_id=batch_id)
    await office.edited(1)
    office.records.found = [
        RecordedBatch(REQUEST, None, is_over=False),  # the receipt is written, but not yet noted
        RecordedBatch(REQUEST, REPORT, is_over=True),
    ]
    await office.store.batches.claim_final_report(batch_id)
    await office.other.ingested(ORIGIN, REPORT)
    arrives.set()
    last = await office.edited(3)
    assert "making it" in office.api.late[0]["text"], "this came after the receipt"
    assert last.startswith("Done, “A” is in the base")
    assert ":jc" in office.api.called("editMessageText")[-1]["reply_markup"]


async def test_a_cancellation_that_late_progress_wrote_over_is_written_again(
    office: Office, batch_id: str
) -> None:
    arrives = asyncio.Event()
    office.api.enqueue("editMessageText", Reply(result=True, after=arrives))
    await office.mine.progressed(ORIGIN, LINES, batch_id=batch_id)
    await office.edited(1)
    await let_in(office.store, 1)
    await office.store.batches.cancel_batch(batch_id, owner=1, actor=1)
    await office.other.failed(ORIGIN, Failure("batch-cancelled"))
    arrives.set()
    assert await office.edited(3) == "Cancelled. Nothing of this was added."


async def test_of_a_batch_that_nobody_remembers_nothing_is_said(
    office: Office, batch_id: str
) -> None:
    await office.store.batches.claim_final_report(batch_id)
    office.records.found = [None]
    assert await BatchEnds(office.store.batches, office.records).last_word(batch_id) is None


class Ending:
    """An end that a database tells of only after a while."""

    def __init__(self, *answers: bool | Exception) -> None:
        self._answers = list(answers)
        self.told_again = asyncio.Event()

    async def is_told(self) -> bool:
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def tell_again(self) -> None:
        self.told_again.set()


async def test_a_database_that_does_not_answer_is_asked_again() -> None:
    async with scripted_bot() as (api, bot):
        board = ProgressBoard(Outbox(bot), seconds_between=0.01)
        ending = Ending(False, DatabaseUnavailable("not now"), True)
        board.show(1, 9, "half", ending=ending)
        async with asyncio.timeout(20):
            await ending.told_again.wait()
        board.show(1, 9, "more", ending=Ending(DatabaseUnavailable("not now")))
        await board.finish(1, 9)
        assert [call["text"] for call in api.called("editMessageText")] == ["half"]


async def test_a_look_that_outlives_a_step_is_no_part_of_it() -> None:
    step = ContextVar("step", default="none")
    seen = []

    class Looking(Ending):
        async def tell_again(self) -> None:
            seen.append((step.get(), current_work_context()))
            await super().tell_again()

    async with scripted_bot() as (_, bot):
        board = ProgressBoard(Outbox(bot), seconds_between=0.01)
        ending = Looking(False, True)
        step.set("report")
        with work_context(WorkContext("run/report")):
            board.show(1, 9, "half", ending=ending)
        async with asyncio.timeout(20):
            await ending.told_again.wait()
    assert seen == [("none", None)]
