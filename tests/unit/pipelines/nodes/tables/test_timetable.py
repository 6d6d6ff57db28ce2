"""Timetable: what is on a day, and when something is."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

SCHOOL = table_of(
    ("Урок", "Пн", "Вт", "Ср"),
    ("1 (8:30)", "Русский", "Математика", "Чтение"),
    ("2 (9:25)", "Математика", "Физкультура", "Русский"),
    ("3 (10:25)", "Физкультура", "Чтение", "-"),
    heading="Расписание уроков",
    language="ru",
)
CAMP = table_of(
    ("Time", "Monday", "Tuesday", "Wednesday"),
    ("morning", "canoes", "climbing", "canoes"),
    ("evening", "campfire", "", "night walk"),
    heading="Camp",
)
PAIRS = table_of(
    ("Время", "Пн", "Вт", "Ср"),
    ("8:30", "Ботаника (лек), 305", "История, 210", ""),
    ("10:10", "", "Английский, 112", "Химия (лаб), 402"),
    heading="Пары",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = "en" if table is CAMP else "ru"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("какие уроки во вторник?", SCHOOL, ["Математика", "Физкультура", "Чтение"]),
        ("что у Вари в среду", SCHOOL, ["Чтение", "Русский"]),
        ("какой первый урок в среду", SCHOOL, ["Чтение"]),
        ("какой третий урок во вторник", SCHOOL, ["Чтение"]),
        ("какой 2-й урок во вторник", SCHOOL, ["Физкультура"]),
        ("what is on on Monday?", CAMP, ["canoes", "campfire"]),
        ("what's on tuesday", CAMP, ["climbing"]),
    ],
)
def test_a_day_tells_what_is_on(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == told


def test_what_is_on_a_day_is_counted() -> None:
    answer = ask("сколько уроков в среду", SCHOOL)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(2)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("когда физкультура?", SCHOOL, ["3 (10:25), Пн", "2 (9:25), Вт"]),
        ("when are the canoes", CAMP, ["morning, Monday", "morning, Wednesday"]),
        ("в каком кабинете английский", PAIRS, ["10:10, Вт"]),
        ("где ботаника?", PAIRS, ["8:30, Пн"]),
    ],
)
def test_it_is_told_when_something_is(question: str, table: Table, told: list[str]) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.label for line in answer.lines] == told


@pytest.mark.parametrize(
    "question",
    [
        "сколько человек в среду",
        "когда вывозят строительный мусор",
        "что делать во вторник с мокрой обувью",
        "когда каникулы",
    ],
)
def test_what_it_does_not_hold_it_does_not_tell(question: str) -> None:
    answer = ask(question, SCHOOL)
    assert answer is None or not answer.lines
