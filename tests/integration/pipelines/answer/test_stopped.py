"""An answer that is stopped while a language model writes it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
import pytest_asyncio
from dbos import _core

from pipelines.engine.records import find_run, show_run
from pipelines.errors import UserError
from pipelines.models.chat import Completion, Tool, Turn
from pipelines.models.requests import AnswerRequest
from pipelines.runs import PIPELINES
from tests.support.gateways.history import history_of
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

ANNA, BOB = 501, 502


class Listener:
    """A model that takes a question and says nothing, until nobody waits for it any more."""

    def __init__(self) -> None:
        self.asked, self.left = asyncio.Event(), asyncio.Event()

    async def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.set()
        raise AssertionError

    async def close(self) -> None:
        """Hold nothing."""


@pytest.fixture(scope="module")
def listener() -> Listener:
    return Listener()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, listener: Listener) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, WordEmbedder(), WordReranker(), language_model=listener
    ) as opened:
        yield opened


async def test_the_model_is_left_at_once_and_nothing_is_saved(
    room: ReadingRoom, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_core, "_PREEMPTIBLE_POLL_INTERVAL_SEC", 3600)  # not by its looking
    await room.ingest(("avocet.txt", b"The avocet wades at the mouth of the river."), owner=ANNA)
    run_id = new_id("stopped")
    request = AnswerRequest("Where does the avocet wade?", run_id, ANNA, run_id)
    asking = asyncio.create_task(room.runs.ask(request, run_id=run_id))
    await listener.asked.wait()
    with pytest.raises(UserError, match="answer-not-yours"):
        await room.runs.stop_answer(run_id, actor=BOB)
    assert not listener.left.is_set()
    assert await room.runs.stop_answer(run_id, actor=ANNA)
    async with asyncio.timeout(60):
        await listener.left.wait()
        with pytest.raises(UserError, match="run-stopped"):
            await asking
    assert not await room.runs.stop_answer(run_id, actor=ANNA), "again is no fault"
    assert not await room.runs.stop_answer("answer-of-nobody", actor=ANNA)
    assert await history_of(room.store, run_id, 15) == ()
    assert not room.mailbox.answers[run_id]
    assert not room.mailbox.failures[run_id]
    run, record = await find_run(run_id), await show_run(PIPELINES, run_id)
    assert run is not None
    assert record is not None
    assert (run.status, record.summary.problem) == ("cancelled", "cancelled")
