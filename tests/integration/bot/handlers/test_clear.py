"""Clean chat."""

from collections.abc import Sequence

import pytest

from bot.sandbox.bot_api.methods import messages
from bot.sandbox.errors import bad_request
from bot.sandbox.world.values import Message
from tests.support.bot.bot_harness import House, Person


async def test_clears_after_a_second_thought(anna: Person, house: House) -> None:
    house.store.history[str(anna.user_id)] = 4
    await anna.say("/clear")
    question = await anna.reads("Забыть этот разговор?", "останутся на экране")
    assert str(anna.user_id) not in house.store.cleared
    await anna.tap(question, "Забыть", times=10)
    await anna.reads("Забыл разговор: помнил из него 2 последних вопроса с ответами.")
    assert house.store.cleared.count(str(anna.user_id)) == 1


async def test_keeps_everything_on_cancel(bob: Person, house: House) -> None:
    await bob.say("/mode")
    await bob.press(await bob.reads("Choose a mode"), "Forget the conversation")
    question = await bob.reads("Forget this conversation?")
    await bob.tap(question, "Cancel")
    await bob.reads("nothing changed")
    assert str(bob.user_id) not in house.store.cleared


async def test_the_messages_go_too_if_they_are_to(bob: Person, house: House) -> None:
    for text in ("One?", "Two?"):
        await bob.say(text)
        await bob.reads(f"{text} is the question")
    await bob.say("/clear")
    await bob.tap(await bob.reads("Forget this"), "Forget, and delete the messages", times=3)
    left = await bob.reads("The conversation is forgotten")
    assert await bob.whole_chat() == [left["message_id"]]
    assert house.store.cleared.count(str(bob.user_id)) == 1


async def test_what_is_too_old_to_be_deleted_stays_and_that_is_said(
    bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await bob.say("Old?")
    answer = await bob.reads("Old? is the question")

    def refuse_old(found: Sequence[Message]) -> None:
        if any(message.message_id <= answer["message_id"] for message in found):
            raise bad_request("message can't be deleted for everyone")

    monkeypatch.setattr(messages, "_check_deletable", refuse_old)
    await bob.say("New?")
    await bob.reads("New? is the question")
    await bob.say("/clear")
    await bob.press(await bob.reads("Forget this"), "Forget, and delete the messages")
    left = await bob.reads("earlier ones may still be on the screen")
    assert await bob.whole_chat() == [old, answer["message_id"], left["message_id"]]
