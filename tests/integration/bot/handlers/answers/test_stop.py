"""Stopping an answer that is being written: by Telegram's button on the draft, or by /stop."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece
from bot.transport.reply_address import run_name
from pipelines.models.answers import Answer, Draft, Timings
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person

_GATHERED_SECONDS = 1.5  # the house gathers for half a second


class SlowWriter:
    """Writes half of an answer, and the rest when it may."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.go_on = asyncio.Event()

    async def answer(self, request: AnswerRequest) -> Answer:
        draft = Draft(request.run_id, "en", "writing", text=f"Half of {request.question} [1].")
        await self._house.notifier.drafted(request.origin, draft)
        await self.go_on.wait()
        return Answer(f"All of {request.question}.", False, "en", (), (), Timings())


@pytest.fixture
async def writer(house: House) -> AsyncIterator[SlowWriter]:
    writer = SlowWriter(house)
    before, house.runs.answering = house.runs.answering, writer.answer
    yield writer
    house.runs.answering = before


async def test_the_answer_grows_and_is_sent_whole(bob: Person, writer: SlowWriter) -> None:
    await bob.say("it")
    draft = await bob.sees_draft("Half of it")
    assert draft["text"].startswith("Writing…")
    writer.go_on.set()
    answer = await bob.reads("All of it.")
    assert await bob.messages() == [answer]
    assert await bob.draft() is None


@pytest.mark.usefixtures("writer")
async def test_the_button_on_the_draft_stops_it(bob: Person, house: House) -> None:
    await bob.say("it")
    draft = await bob.sees_draft("Half of it")
    await bob.stop(draft)
    shown = await bob.reads("Half of it.\n\nStopped: this is only a part")
    assert await bob.messages() == [shown]
    assert len(house.runs.stopped) == 1
    assert await bob.draft() is None


async def test_what_was_stopped_is_answered_again_with_one_tap(
    bob: Person, writer: SlowWriter
) -> None:
    await bob.say("it")
    await bob.stop(await bob.sees_draft("Half of it"))
    stopped = await bob.reads("Stopped")
    await bob.press(stopped, "Answer again")
    await bob.sees_draft("Half of it")
    writer.go_on.set()
    answer = await bob.reads("All of it.")
    assert await bob.messages() == [answer]


@pytest.mark.usefixtures("writer")
async def test_a_note_whose_answer_is_stopped_can_be_kept(bob: Person, house: House) -> None:
    house.store.modes[str(bob.user_id)] = "documents"
    await bob.say("the key")
    await bob.stop(await bob.sees_draft("Half of the key"))
    await bob.press(await bob.reads("Stopped"), "Save as a note")
    await bob.reads("Done, “Note of")
    (batch,) = house.batches_of(bob)
    assert house.post_of(batch.message.files[0]).text == "the key"


@pytest.mark.usefixtures("writer")
async def test_the_command_passes_the_question_that_is_being_answered(
    bob: Person, anna: Person, house: House
) -> None:
    await bob.say("it")
    await anna.say("this")
    await bob.sees_draft("Half of it")
    await anna.sees_draft("Half of this")
    await bob.say("/stop")
    await bob.reads("Half of it.\n\nStopped")
    assert await anna.messages() == [], "another chat's goes on"
    await bob.say("/stop")
    await bob.reads("I am not writing anything")
    await anna.say("/stop")
    await anna.reads("Half of this", "Stopped")
    assert len(await bob.messages()) == 2


async def test_the_next_question_has_its_turn_after_a_stop(
    bob: Person, house: House, writer: SlowWriter
) -> None:
    await bob.say("one")
    await bob.sees_draft("Half of one")
    await bob.say("two")
    await bob.say("/stop")
    await bob.reads("Half of one.\n\nStopped")
    await bob.sees_draft("Half of two")
    writer.go_on.set()
    await bob.reads("All of two.")
    assert len(await bob.messages()) == 2


async def test_what_was_gathered_for_a_while_waits_for_the_answer_before_it(
    bob: Person, house: House, writer: SlowWriter
) -> None:
    house.store.modes[str(bob.user_id)] = "documents"
    await bob.say("one")
    await bob.sees_draft("Half of one")
    await bob.say("two")
    await asyncio.sleep(_GATHERED_SECONDS)
    asked = [each for each in house.runs.questions.values() if each.asker == bob.user_id]
    assert [each.question for each in asked] == ["one"]
    writer.go_on.set()
    await bob.reads("All of two.")
    assert [message["text"] for message in await bob.messages()] == ["All of one.", "All of two."]


@pytest.mark.usefixtures("writer")
async def test_a_button_stops_it_for_whoever_asked_alone(bob: Person, house: House) -> None:
    await bob.say("it")
    await bob.sees_draft("Half of it")
    (run_id,) = house.application.bot_data.answering.runs_in(bob.user_id)
    name = run_name(run_id, bob.user_id) or ""
    key = button("Stop", Action.STOP_ANSWER, bob.user_id, name)
    await house.outbox.place(bob.user_id, Piece("…"), keyboard=keyboard([key]))
    shown = await bob.reads("…")
    await bob.press(shown, "Stop", as_user=bob.user_id + 1_000_000)
    await bob.sees_toast("Only the person who asked")
    assert house.runs.stopped.count(run_id) == 0
    await bob.press(shown, "Stop")
    await bob.sees_toast("Stopped.")
    await bob.reads("Stopped")
    await bob.press(shown, "Stop")
    await bob.sees_toasts(3)
    assert house.runs.stopped.count(run_id) == 1, "again is no fault"
    assert len(await bob.messages()) == 2
