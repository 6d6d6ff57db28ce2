"""What people say to the base: follow-ups, tables, two questions, misspelt ones, disagreement."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.models.answers import Answer
from pipelines.services import Models
from tests.support.pipelines.allotment import LIBRARY
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

ANNA = 811
PRICE = "Сколько стоит участок в Берёзовке в 2023 году?"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(*LIBRARY, owner=ANNA)
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def talk(room: ReadingRoom, *said: str) -> list[Answer]:
    """Say these one after the other in a chat of their own."""
    chat = new_id("chat")
    return [await room.ask(one, asker=ANNA, user_id=chat) for one in said]


def first_line(answer: Answer) -> str:
    return answer.text.split("\n", maxsplit=1)[0].replace("\xa0", " ")


async def test_a_table_answers_with_the_cell_and_folds_the_rest_of_its_row(
    room: ReadingRoom,
) -> None:
    (answer,) = await talk(room, PRICE)
    assert first_line(answer) == "Берёзовка, 2023: 3 100 ₽ [1]"
    assert answer.aside == "2024: 3 400 ₽ [1]"
    assert answer.understood == ""
    (citation,) = answer.citations
    row = "Посёлок: Берёзовка; 2023: 3 100 ₽; 2024: 3 400 ₽"
    assert (citation.file_name, citation.quote) == ("fees.md", row)


async def test_place_and_year_are_exchanged_one_after_the_other(room: ReadingRoom) -> None:
    _, place, year, both = await talk(
        room, PRICE, "а в Калиновке?", "а в 2024 году?", "А в Ольховке в 2023?"
    )
    assert first_line(place) == "Калиновка, 2023: 2 700 ₽ [1]"
    assert place.understood == "в Калиновке, в 2023"
    assert first_line(year) == "Калиновка, 2024: 2 950 ₽ [1]"
    assert year.understood == "в 2024, в Калиновке"
    assert first_line(both) == "Ольховка, 2023: 4 200 ₽ [1]"


@pytest.mark.parametrize(
    ("who", "whose", "number"),
    [
        ("Кто председатель правления?", "какой у неё телефон?", "8 495 555-01-17"),
        ("Кто казначей товарищества?", "какой у него телефон?", "8 495 555-01-29"),
        ("Who replaces a lost key?", "What is her telephone number?", "555-0142"),
    ],
)
async def test_a_pronoun_is_whoever_was_named(
    room: ReadingRoom, who: str, whose: str, number: str
) -> None:
    _, answer = await talk(room, who, whose)
    assert number in first_line(answer)
    assert answer.understood, "it says whom it took to be meant"


async def test_what_stands_beside_the_answer_comes_closest(room: ReadingRoom) -> None:
    answered, beside = await talk(
        room, "How high may the hedges be?", "do they do it more than once?"
    )
    assert beside.abstained, "it is no answer for sure"
    assert "twice a year" in beside.text
    assert [c.file_name for c in beside.citations] == [c.file_name for c in answered.citations]
    assert not beside.understood, "that there is no direct answer comes first"


@pytest.mark.parametrize(
    ("earlier", "question", "holds"),
    [
        (PRICE, "Кто казначей товарищества?", "Глеб Аркадьевич Лапин"),
        (PRICE, "Сколько стоит пропуск для машины?", "200 рублей"),
        ("When is the water turned off?", "How high may the hedges be?", "120 centimetres"),
        ("Who replaces a lost key?", "When may hoses be used?", "between six and nine"),
    ],
)
async def test_a_new_question_is_not_dragged_into_the_old_one(
    room: ReadingRoom, earlier: str, question: str, holds: str
) -> None:
    _, answer = await talk(room, earlier, question)
    assert holds in first_line(answer)
    assert answer.understood == ""


async def test_as_written_nothing_is_taken_over(room: ReadingRoom) -> None:
    chat = new_id("chat")
    await room.ask(PRICE, asker=ANNA, user_id=chat)
    answer = await room.ask("а в Калиновке?", asker=ANNA, user_id=chat, is_literal=True)
    assert answer.understood == ""
    assert first_line(answer) != "Калиновка, 2023: 2 700 ₽ [1]"
    (reading,) = room.answered[-1].readings
    assert reading.question == "а в Калиновке?"


async def test_a_reply_asks_about_the_answer_it_replies_to(room: ReadingRoom) -> None:
    chat = new_id("chat")
    chair = await room.ask("Кто председатель правления?", asker=ANNA, user_id=chat)
    await room.ask("Кто казначей товарищества?", asker=ANNA, user_id=chat)
    shown = f"{chair.text}\n\nИсточники\n[1] Правление товарищества, board.md"
    answer = await room.ask("какой телефон?", asker=ANNA, user_id=chat, replied_to=shown)
    assert "8 495 555-01-17" in first_line(answer)


async def test_another_chat_has_nothing_to_lean_on(room: ReadingRoom) -> None:
    await talk(room, PRICE)
    (answer,) = await talk(room, "а в Калиновке?")
    assert answer.understood == ""


async def test_a_place_that_is_not_there_gets_no_other_places_figure(room: ReadingRoom) -> None:
    (answer,) = await talk(room, "Сколько стоит участок в Самаре в 2024 году?")
    assert answer.abstained
    assert answer.citations == ()
    assert "Самаре" in answer.text
    assert "Берёзовка" in answer.text
    assert "₽" not in answer.text


async def test_what_is_missing_is_said_with_what_there_is(room: ReadingRoom) -> None:
    answer = (await talk(room, PRICE, "А в Самаре?"))[-1]
    assert answer.abstained
    assert answer.citations == ()
    assert "Самаре" in answer.text
    for there in ("Берёзовка", "Калиновка", "Ольховка"):
        assert there in answer.text
    assert "₽" not in answer.text, "another place's figure is no answer"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Какой посёлок самый дорогой в 2024 году?", "Ольховка, 2024: 4 650 ₽"),
        ("Сколько всего платят все посёлки в 2023 году?", "2023, сумма по 3 строкам: 10 000 ₽"),
        ("Какая средняя плата в 2024?", "2024, среднее по 3 строкам: 3 666,67 ₽"),
    ],
)
async def test_a_column_is_computed_and_shows_from_what(
    room: ReadingRoom, question: str, said: str
) -> None:
    (answer,) = await talk(room, question)
    assert first_line(answer).startswith(said)
    assert "3 строкам" in f"{answer.text}\n{answer.aside}"


async def test_all_rows_are_a_list(room: ReadingRoom) -> None:
    (answer,) = await talk(room, "Плата за 2024 год по всем посёлкам")
    assert answer.text.split("\n") == [
        "• Берёзовка, 2024: 3 400 ₽ [1]",
        "• Калиновка, 2024: 2 950 ₽ [2]",
        "• Ольховка, 2024: 4 650 ₽ [3]",
    ]


@pytest.mark.parametrize(
    ("message", "one", "other"),
    [
        (
            "When is the water turned off? And how high may the hedges be?",
            "28 October",
            "120 centimetres",
        ),
        ("Кто председатель? Кто казначей?", "Сомова", "Лапин"),
    ],
)
async def test_two_questions_get_two_answers(
    room: ReadingRoom, message: str, one: str, other: str
) -> None:
    (answer,) = await talk(room, message)
    first, second = answer.text.split("\n\n")[:2]
    assert one in first
    assert other in second


async def test_a_part_without_an_answer_is_said_to_have_none(room: ReadingRoom) -> None:
    (answer,) = await talk(room, "How high may the hedges be? And what is the capital of Mongolia?")
    *told, last = answer.text.split("\n\n")
    assert "120 centimetres" in told[0]
    assert last == "The base has no answer to “what is the capital of Mongolia?”."
    (answer,) = await talk(room, "How high may the hedges be? Do they sing opera in Mongolia?")
    assert answer.text.endswith("The base has no answer to “Do they sing opera in Mongolia?”.")


async def test_documents_that_disagree_are_both_quoted_the_newer_first(room: ReadingRoom) -> None:
    (answer,) = await talk(room, "How high may the compost heap be?")
    heading, newer, older = answer.text.split("\n")[:1] + answer.text.split("\n")[-2:]
    assert "disagree" in heading
    assert "12 May 2024" in newer
    assert "140 centimetres" in newer
    assert "3 March 2021" in older
    assert "90 centimetres" in older
    assert [c.file_name for c in answer.citations] == ["compost-2024.md", "compost-2021.md"]


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ("When is the watter turnd off?", "28 October"),
        ("Кто козначей товарищества?", "Лапин"),
        ("kak oformit propusk dlya mashiny", "в сторожке"),
        ("rfr jajhvbnm ghjgecr lkz vfibys", "в сторожке"),
    ],
)
async def test_a_question_is_understood_however_it_is_typed(
    room: ReadingRoom, written: str, holds: str
) -> None:
    (answer,) = await talk(room, written)
    assert holds in first_line(answer)


async def test_more_is_read_out_around_what_was_cited(room: ReadingRoom) -> None:
    _, answer = await talk(room, "What is the deposit for the key?", "tell me more")
    assert "Martha Oldfield" in answer.text
    assert {citation.file_name for citation in answer.citations} == {"allotment-rules.md"}


async def test_what_is_kept_of_an_answer_is_what_it_cites(room: ReadingRoom) -> None:
    chat = new_id("chat")
    answer = await room.ask("Who replaces a lost key?", asker=ANNA, user_id=chat)
    (kept,) = await room.store.chats.get_exchanges(chat, 5, asker=ANNA)
    assert (kept.question, kept.answer) == ("Who replaces a lost key?", answer.text)
    assert kept.passages == tuple(citation.passage_id for citation in answer.citations)
    assert kept.documents == (answer.citations[0].document_id,)
