"""Computing: what words of a sum and of a month say together, under names in two rows."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

COSTS = sheet_of(
    ("Cost centre", "Q1", "", "Q2", "", "Total"),
    ("", "January", "February", "April", "May", ""),
    ("Fuel", "5", "6", "1", "7", "19"),
    ("Rent", "8", "8", "9", "9", "34"),
    ("Power", "2", "3", "2", "1", "8"),
    heading="Ledger",
)


@pytest.mark.parametrize(
    ("question", "column", "value"),
    [
        ("sum of costs in January", "Q1, January", 15),
        ("total of all costs in Jan", "Q1, January", 15),  # not of the column of totals
        ("how many costs in all in January", "Q1, January", 15),  # an amount: no rows are counted
        ("average total cost", "Total", Decimal("20.33")),
    ],
)
def test_a_column_that_is_named_goes_before_one_of_totals(
    question: str, column: str, value: Decimal
) -> None:
    answer = answer_from_table(question, query_of(question), COSTS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == (column, value)


@pytest.mark.parametrize("question", ["сколько всего потрачено?", "how much was spent in all?"])
def test_what_was_spent_is_summed_though_things_stand_under_that_name(question: str) -> None:
    spent = sheet_of(("Потрачено", "Сумма"), ("Цветы", "1200"), ("Торт", "2300"))
    answer = answer_from_table(question, query_of(question), spent, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Сумма", 3500)


def test_the_total_of_a_row_in_a_part_of_the_year_is_not_that_of_the_whole() -> None:
    question = "total cost of fuel in the first quarter"
    answer = answer_from_table(question, query_of(question), COSTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["5", "6"]


@pytest.mark.parametrize(
    ("question", "row"),
    [("which repair cost the most?", "Roof"), ("what costs the least", "Gutter")],
)
def test_what_cost_most_is_looked_for_in_all_rows(question: str, row: str) -> None:
    repairs = sheet_of(
        ("Repair", "Kind", "Price"),
        ("Roof", "Building", "900"),
        ("Boiler", "Shared costs", "400"),
        ("Gutter", "Shared costs", "120"),
        ("Lift", "Shared costs", "310"),
    )
    answer = answer_from_table(question, query_of(question), repairs, {}, language="en")
    assert answer is not None
    assert [line.row.cells[0].value for line in answer.lines] == [row]
