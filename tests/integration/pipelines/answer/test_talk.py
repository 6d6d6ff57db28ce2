"""What wants no search: courtesies, questions about the base, and about a document of it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from pipelines.models.answers import Answer
from pipelines.nodes.text.clean import BETWEEN
from pipelines.services import Models
from tests.support.pipelines.allotment import LIBRARY, TREASURE
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

ANNA, BORIS = 821, 822
RULES = "Allotment rules"
POND = "# Пруд\n\n## Уход за прудом\n\nПруд чистят весной и осенью, воду меняют раз в год.\n"
QUAY = "# The quay\n\n## Mooring at the quay\n\nBoats are moored at the quay from May to October.\n"
TITLES = [
    *("Composting again, 12 May 2024", "Composting, 3 March 2021", "Правление товарищества"),
    *("Плата за участки", RULES),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        await opened.store.people.ensure_user(ANNA, "Анна", "ru")
        for each in LIBRARY:
            report = await opened.ingest(each, owner=ANNA)
            assert {item.status for item in report.items} == {"stored"}
        yield opened


async def talk(room: ReadingRoom, *said: str, asker: int = ANNA) -> list[Answer]:
    """Say these one after the other in a chat of their own."""
    chat = new_id("chat")
    return [await room.ask(one, asker=asker, user_id=chat) for one in said]


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (("Hello!", "hi"), "en"),
        (("Привет!", "здравствуйте"), "ru"),
        (("Thank you!", "thanks"), "en"),
        (("Спасибо большое", "спасибо"), "ru"),
        (("Who are you?", "who are you"), "en"),
        (("Что ты умеешь?", "что ты умеешь"), "ru"),
        (("ок", "ок"), "ru"),
        (("Ты тупой", "дурак"), "ru"),
        (("Какая завтра погода?", "расскажи анекдот"), "ru"),
        (("Tell me a joke", "what time is it?"), "en"),
    ],
)
async def test_a_courtesy_gets_one_and_a_shorter_one_the_second_time(
    room: ReadingRoom, said: tuple[str, str], language: str
) -> None:
    first, second = await talk(room, *said)
    for answer in first, second:
        assert answer.language == language
        assert not answer.abstained
        assert (answer.citations, answer.passages, answer.choices) == ((), (), ())
    assert 0 < len(second.text) < len(first.text)


@pytest.mark.parametrize("said", ["ok", "OK", "👍", "hm"])
@pytest.mark.parametrize(
    ("before", "language"), [("Who are you?", "en"), ("Кто председатель правления?", "ru")]
)
async def test_what_is_of_no_language_is_answered_in_that_of_the_conversation(
    room: ReadingRoom, said: str, before: str, language: str
) -> None:
    _, answer = await talk(room, before, said)
    assert answer.language == language
    chat, client = new_id("chat"), "ru" if language == "en" else "en"
    alone = await room.ask(said, asker=ANNA, user_id=chat, interface_language=client)
    assert alone.language in (client, "und")  # then the notifier takes the client's


@pytest.mark.parametrize("said", ["🌻", "🙂🙃🎉"])
async def test_a_lone_emoji_gets_a_word(room: ReadingRoom, said: str) -> None:
    (answer,) = await talk(room, said)
    assert answer.text
    assert not answer.abstained
    assert answer.citations == ()


async def test_a_courtesy_does_not_end_what_was_talked_about(room: ReadingRoom) -> None:
    _, _, answer = await talk(
        room, "Сколько стоит участок в Берёзовке в 2023 году?", "спасибо", "а в Калиновке?"
    )
    assert "2 700 ₽" in answer.text


@pytest.mark.parametrize("question", ["What documents are there?", "Какие документы есть в базе?"])
async def test_the_documents_are_listed_with_a_button_each(
    room: ReadingRoom, question: str
) -> None:
    (answer,) = await talk(room, question)
    assert [choice.title for choice in answer.choices] == TITLES
    lines = answer.text.split("\n")[1:]
    for n, (line, title) in enumerate(zip(lines, TITLES, strict=True), start=1):
        assert line.startswith(f"{n}. {title} ")
    assert answer.citations == ()


@pytest.mark.parametrize(
    ("question", "said"),
    [("How many documents are there?", "5 documents"), ("Сколько документов в базе?", "5 докум")],
)
async def test_the_documents_are_counted(room: ReadingRoom, question: str, said: str) -> None:
    (answer,) = await talk(room, question)
    assert said in answer.text


async def test_what_was_added_in_a_time_is_listed_and_nothing_else(room: ReadingRoom) -> None:
    (today,) = await talk(room, "What was added today?")
    assert [choice.title for choice in today.choices] == TITLES
    assert str(datetime.now(UTC).year) in today.text
    await room.admin.execute(
        "update documents set published_at = published_at - interval '400 days' where title = %s",
        (RULES,),
    )
    try:
        (later,) = await talk(room, "Что добавили за неделю?")
        assert [choice.title for choice in later.choices] == TITLES[:-1]
    finally:
        await room.admin.execute(
            "update documents set published_at = published_at + interval '400 days'"
            " where title = %s",
            (RULES,),
        )


async def test_what_is_new_is_all_of_the_last_day_or_the_one_asked_for(room: ReadingRoom) -> None:
    every, one, known = await talk(
        room, "what's new in the base?", "which document was added last?", "what do you know?"
    )
    assert [choice.title for choice in every.choices] == TITLES
    assert [choice.title for choice in one.choices] == TITLES[:1]
    assert [choice.title for choice in known.choices] == TITLES


async def test_when_a_document_was_added_is_told_by_its_card(room: ReadingRoom) -> None:
    added, none, pages = await talk(
        room,
        "When did I add the allotment rules?",
        "when did I add the lease?",
        "how many pages have the allotment rules?",
    )
    assert [choice.title for choice in added.choices] == [RULES]
    assert str(datetime.now(UTC).year) in added.text
    assert none.abstained
    assert "pages" not in pages.text  # it has none


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Do you have the allotment rules?", RULES),
        ("Есть ли у тебя плата за участки?", "Плата за участки"),
    ],
)
async def test_a_document_is_there(room: ReadingRoom, question: str, title: str) -> None:
    (answer,) = await talk(room, question)
    assert [choice.title for choice in answer.choices] == [title]
    assert answer.citations == ()


@pytest.mark.parametrize(
    ("said", "title", "holds"),
    [
        ("delete the allotment rules", RULES, f"Open “{RULES}” below and press “Delete”"),
        ("Can you delete the allotment rules?", RULES, "press “Delete”"),
        ("please rename the allotment rules to Old rules", RULES, "press “Rename”"),
        ("Удали плату за участки", "Плата за участки", "нажмите «Удалить»"),
        ("переименуй правление товарищества", "Правление товарищества", "«Переименовать»"),
        ("delete the lease letter", None, "in /docs and press “Delete”"),
        ("rename the file", None, "in /docs and press “Rename”"),
        ("удали договор", None, "в /docs и нажмите «Удалить»"),
        ("How do I delete a document?", None, "in /docs"),
        ("delete all documents", None, "/clean deletes all your documents"),
        ("удали всё", None, "удаляет /clean"),
        ("undo that correction", None, "a correction: /rules"),
        ("отмени последнюю поправку", None, "поправку — /rules"),
        ("who can see my documents?", None, "/access shows"),
    ],
)
async def test_what_only_buttons_do_is_told_how_to_do(
    room: ReadingRoom, said: str, title: str | None, holds: str
) -> None:
    (answer,) = await talk(room, said)
    assert holds in answer.text
    assert not answer.abstained
    assert [choice.title for choice in answer.choices] == ([title] if title else [])


async def test_which_command_does_it_is_nothing_to_rate(room: ReadingRoom) -> None:
    how, listed = await talk(room, "undo", "which documents are there?")
    assert not how.can_be_rated
    assert listed.can_be_rated


async def test_the_document_at_hand_is_the_one_to_delete(room: ReadingRoom) -> None:
    _, answer = await talk(room, "Who is Martha Oldfield?", "delete it")
    assert [choice.title for choice in answer.choices] == [RULES]


async def test_how_to_delete_something_else_is_asked_of_the_base(room: ReadingRoom) -> None:
    (answer,) = await talk(room, "How do I delete the contract of SAP?")
    assert answer.abstained


async def test_a_list_is_counted_and_so_is_the_base(room: ReadingRoom) -> None:
    listed, some = await talk(room, "Which rules do you have?", "how many are there?")
    assert [choice.title for choice in listed.choices] == [RULES]
    assert "1 in that list" in some.text
    _, every = await talk(room, "What documents are there?", "how many are there?")
    assert "5 documents" in every.text


@pytest.mark.parametrize(
    "question", ["О чём последний документ?", "what is the newest file about?"]
)
async def test_the_last_document_is_the_newest_whatever_was_cited(
    room: ReadingRoom, question: str
) -> None:
    _, newest = await talk(room, "Кто председатель правления?", question)
    assert newest.text.startswith(f"{TITLES[0]}. ")


async def test_where_an_answer_is_from_is_told_by_its_quotes(room: ReadingRoom) -> None:
    answer, source, goes_on = await talk(
        room, "Сколько стоит участок в Берёзовке в 2023 году?", "откуда это?", "а в Калиновке?"
    )
    assert source.text.startswith("Плата за участки")
    assert [c.document_id for c in source.citations] == [c.document_id for c in answer.citations]
    assert "3 100" in source.text
    assert "2 700 ₽" in goes_on.text
    (alone,) = await talk(room, "where is that from?")
    assert not alone.text.startswith("Плата")


async def test_who_sent_it_is_said(room: ReadingRoom) -> None:
    question = "Кто прислал документ «Плата за участки»?"
    (own,) = await talk(room, question)
    await room.store.people.ensure_user(BORIS, "Борис", "ru")
    (others,) = await talk(room, question, asker=BORIS)
    assert "Анна" not in own.text
    assert "Анна" in others.text


@pytest.mark.parametrize(
    ("question", "title", "holds"),
    [
        ("What is the document Allotment rules about?", RULES, "Heron Lane"),
        ("О чём документ «Правление товарищества»?", "Правление товарищества", "Сомова"),
    ],
)
async def test_a_document_is_told_by_its_own_sentences(
    room: ReadingRoom, question: str, title: str, holds: str
) -> None:
    (answer,) = await talk(room, question)
    assert answer.text.startswith(f"{title}. ")
    assert holds in answer.text
    assert {citation.title for citation in answer.citations} == {title}
    for citation in answer.citations:
        assert " ".join(citation.quote.split()) in answer.text
    assert [choice.title for choice in answer.choices] == [title]


async def test_this_document_is_the_one_cited_or_else_the_newest(room: ReadingRoom) -> None:
    _, cited = await talk(room, "Кто председатель правления?", "О чём этот документ?")
    assert cited.text.startswith("Правление товарищества. ")
    (newest,) = await talk(room, "What is this document about?")
    assert newest.text.startswith(f"{TITLES[0]}. ")


async def test_a_document_is_summed_up_with_its_sections_and_read_on(room: ReadingRoom) -> None:
    summary, section, following = await talk(
        room,
        "Summarise the allotment rules",
        "read the section Water of the allotment rules",
        "what comes next?",
    )
    told = [summary.text.find(f"\n{name}: ") for name in ("Water", "Key to the gate", "Hedges")]
    assert told == sorted(told)
    assert min(told) > 0
    assert summary.text.rstrip().endswith("may be 120 centimetres high. [4]")
    assert "Sprinklers are forbidden in July." in section.text
    assert "one key to the gate" in following.text
    assert {c.title for c in (*section.citations, *following.citations)} == {RULES}


async def test_what_comes_next_begins_right_behind_what_was_quoted(room: ReadingRoom) -> None:
    quoted, following = await talk(room, "What may be used between six and nine?", "and then?")
    (first, *_) = quoted.citations
    assert first.quote not in following.text
    assert following.citations[0].passage_id == first.passage_id
    assert following.text.startswith("Sprinklers are forbidden in July.")


async def test_after_more_of_it_one_still_asks_of_the_same(room: ReadingRoom) -> None:
    chat = new_id("chat")
    for one in ("How high may the hedges be?", "tell me more"):
        await room.ask(one, asker=ANNA, user_id=chat)
    (*_, last) = await room.store.chats.get_exchanges(chat, 6, asker=ANNA)
    assert (last.kind, last.question) == ("more", "How high may the hedges be?")
    assert last.written == ("How high may the hedges be?",)


async def test_headings_stand_on_lines_of_their_own_in_what_is_read_out(room: ReadingRoom) -> None:
    _, more = await talk(room, "What may be used between six and nine?", "tell me more")
    assert "Water\nThe water in the allotments" in more.text
    assert "Key to the gate\nEvery member gets" in more.text


async def test_the_end_and_a_section_that_is_not_there_are_said(room: ReadingRoom) -> None:
    _, last, end, none = await talk(
        room,
        "What is this document about?",
        "What is the document Allotment rules about?",
        "read the section Hedges",
        "what comes next?",
    )
    assert "never while birds are nesting" in end.text
    assert "ends here" in none.text
    assert none.citations == ()
    assert last.citations
    _, missing = await talk(room, "What is the document Allotment rules about?", "Read section 17")
    assert "no section “17”" in missing.text
    assert "Water, Key to the gate, Hedges" in missing.text


async def test_what_can_be_asked_is_shown_by_headings_of_what_one_may_read(
    room: ReadingRoom,
) -> None:
    chat = new_id("chat")
    answer = await room.ask("What can you do?", asker=ANNA, user_id=chat)
    (*_, last) = await room.store.chats.get_exchanges(chat, 6, asker=ANNA)
    assert "days of leave" not in answer.text
    assert last.sources, "it is forgotten with the documents that it names"
    for document in last.sources:
        passages = await room.store.search.document_passages(document, asker=ANNA, limit=50)
        headings = {anchor.heading for one in passages for anchor in one.anchors if anchor.heading}
        assert any(heading.split(BETWEEN)[-1] in answer.text for heading in headings)


@pytest.mark.parametrize("question", ["What can you do?", "что ты умеешь?"])
async def test_what_can_be_asked_is_shown_first_in_the_language_of_the_question(
    room: ReadingRoom, question: str
) -> None:
    for name, text in (("пруд.md", POND), ("quay.md", QUAY)):
        await room.ingest((name, text.encode()), owner=BORIS, reader_role=None)
    chat = new_id("chat")
    answer = await room.ask(question, asker=BORIS, user_id=chat)
    (*_, last) = await room.store.chats.get_exchanges(chat, 6, asker=BORIS)
    first, *_ = await room.store.search.document_passages(last.sources[0], asker=BORIS, limit=1)
    assert first.language == answer.language


async def test_all_there_is_about_a_thing_is_told_where_no_document_is_called_so(
    room: ReadingRoom,
) -> None:
    hedges, birds = await talk(
        room, "Is there anything about hedges?", "Do you have anything on nesting birds?"
    )
    assert "Hedges along the path" in hedges.text
    assert "nesting" in birds.text


async def test_what_may_not_be_read_is_not_in_the_catalogue(room: ReadingRoom) -> None:
    await room.ingest(("well.md", TREASURE.encode()), owner=BORIS, reader_role=None)
    questions = ("What documents are there?", "How many documents are there?")
    listed, counted = await talk(room, *questions)
    assert [choice.title for choice in listed.choices] == TITLES
    assert "5 documents" in counted.text
    (theirs,) = await talk(room, questions[0], asker=BORIS)
    assert "The well" in [choice.title for choice in theirs.choices]
    for question in ("What is the document The well about?", "Who sent the document The well?"):
        (answer,) = await talk(room, question)
        assert "Silvan Rook" not in answer.text
        assert "The well" not in answer.text


async def test_a_title_that_ends_with_a_full_stop_gets_no_second_one(room: ReadingRoom) -> None:
    minutes = "# Протокол от 18 мая 2026 г.\n\nРешили купить новый насос для колодца.\n"
    await room.ingest(("minutes.md", minutes.encode()), owner=BORIS, reader_role=None)
    (answer,) = await talk(room, "О чём протокол от 18 мая?", asker=BORIS)
    assert answer.text.startswith("Протокол от 18 мая 2026 г. ")
