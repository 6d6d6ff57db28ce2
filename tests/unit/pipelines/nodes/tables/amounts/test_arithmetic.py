"""Arithmetic: numbers as people write them, and what a column comes to, exactly."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.amounts.arithmetic import (
    Aggregate,
    AggregateKind,
    Computed,
    compute,
    find_numbers,
    parse_number,
)
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import table_of


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1900", "1900", ""),
        ("1 900 ₽", "1900", "₽"),
        ("1\u202f900", "1900", ""),
        ("1,900.50", "1900.50", ""),
        ("1.168,00 €", "1168.00", "€"),
        ("12,5 %", "12.5", "%"),
        ("3.5 kg", "3.5", "kg"),
        ("$0.50", "0.50", "$"),
        ("−4 °C", "-4", "°C"),
        ("2,120", "2120", ""),
        ("12,4 млн", "12.4", "млн"),
        ("~40", "40", ""),
        ("3'200 Fr.", "3200", "Fr"),
    ],
)
def test_a_number_is_read_as_it_is_written(text: str, value: str, unit: str) -> None:
    number = parse_number(text)
    assert number is not None
    assert (number.value, number.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text", ["10:00", "14.06.2025", "А-01", "8 495 640-18-90", "3 × 5", "none", "", "2.0.1", "5–7"]
)
def test_what_only_has_digits_is_no_number(text: str) -> None:
    assert parse_number(text) is None


def test_the_column_tells_what_a_lone_comma_means() -> None:
    assert parse_number("1,900", comma_decimal=True).value == Decimal("1.900")  # type: ignore[union-attr]
    assert parse_number("1,900", comma_decimal=False).value == Decimal(1900)  # type: ignore[union-attr]


def test_numbers_are_found_inside_a_sentence() -> None:
    assert [n.value for n in find_numbers("от 5 до 7,5 кг")] == [Decimal(5), Decimal("7.5")]


STORES = table_of(
    ("Склад", "Груз"), ("Север", "1 900,5 т"), ("Юг", "уточняется"), ("Восток", "99,5 т")
)


def computed(kind: str, table: Table = STORES, column: str = "Груз") -> Computed | None:
    aggregate = Aggregate(kind, ())  # type: ignore[arg-type]
    return compute(aggregate, column, [(row, row.cell(column)) for row in table.rows])


@pytest.mark.parametrize(
    ("kind", "value"), [("sum", "2000"), ("largest", "1900.5"), ("smallest", "99.5"),
                        ("average", "1000")]
)  # fmt: skip
def test_a_column_is_computed_exactly(kind: str, value: str) -> None:
    result = computed(kind)
    assert result is not None
    assert result.value == Decimal(value)
    assert result.unit == "т"


def test_it_is_said_what_was_used_and_what_was_not() -> None:
    result = computed("sum")
    assert result is not None
    assert [row.cells[0].value for row in result.used] == ["Север", "Восток"]
    assert [row.cells[0].value for row in result.skipped] == ["Юг"]


def test_the_largest_is_shown_with_its_row() -> None:
    result = computed("largest")
    assert result is not None
    assert [row.cells[0].value for row in result.rows] == ["Север"]


def test_tenths_add_up_without_an_error() -> None:
    table = table_of(("x", "y"), ("a", "0.1"), ("b", "0.2"))
    assert computed("sum", table, "y").value == Decimal("0.3")  # type: ignore[union-attr]


def test_an_average_that_does_not_end_is_rounded() -> None:
    table = table_of(("x", "y"), ("a", "1"), ("b", "1"), ("c", "2"))
    assert computed("average", table, "y").value == Decimal("1.33")  # type: ignore[union-attr]


def test_thousands_and_millions_are_brought_to_one_scale() -> None:
    table = table_of(("x", "y"), ("a", "900 тыс"), ("b", "1,2 млн"))
    assert computed("largest", table, "y").value == 1_200_000  # type: ignore[union-attr]


def test_kilograms_and_pieces_do_not_add_up() -> None:
    assert computed("sum", table_of(("x", "y"), ("a", "3 kg"), ("b", "4 m")), "y") is None


def test_without_a_number_there_is_nothing_to_compute() -> None:
    assert computed("sum", table_of(("x", "y"), ("a", "later"), ("b", "soon")), "y") is None


@pytest.mark.parametrize(("kind", "row"), [("largest", "Кран"), ("smallest", "Насос")])
def test_lengths_of_time_are_compared_however_their_unit_is_inflected(
    kind: AggregateKind, row: str
) -> None:
    table = table_of(
        ("Прибор", "Гарантия"),
        ("Котёл", "21 месяц"),
        ("Насос", "6 месяцев"),
        ("Кран", "24 мес."),
        ("Труба", "нет"),
        language="ru",
    )
    cells = [(one, one.cell("Гарантия")) for one in table.rows]
    computed = compute(Aggregate(kind, ()), "Гарантия", cells)
    assert computed is not None
    assert [one.cells[0].value for one in computed.rows] == [row]
