"""How a computed number is written, and in which unit."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.amounts.written import with_unit, written_number
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import table_of


@pytest.mark.parametrize(
    ("value", "unit", "language", "like", "written"),
    [
        ("33780", "руб.", "ru", ["32800", "34900"], "33780 руб."),
        ("33780", "", "ru", ["32 800", "34 900"], "33\u00a0780"),
        ("1240", "£", "en", ["620", "620"], "£1,240"),
        ("12400", "£", "en", ["6200", "6200"], "£12400"),
        ("1020.5", "", "ru", ["1000.5", "20"], "1020.5"),
        ("22.50", "$", "en", [], "$22.50"),
    ],
)
def test_a_sum_is_written_as_the_cells_are(
    value: str, unit: str, language: str, like: list[str], written: str
) -> None:
    assert written_number(Decimal(value), unit, language, like) == written


def summed(table: Table, column: str) -> str:
    rows = table.rows
    return with_unit(Computed("sum", column, Decimal(1), "", rows, rows, ()), table).unit


def test_prices_have_the_unit_that_the_header_tells() -> None:
    boats = table_of(
        ("Лодка", "Прокат, руб.", "Мест"), ("Чайка", "900", "4"), ("Нырок", "700", "2")
    )
    assert summed(boats, "Прокат, руб.") == "руб."
    assert not summed(boats, "Мест")
    assert summed(table_of(("Boat", "Hire £"), ("Gull", "9"), ("Coot", "7")), "Hire £") == "£"


def test_what_a_party_pays_has_the_unit_of_its_column() -> None:
    tents = table_of(("Шатёр", "Цена за сутки, руб."), ("Малый", "900"), ("Большой", "1700"))
    name = tents.columns[1]
    for column in (name, f"2 × Малый, {name}"):
        party = Computed("party", column, Decimal(1800), "", tents.rows[:1], tents.rows[:1], ())
        assert with_unit(party, tents).unit == "руб."


def test_a_currency_that_a_heading_inflects_is_written_by_its_sign() -> None:
    rows = ("Ваза", "900"), ("Кувшин", "700")
    assert summed(table_of(("Вещь", "Цена"), *rows, heading="Цены в рублях"), "Цена") == "₽"
    assert summed(table_of(("Вещь", "Цена"), *rows, heading="Цены в евро"), "Цена") == "евро"
    assert summed(table_of(("Вещь", "Цена, руб."), *rows), "Цена, руб.") == "руб."
