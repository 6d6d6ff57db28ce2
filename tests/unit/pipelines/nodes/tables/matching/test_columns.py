"""Columns: which one names the rows, numbers them, or holds amounts."""

from pipelines.nodes.tables.matching.columns import (
    asked_amounts,
    asked_texts,
    holds_amounts,
    holds_numbers,
    names_of_rows,
    naming_column,
    numbers_rows,
    tells_rows_apart,
)
from pipelines.nodes.tables.matching.reading import Reading, read_question
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BERTHS = table_of(
    ("No", "Boat", "Length", "Fee"),
    ("1", "Kestrel", "12", "140"),
    ("2", "Dunlin", "9", "95"),
    ("3", "Whimbrel", "15", "210"),
)


def read(question: str, table: Table = BERTHS) -> Reading:
    return read_question(question, query_of(question), table, {}, language="en")


def test_numbers_that_count_on_from_row_to_row_are_no_amounts() -> None:
    reading = read("what is the fee of Dunlin?")
    assert [holds_numbers(reading, column) for column in range(4)] == [True, False, True, True]
    assert [numbers_rows(reading, column) for column in range(4)] == [True, False, False, False]
    assert [holds_amounts(reading, column) for column in range(4)] == [False, False, True, True]


def test_only_the_first_column_numbers_the_rows() -> None:
    table = table_of(("Boat", "Place"), ("Kestrel", "1"), ("Dunlin", "2"), ("Whimbrel", "3"))
    assert holds_amounts(read("what is the place of Dunlin?", table), 1)


def test_rows_are_named_by_the_first_column_of_words_that_are_distinct() -> None:
    assert naming_column(read("fees")) == 1
    owners = table_of(("Pier", "Owner"), ("North", "Anna Berg"), ("North", "Olaf Lund"))
    assert naming_column(read("piers", owners)) == 1
    coded = table_of(
        ("Code", "Work"), *((f"W{n}", work) for n, work in enumerate(("Oil", "Oil", "Wax", "Rope")))
    )
    assert naming_column(read("works", coded)) == 1
    kinds = ("Oil", "Oil", "Wax", "Rope")
    sorts = zip(kinds, ("Thin", "Thick", "Bee", "Hemp"), strict=True)
    sorted_by = table_of(
        ("Code", "Work", "Sort"), *((f"W{n}", *names) for n, names in enumerate(sorts))
    )
    assert naming_column(read("works", sorted_by)) == 2
    numbers = table_of(("Year", "Catch"), ("2021", "310"), ("2023", "295"))
    assert naming_column(read("catch", numbers)) == 0


def test_rows_that_are_called_alike_are_told_apart_by_another_column() -> None:
    works = table_of(
        ("Code", "Work", "Boat"),
        *(("W1", "Oil", "Tug"), ("W2", "Oil", "Raft"), ("W3", "Wax", "Tug"), ("W4", "Rope", "Tug")),
    )
    reading = read("works", works)
    assert names_of_rows(reading) == ((1, 2), (1, 2), (1,), (1,))
    assert tells_rows_apart(reading, 0, (1, 2))
    assert not tells_rows_apart(reading, 0, (2,))


def test_what_is_asked_for_is_looked_for_among_amounts_or_among_texts() -> None:
    question = "the boat with a fee"
    reading = read(question)
    assert [match.index for match in asked_amounts(reading, question, frozenset())] == [3]
    assert asked_amounts(reading, question, frozenset({3})) == ()
    assert [match.index for match in asked_texts(reading, question)] == [1]
