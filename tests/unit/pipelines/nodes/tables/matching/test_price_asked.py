"""What is asked when a price is: the price, and that of what is named, not of something like it."""

from dataclasses import replace

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.matching.asked_columns import asked_columns
from tests.support.nodes.table_maker import query_of, read_of, table_of

PAINTS = table_of(
    ("Paint", "Tin", "Price £", "Drying time"),
    ("Chalk white", "2.5 l", "31", "4 h"),
    ("Slate grey", "5 l", "52", "6 h"),
    ("Primer", "5 l", "40", "2 h"),
    heading="Paints",
)


@pytest.mark.parametrize(
    ("question", "strength", "column"),
    [
        ("how much is a bucket of slate", 0.65, "Price £"),
        ("how much is the drying of slate", 0.95, "Drying time"),
    ],
)
def test_what_something_is_asks_for_its_price_unless_another_column_is_named(
    question: str, strength: float, column: str
) -> None:
    reading = read_of(question, PAINTS)
    headers = reading.headers.copy()
    at = next(i for i, word in enumerate(reading.words) if word.text in ("bucket", "drying"))
    headers[at, 3] = strength
    (found,) = asked_columns(replace(reading, headers=headers), question, frozenset({0}))
    assert PAINTS.columns[found.index] == column


@pytest.mark.parametrize(
    "question", ["how much is ivory white", "what is the price of ivory white"]
)
def test_a_word_that_narrows_what_is_named_and_stands_nowhere_is_missing(question: str) -> None:
    answer = answer_from_table(question, query_of(question), PAINTS, {}, language="en")
    assert answer is not None
    assert answer.missing is not None
    assert (answer.missing.word, answer.missing.column) == ("ivory white", "Paint")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how much is the white", "31"),
        ("how much is chalk white", "31"),
    ],
)
def test_what_is_named_whole_or_alone_is_not_missing(question: str, value: str) -> None:
    answer = answer_from_table(question, query_of(question), PAINTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


LARDER = table_of(
    ("Product", "Pack", "Price", "Shelf life"),
    ("Butter", "250 g", "2.40", "8 weeks"),
    ("Milk", "2 l", "1.90", "10 days"),
    ("Cream", "300 ml", "1.50", "9 days"),
)


@pytest.mark.parametrize(
    ("question", "label", "value"),
    [
        ("how much is a box of butter", "Butter, Price", "2.40"),
        ("how much are the tubs of cream", "Cream, Price", "1.50"),
        ("how much is a pack of butter", "Butter, Price", "2.40"),  # not what "Pack" holds
        ("how long does a tub of cream keep", "Cream, Shelf life", "9 days"),
    ],
)
def test_what_a_thing_comes_in_asks_for_the_thing(question: str, label: str, value: str) -> None:
    answer = answer_from_table(question, query_of(question), LARDER, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [(label, value)]


def test_a_price_with_a_point_is_no_time_of_the_day() -> None:
    menu = table_of(
        ("Dish", "Price", "Weight"),
        ("Soup", "6.50", "250"),
        ("Stew", "11.00", "300"),
        ("Pie", "12.30", "280"),
    )
    for question, value in (("how much is the soup", "6.50"), ("cheapest dish", "6.50")):
        answer = answer_from_table(question, query_of(question), menu, {}, language="en")
        assert answer is not None
        assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("за сколько дней заказывать медовик", ["за 3 дня"]),
        ("за сколько дней заказать наполеон", ["за 5 дней"]),
        ("сколько стоит медовик", ["2400 ₽"]),
        ("медовик за сколько", ["2400 ₽"]),
    ],
)
def test_the_unit_that_is_asked_for_is_that_of_the_cell(question: str, values: list[str]) -> None:
    cakes = table_of(
        ("Торт", "Цена", "Срок заказа"),
        ("Медовик", "2400 ₽", "за 3 дня"),
        ("Наполеон", "2900 ₽", "за 5 дней"),
        heading="Торты",
        language="ru",
    )
    answer = answer_from_table(question, query_of(question), cakes, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == values


def test_no_price_answers_where_days_are_asked_for() -> None:
    cakes = table_of(("Торт", "Цена"), ("Медовик", "2400 ₽"), ("Безе", "900 ₽"), language="ru")
    question = "за сколько дней заказывать медовик"
    answer = answer_from_table(question, query_of(question), cakes, {}, language="ru")
    assert answer is None or not answer.lines
