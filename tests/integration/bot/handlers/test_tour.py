"""The tour of somebody new: an example, three questions, and the way out."""

from dataclasses import replace

from bot.transport.reply_address import Origin
from pipelines.errors import Failure
from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import AnswerRequest, BatchReport, ItemReport
from tests.support.bot.bot_harness import House, Person

QUESTIONS = [
    "When does the café close on Saturday?",
    "How much is a large cappuccino?",
    "Are dogs welcome?",
]


async def begin(person: Person) -> None:
    await person.say("/start")
    await person.press(await person.reads("Hello"), "Show me an example")
    await person.reads("I have added an example")


async def test_the_example_is_taken_in_for_one_person_alone(bob: Person, house: House) -> None:
    await begin(bob)
    (batch,) = house.batches_of(bob)
    assert batch.reader_role is None
    (file,) = batch.message.files
    assert file.file_name == "Example – handbook of the café Noon.md"
    assert b"there is no such caf" in house.store.contents[file.key]
    greeting, tour = await bob.messages()
    assert [len(row) for row in greeting["buttons"]] == [2], "the offer is taken off"
    labels = [row[0]["text"] for row in tour["buttons"]]
    assert labels == [*QUESTIONS, "Remove the example"]
    house.store.readable = 1  # the example
    await bob.say("/start")
    greeting = await bob.reads("You are in Chat")
    house.store.readable = 0
    assert len(greeting["buttons"]) == 1, "there is something to read"


async def test_it_stays_in_reach_as_long_as_the_base_is_empty(bob: Person, house: House) -> None:
    async def empty(request: AnswerRequest) -> Answer:
        said = Answer("Nothing to read yet.", True, "en", (), (), Timings(), is_base_empty=True)
        return replace(said, question=request.question)

    await bob.say("/start")
    greeting = await bob.reads("Hello")
    await bob.press(greeting, "Chat")
    await bob.sees_toast("Chat")
    greeting = await bob.reads("You are in Chat")
    assert [len(row) for row in greeting["buttons"]] == [2, 1]
    await bob.say("/start")
    greeting = (await bob.reads_count(2))[-1]
    assert [len(row) for row in greeting["buttons"]] == [2, 1]
    answering, house.runs.answering = house.runs.answering, empty
    try:
        await bob.say("When does it open?")
        answered = await bob.reads("Nothing to read yet.")
    finally:
        house.runs.answering = answering
    await bob.press(answered, "Show me an example")
    await bob.reads("I have added an example")
    await bob.changed(answered, "Add a source")
    [shown] = [m for m in await bob.messages() if m["message_id"] == answered["message_id"]]
    assert [[key["text"] for key in row] for row in shown["buttons"]] == [["Add a source"]]
    await bob.press(shown, "Add a source")
    await bob.reads("answer your question: “When does it open?”")


async def test_it_answers_no_question_that_waits_for_a_document(bob: Person, house: House) -> None:
    await house.store.keep_question(
        str(bob.user_id), "Is it open?", asker=bob.user_id, message_id=1, is_promised=True
    )
    await begin(bob)
    await bob.say("/help")
    await bob.reads("How it works")
    assert not any(one.asker == bob.user_id for one in house.runs.questions.values())
    assert await house.store.get_pending_questions(str(bob.user_id))


async def test_whichever_removal_is_pressed_takes_the_example_that_is_there(
    bob: Person, house: House
) -> None:
    batches = [f"ingest-4242-{bob.chat_id}-{name}" for name in ("3-1", "9-2")]
    origin = Origin(bob.user_id, bob.user_id, "en", is_tour=True)
    await bob.say("/help")
    await bob.reads("How it works")
    known = ItemReport(0, "l", "known", "file", document_id="d", batch_id=batches[0])
    await house.notifier.ingested(origin.encode(), BatchReport(batches[1], (known,), 1.0))
    await bob.press(await bob.reads("I have added an example"), "Remove the example")
    await bob.reads("The example is gone")
    assert (batches[0], bob.user_id) in house.store.deleted


async def test_each_question_is_asked_and_the_last_one_leads_on(bob: Person, house: House) -> None:
    await begin(bob)
    tour = (await bob.messages())[-1]
    for number, question in enumerate(QUESTIONS):
        await bob.press(tour, question)
        shown = await bob.reads_count(4 + 2 * number + (question == QUESTIONS[-1]))
        assert [each["text"] for each in shown[2 + 2 * number :][:2]] == [
            question,
            f"{question} is the question.",
        ]
        tour = next(each for each in shown if each["message_id"] == tour["message_id"])
    end = await bob.reads("That is all")
    assert not next(m for m in await bob.messages() if m["message_id"] == tour["message_id"])[
        "buttons"
    ]
    await bob.press(end, "Remove the example")
    await bob.reads("The example is gone", "of your own")
    ((batch, actor),) = [each for each in house.store.deleted if each[1] == bob.user_id]
    (run,) = [run for run, one in house.runs.batches.items() if one.owner == bob.user_id]
    assert (batch, actor) == (run, bob.user_id)


async def test_it_can_be_left_at_any_point(anna: Person, house: House) -> None:
    await anna.say("/start")
    await anna.press(await anna.reads("Здравствуйте"), "Показать на примере")
    tour = await anna.reads("Добавил пример")
    await anna.say("Свой вопрос?")
    await anna.reads("Свой вопрос?")
    await anna.press(tour, "Убрать пример")
    await anna.changed(tour, "База")
    assert "Пример убран" in (await anna.messages())[1]["text"]


async def test_an_example_that_was_not_read_ends_like_any_file(bob: Person, house: House) -> None:
    origin = Origin(bob.user_id, bob.user_id, "en", is_tour=True)
    await bob.say("/help")
    await bob.reads("How it works")
    await house.notifier.failed(origin.encode(), Failure("source-broken"))
    assert not (await bob.reads("cannot be read"))["buttons"]
