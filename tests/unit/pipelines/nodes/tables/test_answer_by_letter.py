"""Rows that a letter names, and columns that tell an hour among other words."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

FERRIES = table_of(
    ("Crossing", "Leaves", "Fare"),
    ("A", "07:20", "£4"),
    ("B", "11:40", "£6"),
    ("C", "16:10", "£6"),
    heading="Crossings",
)
STAFF = table_of(
    ("Кто", "Телефон", "Приём"),
    ("Плотник", "555-01-37", "по звонку, до 19:30"),
    ("Сторож", "555-01-42", "круглосуточно"),
    ("Казначей", "555-01-24", "среда, 10:00–12:00"),
    heading="Службы",
    language="ru",
)
GYMS = table_of(
    ("Club", "Weekdays", "Sunday"),
    ("Harbour", "6:10–22:40", "9:20–18:10"),
    ("Station", "6:40–21:50", "closed"),
    heading="Opening hours",
)


def cells(question: str, table: Table, language: str = "en") -> list[tuple[str, str]]:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    return [(line.label, line.value) for line in answer.lines] if answer else []


def test_a_letter_names_the_row_that_is_called_by_it() -> None:
    assert cells("when does crossing B leave?", FERRIES) == [("B, Leaves", "11:40")]
    assert cells("what is the fare of crossing A?", FERRIES) == [("A, Fare", "£4")]


@pytest.mark.parametrize("question", ["A fare for one?", "IS THERE A FARE FOR B?"])
def test_an_article_names_no_row(question: str) -> None:
    assert all(not label.startswith("A,") for label, _ in cells(question, FERRIES))


def test_a_telephone_that_is_asked_for_by_name_is_told_whatever_happens_when() -> None:
    told = cells("какой телефон у плотника, когда звонить?", STAFF, "ru")
    assert told == [("Плотник, Телефон", "555-01-37")]


@pytest.mark.parametrize("question", ["до скольки плотник", "до скольки звонить плотнику?"])
def test_until_when_is_told_by_the_column_that_has_hours_in_it(question: str) -> None:
    assert cells(question, STAFF, "ru") == [("Плотник, Приём", "по звонку, до 19:30")]


def test_a_day_is_asked_for_though_half_of_its_column_is_closed() -> None:
    told = cells("what time does Station open on Sundays?", GYMS)
    assert told == [("Station, Sunday", "closed")]
