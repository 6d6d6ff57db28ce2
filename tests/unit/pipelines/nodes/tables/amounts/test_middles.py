"""A medium sort of things is no average, though Russian has one word for both."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BREEDS = table_of(
    ("Услуга", "Мелкая порода", "Средняя порода", "Крупная порода"),
    ("Стрижка", "32 £", "41 £", "55 £"),
    ("Мытьё и сушка", "18 £", "24 £", "33 £"),
    ("Тримминг", "38 £", "47 £", "60 £"),
)
GROUPS = table_of(
    ("Группа", "Плата"),
    ("Младшая", "900 ₽"),
    ("Средняя", "1000 ₽"),
    ("Старшая", "1400 ₽"),
)


def ask(question: str, table: Table) -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language="ru")


@pytest.mark.parametrize(
    ("question", "table", "cells"),
    [
        ("сколько стоит стрижка средней собаки", BREEDS, ["41 £"]),
        ("сколько стоит тримминг для средней породы", BREEDS, ["47 £"]),
        ("какая плата за среднюю группу", GROUPS, ["1000 ₽"]),
    ],
)
def test_a_medium_sort_is_the_one_that_is_called_so(
    question: str, table: Table, cells: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == cells


def test_of_a_sort_alone_there_is_no_average() -> None:
    answer = ask("а средней?", BREEDS)
    assert answer is None or answer.aggregate is None


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("какая средняя цена для крупной породы", BREEDS, "49.33"),
        ("средняя плата", GROUPS, "1100"),
    ],
)
def test_an_average_of_what_is_paid_is_one(question: str, table: Table, value: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, str(answer.aggregate.value)) == ("average", value)


def test_a_sort_may_be_called_so_in_english() -> None:
    table = table_of(
        ("Service", "Members"),
        ("Kennel small dog", "£18"),
        ("Kennel medium dog", "£21"),
        ("Kennel large dog", "£25"),
        ("Dog day care full day", "£19"),
    )
    answer = ask("что дешевле для участников, полный день или ночь средней собаки", table)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["£19", "£21"]
