"""What a measure of the question is of, and a measure that no row has."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

FERRY = table_of(
    ("Service", "Price", "Note"),
    ("Car deck, up to 5 m", "£38", "book ahead"),
    ("Car deck, 5-9 m", "£61", "book ahead"),
    ("Cabin", "£44", ""),
    ("Breakfast", "£9", ""),
)
HEDGES = table_of(
    ("Высота", "Весна", "Осень"),
    ("до 2 м", "800 руб.", "600 руб."),
    ("2-4 м", "1500 руб.", "1100 руб."),
    ("свыше 4 м", "2900 руб.", "2300 руб."),
    heading="Стрижка изгородей, цены",
    language="ru",
)
LADDERS = table_of(
    ("Ladder", "Per day, £", "Steps", "Weight, kg"),
    ("Wooden ladder, 2 m", "7", "8", "6"),
    ("Wooden ladder, 3 m", "9", "12", "8"),
    ("Wooden ladder, 5 m", "14", "18", "13"),
    ("Trestle", "11", "4", "9"),
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "price"),
    [
        ("car deck for a 7 m van", "£61"),
        ("car deck for a 7m van", "£61"),
        ("car deck, van of 4 m", "£38"),
        ("car deck for a 6 m camper van", "£61"),
    ],
)
def test_what_has_a_measure_need_not_stand_in_the_row_that_holds_it(
    question: str, price: str
) -> None:
    answer = ask(question, FERRY)
    assert answer is not None
    assert [price in line.value for line in answer.lines] == [True]


@pytest.mark.parametrize("question", ["car deck for a van", "car deck for my bicycle"])
def test_what_has_no_measure_leaves_the_rows_in_doubt(question: str) -> None:
    assert ask(question, FERRY) is None


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("туя 3 метра осенью", "1100 руб."),
        ("туя 3м осенью", "1100 руб."),
        ("сколько стоит весной подстричь тую 5 метров", "2900 руб."),
    ],
)
def test_a_thing_before_its_measure_is_no_other_sort(question: str, value: str) -> None:
    answer = ask(question, HEDGES, "ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "value"),
    [("wooden ladder 3m per day", "9"), ("price per day of the 5m wooden ladder", "14")],
)
def test_a_measure_is_one_with_or_without_a_space(question: str, value: str) -> None:
    answer = ask(question, LADDERS)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize("said", ["8 m", "8m", "4 metres"])
def test_a_measure_that_no_row_of_the_name_has_is_missing(said: str) -> None:
    """Though the number stands in another column: 8 steps, 8 kg."""
    answer = ask(f"wooden ladder {said} per day", LADDERS)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == said
    assert [name[-3:] for name in answer.missing.present] == ["2 m", "3 m", "5 m"]


@pytest.mark.parametrize(
    "question",
    [
        "difference between the 2 m and 5 m wooden ladder per day",
        "difference between the 2m and the 5m wooden ladder per day",
    ],
)
def test_a_difference_between_two_measures_is_of_their_rows(question: str) -> None:
    answer = ask(question, LADDERS)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 7


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how much is a 500 g box", "£3"),
        ("how much is a 500g box", "£3"),
        ("price of a box of 2500 g", "£5"),
        ("price of a box of 3 kg", "£5"),
        ("сколько стоит коробка 700 г", "£3"),
    ],
)
def test_a_measure_is_of_a_range_in_a_larger_unit(question: str, value: str) -> None:
    boxes = table_of(("Weight", "Price"), ("up to 2 kg", "£3"), ("2–6 kg", "£5"), heading="Post")
    answer = ask(question, boxes, "en" if question.isascii() else "ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


CLIPS = table_of(
    ("Животное", "Цена"),
    ("Собака до 10 кг", "1200"),
    ("Собака 10–25 кг", "1800"),
    ("Кролик", "500"),
    heading="Стрижка",
    language="ru",
)


def test_what_has_a_measure_is_nothing_else_that_has_it() -> None:
    """A cat of 20 kg is no dog of 20 kg."""
    answer = ask("сколько стоит кот 20 кг", CLIPS, "ru")
    assert answer is None or not answer.lines
    answer = ask("сколько стоит собака 20 кг", CLIPS, "ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["1800"]
