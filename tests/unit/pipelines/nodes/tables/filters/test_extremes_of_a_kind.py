"""The cheapest of a kind, and what is asked of a period as a whole."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

LAMPS = table_of(
    ("Код", "Товар", "Цена в зале", "Цена с доставкой"),
    ("A1", "Лампа настенная обычная", "900", "1200"),
    ("A2", "Лампа напольная обычная", "1100", "1500"),
    ("A3", "Ковёр серый", "450", "600"),
    ("A4", "Стул складной", "300", "380"),
    ("A5", "Стол письменный", "3300", "3700"),
    ("A6", "Полка для книг", "700", "850"),
    ("A7", "Зеркало круглое", "1900", "2200"),
    heading="Прайс",
    language="ru",
)
STAFF = table_of(
    ("Doctor", "Speciality", "Phone"),
    ("Ann Lee", "surgery", "201"),
    ("Bob Ray", "physio", "202"),
    ("Cy Dunn", "dentist", "203"),
    heading="Staff",
)
DUES = table_of(
    ("Plot", "Owner", "Charged", "Paid on"),
    ("4", "Ann Lee", "90", "2025-06-12"),
    ("7", "Bob Ray", "90", "2025-06-20"),
    ("9", "Cy Dunn", "90", "2025-06-28"),
    ("12", "Eve Moss", "90", "2025-07-15"),
    heading="Dues of the gardens 2025",
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "language", "cells"),
    [
        ("самая дешёвая лампа", "ru", [("Лампа настенная обычная, Цена в зале", "900")]),
        ("cheapest lamp", "en", [("Лампа настенная обычная, Цена в зале", "900")]),
    ],
)
def test_the_cheapest_of_a_kind_is_told_though_nothing_names_the_price(
    question: str, language: str, cells: list[tuple[str, str]]
) -> None:
    answer = ask(question, LAMPS, language)
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == cells


def test_no_row_of_a_word_alone_is_the_longest() -> None:
    assert ask("which surgery takes the longest", STAFF) is None


def test_what_is_due_in_a_year_is_not_told_by_the_rows_of_all_who_paid() -> None:
    assert ask("how much are the dues in 2025", DUES) is None


def test_rows_of_a_month_are_called_as_they_are_and_not_by_their_dates_alone() -> None:
    answer = ask("who paid in July", DUES)
    assert answer is not None
    assert "Eve Moss" in f"{answer.lines[0].label} {answer.lines[0].value}"
