"""Periods: rows are left out whose date is not in the year or month that a question names."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.filters.periods import asked_period
from tests.support.nodes.table_maker import query_of, table_of

INVOICES = table_of(
    ("Date", "Supplier", "For", "Amount (£)"),
    ("2025-11-04", "Aire Valley Water", "Water", "88.10"),
    ("2026-01-06", "Aire Valley Water", "Water", "91.20"),
    ("2026-05-05", "Aire Valley Water", "Water", "97.35"),
    ("2025-12-15", "CleanCo", "Cleaning", "420.00"),
    ("2026-05-15", "CleanCo", "Cleaning", "450.00"),
    heading="Invoices",
)
SCHETA = table_of(
    ("Дата", "Услуга", "Сумма, ₽"),
    ("04.11.2025", "Вода", "880"),
    ("05.05.2026", "Вода", "973"),
    ("15.05.2026", "Уборка", "4500"),
    heading="Счета",
    language="ru",
)


def ask(question: str, language: str = "en") -> TableAnswer | None:
    table = SCHETA if language == "ru" else INVOICES
    return answer_from_table(question, query_of(question), table, {}, language=language)


def values_of(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return [line.value for line in answer.lines]


@pytest.mark.parametrize(
    ("question", "language", "values"),
    [
        ("How much did we pay for water in May?", "en", ["97.35"]),
        ("How much did we pay for water in 2026?", "en", ["91.20", "97.35"]),
        ("How much did we pay for water in November 2025?", "en", ["88.10"]),
        ("Сколько заплатили за воду в мае?", "ru", ["973"]),
        ("Сколько заплатили за воду в 2025 году?", "ru", ["880"]),
        ("How much did we pay in May?", "en", ["97.35", "450.00"]),
        ("How much did we pay on 15 May 2026?", "en", ["450.00"]),
        ("what was paid on January 6th", "en", ["91.20"]),
        ("what was paid for water after March 2026", "en", ["97.35"]),
        ("what was paid for water since 6 January 2026", "en", ["91.20", "97.35"]),
        ("what was paid for water before 2026", "en", ["88.10"]),
        ("what was paid until November 2025", "en", ["88.10"]),
        ("сколько заплатили после 5 мая 2026 года", "ru", ["4500"]),
        ("сколько заплатили до 2026 года", "ru", ["880"]),
        ("Сколько заплатили 4 ноября 2025 года?", "ru", ["880"]),
    ],
)
def test_rows_of_the_period_answer(question: str, language: str, values: list[str]) -> None:
    assert values_of(ask(question, language)) == values


def test_a_total_is_of_the_period() -> None:
    answer = ask("What was the total amount for water in 2026?")
    assert answer is not None
    assert answer.aggregate is not None
    assert str(answer.aggregate.value) == "188.55"


def test_what_was_paid_in_total_is_a_sum() -> None:
    answer = ask("How much did we pay for cleaning in total?")
    assert answer is not None
    assert answer.aggregate is not None
    assert str(answer.aggregate.value) == "870.00"


def test_a_period_without_rows_is_missing() -> None:
    answer = ask("How much did we pay for water in March 2024?")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "March 2024"
    assert answer.missing.present == ("2025-11-04", "2026-01-06", "2026-05-05")


def test_a_thing_without_rows_is_not_answered_by_others_of_the_period() -> None:
    answer = ask("How much did we pay for gas in May?")
    assert answer is None or not answer.lines


def test_a_day_without_rows_is_missing() -> None:
    answer = ask("How much did we pay for water on 7 January 2026?")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "7 January 2026"


@pytest.mark.parametrize(
    "question", ["May I pay later?", "the bill of 5 May 2026 and 6 May 2025", "two weeks ago"]
)
def test_other_words_are_no_period(question: str) -> None:
    assert asked_period(question) is None


def test_who_did_something_then_is_named() -> None:
    fees = table_of(
        ("Rower", "Fee", "Paid on"), ("Ashe", "80", "2025-01-14"), ("Birch", "80", "2025-03-11")
    )
    question = "who paid the fee after February?"
    answer = answer_from_table(question, query_of(question), fees, {}, language="en")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == ["Birch"]


@pytest.mark.parametrize(
    ("question", "language", "word"),
    [
        ("Which courses are there in August?", "en", "August"),
        ("list all courses in August", "en", "August"),
        ("Какие занятия в августе?", "ru", "августе"),
    ],
)
def test_of_a_month_with_nothing_in_it_not_everything_is_listed(
    question: str, language: str, word: str
) -> None:
    names = ("Date", "Course", "Room") if language == "en" else ("Дата", "Занятие", "Зал")
    courses = table_of(
        names, ("14.03.2026", "Pruning", "Barn"), ("20.06.2026", "Bees", "Hall"), language=language
    )
    answer = answer_from_table(question, query_of(question), courses, {}, language=language)
    assert answer is not None
    assert not answer.lines
    assert answer.missing is not None
    assert answer.missing.word == word
    assert answer.missing.present == ("14.03.2026", "20.06.2026")
