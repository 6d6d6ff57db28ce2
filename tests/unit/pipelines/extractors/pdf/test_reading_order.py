"""The order in which a page is read."""

import pypdfium2 as pdfium
from fpdf import FPDF

from pipelines.extractors.pdf.page import read_page
from pipelines.extractors.pdf.reading_order import Segment, TableRow, reading_order
from tests.support.extractors.pdf_maker import make_pdf

LEFT = "the left column says something long enough"
RIGHT = "and the right column answers at some length"


def piece(text: str, left: float, row: float, width: float = 0) -> Segment:
    """Put text on a row, counted from the top."""
    top = 800 - 14 * row
    return Segment(text, left, top - 12, left + (width or 5 * len(text)), top, size=10)


def texts(*pieces: Segment) -> list[str]:
    return [row.text for row in reading_order(pieces)]


def columns(first: int, count: int) -> list[Segment]:
    rows = range(first, first + count)
    return [piece(f"{LEFT} {n}", 50, n) for n in rows] + [
        piece(f"{RIGHT} {n}", 320, n) for n in rows
    ]


def test_what_spans_the_page_divides_columns_above_from_columns_below() -> None:
    across = piece("across " * 14, 50, 4, 500)
    read = texts(*columns(0, 4), across, *columns(5, 4))
    assert read[:8] == [f"{LEFT} {n}" for n in range(4)] + [f"{RIGHT} {n}" for n in range(4)]
    assert read[8].startswith("across")
    assert read[9:] == [f"{LEFT} {n}" for n in range(5, 9)] + [f"{RIGHT} {n}" for n in range(5, 9)]


def test_what_stands_apart_below_a_column_is_read_after_the_other() -> None:
    for left in (50, 320):
        read = texts(*columns(0, 4), piece("Pumps", left, 8), piece("12", left, 9))
        assert read[:8] == [f"{LEFT} {n}" for n in range(4)] + [f"{RIGHT} {n}" for n in range(4)]
        assert read[8:] == ["Pumps", "12"]


def test_a_column_that_goes_on_alone_is_read_to_its_end() -> None:
    more = [piece(f"{LEFT} {n}", 50, n) for n in (4, 5)]
    read = texts(*columns(0, 4), *more)
    assert read == [f"{LEFT} {n}" for n in range(6)] + [f"{RIGHT} {n}" for n in range(4)]


def test_three_columns_are_three() -> None:
    names = (
        "first of the three columns",
        "second of the three of them",
        "third of the three and last",
    )
    pieces = [
        piece(f"{name} {n}", 40 + 175 * k, n) for k, name in enumerate(names) for n in range(4)
    ]
    assert texts(*pieces) == [f"{name} {n}" for name in names for n in range(4)]


def test_columns_need_not_stand_on_the_same_lines() -> None:
    right = [piece(f"{RIGHT} {n}", 320, 0) for n in range(4)]
    lowered = [
        Segment(p.text, p.left, p.bottom - 14 * n - 5, p.right, p.top - 14 * n - 5, p.size)
        for n, p in enumerate(right)
    ]
    left = [piece(f"{LEFT} {n}", 50, n) for n in range(4)]
    assert texts(*left, *lowered) == [p.text for p in (*left, *lowered)]


def test_cells_are_divided_where_rows_of_them_follow_each_other() -> None:
    read = texts(
        *(piece("Name", 50, 0), piece("Price", 200, 0)),
        *(piece("Widget", 50, 1), piece("5.00", 200, 1)),
        *(piece("Total", 50, 5), piece("5.00", 300, 9)),
    )
    assert read == ["Name | Price", "Widget | 5.00", "Total", "5.00"]


def test_equal_rows_of_ruled_tables_on_one_height_are_two() -> None:
    left, right = (
        Segment("Small | 5", at, 100, at + 90, 112, 10, row=TableRow(("Small", "5"), (0, 1), False))
        for at in (50, 300)
    )
    assert texts(left, right) == ["Small | 5"] * 2


def test_a_wide_gap_alone_makes_no_table() -> None:
    line = (piece("Chapter", 50, 0), piece("one", 200, 0))
    assert texts(*line, piece("of a book " * 10, 50, 1)) == [
        "Chapter one",
        ("of a book " * 10).strip(),
    ]


def test_bullets_and_numbers_are_no_cells() -> None:
    marks = ("•", "1.", "(a)", "12")
    pieces = [
        p
        for n, mark in enumerate(marks)
        for p in (piece(mark, 50, n), piece(f"item number {n}", 90, n))
    ]
    assert texts(*pieces) == [f"{mark} item number {n}" for n, mark in enumerate(marks)]


def test_an_index_stands_in_its_line() -> None:
    water = Segment("H", 50, 100, 57, 112, 10)
    two = Segment("2", 57, 98, 61, 106, 6)
    rest = Segment("O is water", 61, 100, 110, 112, 10)
    assert texts(rest, two, water) == ["H2O is water"]


def test_an_empty_page_has_no_lines() -> None:
    assert texts() == []


def test_what_stands_upright_is_told_from_what_does_not() -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    pdf.multi_cell(0, 6, "The keeper climbs the stairs. " * 8)
    with pdf.rotation(90, x=20, y=150):
        pdf.text(20, 150, "A stamp along the edge")
    page = pdfium.PdfDocument(bytes(pdf.output()))[0]
    segments = read_page(page).segments
    assert [s.text for s in segments if s.turned] == ["A stamp along the edge"]
    assert reading_order(segments)[-1].text == "A stamp along the edge"


def test_letters_know_their_size_and_weight() -> None:
    page = pdfium.PdfDocument(make_pdf([["# Water", "Pipes and taps."]]))[0]
    found = [(s.text, round(s.size), s.bold) for s in read_page(page).segments]
    assert found == [("Water", 18, True), ("Pipes and taps.", 11, False)]


def test_a_first_line_that_is_a_little_shorter_than_its_column_stays_in_it() -> None:
    """Beneath a heading of its own width the left column begins lower: no line is a title there."""
    title = piece("The newsletter of the club for its members, spring", 50, 0, 400)
    right = [piece(f"{RIGHT} {n}", 320, n, 220 if n == 2 else 232) for n in range(2, 7)]
    left = [piece(f"{LEFT} {n}", 50, n + 0.5) for n in range(2, 7)]
    read = texts(title, *right, *left)
    assert read[0].startswith("The newsletter")
    assert read[1:6] == [f"{LEFT} {n}" for n in range(2, 7)]
    assert all(line.startswith("and the right") for line in read[6:])
