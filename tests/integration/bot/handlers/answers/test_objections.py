"""What is written against an answer: offered as a correction with a tap, or asked about."""

from collections.abc import AsyncIterator

import pytest

from pipelines.models.answers import Answer, Exchange, Timings
from pipelines.models.interactions import Feedback
from pipelines.models.people import Mode
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person, Shown
from tests.support.bot.recorded_answers import labels, named, recorded_answers


@pytest.fixture(autouse=True)
async def recorded(house: House, anna: Person, bob: Person) -> AsyncIterator[None]:
    async with recorded_answers(house, anna.user_id, bob.user_id):
        yield


async def asked(person: Person) -> Shown:
    await person.say("Who keeps the key?")
    return await person.reads("The porter keeps it")


async def said(house: House, person: Person, shown: Shown) -> Feedback | None:
    seen = await house.store.interactions.get_interaction(
        named(shown), asker=person.user_id, chat=str(person.user_id)
    )
    assert seen is not None
    return seen.feedback


@pytest.mark.parametrize("mode", ["chat", "documents"])
async def test_what_would_be_right_is_taken_with_a_tap(
    bob: Person, house: House, mode: str
) -> None:
    house.store.modes[str(bob.user_id)] = mode
    shown = await asked(bob)
    sent = await bob.say("No, that's wrong, it's the caretaker now")
    hint = await bob.reads("Is this the right answer to “Who keeps the key”: the caretaker?")
    assert hint["reply_to"] == sent
    assert labels(hint) == [["That is the right answer"], ["Ask in chat"]]
    assert await said(house, bob, shown) is None, "nothing is said before the tap"
    await bob.press(hint, "That is the right answer")
    await bob.reads("Done")
    feedback = await said(house, bob, shown)
    assert feedback == Feedback("negative", correction="the caretaker")
    post = house.post_of(house.batches_of(bob)[-1].message.files[0])
    assert "the caretaker" in post.text
    assert "now" not in post.text
    assert "wrong" not in post.text


@pytest.mark.parametrize("mode", ["chat", None])
async def test_an_objection_can_be_asked_as_well(
    anna: Person, house: House, mode: Mode | None
) -> None:
    house.store.modes[str(anna.user_id)] = mode
    await asked(anna)
    await anna.say("неправильно, уже вахтёр")
    hint = await anna.reads("Верный ответ на вопрос «Who keeps the key» — вахтёр?")
    before = len(await anna.messages())
    await anna.press(hint, "Спросить в чате")
    shown = await anna.reads_count(before + 1)
    assert not any("Включён" in each["text"] for each in shown), "the mode was chat before"
    assert house.store.modes[str(anna.user_id)] == mode


@pytest.mark.parametrize(
    "words", ["that's outdated", "This is wrong!", "no that's the attic number"]
)
async def test_who_only_objects_is_asked_what_is_wrong(
    bob: Person, house: House, words: str
) -> None:
    shown = await asked(bob)
    await bob.say(words)
    asking = await bob.reads("What is wrong with it? Choose a reason, or just write")
    assert await said(house, bob, shown) is None
    assert ["Wrong", "Off topic"] in labels(asking)
    await bob.press(asking, "Outdated")
    await bob.sees_toast("noted")
    assert await said(house, bob, shown) == Feedback("negative", "outdated")
    await bob.say("The caretaker keeps the key")
    hint = await bob.reads("Is this the right answer to your last question")
    await bob.press(hint, "That is the right answer")
    await bob.reads("Done")
    corrected = await said(house, bob, shown)
    assert corrected is not None
    assert corrected.correction == "The caretaker keeps the key"


async def test_who_only_objects_again_is_asked_again(bob: Person, house: House) -> None:
    shown = await asked(bob)
    for times, words in enumerate(("that's wrong", "that's outdated", "das ist falsch"), start=2):
        await bob.say(words)
        assert "What is wrong with it?" in (await bob.reads_count(times))[-1]["text"]
    await bob.press(await bob.reads("What is wrong with it?"), "Write my own")
    await bob.reads("Write the right answer")
    await bob.say("that's wrong")
    assert "What is wrong with it?" in (await bob.reads_count(6))[-1]["text"]
    feedback = await said(house, bob, shown)
    assert feedback is None or not feedback.correction
    assert not house.batches_of(bob)


async def test_what_names_a_price_behind_the_reasons_is_a_new_question(
    bob: Person, house: House
) -> None:
    await asked(bob)
    await bob.say("no, thats not what i asked")
    await bob.reads("What is wrong with it? Choose a reason, or just write")
    before = len(house.runs.questions)
    await bob.say("cremation price rabbit")
    await bob.reads_count(3)
    asked_since = list(house.runs.questions.values())[before:]
    assert [one.question for one in asked_since] == ["cremation price rabbit"]


async def test_the_answer_that_is_replied_to_is_meant(bob: Person, house: House) -> None:
    first = await asked(bob)
    await house.store.interactions.record_shown_answer(named(first), first["message_id"])
    await bob.say("Who has the lamp?")
    await bob.reads_count(2)
    await bob.say("that's not true, Ann has it", reply_to=first["message_id"])
    await bob.reads("Is this the right answer to “Who keeps the key”: Ann has it?")


async def test_after_small_talk_or_nothing_it_is_a_message_like_others(
    bob: Person, house: House
) -> None:
    async def talk(request: AnswerRequest) -> Answer:
        return Answer("I see.", False, "en", (), (), Timings())

    house.runs.answering = talk
    house.store.exchanges[str(bob.user_id)] = (Exchange("", "You are welcome.", kind="thanks"),)
    await bob.say("no that's wrong, it's 9")
    await bob.reads("I see.")
    house.store.exchanges.pop(str(bob.user_id))
    await bob.say("this is wrong")
    assert [each["text"] for each in await bob.reads_count(2)] == ["I see.", "I see."]


async def test_thanks_may_stand_between(bob: Person, house: House) -> None:
    await asked(bob)
    house.store.exchanges[str(bob.user_id)] += (Exchange("", "You are welcome.", kind="thanks"),)
    await bob.say("no that's wrong, Ann has it")
    await bob.reads("Is this the right answer to “Who keeps the key”: Ann has it?")


async def test_a_clarification_goes_on_asking(bob: Person, house: House) -> None:
    await asked(bob)
    await bob.say("no, I meant the lamp")
    await bob.reads_count(2)
    assert len(house.runs.questions) >= 2
