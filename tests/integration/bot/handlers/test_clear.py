"""Clean chat."""

from tests.support.bot.bot_harness import House, Person


async def test_clears_after_a_second_thought(anna: Person, house: House) -> None:
    house.store.history[str(anna.user_id)] = 4
    await anna.say("/clear")
    question = await anna.reads("Удалить историю")
    assert str(anna.user_id) not in house.store.cleared
    await anna.tap(question, "Да, очистить", times=10)
    await anna.reads("удалено 4 сообщения")
    assert house.store.cleared.count(str(anna.user_id)) == 1


async def test_keeps_everything_on_cancel(bob: Person, house: House) -> None:
    await bob.say("/mode")
    await bob.press(await bob.reads("Choose a mode"), "Clear chat")
    question = await bob.reads("Delete the history")
    await bob.tap(question, "Cancel")
    await bob.reads("nothing changed")
    assert str(bob.user_id) not in house.store.cleared
