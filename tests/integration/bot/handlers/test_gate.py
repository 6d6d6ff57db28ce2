"""The door: who gets in, and which presses count."""

import logging
from pathlib import Path

import pytest
from telegram import Update

from bot.access import Access
from bot.transport.buttons import Action, button, keyboard
from pipelines.errors import DatabaseUnavailable, InternalError
from tests.support.bot.bot_harness import House, Person, person_in, running_bot
from tests.support.bot.bot_in_memory import MemoryStore


async def test_buttons_of_an_older_version_get_a_sentence(anna: Person, house: House) -> None:
    await anna.say("/help")
    await anna.reads("Как это работает")
    old = button("Чат", Action.CHAT, anna.user_id).to_dict()
    old["callback_data"] = "0:mode:chat"
    await house.application.bot.send_message(
        anna.user_id, "старое", reply_markup={"inline_keyboard": [[old]]}
    )
    await anna.press(await anna.reads("старое"), "Чат")
    await anna.sees_toast("Эта кнопка устарела")
    assert str(anna.user_id) not in house.store.modes


async def test_a_button_of_somebody_else_gets_a_sentence(
    anna: Person, bob: Person, house: House
) -> None:
    await anna.say("/mode")
    await anna.press(await anna.reads("Выберите режим"), "База", as_user=bob.user_id)
    await anna.sees_toast("This button is not yours")
    assert str(anna.user_id) not in house.store.modes


def press_update(house: House, person: Person, data: str, **message) -> Update:
    chat = {"id": person.user_id, "type": "private"}
    user = {"id": person.user_id, "is_bot": False, "first_name": "A", "language_code": "en"}
    shown = {"message_id": 1, "date": 1, "chat": chat, "text": "hint", **message}
    query = {"id": "7", "from": user, "chat_instance": "1", "data": data, "message": shown}
    return Update.de_json({"update_id": 1, "callback_query": query}, house.application.bot)


@pytest.mark.parametrize("data", ["1:{id}:cy", "1:{id}:md", "9:{id}:md", "1:{id}:??", "", "x" * 64])
async def test_forged_presses_have_no_effect(bob: Person, house: House, data: str) -> None:
    forged = press_update(house, bob, data.format(id=bob.user_id))
    await house.application.process_update(forged)
    assert str(bob.user_id) not in house.store.modes
    assert str(bob.user_id) not in house.store.cleared


async def test_a_press_on_a_message_too_old_to_be_shown_has_no_effect(
    bob: Person, house: House
) -> None:
    forged = press_update(house, bob, f"1:{bob.user_id}:md", date=0)
    await house.application.process_update(forged)
    assert str(bob.user_id) not in house.store.modes


async def test_a_hint_whose_message_is_gone_has_no_effect(bob: Person, house: House) -> None:
    keys = keyboard([button("Add", Action.ADD, bob.user_id)]).to_dict()
    forged = press_update(house, bob, f"1:{bob.user_id}:{Action.ADD}", reply_markup=keys)
    await house.application.process_update(forged)
    assert not [each for each in house.runs.batches.values() if each.owner == bob.user_id]


async def test_an_update_without_a_person_is_dropped(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    chat = {"id": -100, "type": "channel", "title": "News"}
    post = {"message_id": 1, "date": 1, "chat": chat, "text": "hi"}
    update = Update.de_json({"update_id": 77, "channel_post": post}, house.application.bot)
    await house.application.process_update(update)
    assert "update 77 has no person behind it" in caplog.text


async def test_strangers_get_one_polite_sentence(tmp_path: Path, database_url: str) -> None:
    def owned(store, _bot) -> Access:
        return Access(store, owner_ids=frozenset({7}))

    async with (
        running_bot(tmp_path, database_url, access=owned) as house,
        person_in(house, 8, "ru") as stranger,
        person_in(house, 7, "en") as owner,
    ):
        await stranger.say("Что в базе?")
        await stranger.reads("Это личный бот")
        await owner.say("What is in the base?")
        await owner.reads("is the question")
        assert 8 not in house.store.users
        assert not [q for q in house.runs.questions.values() if q.asker == 8]


async def test_a_gate_that_fails_lets_nobody_in(tmp_path: Path, database_url: str) -> None:
    store = MemoryStore()
    store.fault = DatabaseUnavailable("gone")
    async with (
        running_bot(tmp_path, database_url, store=store) as house,
        person_in(house, 8, "en") as anybody,
    ):
        await anybody.say("/help")
        await anybody.reads("does not answer right now")
        store.fault = InternalError("broken")
        await anybody.reads("Something broke")
        assert len(await anybody.messages()) == 2
        store.fault = None
        await anybody.say("/help")
        await anybody.reads("How it works")


async def test_whoever_sends_the_code_first_becomes_the_owner(
    tmp_path: Path, database_url: str
) -> None:
    def waiting(store, _bot) -> Access:
        return Access(store, owner_code="sesame23")

    async with (
        running_bot(tmp_path, database_url, access=waiting) as house,
        person_in(house, 8, "en") as first,
        person_in(house, 9, "ru") as second,
    ):
        await first.say("/start")
        await first.reads("private bot")
        await first.say(" sesame23 ")
        await first.reads("Hello! This is Paragraf")
        await second.say("sesame23")
        await second.reads("личный бот")
        await first.say("/start")
        await first.reads_count(4)
        assert house.store.users[8].is_owner
        assert house.application.bot_data.access.owners == {8}
