"""Of told: what several rows come to that were told before."""

from dataclasses import replace
from decimal import Decimal

from pipelines.nodes.tables.aggregates.of_told import of_told_rows
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from tests.support.nodes.table_maker import query_of, sheet_of

FEES = sheet_of(
    ("Plot", "Name", "Yearly fee £"),
    ("1", "Baxter", "48"),
    ("2", "Rao", "26"),
    ("3", "Willis", "75"),
    heading="Plots",
)


def total() -> TableAnswer:
    question = "what is the total of the yearly fees"
    answer = answer_from_table(question, query_of(question), FEES, {}, language="en")
    assert answer is not None
    return answer


def test_a_sum_is_of_the_rows_that_were_told() -> None:
    told = [row.text for row in FEES.rows[1:]]
    answer = of_told_rows(replace(total(), lines=()), FEES, told)
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(101)
    assert [line.label for line in answer.lines] == ["Rao, Yearly fee £", "Willis, Yearly fee £"]


def test_of_one_row_nothing_is_added_up() -> None:
    whole = total()
    assert of_told_rows(whole, FEES, [FEES.rows[0].text]) == whole
