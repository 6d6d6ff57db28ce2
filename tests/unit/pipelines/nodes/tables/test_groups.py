"""Groups: rows that stand under a line of their own are asked for by it."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.amounts.totals import totals_of
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, sheet_of

GOODS = sheet_of(
    ("Товар", "Цена, руб", "Остаток"),
    ("ПОСУДА",),
    ("Кастрюля", "1450", "12"),
    ("Набор тарелок", "2200", "5"),
    ("Итого по посуде", "", "17"),
    ("ТКАНИ",),
    ("Скатерть", "900", "11"),
    ("Набор салфеток", "480", "20"),
    ("Итого", "", "31"),
    heading="Прайс",
    language="ru",
)
TOOLS = sheet_of(
    ("No", "Item", "Price, £"),
    ("Garden:",),
    ("1", "Spade", "19"),
    ("2", "Rake", "14"),
    ("Workshop:",),
    ("3", "Hammer", "6"),
    ("4", "Plane", "31"),
    heading="Stock",
)


def ask(question: str, table: Table, language: str) -> TableAnswer:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("question", "table", "language", "labels"),
    [
        ("сколько стоит кастрюля из посуды", GOODS, "ru", ["ПОСУДА, Кастрюля, Цена, руб"]),
        ("сколько стоит набор из тканей", GOODS, "ru", ["ТКАНИ, Набор салфеток, Цена, руб"]),
        ("что есть в посуде", GOODS, "ru", ["Кастрюля", "Набор тарелок"]),
        ("what is in garden", TOOLS, "en", ["Spade", "Rake"]),
        ("which is the cheapest in garden", TOOLS, "en", ["Rake, Price, £"]),
    ],
)
def test_a_group_names_its_rows(
    question: str, table: Table, language: str, labels: list[str]
) -> None:
    assert [line.label for line in ask(question, table, language).lines] == labels


@pytest.mark.parametrize(
    ("question", "table", "language", "value"),
    [
        ("сумма остатков по посуде", GOODS, "ru", 17),
        ("средняя цена тканей", GOODS, "ru", 690),
        ("сколько товаров в посуде", GOODS, "ru", 2),
        ("сколько всего товаров в прайсе", GOODS, "ru", 4),
        ("total price of garden", TOOLS, "en", 33),
        ("how many items are in workshop", TOOLS, "en", 2),
    ],
)
def test_a_group_is_computed_by_its_rows_and_no_line_of_a_group_is_a_row(
    question: str, table: Table, language: str, value: int
) -> None:
    computed = ask(question, table, language).aggregate
    assert computed is not None
    assert computed.value == Decimal(value)


def test_what_adds_up_a_group_is_a_total() -> None:
    assert [GOODS.rows[at].number for at in sorted(totals_of(GOODS))] == [4, 7]


CAKES = sheet_of(
    ("Item", "Price, £", "Weight, g"),
    ("Cakes",),
    ("Brownie", "3.50", "80"),
    ("Carrot cake", "4.00", "120"),
    ("Lemon drizzle", "3.80", "100"),
    heading="Stock",
)


def test_the_only_group_of_a_table_is_what_its_rows_are() -> None:
    assert (CAKES.only_group, CAKES.name) == ("Cakes", "Cakes")
    assert (TOOLS.only_group, TOOLS.name) == ("", "Stock")
    answer = ask("which cakes are there", CAKES, "en")
    assert [line.value for line in answer.lines] == ["Brownie", "Carrot cake", "Lemon drizzle"]
    counted = ask("how many cakes are there", CAKES, "en").aggregate
    assert counted is not None
    assert counted.value == 3
