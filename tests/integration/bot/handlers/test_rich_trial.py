"""Rich messages: after a trial only, for long answers, and never at the price of an answer."""

from collections.abc import AsyncIterator

import pytest

from bot.sandbox.bot_api import methods
from bot.sandbox.errors import bad_request
from pipelines.models.answers import Answer, Citation, Timings
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person, Shown

QUOTE = 'Boats < 9 m & rafts pay "nine" crowns.'
SOURCE = Citation(1, "d", "Tolls", "https://example.org/a?b=1&c=2", None, None, None, 0, QUOTE)


@pytest.fixture(autouse=True)
async def long_answers(house: House) -> AsyncIterator[None]:
    async def answer(request: AnswerRequest) -> Answer:
        lines = "\n\n".join(f"**{n}.** {QUOTE} [1]" for n in range(200))
        return Answer(lines, False, "en", (SOURCE,), (), Timings(), aside="It is so. [1]")

    before, house.runs.answering = house.runs.answering, answer
    yield
    house.runs.answering = before


async def asked_for_rich(person: Person) -> Shown:
    """Choose rich messages; return what asks whether the trial could be read."""
    await person.say("/settings")
    screen = await person.reads("Settings.")
    await person.press(screen, "Long answers in one piece: no")
    await person.press(await person.changed(screen, "yes"), "yes")
    return await person.reads("Can you read the message above?")


async def test_who_has_read_a_trial_gets_long_answers_in_one_piece(
    bob: Person, house: House
) -> None:
    question = await asked_for_rich(bob)
    trial = (await bob.messages())[-2]
    assert trial["is_rich"]
    assert [entity["type"] for entity in trial["entities"]] == ["bold", "blockquote"]
    assert bob.user_id not in house.store.settings, "not before it was read"
    await bob.press(question, "I can read this")
    await bob.reads("in one piece from now on")
    before = len(await bob.messages())
    asked = await bob.say("What is the toll?")
    answer = await bob.reads("199.", "Tolls")
    assert len(await bob.messages()) == before + 1
    assert answer["is_rich"]
    assert answer["text"].count(QUOTE) == 200, "to the letter"
    kinds = {entity["type"] for entity in answer["entities"]}
    assert kinds == {"bold", "text_link", "expandable_blockquote"}
    links = [each["url"] for each in answer["entities"] if each["type"] == "text_link"]
    assert links == ["https://example.org/a?b=1&c=2"]
    assert asked


async def test_without_a_trial_that_was_read_answers_are_split(bob: Person, house: House) -> None:
    question = await asked_for_rich(bob)
    await bob.press(question, "No, or not everywhere")
    await bob.reads("nothing changed")
    assert not house.store.settings[bob.user_id].is_rich_readable
    before = len(await bob.messages())
    await bob.say("What is the toll?")
    await bob.reads("Tolls")
    later = (await bob.messages())[before:]
    assert len(later) > 1
    assert not any(each.get("is_rich") for each in later)


async def test_what_telegram_refuses_comes_as_ever(
    bob: Person, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_call: methods.Call) -> None:
        raise bad_request("RICH_MESSAGE_INVALID")

    monkeypatch.setitem(methods.METHODS, "sendrichmessage", refuse)
    house.store.settings[bob.user_id] = UserSettings(is_rich_readable=True)
    await bob.say("What is the toll?")
    await bob.reads("Tolls")
    assert len(await bob.messages()) > 1
    await bob.say("/settings")
    screen = await bob.reads("Settings.")
    await bob.press(screen, "Long answers in one piece: yes")
    await bob.press(await bob.changed(screen, "✓ yes"), "✓ yes")
    await bob.sees_toast("does not take such messages")
