"""Columns of a part of the day: what is before an hour is not what is after it."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

COURTS = table_of(
    ("Court", "Weekdays, before 5 pm", "Weekdays, after 5 pm", "Weekends"),
    ("Squash court", "7", "10", "9"),
    ("Tennis court", "14", "20", "18"),
    heading="Hire per hour, £",
)
POOL = table_of(
    ("Абонемент", "До 16:00, руб.", "После 16:00, руб."),
    ("Взрослый", "300", "450"),
    ("Детский", "200", "250"),
    heading="Бассейн",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("squash court after 5 on weekdays", COURTS, ["10"]),
        ("tennis court before 5 price", COURTS, ["14"]),
        ("how much is the tennis court on a weekday evening", COURTS, ["20"]),
        ("squash court on weekday mornings how much", COURTS, ["7"]),
        ("squash court before 5 and after 5", COURTS, ["7", "10"]),
        ("сколько стоит взрослый после 16", POOL, ["450"]),
        ("взрослый до 16 сколько стоит", POOL, ["300"]),
        ("сколько стоит детский вечером", POOL, ["250"]),
    ],
)
def test_the_column_of_the_hour_is_meant(question: str, table: Table, values: list[str]) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values
