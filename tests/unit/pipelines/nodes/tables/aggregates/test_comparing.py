"""Comparing: what rows come to together whose number is as one wants it in another column."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

PLOTS = sheet_of(
    ("Plot", "Name", "Size m2", "Yearly fee £"),
    ("1", "Baxter", "120", "48"),
    ("2", "Rao", "60", "26"),
    ("3", "Willis", "200", "75"),
    ("4", "Santos", "80", "30"),
    heading="Plots",
)


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("what do the plots under 100 square metres pay in total?", "sum", 56),
        ("total fee of plots smaller than 100 m2", "sum", 56),
        ("average fee of plots under 100 sq m", "average", 28),
        ("what is the lowest fee of plots over 100 m2", "smallest", 48),
        ("сколько всего платят участки больше 100 кв. м", "sum", 123),
    ],
)
def test_a_column_is_computed_over_rows_compared_by_another(
    question: str, kind: str, value: int
) -> None:
    answer = answer_from_table(question, query_of(question), PLOTS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    found = answer.aggregate
    assert (found.kind, found.column, found.value) == (kind, "Yearly fee £", Decimal(value))


def test_an_area_is_a_unit_of_two_words() -> None:
    question = "plots larger than 100 square metres"
    answer = answer_from_table(question, query_of(question), PLOTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["120", "200"]
