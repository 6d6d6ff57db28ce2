"""Pay: what people get by the hour is no price of a thing, and is asked for by other words."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

GUIDES = table_of(
    ("First name", "Surname", "Hourly £", "Phone"),
    ("Ada", "Wren", "14.5", "0151 496 0101"),
    ("Ned", "Lock", "16", "0151 496 0102"),
    ("Uma", "Pike", "12.75", "0151 496 0103"),
    heading="Guides",
)
SHIFTS = table_of(
    ("Сотрудник", "В час, руб.", "Телефон"),
    ("Лев Чиж", "450", "8-900-100-10-10"),
    ("Анна Соя", "520", "8-900-100-10-11"),
    ("Пётр Гай", "390", "8-900-100-10-12"),
    heading="Смены",
    language="ru",
)
HIRE = table_of(
    ("Boat", "Hourly £", "Seats"),
    ("Heron", "22", "4"),
    ("Swan", "35", "8"),
    heading="Boats for hire",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("what is the most expensive thing on the price list", GUIDES),
        ("что самое дорогое в прайсе", SHIFTS),
    ],
)
def test_nobodys_pay_is_the_most_expensive_thing(question: str, table: Table) -> None:
    assert ask(question, table) is None


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("who gets paid the most an hour", GUIDES, "16"),
        ("who earns the least", GUIDES, "12.75"),
        ("кто больше всех получает в час", SHIFTS, "520"),
        ("what is the most expensive boat", HIRE, "35"),
    ],
)
def test_who_is_paid_most_is_told_by_what_people_get(
    question: str, table: Table, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(value)


def test_a_list_of_prices_pays_nobody() -> None:
    assert ask("who gets paid the most an hour", HIRE) is None


def test_what_somebody_is_paid_is_what_they_get() -> None:
    answer = ask("how much is Ned paid", GUIDES)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["16"]
