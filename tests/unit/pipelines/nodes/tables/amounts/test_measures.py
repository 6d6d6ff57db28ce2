"""Measures: prices by the currency of cells, minutes by a unit, and what is "per" something."""

import pytest

from pipelines.nodes.tables.amounts.measures import (
    asked_unit,
    is_one_unit,
    measured,
    other_currency,
    units_of,
)
from tests.support.nodes.table_maker import table_of

FABRICS = table_of(
    ("Fabric", "Price per metre, £", "Left, m", "Roll, days", "Security, £"),
    ("Linen", "8.90", "24.5", "2", "50"),
    ("Felt", "4.80", "30", "3", "60"),
)


@pytest.mark.parametrize(
    ("header", "value", "concept", "is_held"),
    [
        ("Weekday", "£28", "price", True),  # by its cells
        ("Будни, руб.", "28", "price", True),
        ("Weekday", "28", "price", False),
        ("Deposit, £", "150", "price", False),  # it is given back
        ("Minutes", "75", "duration", True),
        ("Готовность, дней", "3", "duration", True),
        ("Per day, £", "30", "duration", False),
        ("Load", "20 kg", "weight", True),
        ("Children under 12 years, £", "30", "duration", False),  # the years are theirs
        ("Пенсионеры, руб.", "30", "price", True),
        ("Пени, руб.", "30", "price", False),
    ],
)
def test_a_column_is_what_its_name_its_units_and_its_values_say(
    header: str, value: str, concept: str, is_held: bool
) -> None:
    table = table_of(("Thing", header), ("Kestrel", value), ("Dunlin", value))
    assert (concept in measured(table, 1)) is is_held


def test_amounts_without_a_name_are_in_the_currency_over_the_table() -> None:
    rows = ("Journey", "Peak", "Seats"), ("Airport", "5.50", "40"), ("Harbour", "2.40", "30")
    table = table_of(*rows, heading="Fares in pounds")
    assert "price" in measured(table, 1)
    assert "price" not in measured(table, 2)
    assert "price" not in measured(table_of(*rows), 1)


@pytest.mark.parametrize(
    ("header", "is_price"),
    [("Занятий в месяц", False), ("Lessons per month", False), ("Разовое", True)],
)
def test_what_is_counted_is_no_price_under_a_currency(header: str, *, is_price: bool) -> None:
    rows = ("Класс", header), ("Вальс", "8"), ("Танго", "4")
    assert ("price" in measured(table_of(*rows, heading="Цены, рубли"), 1)) is is_price


@pytest.mark.parametrize(
    ("header", "own", "per"),
    [
        ("Цена за метр, руб.", set(), {"метр"}),
        ("Остаток, м", {"м"}, set()),
        ("Weekday per hour", set(), {"hour"}),
        ("Срок в днях", {"днях"}, set()),
        ("Плата, руб. в месяц", set(), {"месяц"}),
        ("Расход, л/100 км", {"л"}, {"км"}),
    ],
)
def test_a_unit_behind_per_is_what_numbers_are_divided_by(
    header: str, own: set[str], per: set[str]
) -> None:
    units = units_of(table_of(("Thing", header), ("Felt", "—"), ("Silk", "—")), 1)
    assert units.own - {"руб"} == own
    assert units.per == per


def test_units_and_currencies_are_known_in_whole_and_in_short() -> None:
    assert is_one_unit("метров", "м")
    assert is_one_unit("minutes", "min")
    assert not is_one_unit("метров", "мин")
    assert other_currency("£", "Цена, руб.")
    assert not other_currency("£", "Price, pounds")
    assert not other_currency("£", "Price")


def test_the_unit_asked_for_stands_behind_how_many() -> None:
    question = "сколько метров ткани осталось"
    span = asked_unit(question)
    assert span is not None
    assert question[span.start : span.end] == "метров"
    assert asked_unit("сколько стоит метр ткани") is None
    assert asked_unit("how many fabrics are there") is None


@pytest.mark.parametrize(
    ("header", "values", "is_price"),
    [
        ("Путёвка", ("18500", "21900", "19900"), True),  # called by what is paid for
        ("Абонемент", ("2 400", "2 800", "90"), True),
        ("В месяц", ("18 500", "16 900", "15 400"), True),
        ("Per term", ("48", "74", "95"), True),
        ("Per week", ("2", "3", "1"), False),  # how often
        ("Лагерь", ("7 500", "9 000", "8 250"), True),  # of round sums
        ("Тираж", ("7 512", "9 004", "8 250"), False),
        ("Год", ("1950", "2000", "1900"), False),
        ("Калорийность", ("250", "450", "150"), False),
    ],
)
def test_a_column_of_sums_is_a_price_though_it_is_called_otherwise(
    header: str, values: tuple[str, str, str], is_price: bool
) -> None:
    rows = zip(("First", "Second", "Third"), values, strict=True)
    assert ("price" in measured(table_of(("Thing", header), *rows), 1)) is is_price


def test_a_column_of_sums_is_no_price_beside_one_that_is_called_so() -> None:
    table = table_of(
        ("Смена", "Путёвка", "Цена, руб."), ("Первая", "18500", "900"), ("Вторая", "21900", "950")
    )
    assert "price" not in measured(table, 1)
    assert "price" in measured(table, 2)


def test_a_currency_over_a_table_is_that_of_no_other_column_where_some_name_their_own() -> None:
    """A crew of two is no £2, though all prices are in pounds."""
    fleet = table_of(
        ("Boat", "Max crew", "Half day £"),
        ("Curlew", "4", "6"),
        ("Teal", "2", "8"),
        heading="prices in pounds",
    )
    assert "price" not in measured(fleet, 1)
    assert "price" in measured(fleet, 2)
