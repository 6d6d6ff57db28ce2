"""The numbered buttons under an answer, pressed now, after a new version, after a deletion."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.nodes.text.words import split_sentences
from tests.support.bot.bot_harness import House, Person, Shown, person_in, running_bot
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.gateways.sample_documents import direction

TOLL = "Boats pay at the lock. The toll is nine crowns."


def file_of(person: Person, **more: object) -> dict[str, object]:
    named = {"kind": "file", "url": None, "file_name": "toll.txt", "version_key": "file:toll.txt"}
    return {"owner": person.user_id, "reader_role": None, **named, **more}


async def asked(person: Person, library: Library, *ids: str) -> Shown:
    """Get an answer that quotes the last sentence of each of these documents."""

    async def cite(request: AnswerRequest) -> Answer:
        found = await library.store.search.search_documents(
            direction(0), top_k=30, threshold=0.0, floor=0.0, asker=request.asker
        )
        wanted = [each.id for name in ids for each in found if each.document_id == name]
        passages = await library.store.search.get_passages(wanted, asker=request.asker)
        cited = cite_quotes([Quote(each, split_sentences(each.text)[-1]) for each in passages])
        return Answer(cited.text, False, "en", cited.citations, (), Timings())

    await library.store.chats.set_mode(str(person.user_id), "chat")
    runs = library.house.runs
    before, runs.answering = runs.answering, cite
    try:
        await person.say("What is the toll?")
        return await person.reads("[1]")
    finally:
        runs.answering = before


def bold(message: Shown) -> list[str]:
    coded = message["text"].encode("utf-16-le")
    return [
        coded[2 * each["offset"] : 2 * (each["offset"] + each["length"])].decode("utf-16-le")
        for each in message["entities"]
        if each["type"] == "bold"
    ]


async def test_each_source_opens_its_passage(bob: Person, library: Library) -> None:
    first = await library.add("Toll", TOLL, **file_of(bob))
    second = await library.add(
        "Lock", "The lock closes at noon.", owner=bob.user_id, url="https://example.org/lock"
    )
    answer = await asked(bob, library, first, second)
    assert labels(answer) == ["1", "2"]
    await bob.press(answer, "1")
    shown = await bob.reads("[1] Toll", "Added on", TOLL)
    assert shown["reply_to"] == answer["message_id"]
    assert bold(shown) == ["The toll is nine crowns."]
    await bob.press(answer, "2")
    shown = await bob.reads("[2] Lock, example.org", "The lock closes at noon.")
    links = [each["url"] for each in shown["entities"] if each["type"] == "text_link"]
    assert links == ["https://example.org/lock"]
    await bob.press(shown, "Open “Lock”")
    await bob.reads("Lock", "Readable by: everyone")


async def test_an_old_answer_opens_the_version_it_cited(anna: Person, library: Library) -> None:
    former = await library.add("Сбор", TOLL, **file_of(anna))
    answer = await asked(anna, library, former)
    await library.add("Сбор", "The toll is ten crowns.", **file_of(anna))
    await anna.press(answer, "1")
    shown = await anna.reads("[1] Сбор", "toll.txt", "nine crowns", "Это прежняя версия")
    assert labels(shown) == ["Открыть «Сбор»", "Текущая версия"]
    await anna.press(shown, "Текущая версия")
    card = await anna.reads("The toll is ten crowns.")
    assert "Это прежняя версия" not in card["text"]


async def test_what_was_deleted_does_not_open(bob: Person, library: Library) -> None:
    document = await library.add("Toll", TOLL, **file_of(bob))
    answer = await asked(bob, library, document)
    assert await library.store.documents.delete_document(document, actor=bob.user_id)
    before = len(await bob.messages())
    await bob.press(answer, "1")
    await bob.sees_toast("Source 1 is no longer in the base")
    assert len(await bob.messages()) == before


async def test_what_is_closed_meanwhile_does_not_open(
    bob: Person, library: Library, shared_database_url: str
) -> None:
    document = await library.add("Toll", TOLL, **file_of(bob, owner=1, reader_role="everyone"))
    answer = await asked(bob, library, document)
    async with await psycopg.AsyncConnection.connect(shared_database_url) as connection:
        await connection.execute(
            "delete from role_document_access where document_id = %s", [document]
        )
    await bob.press(answer, "1")
    await bob.sees_toast("no longer open to you")


async def test_a_source_opens_after_a_restart(
    tmp_path: Path, database_url: str, library: Library
) -> None:
    def bot() -> AbstractAsyncContextManager[House]:
        return running_bot(tmp_path, database_url, store=library.store)  # type: ignore[arg-type]

    async with bot() as house, person_in(house, 8998) as carol:
        anew = Library(house, library.store)
        answer = await asked(carol, anew, await anew.add("Toll", TOLL, **file_of(carol)))
    async with bot() as house, person_in(house, 8998) as carol:
        await carol.press(answer, "1")
        await carol.reads("[1] Toll", TOLL)


async def test_nobody_else_may_press(bob: Person, library: Library) -> None:
    document = await library.add("Toll", TOLL, **file_of(bob))
    answer = await asked(bob, library, document)
    before = len(await bob.messages())
    async with person_in(library.house, 8999, "en") as other:
        await bob.press(answer, "1", as_user=other.user_id)
        await bob.sees_toast("not yours")
    assert len(await bob.messages()) == before


async def test_fast_taps_open_a_source_once(bob: Person, library: Library) -> None:
    document = await library.add("Toll", TOLL, **file_of(bob))
    answer = await asked(bob, library, document)
    before = len(await bob.messages())
    await bob.tap(answer, "1", 3)
    assert len(await bob.messages()) == before + 1
    await bob.sees_toast("open below")


async def test_one_reads_on_in_place_and_comes_back_to_the_quote(
    bob: Person, library: Library
) -> None:
    texts = ("Before all.", TOLL, "Children pay nothing.", "Dogs neither.")
    document = await library.add("Toll", *texts, **file_of(bob))
    answer = await asked(bob, library, document)
    await bob.press(answer, "1")
    shown = await bob.reads("[1] Toll", "Added on", "Before all.")
    before = len(await bob.messages())
    assert labels(shown)[0] == "Next ›"
    for text in texts[1:3]:
        await bob.press(shown, "Next ›")
        shown = await bob.reads(text)
    assert labels(shown)[:3] == ["‹ Back", "To the quote", "Next ›"]
    assert bold(shown) == []
    await bob.press(shown, "Next ›")
    shown = await bob.reads("Dogs neither.")
    assert labels(shown)[:2] == ["‹ Back", "To the quote"]
    await bob.press(shown, "To the quote")
    shown = await bob.reads("[1] Toll", "Added on", "Before all.")
    assert bold(shown) == ["Before all."]
    assert len(await bob.messages()) == before
    assert await library.store.documents.delete_document(document, actor=bob.user_id)
    await bob.press(shown, "Next ›")
    await bob.sees_toast("no longer in the base")


class Failing:
    """Cannot show any page."""

    async def draw(self, document_id, quote, *, asker):
        raise SourceUnavailable if asker == 8997 else SourceRefused("original-changed")


@pytest.mark.parametrize(
    ("who", "why"), [(8997, "could not be loaded just now"), (8996, "has changed since")]
)
async def test_where_the_page_cannot_be_had_the_text_says_why(
    tmp_path: Path, database_url: str, library: Library, who: int, why: str
) -> None:
    store: Any = library.store
    bot = running_bot(tmp_path, database_url, store=store, pages=Failing())
    async with bot as house, person_in(house, who, "en") as carol:
        anew = Library(house, library.store)
        document = await anew.add("Toll", TOLL, **file_of(carol), page=3)
        await carol.press(await asked(carol, anew, document), "1")
        await carol.reads("[1] Toll", "p. 3", TOLL, why)
