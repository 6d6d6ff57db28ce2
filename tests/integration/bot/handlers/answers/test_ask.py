"""Mode «Чат»: questions, and what is no question."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.transport.reply_address import Origin
from pipelines.errors import Failure
from pipelines.models.answers import Answer, Citation, Exchange, Timings
from pipelines.models.requests import AnswerRequest, BatchReport, ItemProgress, ItemReport
from tests.support.bot.bot_harness import House, Person
from tests.support.bot.bot_in_memory import echo


def questions_of(house: House, person: Person) -> list[AnswerRequest]:
    return [each for each in house.runs.questions.values() if each.asker == person.user_id]


async def waits_for_nothing(person: Person, house: House) -> bool:
    """Wait until the chat's question is forgotten, which it is only after it was told."""
    async with asyncio.timeout(person.patience_seconds):
        while True:
            if not await house.store.get_pending_questions(str(person.user_id)):
                return True
            await asyncio.sleep(0.02)


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
async def test_a_message_without_words_is_answered_like_any_other(
    anna: Person, house: House, text: str
) -> None:
    await anna.say(text)
    await anna.reads(text.upper())
    assert [each.question for each in questions_of(house, anna)] == [text]


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


@pytest.fixture
def abstaining(house: House) -> Iterator[None]:
    """The base has no answer to anything."""

    async def abstain(request: AnswerRequest) -> Answer:
        return Answer("The base has no answer.", True, "en", (), (), Timings())

    before, house.runs.answering = house.runs.answering, abstain
    yield
    house.runs.answering = before


@pytest.fixture
def empty(house: House) -> Iterator[None]:
    """Nothing is in the base."""
    text = FluentPhrasebook().say("smalltalk-base-empty", "en")

    async def find_nothing(request: AnswerRequest) -> Answer:
        return Answer(text, True, "en", (), (), Timings(), is_base_empty=True)

    before, house.runs.answering = house.runs.answering, find_nothing
    yield
    house.runs.answering = before


@pytest.mark.usefixtures("abstaining")
async def test_a_question_without_an_answer_is_answered_under_the_receipt(
    bob: Person, house: House
) -> None:
    asked = await bob.say("Who keeps the key?")
    shown = await bob.reads("has no answer")
    assert shown["reply_to"] == asked
    await bob.press(shown, "Add a source")
    await bob.reads("I am waiting for a file", "answer your question: “Who keeps the key?”")
    assert house.store.modes[str(bob.user_id)] == "documents"
    house.runs.answering = echo
    await bob.send_file("key.txt", b"The porter keeps it.")
    answer = await bob.reads("Who keeps the key? is the question")
    assert answer["reply_to"] == asked
    assert "is in the base" in (await bob.messages())[-2]["text"]
    assert [each.question for each in questions_of(house, bob)] == ["Who keeps the key?"] * 2
    await bob.send_file("other.txt", b"Something else.")
    await bob.reads("other.txt", "is in the base")
    assert len(questions_of(house, bob)) == 2, "it is answered once"


@pytest.mark.usefixtures("abstaining")
async def test_while_a_file_is_read_a_question_in_vain_is_promised_an_answer(
    bob: Person, house: House
) -> None:
    to = Origin(bob.chat_id, bob.user_id, "en", progress_id=7).encode()
    await house.notifier.progressed(to, [ItemProgress(0, "key.pdf", "running", "extract")])
    await bob.say("Who keeps the key?")
    await bob.reads("What was sent is still being read")
    assert await house.store.get_pending_questions(str(bob.user_id))
    await house.notifier.failed(to, Failure("batch-cancelled"))
    before = len(await bob.messages())
    await bob.say("Who oils the lock?")
    shown = await bob.reads_count(before + 1)
    assert "has no answer" in shown[-1]["text"], "nothing is being read any more"


@pytest.mark.usefixtures("abstaining")
async def test_all_that_was_promised_is_answered_or_it_is_said_that_it_waits(
    bob: Person, house: House
) -> None:
    to = Origin(bob.chat_id, bob.user_id, "en", progress_id=7).encode()
    await house.notifier.progressed(to, [ItemProgress(0, "key.pdf", "running", "extract")])
    for number, asked in enumerate(("Who keeps the key?", "Who oils the lock?"), 1):
        await bob.say(asked)
        await bob.reads_count(2 * number)
    failed = ItemReport(0, "key.pdf", "failed", "file", failure=Failure("source-broken"))
    await house.notifier.ingested(to, BatchReport("first", (failed,), 1.0))
    await bob.reads("Nothing was added", "• Who keeps the key?", "• Who oils the lock?")
    house.runs.answering = echo
    stored = ItemReport(0, "key.txt", "stored", "file", document_id="d")
    await house.notifier.ingested(to, BatchReport("second", (stored,), 1.0))
    await bob.reads("Who keeps the key? is the question")
    await bob.reads("Who oils the lock? is the question")
    asked = [each for each in house.runs.questions.values() if each.asker == bob.user_id]
    again = [each for each in asked if each.is_asked_again]
    assert {each.among for each in again} == {("d",)}, "what was there had no answer"
    assert await waits_for_nothing(bob, house)


@pytest.mark.usefixtures("abstaining")
async def test_what_was_answered_meanwhile_is_promised_no_more(bob: Person, house: House) -> None:
    await bob.say("Who keeps the key?")
    shown = await bob.reads("has no answer")
    answered = Exchange("Who keeps the key?", "The porter [1].", passages=(4,))
    house.store.exchanges[str(bob.user_id)] = (answered,)
    await bob.press(shown, "Add a source")
    said = await bob.reads("You are in Base")
    assert "Who keeps the key?" not in said["text"]
    del house.store.exchanges[str(bob.user_id)]
    assert not any(each.is_promised for each in house.store.pending[str(bob.user_id)])


@pytest.mark.usefixtures("abstaining")
async def test_who_asks_in_vain_is_told_how_many_documents_are_still_being_read(
    anna: Person, bob: Person, house: House
) -> None:
    house.runs.being_read[bob.user_id] = 2
    await bob.say("Who keeps the key?")
    await bob.reads("2 documents that you sent are still being read. Ask again in a moment.")
    await anna.say("Who keeps the key?")
    [shown] = await anna.reads_count(1)
    assert "has no answer" in shown["text"], "nobody is told of others' documents"


@pytest.mark.usefixtures("empty")
async def test_while_the_first_documents_are_read_the_base_is_not_said_to_be_empty(
    bob: Person, house: House
) -> None:
    house.runs.being_read[bob.user_id] = 3
    try:
        await bob.say("Who keeps the key?")
        [shown] = await bob.reads_count(1)
    finally:
        del house.runs.being_read[bob.user_id]
    assert shown["text"].startswith("What was sent is still being read.")
    assert [[key["text"] for key in row] for row in shown["buttons"]] == [["Add a source"]]


@pytest.mark.usefixtures("abstaining")
async def test_a_question_in_vain_recalls_what_waits_to_be_added_once(
    bob: Person, house: House
) -> None:
    await bob.send_file("key.txt", b"The porter keeps it.")
    hint = await bob.reads("Add “key.txt” to the base?")
    asked = await bob.say("Who keeps the key?")
    recalled = await bob.reads("This is not in the base yet")
    assert recalled["reply_to"] == hint["message_id"]
    await bob.say("And who oils the lock?")
    assert [each["text"][:20] for each in (await bob.reads_count(4))[2:]] == [
        "This is not in the b",
        "The base has no answ",
    ]
    house.runs.answering = echo
    await bob.press(hint, "Add to the base")
    answer = await bob.reads("And who oils the lock? is the question")
    assert answer["reply_to"] == asked + 3


@pytest.mark.usefixtures("empty")
async def test_where_the_base_is_empty_what_waits_is_named_to_each_question(
    bob: Person, house: House
) -> None:
    await bob.send_file("key.txt", b"The porter keeps it.")
    hint = await bob.reads("Add “key.txt” to the base?")
    await bob.say("Who keeps the key?")
    await bob.say("And who oils the lock?")
    said = [each["text"] for each in (await bob.reads_count(3))[1:]]
    assert all(one.startswith("Nothing is in the base yet: what you sent") for one in said)
    house.runs.answering = echo
    await bob.press(hint, "Add to the base")
    await bob.reads("And who oils the lock? is the question")


@pytest.mark.usefixtures("abstaining")
async def test_a_note_is_recalled_only_by_what_asks_of_it(bob: Person) -> None:
    await bob.say("Hi all, the boiler will be off on Tuesday from 9 to 12")
    hint = await bob.reads("looks like a note")
    await bob.say("Who keeps the key?")
    await bob.say("When is the boiler back on?")
    recalled = await bob.reads("The note above is not in the base yet")
    assert recalled["reply_to"] == hint["message_id"]
    said = [each["text"][:20] for each in await bob.reads_count(4)]
    assert said[1:] == ["The base has no answ", "The base has no answ", "The note above is no"]


@pytest.mark.usefixtures("abstaining")
async def test_what_was_added_before_the_offer_was_kept_is_not_recalled(
    bob: Person, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = house.store.put_artifact

    async def keep_slowly(batch_id: str, name: str, content: bytes) -> None:
        await asyncio.sleep(0.5)
        await keep(batch_id, name, content)

    monkeypatch.setattr(house.store, "put_artifact", keep_slowly)
    await bob.send_file("key.txt", b"The porter keeps it.")
    await bob.press(await bob.reads("Add “key.txt”"), "Add to the base")
    await bob.reads("is in the base")
    await asyncio.sleep(0.6)
    await bob.say("Who oils the lock?")
    await bob.say("Thanks! And who keeps the key?")
    assert not any("not in the base yet" in one["text"] for one in await bob.reads_count(3))


@pytest.mark.usefixtures("abstaining")
async def test_what_was_added_is_not_recalled(bob: Person) -> None:
    await bob.send_file("key.txt", b"The porter keeps it.")
    await bob.press(await bob.reads("Add “key.txt”"), "Add to the base")
    await bob.reads("is in the base")
    await bob.say("Who oils the lock?")
    await bob.say("Thanks! And who keeps the key?")
    assert not any("not in the base yet" in one["text"] for one in await bob.reads_count(3))


@pytest.mark.usefixtures("abstaining")
@pytest.mark.parametrize("is_promised", [True, False])
async def test_a_question_waits_in_silence_for_the_document_that_answers_it(
    bob: Person, house: House, is_promised: bool
) -> None:
    asked = await bob.say("Who keeps the key?")
    shown = await bob.reads("has no answer")
    if is_promised:
        await bob.press(shown, "Add a source")
        await bob.reads("I am waiting for a file")
    else:
        await house.store.set_mode(str(bob.user_id), "documents")
    before, asked_again = len(await bob.messages()), asyncio.Event()

    async def abstain_again(request: AnswerRequest) -> Answer:
        asked_again.set()
        return Answer("The base has no answer.", True, "en", (), (), Timings())

    house.runs.answering = abstain_again
    await bob.send_file("menu.txt", b"Soup.")
    await bob.reads("menu.txt", "is in the base")
    await asked_again.wait()
    house.runs.answering = echo
    await bob.send_file("key.txt", b"The porter keeps it.")
    answer = await bob.reads("Who keeps the key? is the question")
    assert answer["reply_to"] == asked
    assert len(await bob.messages()) == before + 3, "two receipts and the answer"
    assert await waits_for_nothing(bob, house)


@pytest.mark.usefixtures("abstaining")
async def test_two_batches_at_once_answer_a_question_once(bob: Person, house: House) -> None:
    both = asyncio.Barrier(2)

    async def answer_together(request: AnswerRequest) -> Answer:
        await both.wait()
        return await echo(request)

    await bob.say("Who keeps the key?")
    await bob.press(await bob.reads("has no answer"), "Add a source")
    await bob.reads("I am waiting for a file")
    house.runs.answering = answer_together
    before = len(await bob.messages())
    await bob.send_file("key.txt", b"The porter keeps it.")
    await bob.reads("key.txt", "is in the base")
    await bob.send_file("keys.txt", b"The porter keeps them.")
    await bob.reads("Who keeps the key? is the question")
    await bob.say("/help")
    await bob.reads("How it works")
    assert len(await bob.messages()) == before + 4, "two receipts, one answer, the help"


@pytest.mark.usefixtures("abstaining")
async def test_a_file_sent_instead_of_the_button_is_sent_for_the_question(
    bob: Person, house: House
) -> None:
    await bob.say("Who keeps the key?")
    await bob.reads("has no answer")
    house.runs.answering = echo
    await bob.send_file("key.txt", b"The porter keeps it.")
    await bob.press(await bob.reads("Add “key.txt”"), "Add to the base")
    await bob.reads("Who keeps the key? is the question")


@pytest.mark.usefixtures("abstaining")
async def test_a_question_is_not_kept_when_others_were_answered_since(
    bob: Person, house: House
) -> None:
    async def cite(request: AnswerRequest) -> Answer:
        source = Citation(1, "d", "Doors", None, "doors.txt", None, None, 0, "q")
        return Answer("It is open [1].", False, "en", (source,), (), Timings())

    await bob.say("Who keeps the key?")
    await bob.reads("has no answer")
    house.runs.answering = echo
    await bob.say("Thanks")
    await bob.reads("Thanks is the question")
    assert await house.store.get_pending_questions(str(bob.user_id))
    house.runs.answering = cite
    await bob.say("And the door?")
    await bob.reads("It is open")
    assert await waits_for_nothing(bob, house)


@pytest.mark.usefixtures("abstaining")
async def test_a_promise_is_kept_without_the_secrets_of_its_question(
    bob: Person, house: House
) -> None:
    await bob.say("What opens AKIAIOSFODNN7EXAMQLE ?")
    await bob.press(await bob.reads("has no answer"), "Add a source")
    await bob.reads("answer your question")
    [pending] = await house.store.get_pending_questions(str(bob.user_id))
    assert "AKIA" not in pending.question


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


async def test_a_reply_carries_the_answer_it_replies_to(bob: Person, house: House) -> None:
    own = await bob.say("Who keeps the key?")
    shown = await bob.reads("Who keeps the key? is the question")
    await bob.say("And the lock?", reply_to=shown["message_id"])
    await bob.reads("And the lock? is the question")
    await bob.say("And the door?", reply_to=own)
    await bob.reads("And the door? is the question")
    replied = {each.question: each.replied_to for each in questions_of(house, bob)}
    assert replied == {
        "Who keeps the key?": "",
        "And the lock?": shown["text"],
        "And the door?": "",  # to the person's own words
    }
    assert not any(each.is_literal for each in questions_of(house, bob))


async def test_a_tap_asks_again_as_it_was_written(bob: Person, house: House) -> None:
    async def understand(request: AnswerRequest) -> Answer:
        understood = "" if request.is_literal else "Kazan"
        text = f"{request.question} {'anew' if request.is_literal else 'taken over'}"
        return Answer(text, False, "en", (), (), Timings(), understood=understood)

    before, house.runs.answering = house.runs.answering, understand
    try:
        asked = await bob.say("and in Kazan?")
        shown = await bob.reads("and in Kazan? taken over")
        await bob.tap(shown, "No, search as written", times=3)
        anew = await bob.reads("and in Kazan? anew")
    finally:
        house.runs.answering = before
    assert (shown["reply_to"], anew["reply_to"]) == (asked, asked)
    literal = [each for each in questions_of(house, bob) if each.is_literal]
    assert [each.question for each in literal] == ["and in Kazan?"]
