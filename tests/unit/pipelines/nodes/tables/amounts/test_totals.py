"""Rows that add up the others: quoted where the total is asked for, and no rows like others."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.amounts.totals import totals_of
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

COSTS = (("Hall hire", "120"), ("Food", "340"), ("Flowers", "85"), ("Band", "400"))


def budget(*last: tuple[str, str]) -> Table:
    return table_of(("Item", "Cost, £"), *COSTS, *last, heading="Party budget")


def ask(question: str, table: Table) -> TableAnswer:
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    "name",
    ["Total", "Grand total:", "TOTAL COST", "Total, £", "Total for the party", "Sum total", ""],
)
def test_a_total_is_told_by_its_name_and_its_numbers(name: str) -> None:
    assert totals_of(budget((name, "945"))) == {4}


@pytest.mark.parametrize(
    ("name", "number", "is_total"),
    [
        ("Total, with tax", "1134", True),  # the last, and more than all others
        ("Total station hire", "95", False),
        ("Total body workout", "450", False),  # the most of all, and less than they come to
        ("Summer tent", "945", False),
    ],
)
def test_what_begins_so_and_is_less_is_none(name: str, number: str, *, is_total: bool) -> None:
    assert (4 in totals_of(budget((name, number)))) == is_total


@pytest.mark.parametrize("name", ["Total", "Total cost", "Total for the party"])
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is the most expensive item", "400"),
        ("how many items are there", "4"),
        ("average cost", "236.25"),
        ("how many items cost more than 100", "3"),
    ],
)
def test_it_is_no_row_like_others(name: str, question: str, value: str) -> None:
    answer = ask(question, budget((name, "945")))
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(value)


@pytest.mark.parametrize("name", ["Total", "Total cost", "Total for the party"])
@pytest.mark.parametrize("question", ["what is the total cost", "how much did it cost altogether"])
def test_it_is_quoted_where_the_total_is_asked_for(name: str, question: str) -> None:
    answer = ask(question, budget((name, "945")))
    assert [(line.label, line.value) for line in answer.lines] == [(f"{name}, Cost, £", "945")]


def test_what_several_cost_is_added_up_all_the_same() -> None:
    answer = ask("total cost of the food and the band", budget(("Total", "945")))
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(740)


def test_without_a_row_for_it_the_total_is_computed() -> None:
    answer = ask("what is the total cost", budget())
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(945)


CARE = table_of(
    ("Treatment", "Price, £"),
    ("Total body wrap", "80"),
    ("Back wrap", "45"),
    ("Combined peel", "60"),
    ("Total", "185"),
)
LAB = table_of(
    ("Анализ", "Цена, руб."),
    ("Общий анализ крови", "450"),
    ("Общий анализ мочи", "300"),
    ("Сложный посев", "700"),
    ("Простой посев", "200"),
    ("Итого", "1650"),
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("price of the total body wrap", CARE, ["80"]),
        ("how much is the combined peel", CARE, ["60"]),
        ("цена общий анализ крови", LAB, ["450"]),
        ("сколько стоит посев сложный", LAB, ["700"]),
        ("total price of all treatments", CARE, ["185"]),  # and no row's name
        ("общая стоимость анализов", LAB, ["1650"]),
    ],
)
def test_what_a_row_is_called_by_asks_for_no_sum(
    question: str, table: Table, told: list[str]
) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == told
