"""Groups of rows: what a line of its own says of the rows below it."""

import pytest

from pipelines.extractors.tables import table_blocks

Rows = tuple[tuple[str, ...], ...]


def texts(*table: tuple[str, ...]) -> list[str]:
    return [block.text for block in table_blocks(enumerate(table, start=1))]


def test_rows_begin_with_the_group_that_they_stand_under() -> None:
    goods = ("Товар", "Цена"), ("ПОСУДА",), ("Кастрюля", "900"), ("ТКАНИ",), ("Скатерть", "700")
    assert texts(*goods) == [
        "ПОСУДА; Товар: Кастрюля; Цена: 900",
        "ТКАНИ; Товар: Скатерть; Цена: 700",
    ]
    numbered = ("No", "Item", "Price"), ("Kitchen:",), ("1", "Pan", "9"), ("2", "Pot", "12")
    assert texts(*numbered) == [
        "Kitchen; No: 1; Item: Pan; Price: 9",
        "Kitchen; No: 2; Item: Pot; Price: 12",
    ]


def test_places_alone_tell_groups_that_begin_the_table() -> None:
    head, pan, pot = ("Item", "Price"), ("Pan", "9"), ("Pot", "12")
    towel, sheet = ("Towel", "3"), ("Sheet", "8")
    assert texts(head, ("Kitchen",), pan, pot, ("Linen",), towel, sheet) == [
        "Kitchen; Item: Pan; Price: 9",
        "Kitchen; Item: Pot; Price: 12",
        "Linen; Item: Towel; Price: 3",
        "Linen; Item: Sheet; Price: 8",
    ]


def test_one_line_over_full_rows_of_several_columns_is_a_group() -> None:
    head, pan = ("Item", "Price", "Size"), ("Pan", "9", "28 cm")
    pot, wok = ("Pot", "12", "20 cm"), ("Wok", "15", "30 cm")
    assert texts(head, ("Kitchen",), pan, pot, wok) == [
        "Kitchen; Item: Pan; Price: 9; Size: 28 cm",
        "Kitchen; Item: Pot; Price: 12; Size: 20 cm",
        "Kitchen; Item: Wok; Price: 15; Size: 30 cm",
    ]
    for rows in ((("Kitchen",), pan, pot), (pan, ("Kitchen",), pot, wok)):
        assert "Item: Kitchen" in texts(head, *rows)
    assert "Item: Kitchen" in texts(head, ("Kitchen",), pan, pot, ("Wok", "", "30 cm"))


def test_a_group_within_a_group_is_named_by_both() -> None:
    head, pan, towel = ("Item", "Price"), ("Pan", "9"), ("Towel", "3")
    table = head, ("KITCHEN",), ("Pans",), pan, ("Pots",), pan, ("LINEN",), towel
    assert texts(*table) == [
        "KITCHEN, Pans; Item: Pan; Price: 9",
        "KITCHEN, Pots; Item: Pan; Price: 9",
        "LINEN; Item: Towel; Price: 3",
    ]


def test_the_total_of_all_is_of_no_group() -> None:
    head, pan, towel = ("Item", "Price"), ("Pan", "9"), ("Towel", "3")
    sums = ("Total linen", "3"), ("Total", "12")
    table = head, ("KITCHEN",), pan, ("Total kitchen", "9"), ("LINEN",), towel, *sums
    assert texts(*table)[-2:] == [
        "LINEN; Item: Total linen; Price: 3",
        "Item: Total; Price: 12",
    ]


@pytest.mark.parametrize(
    "below",
    [
        (("Adams", "9"), ("Baker",), ("Clark", "9")),  # who has nothing
        (("Adams",), ("Baker", "9"), ("Clark", "9")),  # so has the first
        (("9:00", "Maths"), ("LUNCH",), ("13:00", "Art")),  # an hour of a timetable
        (("Adams", "9"), ("TOTAL",), ("Clark", "9")),
        (("Adams", "9"), ("PRICES ARE NET",)),  # nothing stands below
    ],
)
def test_a_row_of_one_cell_may_be_a_row(below: Rows) -> None:
    assert len(texts(("Name", "March"), *below)) == len(below)
    assert not any(
        ";" in text and ":" not in text.split(";")[0] for text in texts(("Name", "March"), *below)
    )
