"""Computed: which column a superlative, a sum or an average is of, or which several."""

import pytest

from pipelines.nodes.tables.amounts.computed import computed_columns
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.tables.matching.columns import asked_amounts
from pipelines.nodes.tables.matching.reading import read_question
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BERTHS = table_of(
    ("No", "Boat", "Length", "Fee"),
    ("1", "Kestrel", "12", "140"),
    ("2", "Dunlin", "9", "95"),
    ("3", "Whimbrel", "15", "210"),
)
HALLS = table_of(
    ("Hall", "Capacity", "Weekday", "Weekend", "Deposit"),
    ("Attic", "40", "£16", "£22", "£50"),
    ("Cellar", "12", "£9", "£12", "£90"),
    ("Barn", "180", "£28", "£42", "£150"),
)


def computed(question: str, table: Table = BERTHS) -> tuple[int, ...]:
    reading = read_question(question, query_of(question), table, {}, language="en")
    aggregate = asked_aggregates(question)[0]
    named = asked_amounts(reading, question, frozenset())
    return computed_columns(reading, question, aggregate, named, frozenset())


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("What is the average fee?", (3,)),
        ("What is the average length?", (2,)),
        ("Which is the cheapest?", (3,)),
        ("What is the average?", ()),
    ],
)
def test_a_column_is_computed_if_it_is_named_or_fits_the_superlative(
    question: str, column: tuple[int, ...]
) -> None:
    assert computed(question) == column


@pytest.mark.parametrize(
    ("van_prices", "columns"),
    [
        (("920", "4300", "720"), (1,)),  # the engine is the dearest either way
        (("920", "800", "720"), (1, 2)),
    ],
)
def test_of_several_prices_the_first_counts_if_they_agree_and_each_if_not(
    van_prices: tuple[str, ...], columns: tuple[int, ...]
) -> None:
    rows = zip(("brakes", "engine", "battery"), ("850", "3900", "500"), van_prices, strict=True)
    table = table_of(("Work", "Car, EUR", "Van, EUR", "Hours"), *((*r, "2") for r in rows))
    assert computed("Which work is the most expensive?", table) == columns


def test_a_price_by_its_name_goes_before_one_by_its_currency() -> None:
    rows = ("choir", "1900", "0"), ("piano", "3900", "1200")
    table = table_of(("Course", "Price, EUR", "Instrument, EUR"), *rows)
    assert computed("Which course is the cheapest?", table) == (1,)


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("cheapest hall", (2,)),  # by either price; what is given back is none
        ("most expensive hall", (2,)),
        ("biggest hall", (1,)),
        ("What is the average price?", ()),  # of two prices there is no one average
        ("highest deposit", (4,)),
    ],
)
def test_prices_are_known_by_the_currency_of_their_cells(
    question: str, columns: tuple[int, ...]
) -> None:
    assert computed(question, HALLS) == columns


def test_the_longest_takes_most_minutes_whatever_else_there_is() -> None:
    rows = ("Yoga", "75", "16", "12"), ("Spin", "45", "20", "9")
    table = table_of(("Class", "Minutes", "Places", "Fee, £"), *rows)
    assert computed("which class is the longest", table) == (1,)


def test_a_sum_over_several_columns_is_none() -> None:
    table = table_of(("Work", "Car, EUR", "Van, EUR"), ("brakes", "850", "920"))
    assert computed("total price", table) == ()


def test_of_the_columns_that_a_superlative_fits_the_question_names_one() -> None:
    rows = ("North", "50", "8.20", "8.90", "4.45"), ("South", "20", "3.60", "3.90", "1.95")
    table = table_of(
        ("Route", "Crossing (min)", "Adult 2025 (£)", "Adult 2026 (£)", "Child (£)"), *rows
    )
    assert computed("cheapest adult crossing in 2026", table) == (3,)
