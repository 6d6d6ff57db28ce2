"""Prices to places, by bands of weight, and words that stand for columns in another language."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.text.dictionary import means
from tests.support.nodes.table_maker import query_of, table_of

CARTS = table_of(
    ("Weight", "Ring 1 (city)", "Ring 2 (county)", "Ring 3 (national)", "Delivery time"),
    ("up to 2 kg", "4.5", "6.2", "8.9", "1 day"),
    ("2–5 kg", "5.8", "7.9", "11.4", "1 day"),
    ("5–20 kg", "8.4", "11.6", "16.8", "2 days"),
    heading="Carter's rates (£ incl. VAT)",
)
CLUBS = table_of(
    ("Кружок", "Педагог", "Возраст", "Плата, руб."),
    ("Лепка", "Нина Рогова", "5–9 лет", "1200"),
    ("Шахматный клуб", "Илья Гром", "8–14 лет", "800"),
    ("Дзюдо", "Ада Круг", "7–12 лет", "1500"),
    ("Рок-группа", "Олег Лис", "13–17 лет", "2000"),
    heading="Кружки дома творчества",
    language="ru",
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


def told(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "language", "values"),
    [
        ("how much to send a 12 kg box in the city", "en", ["8.4"]),
        ("how much does delivery of 3 kg in the city cost", "en", ["5.8"]),
        ("сколько стоит отправить 3 кг по городу", "ru", ["5.8"]),
        ("how long does delivery of 12 kg take", "en", ["2 days"]),
    ],
)
def test_a_price_is_no_time_that_delivery_takes(
    question: str, language: str, values: list[str]
) -> None:
    assert told(ask(question, CARTS, language)) == values


def test_the_difference_of_two_columns_is_that_of_the_row_that_holds_the_measure() -> None:
    answer = ask("difference between the city and the county for 12 kg", CARTS)
    assert answer is not None
    assert answer.aggregate is not None
    assert str(answer.aggregate.value) == "3.2"


def test_where_two_rows_hold_the_measure_nothing_is_subtracted() -> None:
    answer = ask("difference between the city and the county for 5 kg", CARTS)
    assert answer is not None
    assert answer.aggregate is None
    assert told(answer) == ["5.8", "7.9", "8.4", "11.6"]


def test_a_county_is_no_country() -> None:
    assert means("страна", "country")
    assert not means("страна", "county")


def test_what_there_is_for_a_child_asks_for_no_price() -> None:
    """Nor for the one club that is called so."""
    assert told(ask("what clubs are there for a 9 year old", CLUBS)) == [
        "Лепка",
        "Шахматный клуб",
        "Дзюдо",
    ]
