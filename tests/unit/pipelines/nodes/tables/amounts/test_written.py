"""How a computed number is written, and in which unit."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.amounts.money import money_of
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


@pytest.mark.parametrize(
    ("header", "values", "heading", "name", "written"),
    [
        ("Price (£)", ("12.5", "3", "4.75"), "Menu", "Price", ["£12.50", "£3", "£4.75"]),
        ("Цена, руб.", ("900", "1200"), "Меню", "Цена", ["900 руб.", "1200 руб."]),
        ("Цена", ("900", "70.5"), "Цены в рублях", "Цена", ["900 ₽", "70.50 ₽"]),
        ("Долг, ₽", ("900", "70,5"), "Члены", "Долг", ["900 ₽", "70,50 ₽"]),
        ("Fee", ("£7.5", "9", "free"), "Classes", "Fee", ["£7.50", "£9", "free"]),
        ("Price (£)", ("12-15", "3"), "Menu", "Price", ["12-15", "£3"]),
        ("£ per night", ("85", "90.5"), "Rooms", "£ per night", ["85", "90.50"]),
    ],
)
def test_a_sum_of_money_is_shown_with_its_currency_and_its_pence(
    header: str, values: tuple[str, ...], heading: str, name: str, written: list[str]
) -> None:
    rows = [(f"Thing {at}", value) for at, value in enumerate(values)]
    language = "en" if header.isascii() or "£" in header else "ru"
    table = table_of(("What", header), *rows, heading=heading, language=language)
    money = money_of(table)[header]
    assert money.name == name
    assert [money.written(value) for value in values] == written


@pytest.mark.parametrize("header", ["Сумма, тыс. руб.", "Как платить", "Вес, кг", "Number"])
def test_what_is_no_sum_of_money_is_shown_as_it_is(header: str) -> None:
    table = table_of(("Что", header), ("Окно", "12.5"), ("Дверь", "30"), language="ru")
    assert not money_of(table)
