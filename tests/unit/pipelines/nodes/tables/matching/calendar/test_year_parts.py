"""A half of a year in a question is the column that is called so, or the row."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

COSTS = sheet_of(
    ("Статья", "I полугодие", "", "II полугодие", ""),
    ("", "План", "Факт", "План", "Факт"),
    ("Аренда", "10", "11", "12", "13"),
    ("Зарплата", "30", "31", "32", "33"),
    language="ru",
)
SALES = sheet_of(("Period", "Shoes", "Hats"), ("H1 2025", "70", "15"), ("H2 2025", "81", "19"))


@pytest.mark.parametrize(
    ("question", "language", "values"),
    [
        ("аренда в первом полугодии", "ru", ["10", "11"]),
        ("факт по аренде за 2-е полугодие", "ru", ["13"]),
        ("shoes in the second half", "en", ["81"]),
        ("hats in the first half of 2025", "en", ["15"]),
    ],
)
def test_a_half_of_a_year_is_found(question: str, language: str, values: list[str]) -> None:
    table = COSTS if language == "ru" else SALES
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values
