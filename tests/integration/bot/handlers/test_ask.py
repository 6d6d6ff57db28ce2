"""Mode «Чат»: questions, and what is no question."""

import asyncio

import pytest

from pipelines.models.answers import Answer, Citation, Timings
from pipelines.models.requests import AnswerRequest
from tests.support.bot.bot_harness import House, Person


def questions_of(house: House, person: Person) -> list[AnswerRequest]:
    return [each for each in house.runs.questions.values() if each.asker == person.user_id]


async def test_answers_with_formatting(bob: Person, house: House) -> None:
    sent = await bob.say("  Why?  ")
    answer = await bob.reads("Why? is the question.")
    (bold,) = answer["entities"]
    assert (bold["type"], bold["offset"], bold["length"]) == ("bold", 0, 4)
    request = next(
        request for run, request in house.runs.questions.items() if f"-{bob.user_id}-{sent}-" in run
    )
    assert (request.question, request.user_id) == ("Why?", str(bob.user_id))
    assert request.interface_language == "en"


async def test_a_question_that_is_too_long_gets_one_sentence(bob: Person, house: House) -> None:
    await bob.say("word " * 4000)
    await bob.reads("The question is too long", "4,000 fit")
    assert not questions_of(house, bob)
    assert len(await bob.messages()) == 1


async def test_a_question_that_is_too_long_in_russian(anna: Person, house: House) -> None:
    await anna.say("слово " * 3400)
    await anna.reads("Вопрос слишком длинный")
    assert not questions_of(house, anna)


@pytest.mark.parametrize("text", ["😀🎉👍", "???", "…", "1️⃣2️⃣", "❤️"])
async def test_a_message_without_words_gets_one_sentence(
    anna: Person, house: House, text: str
) -> None:
    await anna.say(text)
    await anna.reads("Не вижу здесь вопроса")
    assert not questions_of(house, anna)


async def test_a_sticker_gets_one_sentence(anna: Person) -> None:
    await anna.sticker("🐈")
    await anna.reads("Стикер хорош")


async def test_one_slow_chat_does_not_hold_up_another(
    anna: Person, bob: Person, house: House
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: AnswerRequest) -> Answer:
        if request.question == "slow":
            begun.set()
            await go_on.wait()
        return Answer(request.question.upper(), False, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, slow
    try:
        await anna.say("slow")
        await begun.wait()
        await anna.say("second")
        await bob.say("quick")
        await bob.reads("QUICK")
        assert not await anna.messages()
        go_on.set()
        shown = await anna.reads_count(2)
    finally:
        house.runs.answering = before
    assert [each["text"] for each in shown] == ["SLOW", "SECOND"]


async def test_an_abstention_offers_to_add_a_source(bob: Person, house: House) -> None:
    async def abstain(request: AnswerRequest) -> Answer:
        return Answer("The base has no answer.", True, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, abstain
    try:
        await bob.say("Who?")
        await bob.press(await bob.reads("has no answer"), "Add a source")
        await bob.reads("You are in Base")
    finally:
        house.runs.answering = before
    assert house.store.modes[str(bob.user_id)] == "documents"


async def test_sources_are_numbered_and_linked(anna: Person, house: House) -> None:
    film = Citation(1, "d", "Фильм", "https://youtu.be/abcdefghijk", None, None, 125.5, 0, "q")
    paper = Citation(2, "e", "Отчёт за год", None, "report.pdf", 3, None, 1, "q")

    async def cite(request: AnswerRequest) -> Answer:
        return Answer("Так [1] и так [2].", False, "ru", (film, paper), (), Timings())

    before, house.runs.answering = house.runs.answering, cite
    try:
        await anna.say("Как?")
        shown = await anna.reads("[1] Фильм, youtu.be, 2:05", "[2] Отчёт за год, report.pdf, с. 3")
    finally:
        house.runs.answering = before
    links = [entity["url"] for entity in shown["entities"] if entity["type"] == "text_link"]
    assert links == ["https://youtu.be/abcdefghijk?t=125s"]
