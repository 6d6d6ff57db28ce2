"""First contact, help, menus, unknown commands."""

from tests.support.bot.bot_harness import House, Person
from tests.support.loopback import loopback_client


async def test_greets_in_russian_with_the_two_modes(anna: Person) -> None:
    await anna.say("/start")
    greeting = await anna.reads("Здравствуйте")
    rows = [[key["text"] for key in row] for row in greeting["buttons"]]
    assert rows == [["Чат", "База"], ["Показать на примере"]]


async def test_greets_in_english_with_the_two_modes(bob: Person) -> None:
    await bob.say("/start")
    greeting = await bob.reads("Hello", "Just send your first document")
    assert [key["text"] for key in greeting["buttons"][0]] == ["Chat", "Base"]


async def test_tells_whoever_comes_second_what_is_there(bob: Person, house: House) -> None:
    house.store.readable = 12
    await bob.say("/start")
    greeting = await bob.reads("There are 12 documents in the base already", "ask about them")
    assert len(greeting["buttons"]) == 1, "an example is for those who have nothing to ask"
    house.store.readable = 0


async def test_helps(anna: Person, bob: Person) -> None:
    await anna.say("/help")
    helped = (await anna.reads("Как это работает", "/clear"))["text"]
    assert all(sign in helped for sign in ("👍", "👎", "🔁", "⋯")), "no button is left unexplained"
    assert "\n\nВопросы, на которые в базе нет ответа" in helped
    await bob.say("/help")
    await bob.reads("How it works", "/clear")


async def test_help_names_what_everybody_can_do_and_no_model_that_is_not_there(
    bob: Person,
) -> None:
    await bob.say("/help")
    helped = (await bob.reads("How it works", "/access", "/why", "/rules"))["text"]
    assert "/usage" not in helped
    assert "language model" not in helped


async def test_says_that_a_command_is_unknown(anna: Person, bob: Person, house: House) -> None:
    await anna.say("/weather Москва")
    await anna.reads("Не знаю команды /weather")
    await bob.say("/weather")
    await bob.reads("I do not know /weather")
    assert not house.runs.questions or all(
        request.question != "/weather" for request in house.runs.questions.values()
    )


async def test_sets_the_menu_in_both_languages(house: House) -> None:
    names = [
        "start",
        "mode",
        "docs",
        "watch",
        "stop",
        "clean",
        "clear",
        "access",
        "settings",
        "lang",
        "help",
    ]
    async with loopback_client(house.sandbox.page_url) as user:
        for language, said in (("en", "Switch mode"), ("ru", "Переключить режим")):
            shown = (await user.get(f"/sandbox/bot?language_code={language}")).json()
            assert [each["command"] for each in shown["commands"]] == names
            assert shown["commands"][1]["description"] == said


async def test_without_a_model_usage_says_so(anna: Person, bob: Person) -> None:
    await bob.say("/usage")
    await bob.reads("There is no language model here")
    await anna.say("/usage")
    await anna.reads("Языковой модели здесь нет")
