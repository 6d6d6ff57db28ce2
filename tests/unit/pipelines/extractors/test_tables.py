"""Reading tables: rows keep the names of their columns."""

import datetime
import io
from collections.abc import Sequence

import openpyxl
import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.extractors.tables import table_blocks
from pipelines.models.documents import Block, Extracted, Fetched
from tests.support.extractors.office_maker import make_xlsx

MOMENT = datetime.datetime.fromisoformat("2020-01-02T03:00")


def rows(*table: tuple[str, ...]) -> list[tuple[int | None, str]]:
    return [(block.row, block.text) for block in table_blocks(enumerate(table, start=1))]


def read(extractor: str, content: bytes, name: str = "prices.x") -> Extracted:
    return extract(extractor, Fetched(content, "x", name))


def test_rows_carry_the_names_of_their_columns() -> None:
    assert rows(("Name", "Price:", ""), ("Valve", "12", "new"), ("", "", ""), ("Pump", "")) == [
        (2, "Name: Valve; Price: 12; new"),
        (4, "Name: Pump"),
    ]


def test_what_stands_above_the_names_is_text() -> None:
    assert rows(("Price list 2024",), ("Name", "2023", "2024"), ("Valve", "11", "12")) == [
        (1, "Price list 2024"),
        (3, "Name: Valve; 2023: 11; 2024: 12"),
    ]


@pytest.mark.parametrize("year", ["2025, ₽", "2025 год", "2025, тыс. руб.", "2024/25"])
def test_a_year_names_a_column_with_what_is_counted_in_it(year: str) -> None:
    head, first, second = ("Статья", year, "Заметка"), ("Ульи", "31000", "5 шт."), ("Воск", "900")
    assert rows(head, first, second)[0] == (2, f"Статья: Ульи; {year}: 31000; Заметка: 5 шт.")


def test_a_list_of_what_is_what_has_no_names_unless_the_first_names_the_others() -> None:
    days = ("Flat 1", "Monday"), ("Flat 2", "Tuesday")
    listed = [block.text for block in table_blocks(enumerate(days, start=1), pairs=True)]
    assert listed == ["Flat 1: Monday", "Flat 2: Tuesday"]
    named = [("Flat", "Washing day"), *days]
    blocks = [block.text for block in table_blocks(enumerate(named, start=1), pairs=True)]
    assert blocks == ["Flat: Flat 1; Washing day: Monday", "Flat: Flat 2; Washing day: Tuesday"]


def test_a_sentence_below_the_rows_is_text() -> None:
    prices = ("Trip", "Price"), ("Island", "12"), ("The old town in the evening",)
    assert rows(*prices, ("Tickets are not included in the price.",), ("* if booked",)) == [
        (2, "Trip: Island; Price: 12"),
        (3, "Trip: The old town in the evening"),
        (4, "Tickets are not included in the price."),
        (5, "* if booked"),
    ]


def test_words_that_stand_apart_below_the_rows_are_text_though_nothing_ends_them() -> None:
    """Else what fuel costs is one more boat."""
    boats = ("Boat", "Price"), ("Teal", "8"), (), ("Fuel for the launch is extra",)
    assert rows(*boats)[1:] == [(4, "Fuel for the launch is extra")]
    assert rows(*boats[:2], ("The boat of all who row",))[1:] == [
        (3, "Boat: The boat of all who row")
    ]


def test_a_sentence_below_several_groups_of_rows_is_text_of_none_of_them() -> None:
    tools = ("Code", "Tool", "Deposit"), ("HAND TOOLS",), ("A1", "Saw", "5"), ("A2", "Axe", "7")
    assert rows(*tools, ("ЛЕСТНИЦЫ",), ("B1", "Стремянка", "9"), ("Each late day costs 2.",)) == [
        (3, "HAND TOOLS; Code: A1; Tool: Saw; Deposit: 5"),
        (4, "HAND TOOLS; Code: A2; Tool: Axe; Deposit: 7"),
        (6, "ЛЕСТНИЦЫ; Code: B1; Tool: Стремянка; Deposit: 9"),
        (7, "Each late day costs 2."),
    ]


def test_names_in_two_rows_are_those_of_groups_and_of_their_columns() -> None:
    costs = (
        ("", "Q1", "", "Q2", "", "", ""),
        ("Cost centre", "Jan", "Feb", "Apr", "May", "Total", "Owner"),
        ("Fuel", "82", "79", "83", "81", "325", "Ben"),
    )
    assert rows(("Budget",), *costs) == [
        (1, "Budget"),
        (
            4,
            "Cost centre: Fuel; Q1, Jan: 82; Q1, Feb: 79; Q2, Apr: 83; Q2, May: 81; Total: 325;"
            " Owner: Ben",
        ),
    ]
    leave = ("Service", "Days of leave", ""), ("", "Office", "Warehouse")
    assert rows(*leave, ("under 2 years", "25", "27")) == [
        (3, "Service: under 2 years; Days of leave, Office: 25; Days of leave, Warehouse: 27")
    ]
    lessons = ("Время", "2024", "", "2025", ""), ("", "План", "Факт", "План", "Факт")
    assert rows(*lessons, ("утро", "5", "4", "6", "7")) == [
        (3, "Время: утро; 2024, План: 5; 2024, Факт: 4; 2025, План: 6; 2025, Факт: 7")
    ]


@pytest.mark.parametrize(
    "table",
    [
        (("Name", "", "City"), ("Anna", "ill", "Oslo"), ("Bob", "5", "Paris")),
        (("", "Mon", "Tue"), ("9:00", "Maths", "Art"), ("10:00", "Art", "Maths")),
        (("Name", "Price", ""), ("Valve", "12", "new"), ("Pump", "13", "old")),
        (("Name", "Town"), ("Anna", "Oslo"), ("Bob", "12")),
    ],
)
def test_a_row_of_values_is_no_second_row_of_names(table: tuple[tuple[str, ...], ...]) -> None:
    assert [number for number, _ in rows(*table)] == [2, 3]


@pytest.mark.parametrize(
    "first",
    [
        ("12", "13"),
        ("Valve", "12.50 €"),
        ("x", "x"),
        ("Name:", "Vera"),
        ("n" * 101, "b"),
    ],
)
def test_rows_that_are_no_names_stay_values(first: tuple[str, ...]) -> None:
    assert rows(first, ("c", "d"))[1] == (2, "c; d")


def test_a_table_of_one_column_or_one_row_is_text() -> None:
    assert rows(("alone",), ("below",)) == [(1, "alone"), (2, "below")]
    assert rows(("Name", "Price")) == [(1, "Name; Price")]
    assert rows() == []


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("имя;цена\nКлапан;12,5\nНасос;99,0\n", "cp1251"),
        ("имя\tцена\nКлапан\t12,5\nНасос\t99,0\n", "utf-16"),
        ("имя,цена\nКлапан,'12,5'\nНасос,'99,0'\n".replace("'", '"'), "utf-8-sig"),
        ("sep=|\nимя|цена\nКлапан|12,5\nНасос|99,0\n", "utf-8"),
    ],
)
def test_csv_of_any_kind(text: str, encoding: str) -> None:
    extracted = read("csv", text.encode(encoding))
    assert [block.text for block in extracted.blocks] == [
        "имя: Клапан; цена: 12,5",
        "имя: Насос; цена: 99,0",
    ]
    assert extracted.title == "prices"


def test_csv_cells_of_several_lines_are_one_row() -> None:
    content = b'name,note\nValve,"first\nsecond"\nPump,x\n'
    assert [(b.row, b.text) for b in read("csv", content).blocks] == [
        (2, "name: Valve; note: first second"),
        (3, "name: Pump; note: x"),
    ]


def test_csv_without_an_end_or_text_is_refused() -> None:
    for content, code in ((b'a,b\n"' + b"x" * 1_100_000, "source-broken"), (b",,\n", "source-no")):
        with pytest.raises(SourceRefused, match=code):
            read("csv", content)


def test_a_day_is_written_with_points_where_its_sheet_writes_it_so() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.worksheets[0]
    sheet.append(["Кто", "Когда", "Снова"])
    sheet.append(["Вера", MOMENT.date(), MOMENT])
    sheet["B2"].number_format, sheet["C2"].number_format = "DD.MM.YYYY", "[$-419]dd\\.mm\\.yyyy"
    content = io.BytesIO()
    workbook.save(content)
    blocks = read("xlsx", content.getvalue()).blocks
    assert blocks[-1].text == "Кто: Вера; Когда: 02.01.2020; Снова: 02.01.2020 03:00"


def test_sheets_are_sections_and_values_are_written_as_shown() -> None:
    content = make_xlsx(
        {
            "Prices": [
                ["Item", "Price", "Since", "Sold", "Seen"],
                ["Valve", 12.5, datetime.date(2020, 1, 2), True, MOMENT],
                [],
                ["Pump", 99.0, None, False, datetime.time(4, 5)],
            ],
            "Empty": [],
            "Staff": [["Who", "Where"], ["Vera", "hall"]],
        }
    )
    extracted = read("xlsx", content)
    assert extracted.blocks == (
        Block("Prices", heading=True, level=1),
        Block(
            "Item: Valve; Price: 12.5; Since: 2020-01-02; Sold: TRUE; Seen: 2020-01-02 03:00",
            row=2,
        ),
        Block("Item: Pump; Price: 99; Sold: FALSE; Seen: 04:05:00", row=4),
        Block("Staff", heading=True, level=1),
        Block("Who: Vera; Where: hall", row=2),
    )
    with pytest.raises(SourceRefused, match="source-no-text"):
        read("xlsx", make_xlsx({"One": []}))


@pytest.mark.parametrize(
    ("names", "first", "second", "said"),
    [
        (
            ("Instrument", "20 min", "30 min", "60 min"),
            ("Piano", "£14.00", "£20.50", "£38.00"),
            ("Drums", "-", "£22.00", "£41.00"),
            "Instrument: Piano; 20 min: £14.00; 30 min: £20.50; 60 min: £38.00",
        ),
        (
            ("Посылка", "1 кг", "5 кг"),
            ("По городу", "200 ₽", "350 ₽"),
            ("По стране", "400 ₽", "900 ₽"),
            "Посылка: По городу; 1 кг: 200 ₽; 5 кг: 350 ₽",
        ),
        (
            ("Class", "6-9", "10-13", "14+"),
            ("Ballet", "£7", "£8", "£9"),
            ("Tap", "£5", "£6", "£7"),
            "Class: Ballet; 6-9: £7; 10-13: £8; 14+: £9",
        ),
        (
            ("Walk", "20 min", "30 min"),
            ("Ride", "15 min", "40 min"),
            ("Run", "5 min", "9 min"),
            "Walk; 20 min; 30 min",
        ),
    ],
)
def test_measures_name_columns_of_what_is_measured_otherwise(
    names: Sequence[str], first: Sequence[str], second: Sequence[str], said: str
) -> None:
    blocks = list(table_blocks(enumerate((names, first, second), start=1)))
    assert blocks[0].text == said
