"""What people set for themselves, and that it takes effect."""

import pytest

from pipelines.models.answers import Answer, Citation, Timings
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person, Shown


def labels(message: Shown) -> list[str]:
    return [key["text"] for row in message["buttons"] for key in row]


async def test_a_language_is_chosen_and_everything_is_in_it(bob: Person, house: House) -> None:
    await bob.say("/lang")
    screen = await bob.reads("Which language")
    assert labels(screen) == ["✓ as in Telegram", "русский", "English", "← Back"]
    await bob.press(screen, "русский")
    screen = await bob.changed(screen, "✓ русский")
    assert "На каком языке" in screen["text"]
    await bob.press(screen, "← Назад")
    await bob.changed(screen, "Язык: русский")
    await bob.say("/help")
    await bob.reads("Как это работает")
    await bob.say("???")
    await bob.reads("???")
    (request,) = [each for each in house.runs.questions.values() if each.asker == bob.user_id]
    assert request.interface_language == "ru"
    assert house.store.settings[bob.user_id] == UserSettings(language="ru")
    assert len(await bob.messages()) == 3


@pytest.mark.parametrize(
    ("named", "chosen"),
    [
        ("Русский", "✓ русский"),
        ("en", "✓ English"),
        ("AUTO", "✓ as in Telegram"),
        ("Klingon", "✓ as in Telegram"),
    ],
)
async def test_a_language_can_be_named_behind_the_command(
    bob: Person, named: str, chosen: str
) -> None:
    await bob.say(f"/lang {named}")
    shown = await bob.reads("На каком языке" if "ус" in chosen else "Which language")
    assert chosen in labels(shown)
    kept = {"✓ English": "I write in English", "✓ русский": "теперь пишу по-русски"}
    assert kept.get(chosen, "Which language") in shown["text"]


async def test_a_setting_is_of_whoever_made_it(anna: Person, bob: Person, house: House) -> None:
    await anna.say("/settings")
    screen = await anna.reads("Настройки")
    await anna.press(screen, "Ответы: полные")
    screen = await anna.changed(screen, "✓ полные")
    await anna.press(screen, "короткие", as_user=bob.user_id)
    await anna.sees_toast("This button is not yours")
    assert house.store.settings.get(bob.user_id) is None
    await anna.press(screen, "короткие")
    await anna.changed(screen, "✓ короткие")
    assert house.store.settings[anna.user_id].answer_length == "short"


async def test_what_is_set_says_what_it_means(anna: Person, bob: Person) -> None:
    await anna.say("/settings")
    said = labels(await anna.reads("Настройки"))
    assert {"Новые документы видят: все (по умолчанию)", "Режим выбирает бот: нет"} <= set(said)
    await bob.say("/settings")
    said = labels(await bob.reads("Settings"))
    assert {"New documents for: everyone (default)", "Bot picks the mode: no"} <= set(said)


async def sourced(request: AnswerRequest) -> Answer:
    cited = [Citation(n, f"d{n}", f"Title {n}", None, None, None, None, 0, "words") for n in (1, 2)]
    shown = Answer("A week. [1]", False, "en", tuple(cited), (), Timings())
    return Answer(*(shown.text, False, "en", shown.citations, (), Timings()), aside="It is so. [2]")


@pytest.mark.parametrize("is_short", [True, False])
async def test_answers_are_short_and_sources_folded_as_wished(
    bob: Person, house: House, is_short: bool
) -> None:
    length = "short" if is_short else "full"
    house.store.settings[bob.user_id] = UserSettings(
        answer_length=length, are_sources_folded=is_short
    )
    before, house.runs.answering = house.runs.answering, sourced
    try:
        await bob.say("How long?")
        answer = await bob.reads("A week.")
    finally:
        house.runs.answering = before
    request = [each for each in house.runs.questions.values() if each.asker == bob.user_id][-1]
    assert request.is_brief == is_short, "what writes the answer is told"
    assert ("It is so." in answer["text"]) == ("Title 2" in answer["text"]) == (not is_short)
    folded = [
        answer["text"][each["offset"] : each["offset"] + each["length"]]
        for each in answer["entities"]
        if each["type"] == "expandable_blockquote"
    ]
    assert folded == (["[1] Title 1"] if is_short else ["It is so. [2]"])


async def test_the_bot_decides_whatever_the_mode(bob: Person, house: House) -> None:
    house.store.settings[bob.user_id] = UserSettings(is_decided_by_bot=True)
    house.store.modes[str(bob.user_id)] = "chat"
    await bob.send_file("key.txt", b"The porter keeps it.")
    await bob.reads("is in the base")
    house.store.modes[str(bob.user_id)] = "documents"
    await bob.say("Keys and porters")
    await bob.reads("Keys and porters is the question")
    assert len(house.batches_of(bob)) == 1
    house.store.modes[str(bob.user_id)] = "chat"
    await bob.say("The hall is closed on Friday from 9 to 12")
    answer = await bob.reads("from 9 to 12 is the question")
    assert answer["buttons"][0][0]["text"] == "Save as a note"
    await bob.say("note: the porter keeps the lamp")
    await bob.reads("Done, “Note of")
    assert len(house.batches_of(bob)) == 2
