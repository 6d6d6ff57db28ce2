"""Filters: the rows that a value is said of, those that have none, and who is there."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.filters.values import rows_of_value, rows_without
from pipelines.nodes.tables.matching.asked_columns import asked_columns
from pipelines.nodes.tables.matching.reading import Reading, read_question
from tests.support.nodes.table_maker import query_of, table_of

CARS = table_of(
    ("Car", "Gearbox", "Deposit", "Days"),
    ("Granta", "manual", "£50", "Mon-Fri"),
    ("Rio", "automatic", "none", "Sat"),
    ("Camry", "automatic", "£200", "Mon-Sun"),
    ("Duster", "manual", "0", "Tue"),
)


def read(question: str) -> Reading:
    return read_question(question, query_of(question), CARS, {}, language="en")


def valued(question: str) -> list[int]:
    found = rows_of_value(read(question), question)
    return [match.index for match in found[0]] if found else []


def without(question: str) -> list[int]:
    reading = read(question)
    found = rows_without(reading, question, asked_columns(reading, question, frozenset()))
    return [match.index for match in found[0]] if found else []


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which are automatic", [1, 2]),
        ("what is there on saturday", [1, 2]),
        ("is there an automatic one", []),  # yes or no
        ("how many are automatic", []),  # they are counted
        ("which is the Rio", []),  # by what it is called
    ],
)
def test_rows_are_found_by_a_value_beside_their_name(question: str, rows: list[int]) -> None:
    assert valued(question) == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which cars need no deposit", [1, 3]),
        ("cars without deposit", [1, 3]),
        ("is there no car with a deposit", []),  # the deposit is not what is denied
        ("which cars have a deposit", []),
    ],
)
def test_rows_without_something_say_so_in_its_column(question: str, rows: list[int]) -> None:
    assert without(question) == rows


def test_what_is_found_is_listed_with_the_value_it_was_found_by() -> None:
    question = "which are automatic"
    answer = answer_from_table(question, query_of(question), CARS, {}, language="en")
    assert answer is not None
    assert answer.is_list
    assert [(line.label, line.value) for line in answer.lines] == [
        ("Rio, Gearbox", "automatic"),
        ("Camry, Gearbox", "automatic"),
    ]
    for unknown in ("which are electric automatic", "which need no petrol"):
        assert answer_from_table(unknown, query_of(unknown), CARS, {}, language="en") is None
