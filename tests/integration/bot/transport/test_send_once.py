"""A message of repeated work is sent once; work that was taken over says nothing."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from telegram.error import NetworkError
from telegram.ext import ExtBot

from bot.phrasebook import FluentPhrasebook
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.progress_board import ProgressBoard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Photo, Piece
from bot.transport.reply_address import Origin
from bot.transport.send_once import UNKNOWN, SendOnce
from pipelines.answer.pipeline import ANSWER
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.graph import Node, nodes, sequence
from pipelines.engine.runner import Runner
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import DatabaseUnavailable, TransientError
from pipelines.models.requests import AnswerRequest
from pipelines.store.inbox import BegunMessage
from pipelines.store.store import Store
from tests.support.bot.bot_api_double import Cut, Reply, ScriptedApi, failure, scripted_bot


class Notes:
    """Remembers sent messages; `fault` is raised by noting."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, str], int] = {}
        self.begun: set[tuple[str, str]] = set()
        self.fault: Exception | None = None

    async def begin_message(self, work, digest, *, counter, chat, seen):
        begun = (work, digest) in self.begun
        self.begun.add((work, digest))
        return BegunMessage(self.sent.get((work, digest)), begun, seen, (), True)

    async def withdraw_message(self, work, digest):
        self.begun.discard((work, digest))

    async def record_sent_message(self, work, digest, message_id):
        if self.fault is not None:
            raise self.fault
        self.sent[work, digest] = message_id

    async def forget_sent_message(self, work, message_id):
        gone = [key for key, sent in self.sent.items() if (key[0], sent) == (work, message_id)]
        for key in gone:
            del self.sent[key]
            self.begun.discard(key)


class Term:
    """Whose turn it is."""

    epoch = 3

    async def holds(self, epoch):
        return epoch == self.epoch


@pytest.fixture
async def api_and_bot():
    async with scripted_bot(read_timeout=0.3) as pair:
        yield pair


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def bot(api_and_bot, notes: Notes) -> ExtBot[int]:
    limiter = api_and_bot[1].rate_limiter
    assert isinstance(limiter, SendOnce)
    limiter.use_store(notes, Term())
    return api_and_bot[1]


class NoDocuments:
    """A database in which nothing was withdrawn from anybody."""

    async def value(self, function: str, /, **arguments: Any) -> Any:
        assert (function, arguments["p_document_ids"]) == ("still_readable", [])
        return []


async def know_the_answer(request: AnswerRequest) -> AnswerState:
    return AnswerState(request, "en", text="Nine hundred kilograms.")


@pytest.fixture
async def run_of_reply(bot: ExtBot[int], tmp_path: Path) -> AsyncIterator[Runner]:
    """The engine, with the end of the answer pipeline: no model, and nothing in the store."""
    outbox, unused = Outbox(bot), None
    store = Store(NoDocuments())  # type: ignore[arg-type]
    notifier = TelegramNotifier(outbox, FluentPhrasebook(), board=ProgressBoard(outbox))
    steps = AnswerSteps(store, unused, unused, unused, unused, notifier, unused, unused)
    reply = next(node for node in nodes(ANSWER.flow) if node.name == "reply")
    flow = sequence(Node("know", know_the_answer), reply)
    runner = Runner(database_url=f"sqlite:///{tmp_path}/runs.sqlite", executor_id="test")
    runner.add(replace(ANSWER, flow=flow), steps)
    await runner.launch()
    yield runner
    await runner.close()


def texts(api: ScriptedApi) -> list[str]:
    return [call["text"] for call in api.called("sendMessage")]


async def test_repeated_work_gets_the_message_that_was_sent(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    with work_context(WorkContext("run/report")):
        first = await bot.send_message(1, "hello")
    with work_context(WorkContext("run/report")):
        again = await bot.send_message(1, "hello")
    assert again.message_id == first.message_id
    assert again.chat.id == 1
    assert texts(api) == ["hello"]


async def test_a_photo_is_known_again_by_its_bytes(api: ScriptedApi, bot: ExtBot[int]) -> None:
    outbox = Outbox(bot)
    api.enqueue("sendPhoto", Reply(result=_message(5)), Reply(result=_message(6)))
    for content in (b"page", b"page", b"another"):
        with work_context(WorkContext("update/press")):
            await outbox.photos.send(1, Photo(content, "page-1.jpg"), Piece("p. 1"))
    assert len(api.called("sendPhoto")) == 2


async def test_a_reply_of_several_parts_goes_on_after_the_one_that_was_sent(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    outbox, parts = Outbox(bot), ["one", "two", "three"]
    api.enqueue("sendMessage", Reply(result=_message(5)), failure(502, "Bad Gateway"))

    async def reply() -> None:
        with work_context(WorkContext("run/reply")):
            for part in parts:
                await outbox.send(1, Piece(part))

    with pytest.raises(TransientError):
        await reply()
    await reply()
    assert texts(api) == ["one", "two", "two", "three"]  # the first "two" was not taken


async def test_equal_messages_of_one_work_are_two(api: ScriptedApi, bot: ExtBot[int]) -> None:
    for _ in range(2):
        with work_context(WorkContext("run/reply")):
            await bot.send_message(1, "same")
            await bot.send_message(1, "same")
    assert texts(api) == ["same", "same"]


async def test_other_work_and_other_chats_are_other_messages(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    for chat, key in ((1, "a"), (2, "a"), (1, "b")):
        with work_context(WorkContext(key)):
            await bot.send_message(chat, "same")
    await bot.send_message(1, "same")
    await bot.send_message(1, "same")
    assert len(texts(api)) == 5, "without work nothing is held back"


async def test_a_message_that_was_deleted_is_sent_anew(api: ScriptedApi, bot: ExtBot[int]) -> None:
    for _ in range(2):
        with work_context(WorkContext("update-1")):
            message = await bot.send_message(1, "0 of 1")
            await bot.delete_message(1, message.message_id)
    assert texts(api) == ["0 of 1", "0 of 1"]


async def test_hostile_79_a_lost_receipt_makes_no_second_answer(
    api: ScriptedApi, bot: ExtBot[int]
) -> None:
    api.enqueue("sendMessage", Reply(silent=True))
    for _ in range(2):
        with work_context(WorkContext("run/reply")):
            sent = await bot.send_message(1, "answer")
            assert sent.message_id == UNKNOWN
    assert texts(api) == ["answer"]


@pytest.mark.parametrize("cut", get_args(Cut))
async def test_hostile_79_a_connection_that_ends_without_the_receipt_makes_no_second_answer(
    api: ScriptedApi, bot: ExtBot[int], cut: Cut
) -> None:
    api.enqueue("sendMessage", Reply(cut=cut))
    for _ in range(2):
        with work_context(WorkContext("run/reply")):
            sent = await bot.send_message(1, "answer")
            assert sent.message_id == UNKNOWN
    assert texts(api) == ["answer"]


@pytest.mark.parametrize("has_notes", [True, False])
@pytest.mark.parametrize("cut", get_args(Cut))
async def test_hostile_79_the_run_that_answers_says_it_once(
    api: ScriptedApi, bot: ExtBot[int], run_of_reply: Runner, has_notes: bool, cut: Cut
) -> None:
    if not has_notes:
        bot.rate_limiter.use_store(None)
    api.enqueue("sendMessage", failure(502, "Bad Gateway"), Reply(cut=cut))
    request = AnswerRequest("How heavy is it?", "1", 1, Origin(1, 1, "en").encode())
    state = await run_of_reply.run("answer", request, "run-1")
    assert state.failure is None
    first, second = texts(api)  # the first was not taken; of the second the receipt was lost
    assert first == second
    assert "Nine hundred kilograms." in second


async def test_what_was_refused_a_connection_is_sent_at_the_next_attempt(
    api: ScriptedApi, bot: ExtBot[int], notes: Notes
) -> None:
    await api.stop()
    with work_context(WorkContext("run/reply")), pytest.raises(NetworkError):
        await bot.send_message(1, "answer")
    assert not notes.sent
    await api.start()
    with work_context(WorkContext("run/reply")):
        assert (await bot.send_message(1, "answer")).message_id != UNKNOWN
    assert texts(api) == ["answer"]


async def test_what_a_closed_client_could_not_send_is_sent_by_the_next_process(
    api: ScriptedApi, bot: ExtBot[int], notes: Notes
) -> None:
    await bot.shutdown()
    with work_context(WorkContext("run/reply")), pytest.raises(NetworkError):
        await bot.send_message(1, "answer")
    assert not notes.sent
    await bot.initialize()
    with work_context(WorkContext("run/reply")):
        await bot.send_message(1, "answer")
    assert texts(api) == ["answer"]


async def test_what_cannot_be_noted_is_sent_all_the_same(
    api: ScriptedApi, bot: ExtBot[int], notes: Notes
) -> None:
    notes.fault = DatabaseUnavailable("gone")
    with work_context(WorkContext("run/reply")):
        assert (await bot.send_message(1, "answer")).message_id != UNKNOWN
    assert texts(api) == ["answer"]


async def test_work_that_was_taken_over_says_nothing(api: ScriptedApi, bot: ExtBot[int]) -> None:
    outbox = Outbox(bot)
    with work_context(WorkContext("run/report", epoch=2)):
        with pytest.raises(NetworkError):
            await bot.send_message(1, "late")
        with pytest.raises(TransientError):
            await outbox.edit(1, 5, "late")
        await outbox.sketch(1, 5, "late")
    with work_context(WorkContext("run/report", epoch=3)):
        await outbox.edit(1, 5, "in time")
    assert texts(api) == []
    assert [call["text"] for call in api.called("editMessageText")] == ["in time"]


def _message(message_id: int) -> dict:
    return {"message_id": message_id, "date": 1, "chat": {"id": 1, "type": "private"}}
