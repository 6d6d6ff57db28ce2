"""An answer while it is written: drafts in private chats, a message that is edited in groups."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.reporting.draft_board import DraftBoard, draft_id_of
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.progress_board import ProgressBoard
from bot.transport.outbox import Outbox
from bot.transport.reply_address import Origin
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.errors import DatabaseUnavailable
from pipelines.models.answers import Answer, Draft, Timings
from tests.support.bot.bot_api_double import Reply, ScriptedApi, failure

RUN = "answer-4242-1-7-1763785000"
GROUP_RUN = "answer-4242--5-7-1763785000"
PRIVATE, GROUP = Origin(1, 1, "en"), Origin(-5, 1, "en", question_id=7)


class Notes:
    """Remembers the messages that become answers, as the database does."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, str], int] = {}
        self.noted = asyncio.Event()

    async def find_sent_message(self, work: str, digest: str) -> int | None:
        return self.sent.get((work, digest))

    async def record_sent_message(self, work: str, digest: str, message_id: int) -> None:
        self.sent[work, digest] = message_id
        self.noted.set()


def draft(text: str, run_id: str = RUN) -> Draft:
    return Draft(run_id, "en", "writing", text=text)


def board_on(outbox: Outbox, notes: Notes | None = None, **times: float) -> DraftBoard:
    times = {"seconds_between": 0.01, "seconds_between_edits": 0.01, **times}
    return DraftBoard(outbox, FluentPhrasebook(), sent=notes, **times)


@pytest.fixture
async def board(outbox: Outbox) -> AsyncIterator[DraftBoard]:
    board = board_on(outbox)
    yield board
    await board.close()


def notifier_of(board: DraftBoard, outbox: Outbox) -> TelegramNotifier:
    return TelegramNotifier(outbox, FluentPhrasebook(), board=ProgressBoard(outbox), drafts=board)


async def answer(notifier: TelegramNotifier, to: Origin, run_id: str, text: str = "Whole.") -> None:
    with work_context(WorkContext(f"{run_id}/reply", run_id=run_id)):
        await notifier.answered(to.encode(), Answer(text, False, "en", (), (), Timings()))


async def test_of_many_states_few_are_shown_the_last_among_them(
    api: ScriptedApi, outbox: Outbox
) -> None:
    board = board_on(outbox, seconds_between=0.2)
    for number in range(50):
        board.show(PRIVATE, draft(f"State {number}."))
        await asyncio.sleep(0.01)
    await api.until_called("sendMessageDraft", 3)
    while "State 49." not in api.called("sendMessageDraft")[-1]["text"]:
        await api.until_called("sendMessageDraft", len(api.called("sendMessageDraft")) + 1)
    ended = await board.finish(RUN)
    assert ended.last == draft("State 49.")
    frames = api.called("sendMessageDraft")
    assert len(frames) <= 6
    assert {frame["draft_id"] for frame in frames} == {str(draft_id_of(RUN))}
    assert all(frame["can_stop"] == "true" for frame in frames)
    assert all(b - a > 0.15 for a, b in itertools.pairwise(api.times[-len(frames) :]))
    assert not api.called("sendMessage")


async def test_the_first_words_do_not_wait_for_their_turn(api: ScriptedApi, outbox: Outbox) -> None:
    board = board_on(outbox, seconds_between=3600)
    board.show(PRIVATE, Draft(RUN, "en", "thinking"))
    await api.until_called("sendMessageDraft", 1)
    board.show(PRIVATE, draft("The first words."))
    await api.until_called("sendMessageDraft", 2)
    board.show(PRIVATE, draft("The first words. More."))
    assert "The first words." in api.called("sendMessageDraft")[-1]["text"]
    await board.finish(RUN)
    assert len(api.called("sendMessageDraft")) == 2, "the others do"


def quoted(run_id: str = RUN) -> Draft:
    return Draft(run_id, "en", "reading", "Ships", text="It sank in 1912. [1]", is_quoted=True)


async def test_what_is_quoted_comes_at_once_and_goes_with_the_first_words(
    api: ScriptedApi, outbox: Outbox
) -> None:
    board = board_on(outbox, seconds_between=3600)
    assert not board.is_shown(RUN)
    board.show(PRIVATE, Draft(RUN, "en", "reading", "Ships"))
    await api.until_called("sendMessageDraft", 1)
    board.show(PRIVATE, quoted())
    await api.until_called("sendMessageDraft", 2)
    assert board.is_shown(RUN)
    board.show(PRIVATE, Draft(RUN, "en", "searching", "sinking"))
    board.show(PRIVATE, draft("It went down."))
    board.show(PRIVATE, quoted())
    await api.until_called("sendMessageDraft", 3)
    ended = await board.finish(RUN)
    assert ended.last == draft("It went down.")
    texts = [frame["text"] for frame in api.called("sendMessageDraft")]
    assert [("1912" in text, "went" in text) for text in texts] == [
        (False, False), (True, False), (False, True),
    ]  # fmt: skip


async def test_what_is_quoted_stands_while_other_things_are_done(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    board.show(PRIVATE, quoted())
    await api.until_called("sendMessageDraft", 1)
    board.show(PRIVATE, Draft(RUN, "en", "searching", "sinking"))
    await api.until_called("sendMessageDraft", 2)
    await board.finish(RUN)
    last = api.called("sendMessageDraft")[-1]["text"]
    assert last.startswith("Searching: sinking\n\nFound so far:\nIt sank in 1912.")


async def test_in_a_group_what_is_quoted_costs_no_edit_of_its_own(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    board.show(GROUP, Draft(GROUP_RUN, "en", "reading", "Ships"))
    await api.until_called("editMessageText", 1)
    board.show(GROUP, quoted(GROUP_RUN))
    board.show(GROUP, Draft(GROUP_RUN, "en", "reading", "Ships"))
    await asyncio.sleep(0.05)
    assert len(api.called("editMessageText")) == 1
    board.show(GROUP, Draft(GROUP_RUN, "en", "searching", "sinking"))
    await api.until_called("editMessageText", 2)
    await board.finish(GROUP_RUN)
    assert "It sank in 1912." in api.called("editMessageText")[-1]["text"]


async def test_a_picture_is_shown_again_before_it_fades(api: ScriptedApi, outbox: Outbox) -> None:
    board = board_on(outbox, seconds_of_a_frame=0.05)
    board.show(PRIVATE, draft("Still the same."))
    await api.until_called("sendMessageDraft", 3)
    await board.finish(RUN)
    assert len({frame["text"] for frame in api.called("sendMessageDraft")}) == 1


async def test_the_command_that_stops_it_is_named_after_a_while(
    api: ScriptedApi, outbox: Outbox
) -> None:
    board = board_on(outbox, seconds_before_hint=0.05)
    board.show(PRIVATE, draft(""))
    await api.until_called("sendMessageDraft", 2)
    await board.finish(RUN)
    first, second = api.called("sendMessageDraft")
    assert (first["text"], second["text"]) == ("Writing…", "Writing… · /stop to stop")


async def test_nothing_comes_after_the_answer(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    notifier = notifier_of(board, outbox)
    await notifier.drafted(PRIVATE.encode(), draft("Half."))
    await api.until_called("sendMessageDraft", 1)
    await notifier.drafted(PRIVATE.encode(), draft("Half. More."))
    await answer(notifier, PRIVATE, RUN)
    await notifier.drafted(PRIVATE.encode(), draft("Late."))
    await asyncio.sleep(0.05)
    assert api.calls[-1][0] == "sendMessage"
    assert api.called("sendMessage")[0]["text"] == "Whole."


@pytest.mark.filterwarnings("ignore:.*retry_after")
async def test_too_many_frames_hold_up_no_answer(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    api.enqueue("sendMessageDraft", failure(429, "Too Many Requests", retry_after=3600))
    notifier = notifier_of(board, outbox)
    board.show(PRIVATE, draft("Half."))
    await api.until_called("sendMessageDraft", 1)
    board.show(PRIVATE, draft("Half. More."))
    await asyncio.sleep(0.05)
    await answer(notifier, PRIVATE, RUN)
    assert [name for name, _ in api.calls if name != "getMe"] == ["sendMessageDraft", "sendMessage"]


@pytest.mark.parametrize("refusal", [failure(404, "Not Found"), failure(400, "PEER_INVALID")])
async def test_a_chat_that_shows_no_drafts_is_asked_once(
    api: ScriptedApi, board: DraftBoard, refusal: Reply
) -> None:
    api.enqueue("sendMessageDraft", refusal)
    board.show(PRIVATE, draft("Half."))
    await api.until_called("sendMessageDraft", 1)
    other = "answer-4242-1-8-1763785000"
    await board.finish(RUN)
    board.show(PRIVATE, draft("Other.", other))
    await asyncio.sleep(0.05)
    await board.finish(other)
    assert len(api.called("sendMessageDraft")) == 1


async def test_in_a_group_one_message_grows_into_the_answer(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    notifier = notifier_of(board, outbox)
    await notifier.drafted(GROUP.encode(), draft("Half.", GROUP_RUN))
    await api.until_called("sendMessage", 1)
    await answer(notifier, GROUP, GROUP_RUN)
    (sent,) = api.called("sendMessage")
    assert sent["text"] == "Thinking…"
    assert ":qs:answer-7-1763785000" in sent["reply_markup"]
    last = api.called("editMessageText")[-1]
    assert last["text"] == "Whole."
    assert "reply_markup" not in last
    assert not api.called("sendMessageDraft")


async def test_after_a_restart_the_same_message_becomes_the_answer(
    api: ScriptedApi, outbox: Outbox
) -> None:
    notes = Notes()
    before = board_on(outbox, notes)
    before.show(GROUP, draft("Half.", GROUP_RUN))
    await api.until_called("sendMessage", 1)
    await notes.noted.wait()
    await before.close()
    after = board_on(outbox, notes)
    await answer(notifier_of(after, outbox), GROUP, GROUP_RUN)
    assert len(api.called("sendMessage")) == 1
    edited = api.called("editMessageText")[-1]
    assert edited["text"] == "Whole."
    assert int(edited["message_id"]) == notes.sent[f"{GROUP_RUN}/draft", "place"]


async def test_a_stop_holds_back_an_answer_that_comes_meanwhile(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    notifier, begun, go_on = notifier_of(board, outbox), asyncio.Event(), asyncio.Event()

    async def cancel() -> bool:
        begun.set()
        await go_on.wait()
        return True

    board.show(PRIVATE, draft("Half."))
    await api.until_called("sendMessageDraft", 1)
    stopping = asyncio.create_task(board.stop(RUN, cancel))
    await begun.wait()
    board.show(PRIVATE, draft("Half. More."))
    answering = asyncio.create_task(answer(notifier, PRIVATE, RUN))
    again = asyncio.create_task(board.stop(RUN, cancel))
    await asyncio.sleep(0.05)
    go_on.set()
    assert await stopping
    assert await again
    await answering
    assert not api.called("sendMessage")
    assert len(api.called("sendMessageDraft")) == 1
    await board.tell_stopped(PRIVATE, RUN)
    (sent,) = api.called("sendMessage")
    assert sent["text"].startswith("Half.\n\nStopped")


async def test_a_stop_that_does_not_work_lets_the_answer_come(
    api: ScriptedApi, outbox: Outbox, board: DraftBoard
) -> None:
    async def fail() -> bool:
        raise DatabaseUnavailable("down")

    async def late() -> bool:
        return False

    board.show(PRIVATE, draft("Half."))
    with pytest.raises(DatabaseUnavailable):
        await board.stop(RUN, fail)
    assert not await board.stop(RUN, late)
    board.show(PRIVATE, draft("Half. More."))
    await api.until_called("sendMessageDraft", 1)
    await answer(notifier_of(board, outbox), PRIVATE, RUN)
    assert not await board.stop(RUN, late), "it is there"
    assert api.called("sendMessage")[-1]["text"] == "Whole."


async def test_a_message_that_was_stopped_is_told_of_once(api: ScriptedApi, outbox: Outbox) -> None:
    board = board_on(outbox, Notes())
    await board.tell_stopped(PRIVATE, RUN)
    await board.tell_stopped(PRIVATE, RUN)
    (sent,) = api.called("sendMessage")
    assert sent["text"].startswith("Stopped.")
