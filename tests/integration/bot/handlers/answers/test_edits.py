"""An edited question gets an offer to answer its new wording, if there is one."""

import pytest
from telegram import Update

from tests.support.bot.bot_harness import House, Person


async def test_the_new_wording_is_answered_on_a_press(bob: Person, house: House) -> None:
    sent = await bob.say("How long is it?")
    await bob.reads("How long is it? is the question")
    await bob.edit(sent, "how LONG is it???")
    await bob.edit(sent, "How wide is it?")
    offer = await bob.reads("Answer it again?")
    assert offer["reply_to"] == sent
    await bob.edit(sent, "How wide is that?")
    await bob.press(offer, "Answer again")
    answer = await bob.reads("How wide is that? is the question")
    assert answer["reply_to"] == sent
    await bob.edit(sent, "How wide is that")
    await bob.edit(sent, "How long is it?")
    await bob.reads("Answer it again?")
    assert len(await bob.messages()) == 3, "the first offer has made room for the answer"


async def test_what_was_not_answered_gets_no_offer(bob: Person, house: House) -> None:
    house.store.modes[str(bob.user_id)] = "chat"
    sent = await bob.sticker("🐈")
    await bob.reads_count(1)
    house.runs.questions.clear()
    await bob.edit(sent, "How wide is it?")
    await bob.say("/help")
    await bob.reads("How it works")
    assert len(await bob.messages()) == 2


@pytest.mark.parametrize(("minutes", "offered"), [(59, True), (61, False)])
async def test_an_edit_that_comes_late_gets_no_offer(
    house: House, bob: Person, minutes: int, offered: bool
) -> None:
    sent = await bob.say(f"How long is {minutes}?")
    await bob.reads("is the question")
    run = next(run for run in house.runs.questions if f"-{bob.user_id}-{sent}-" in run)
    date = int(run.rpartition("-")[2])
    who = {"id": bob.user_id, "is_bot": False, "first_name": "B", "language_code": "en"}
    message = {
        "message_id": sent,
        "date": date,
        "edit_date": date + 60 * minutes,
        "chat": {"id": bob.user_id, "type": "private", "first_name": "B"},
        "from": who,
        "text": "How wide?",
    }
    update = Update.de_json({"update_id": 1, "edited_message": message}, house.application.bot)
    await house.application.process_update(update)
    offers = [each for each in await bob.messages() if "Answer it again?" in each["text"]]
    assert bool(offers) == offered
