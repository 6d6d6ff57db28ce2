"""Sheets: several tables on one keep names of their own."""

import pytest

from pipelines.extractors.sheets import sheet_blocks

Rows = tuple[tuple[str, ...], ...]
DUES = ("Name", "Jan", "Feb"), ("Adams", "40", "40"), ("Baker", "40", "")


def read(*table: tuple[str, ...]) -> list[tuple[int | None, str]]:
    return [(block.row, block.text) for block in sheet_blocks(enumerate(table, start=1))]


def test_a_table_below_an_empty_row_has_names_of_its_own() -> None:
    assert read(*DUES, (), ("Teacher", "Day"), ("Rowe", "Wed"), ("Lunn", "Fri")) == [
        (2, "Name: Adams; Jan: 40; Feb: 40"),
        (3, "Name: Baker; Jan: 40"),
        (None, "Teacher, Day"),
        (6, "Teacher: Rowe; Day: Wed"),
        (7, "Teacher: Lunn; Day: Fri"),
    ]


def test_the_line_above_its_names_is_what_a_further_table_is_called() -> None:
    assert read(*DUES, (), ("Last year",), *DUES)[2:4] == [
        (None, "Last year"),
        (7, "Name: Adams; Jan: 40; Feb: 40"),
    ]


def test_so_is_the_line_above_the_first_of_several() -> None:
    (first, *_), (further, *_) = (
        [one for one in read(("This year",), *DUES, (), ("Last year",), *DUES) if one[1] == name]
        for name in ("This year", "Last year")
    )
    assert (first, further) == ((None, "This year"), (None, "Last year"))
    assert read(("This year",), *DUES)[0] == (1, "This year")  # one alone has its sheet's name


def test_a_table_below_what_was_filled_in_is_found() -> None:
    filled = ("Customer:", "Adams"), ("Date:", "1 May")
    assert read(*filled, (), *DUES)[2:] == [
        (None, "Name, Jan, Feb"),
        (5, "Name: Adams; Jan: 40; Feb: 40"),
        (6, "Name: Baker; Jan: 40"),
    ]


def test_tables_side_by_side_are_two() -> None:
    table = (
        ("Member", "Town", "", "Boat", "Length", "Berth"),
        ("Harris", "Dover", "", "Merlin", "8.2", "A4"),
        ("Novak", "Deal", "", "Puffin", "6.5", "B1"),
        ("Stone", "Lydd"),
    )
    assert read(*table) == [
        (2, "Member: Harris; Town: Dover"),
        (3, "Member: Novak; Town: Deal"),
        (4, "Member: Stone; Town: Lydd"),
        (None, "Boat, Length, Berth"),
        (2, "Boat: Merlin; Length: 8.2; Berth: A4"),
        (3, "Boat: Puffin; Length: 6.5; Berth: B1"),
    ]


@pytest.mark.parametrize(
    "table",
    [
        (*DUES, (), ("Clark", "40", "40"), ("Doyle", "", "40")),  # rows go on
        (*DUES, (), ("Clark", "ill", ""), ("Doyle", "40", "40")),  # with a word for once
        (("Who", "Where"), ("Vera", "hall"), (), ("Ivan", "yard"), ("Olga", "roof")),
        (
            ("Item", "Q1", "", "Q2", "Sum"),
            ("Fuel", "8", "", "9", "17"),
            ("Rent", "5", "", "5", "10"),
        ),
        (
            ("Who", "Day", "", "Note", "By"),
            ("Vera", "1", "", "", ""),
            ("Ivan", "2", "", "late", "Bo"),
        ),
    ],
)
def test_empty_rows_and_columns_within_a_table_leave_it_whole(table: Rows) -> None:
    assert all(row is not None for row, _ in read(*table))
