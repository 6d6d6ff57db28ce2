"""What all rows of a table are: expenses of a budget, and numbers that only name its rows."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BUDGET = table_of(
    ("№", "Статья", "План 2025, руб.", "Примечание"),
    ("1", "Аренда зала", "90000", ""),
    ("2", "Костюмы", "42000", "пошив"),
    ("3", "Транспортные расходы", "15000", ""),
    ("4", "Прочие расходы", "8000", "резерв"),
    ("", "ИТОГО", "155000", ""),
    heading="Смета фестиваля",
    language="ru",
)
SPENDING = table_of(
    ("Item", "Amount £"),
    ("Hall hire", "900"),
    ("Costumes", "420"),
    ("Travel expenses", "150"),
    ("Other expenses", "80"),
    heading="Festival budget",
)
LOCKERS = table_of(
    ("Шкафчик", "Ученик", "Этаж", "Долг, руб."),
    ("3", "Лев Гусев", "второй", "0"),
    ("8", "Анна Чиж", "первый", "150"),
    ("14", "Вера Лунь", "второй", "0"),
    ("20", "Пётр Соя", "второй", "300"),
    heading="Список класса",
    language="ru",
)
BERTHS = table_of(
    ("Berth", "Skipper", "Pontoon", "Fee £"),
    ("4", "Ann Hall", "north", "310"),
    ("9", "Ben Rowe", "south", "280"),
    ("15", "Cy Dart", "north", "310"),
    heading="Marina",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("какая статья расходов самая большая", BUDGET, 90000),
        ("what are the total expenses", SPENDING, 1550),
        ("which item of spending is the largest", SPENDING, 900),
    ],
)
def test_what_all_rows_are_leaves_none_of_them_out(question: str, table: Table, value: int) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(value)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("какой план на транспортные расходы", BUDGET, "15000"),
        ("what is the amount of travel expenses", SPENDING, "150"),
    ],
)
def test_a_row_that_is_called_so_is_named_with_its_other_word(
    question: str, table: Table, value: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("сколько шкафчиков на втором этаже", LOCKERS, 3),
        ("сколько всего шкафчиков", LOCKERS, 4),
        ("how many berths are on the north pontoon", BERTHS, 2),
        ("how many berths are there", BERTHS, 3),
    ],
)
def test_numbers_of_things_are_counted_and_not_added_up(
    question: str, table: Table, count: int
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("count", Decimal(count))


def test_what_they_come_to_is_quoted_where_the_table_says_it() -> None:
    answer = ask("сколько всего расходов по смете на 2025 год", BUDGET)
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [
        ("ИТОГО, План 2025, руб.", "155000")
    ]
