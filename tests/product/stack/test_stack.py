"""The whole product, from the sandbox's HTTP interface down to the embedded database."""

import itertools
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.phrasebook import FluentPhrasebook
from bot.stack import Stack, open_stack
from bot.views.receipts import progress_text
from bot.views.text import untappable
from pipelines.engine.graph import nodes
from pipelines.ingest.pipeline import EMBED_ONE, READ_ONE
from pipelines.models.requests import ItemProgress
from tests.support.bot.bot_harness import Person
from tests.support.bot.stack_harness import DatabaseServer, count, enter, settings_for, visitor
from tests.support.loopback import loopback_client
from tests.support.pipelines.written_material import BEES, CHEESE, LIGHTHOUSE

_ids = itertools.count(7001)
DOCUMENTS = "select count(*) from documents d join users u on u.id = d.owner where telegram_id = %s"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> AsyncIterator[Stack]:
    """A running bot that everyone may use."""
    data_dir = tmp_path_factory.mktemp("data")
    async with open_stack(settings_for(data_dir, models_dir)) as running:
        server = DatabaseServer(data_dir)
        yield running
    assert server.has_ended(), "a clean stop leaves no database behind"


@pytest.fixture
async def anna(stack: Stack) -> AsyncIterator[Person]:
    async with visitor(stack, next(_ids)) as person:
        yield person


@pytest.fixture
async def boris(stack: Stack) -> AsyncIterator[Person]:
    async with visitor(stack, next(_ids), "ru") as person:
        yield person


async def test_start_is_answered_in_the_language_of_who_says_it(
    anna: Person, boris: Person
) -> None:
    await anna.say("/start")
    greeting = await anna.reads("Hello! This is Paragraf")
    assert [button["text"] for button in greeting["buttons"][0]] == ["Chat", "Base"]
    await boris.say("/start")
    greeting = await boris.reads("«Параграф»")
    assert [button["text"] for button in greeting["buttons"][0]] == ["Чат", "База"]


async def test_the_token_of_the_sandbox_is_of_this_start_alone(stack: Stack) -> None:
    assert stack.sandbox is not None
    async with loopback_client() as client:
        answer = await client.get(f"{stack.sandbox.base_url}1000000:sandbox/getMe")
    assert answer.status_code == 401


async def test_a_document_is_taken_in_and_answers_with_its_page(
    anna: Person, boris: Person
) -> None:
    await enter(anna, "Base")
    await anna.send_file(*LIGHTHOUSE)
    summary = await anna.reads("The lighthouse of Vargholm", "is in the base")
    assert "3 pages" in summary["text"]
    assert "English" in summary["text"]
    assert re.search(r"\d s\b", summary["text"])
    assert summary["edited"], "the message that showed how far it was"

    await anna.press(summary, "Ask in chat")
    await anna.reads("You are in Chat")
    await anna.say("How much does the lens weigh?")
    answer = await anna.reads("nine hundred kilograms", "Sources")
    assert re.search(r"\[1\] The lighthouse of Vargholm.*p\. 2", answer["text"])

    await enter(boris, "Чат")
    await boris.say("Who was the last keeper of the lighthouse?")
    answer = await boris.reads("Osvald Brekke", "Sources")
    assert re.search(r"\[1\] The lighthouse of Vargholm.*p\. 3", answer["text"])


async def test_a_russian_document_is_asked_about_in_russian(boris: Person) -> None:
    await enter(boris, "База")
    await boris.send_file(*BEES)
    summary = await boris.reads("Пасека на южном склоне", "русский")
    await boris.press(summary, summary["buttons"][0][0]["text"])
    await boris.reads("Чат")
    await boris.say("Кто утепляет ульи осенью?")
    await boris.reads("Захар Мельник", "[1] Пасека на южном склоне")
    await boris.say("Как зовут президента Франции?")
    nothing = await boris.reads("В базе нет ответа")
    assert nothing["buttons"], "with a way to add what is missing"


async def test_a_question_is_answered_once_its_document_has_come(
    anna: Person, stack: Stack
) -> None:
    await enter(anna, "Chat")
    await anna.say("Who tunes the organ of Saint Hedwig's church?")
    await anna.press(await anna.reads("no answer"), "Add a source")
    await anna.reads("answer your question: “Who tunes the organ of Saint Hedwig")
    organ = b"The organ of Saint Hedwig's church is tuned by Marta Lindqvist every spring."
    await anna.send_file("organ.txt", organ)
    await anna.reads("Marta Lindqvist", "Sources")
    assert "is in the base" in (await anna.messages())[-2]["text"]
    runs = "select count(*) from dbos.workflow_status where workflow_uuid like 'answer-pending-%%'"
    assert await count(stack, runs) == 1


async def test_a_known_document_is_not_added_again(anna: Person, stack: Stack) -> None:
    await enter(anna, "Base")
    await anna.send_file(*CHEESE)
    await anna.reads("is in the base")
    await anna.send_file("again.md", CHEESE[1])
    await anna.reads("Making goat cheese", "already in the base")
    assert await count(stack, DOCUMENTS, anna.user_id) == 1


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.txt", b"", "There is nothing in it"),
        ("letter.docx", b"PK\x03\x04" + b"word/document.xml" * 9, "damaged"),
        ("broken.pdf", b"%PDF-1.7 and nothing", "damaged"),
        ("page.pdf", b"<html><body>hello</body></html>", "Rename the file"),
    ],
)
async def test_a_file_that_cannot_be_read_is_one_sentence_and_nothing_stored(
    anna: Person, stack: Stack, name: str, content: bytes, sentence: str
) -> None:
    await enter(anna, "Base")
    sent = await anna.send_file(name, content)
    await anna.reads(sentence)
    replies = [each for each in await anna.messages() if each["message_id"] > sent]
    assert len(replies) == 1
    assert await count(stack, DOCUMENTS, anna.user_id) == 0


async def test_a_private_address_is_one_sentence_and_nothing_stored(
    anna: Person, stack: Stack
) -> None:
    await enter(anna, "Base")
    await anna.say("http://127.0.0.1:1/secrets and http://169.254.169.254/latest")
    # Addresses that are refused are not to be tapped, either.
    reply = await anna.reads(untappable("127.0.0.1"), "private network")
    assert untappable("169.254.169.254") in reply["text"]
    assert "Nothing added" in reply["text"]
    assert await count(stack, DOCUMENTS, anna.user_id) == 0


async def test_what_is_no_question_is_one_sentence_and_the_bot_goes_on(
    anna: Person, stack: Stack
) -> None:
    await enter(anna, "Base")
    await anna.send_file(
        "ferry.txt", b"The last ferry to the island leaves at a quarter past nine."
    )
    await anna.reads("is in the base")
    await enter(anna, "Chat")
    await anna.say("🙂🙂🙂")
    await anna.reads("put it in words")
    await anna.say("why " * 5000)
    await anna.reads("The question is too long")
    await anna.sticker("🎉")
    await anna.reads("sticker")
    await anna.say("/nonsense")
    await anna.reads("I do not know /nonsense")
    saved = "select count(*) from chat_messages where user_id = %s"
    assert await count(stack, saved, str(anna.user_id)) == 2  # the sign and its answer
    await anna.say("What is the capital of Mongolia?")
    await anna.reads("The base has no answer")
    assert await count(stack, saved, str(anna.user_id)) == 4


async def test_a_note_becomes_a_document(anna: Person) -> None:
    await enter(anna, "Base")
    await anna.say("The spare key of the boat shed hangs under the third step of the porch.")
    offer = await anna.reads("Save it as a note")
    await anna.press(offer, "Save as a note")
    await anna.reads("is in the base")
    await enter(anna, "Chat")
    await anna.say("Where does the spare key of the boat shed hang?")
    await anna.reads("under the third step", "[1]")


async def test_clearing_the_chat_deletes_its_history(anna: Person, stack: Stack) -> None:
    await enter(anna, "Chat")
    await anna.say("What is the capital of Mongolia?")
    await anna.reads("The base has no answer")
    await anna.say("/clear")
    await anna.press(await anna.reads("Forget this conversation"), "Forget")
    await anna.reads("I forgot", "still on the screen")
    saved = "select count(*) from chat_messages where user_id = %s"
    assert await count(stack, saved, str(anna.user_id)) == 0


def test_every_node_of_an_ingest_has_words_of_its_own() -> None:
    phrases = FluentPhrasebook()
    for language, vague in (("en", "working"), ("ru", "")):
        other = progress_text([ItemProgress(0, "x", "running", "?")], language, phrases)
        assert vague in other
        names = {node.name for flow in (READ_ONE, EMBED_ONE) for node in nodes(flow)}
        for name in names - {"deduplicate"}:
            line = progress_text([ItemProgress(0, "x", "running", name)], language, phrases)
            assert line != other, name
