"""The two modes and the buttons that switch them."""

from pathlib import Path

from tests.support.bot.bot_harness import House, Person, person_in, running_bot
from tests.support.bot.bot_in_memory import MemoryStore


async def test_a_press_switches_and_the_greeting_says_so(anna: Person, house: House) -> None:
    await anna.say("/start")
    await anna.press(await anna.reads("Здравствуйте"), "База")
    await anna.reads("Сейчас включена «База»")
    assert await anna.sees_toast("Включена «База»")
    assert house.store.modes[str(anna.user_id)] == "documents"


async def test_mode_message_switches_in_place(bob: Person, house: House) -> None:
    await bob.say("/mode")
    await bob.press(await bob.reads("Choose a mode"), "Base")
    shown = await bob.reads("You are in Base")
    await bob.press(shown, "Chat")
    await bob.reads("You are in Chat")
    assert house.store.modes[str(bob.user_id)] == "chat"
    assert len(await bob.messages()) == 1


async def test_the_label_of_a_button_may_be_typed(anna: Person, bob: Person, house: House) -> None:
    await anna.say("База")
    await anna.reads("Включена «База»")
    assert house.store.modes[str(anna.user_id)] == "documents"
    await anna.say("«чат»")
    await anna.reads("Включён «Чат»")
    assert house.store.modes[str(anna.user_id)] == "chat"
    await bob.say("Base?")
    await bob.reads("is the question")
    assert str(bob.user_id) not in house.store.modes, "that is a question"


async def test_ten_taps_have_one_effect(bob: Person, house: House) -> None:
    await bob.say("/mode")
    shown = await bob.reads("Choose a mode")
    await bob.tap(shown, "Base", times=10)
    assert [each["text"][:15] for each in await bob.messages()] == ["You are in Base"]


async def test_the_button_of_an_older_message_still_switches_and_says_so(
    anna: Person, house: House
) -> None:
    await anna.say("/mode")
    older = await anna.reads("Выберите режим")
    await anna.say("/help")
    await anna.reads("Как это работает")
    await anna.press(older, "База")
    await anna.sees_toast("Включена «База»")


async def test_the_mode_survives_a_restart(tmp_path: Path, database_url: str) -> None:
    store = MemoryStore()
    async with (
        running_bot(tmp_path, database_url, store=store) as house,
        person_in(house, 1001, "ru") as anna,
    ):
        await anna.say("/start")
        await anna.press(await anna.reads("Здравствуйте"), "База")
        await anna.reads("Сейчас включена «База»")
    async with (
        running_bot(tmp_path, database_url, store=store) as house,
        person_in(house, 1001, "ru") as anna,
    ):
        await anna.say("Параграф: часть главы")
        await anna.reads("Сейчас включена «База»", "нет ни файла, ни ссылки")
