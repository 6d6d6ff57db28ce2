"""Bookings: how many places are left, and what is full, of a list of places and bookings."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

WALKS = table_of(
    ("Прогулка", "Гид", "Мест", "Записано"),
    ("Старый порт", "Инна", "12", "12"),
    ("Сады", "Олег", "15", "9"),
    ("Башни", "Инна", "8", "8"),
    language="ru",
)
CLASSES = table_of(
    ("Class", "Seats", "Sold"), ("Willow", "10", "10"), ("Felt", "8", "5"), ("Glass", "6", "0")
)
SALES = table_of(
    ("Class", "Seats", "Seats left"), ("Willow", "10", "0"), ("Felt", "8", "3"), ("Glass", "6", "6")
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = "ru" if table is WALKS else "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "left"),
    [
        ("сколько мест осталось на сады", WALKS, 6),
        ("сколько свободных мест на башни", WALKS, 0),
        ("how many seats are left for felt", CLASSES, 3),
    ],
)
def test_what_is_left_is_what_is_not_taken(question: str, table: Table, left: int) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("difference", Decimal(left))


@pytest.mark.parametrize(
    ("question", "table", "rows"),
    [
        ("какие прогулки полностью заняты", WALKS, ["Старый порт", "Башни"]),
        ("на какие прогулки есть свободные места", WALKS, ["Сады"]),
        ("which classes are sold out", CLASSES, ["Willow"]),
        ("which classes have seats left", CLASSES, ["Felt", "Glass"]),
        ("which classes have no seats left", SALES, ["Willow"]),
    ],
)
def test_what_is_full_is_told_by_both_columns(question: str, table: Table, rows: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert list(dict.fromkeys(line.row.cells[0].value for line in answer.lines)) == rows


@pytest.mark.parametrize(
    ("question", "table", "column", "value"),
    [
        ("how many seats are left for felt", SALES, "Seats left", "3"),
        ("how many seats are there for felt", SALES, "Seats", "8"),
        ("сколько мест на сады", WALKS, "Мест", "15"),
    ],
)
def test_a_column_that_is_called_so_is_what_it_tells(
    question: str, table: Table, column: str, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is None
    assert [(line.cell and line.cell.name, line.value) for line in answer.lines] == [
        (column, value)
    ]
