"""Computed: which column a superlative, a sum or an average is of, or which several."""

import pytest

from pipelines.nodes.tables.amounts.computed import computed_columns
from pipelines.nodes.tables.answer import answer_from_table
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


CAMP = table_of(
    ("Отряд", "Возраст", "Полный день 9–18", "Полдня", "Продлёнка до 20:00"),
    ("Младший", "7–9 лет", "2600", "1700", "500"),
    ("Средний", "10–12 лет", "2400", "1500", "600"),
    ("Старший", "13–15 лет", "2100", "1600", "550"),
    heading="Цены лагеря за смену, руб.",
    language="ru",
)
BOATS = table_of(
    ("Boat", "Full day", "Hour", "Evening", "Seats"),
    ("Heron", "120", "20", "60", "6"),
    ("Teal", "95", "25", "65", "4"),
    ("Coot", "110", "18", "55", "5"),
    heading="Hire prices, £",
)


@pytest.mark.parametrize(
    ("question", "table", "column", "row"),
    [
        ("самый дешёвый полный день", CAMP, "Полный день 9–18", "Старший"),
        ("в каком отряде полный день самый дишевый", CAMP, "Полный день 9–18", "Старший"),
        ("самый дорогой полный день", CAMP, "Полный день 9–18", "Младший"),
        ("дешевле всего продлёнка", CAMP, "Продлёнка до 20:00", "Младший"),
        ("which is the cheapest full day", BOATS, "Full day", "Teal"),
        ("cheapest hour", BOATS, "Hour", "Coot"),
        ("most expensive full day", BOATS, "Full day", "Heron"),
    ],
)
def test_a_column_of_prices_called_by_a_day_is_the_one_that_is_named(
    question: str, table: Table, column: str, row: str
) -> None:
    language = "ru" if table is CAMP else "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.column == column
    assert [line.row.cells[0].value for line in answer.lines] == [row]


@pytest.mark.parametrize(
    ("question", "column"),
    [("total booked seats", (2,)), ("total seats", (1,))],
)
def test_of_two_columns_the_one_is_added_up_that_says_of_which(
    question: str, column: tuple[int, ...]
) -> None:
    trips = table_of(
        ("Trip", "Seats", "Booked"), ("Seals", "8", "5"), ("Puffins", "12", "7"), ("Owls", "6", "1")
    )
    assert computed(question, trips) == column
