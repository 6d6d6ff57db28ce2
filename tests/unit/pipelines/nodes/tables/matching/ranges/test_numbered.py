"""Rows that are called by a number of a thing, or by a span of such numbers."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

LAUNDRY = table_of(
    ("Floors", "Days", "Hours"),
    ("Floors 1–3", "Monday, Thursday", "9:00–13:00"),
    ("Floors 4–6", "Tuesday, Friday", "9:00–13:00"),
    ("Floors 7–9", "Wednesday", "14:00–18:00"),
    heading="Laundry",
)
STORAGE = table_of(
    ("Этаж", "Ключи у", "Этажом ниже"),
    ("1 этаж", "Орлова", "3 ключа"),
    ("2 этаж", "Зимина", "5 ключей"),
    ("3 этаж", "Белова", "1 ключ"),
    heading="Кладовые",
    language="ru",
)
CAMP = table_of(
    ("Смена", "Даты", "Цена"),
    ("1 смена «Речная»", "3–16 июня", "28 000 ₽"),
    ("2 смена «Горная»", "19 июня – 3 июля", "31 000 ₽"),
    ("3 смена «Лесная»", "5–18 июля", "29 500 ₽"),
    heading="Лагерь",
    language="ru",
)
FLATS = table_of(
    ("Sets", "Price"), ("2 chairs", "£40"), ("4 chairs", "£75"), heading="Hire", language="en"
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("when can the 5th floor do laundry", LAUNDRY, ["Tuesday, Friday", "9:00–13:00"]),
        ("laundry days floor 8", LAUNDRY, ["Wednesday"]),
        ("на 3 этаже ключи у кого", STORAGE, ["Белова"]),
        ("у кого ключи второго этажа", STORAGE, ["Зимина"]),
        ("сколько стоит 3 смена", CAMP, ["29 500 ₽"]),
        ("цена второй смены", CAMP, ["31 000 ₽"]),
        ("price of 4 chairs", FLATS, ["£75"]),
    ],
)
def test_the_row_of_the_number_is_meant(question: str, table: Table, values: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table"),
    [("when can the 12th floor do laundry", LAUNDRY), ("цена шестой смены", CAMP)],
)
def test_of_another_number_no_row_is_told(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.lines or len(answer.lines) > 2


def test_the_number_of_a_floor_is_nobody() -> None:
    floors = table_of(
        ("Этаж", "День", "Время"),
        ("1 этаж", "понедельник", "18:00–21:00"),
        ("2 этаж", "вторник", "18:00–21:00"),
        ("3 этаж", "четверг", "17:00–20:00"),
        heading="Прачечная",
        language="ru",
    )
    assert ask("кто работает в четверг", floors) is None
