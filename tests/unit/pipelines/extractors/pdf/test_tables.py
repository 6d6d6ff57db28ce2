"""Tables on the pages of a PDF."""

import io

import pytest
from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from pypdf import PdfWriter, Transformation
from pypdf.generic import RectangleObject

from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.extractors.pdf.grid import Rule, Rules
from pipelines.extractors.pdf.reading_order import Segment
from pipelines.extractors.pdf.tables import with_tables
from pipelines.models.documents import Block, Fetched
from pipelines.nodes.text.clean import clean

LONG = "storage for the documents of a team, help by e-mail within one day, and a review each year"
NAMES = ("Plan", "What is in it", "Price")


def sheet() -> FPDF:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    return pdf


def read(pdf: FPDF) -> list[Block]:
    return list(PdfExtractor().extract(Fetched(bytes(pdf.output()), "application/pdf", "a")).blocks)


def texts(pdf: FPDF) -> list[str]:
    return [block.text for block in read(pdf)]


@pytest.mark.parametrize("align", ["LEFT", "JUSTIFY", "CENTER"])
def test_a_cell_of_several_lines_is_one_value_under_its_name(align: str) -> None:
    pdf = sheet()
    rows = [NAMES, ("Small", LONG, "5.00"), ("Large", LONG * 2, "17.25")]
    with pdf.table(rows, text_align=align, col_widths=(20, 60, 20)):
        pass
    assert texts(pdf) == [
        f"Plan: Small; What is in it: {LONG}; Price: 5.00",
        f"Plan: Large; What is in it: {LONG * 2}; Price: 17.25",
    ]


def test_rows_know_their_page_and_their_number() -> None:
    pdf = sheet()
    pdf.multi_cell(0, 6, "Prices of this year. " * 6)
    with pdf.table([NAMES, ("Small", "some", "5.00"), ("Large", "more", "17.25")]):
        pass
    pdf.multi_cell(0, 6, "They may change. " * 6)
    blocks = read(pdf)
    assert [(block.page, block.row) for block in blocks] == [(1, None), (1, 2), (1, 3), (1, None)]


@pytest.mark.parametrize("repeated", [0, 1])
def test_a_table_keeps_its_names_over_the_end_of_a_page(repeated: int) -> None:
    pdf = sheet()
    rows = [NAMES, *((f"Plan {n}", LONG, f"{n}.00") for n in range(40))]
    with pdf.table(rows, repeat_headings=repeated, first_row_as_headings=bool(repeated)):
        pass
    blocks = read(pdf)
    assert {block.page for block in blocks} == {1, 2, 3, 4}
    assert [block.text for block in blocks] == [
        f"Plan: Plan {n}; What is in it: {LONG}; Price: {n}.00" for n in range(40)
    ]
    assert [block.row for block in blocks] == list(range(2, 42))


def test_another_table_on_the_next_page_has_its_own_names() -> None:
    pdf = sheet()
    for names, widths in ((NAMES, (1, 2, 1)), (("City", "Rain", "Snow"), (2, 1, 1))):
        with pdf.table([names, ("one", "two", "3"), ("four", "five", "6")], col_widths=widths):
            pass
        pdf.add_page()
    assert texts(pdf) == [
        "Plan: one; What is in it: two; Price: 3",
        "Plan: four; What is in it: five; Price: 6",
        "City: one; Rain: two; Snow: 3",
        "City: four; Rain: five; Snow: 6",
    ]


def test_a_cell_over_several_rows_is_in_each_of_them() -> None:
    pdf = sheet()
    with pdf.table() as table:
        for cells in (("City", "Month", "Rain"), (("Bergen", 2), "May", "100"), ("June", "120")):
            row = table.row()
            for cell in cells:
                text, span = cell if isinstance(cell, tuple) else (cell, 1)
                row.cell(text, rowspan=span)
    assert texts(pdf) == [
        "City: Bergen; Month: May; Rain: 100",
        "City: Bergen; Month: June; Rain: 120",
    ]


def test_names_under_a_broader_name_carry_both() -> None:
    pdf = sheet()
    with pdf.table(num_heading_rows=2) as table:
        upper, lower = table.row(), table.row()
        upper.cell("City", rowspan=2)
        upper.cell("Rain", colspan=2)
        for month in ("May", "June"):
            lower.cell(month)
        for cells in (("Bergen", "100", "120"), ("Oslo", "50", "60")):
            table.row(cells)
    assert texts(pdf) == [
        "City: Bergen; Rain May: 100; Rain June: 120",
        "City: Oslo; Rain May: 50; Rain June: 60",
    ]


def test_rows_without_lines_between_them_are_told_apart_all_the_same() -> None:
    pdf = sheet()
    rows = [NAMES, *((f"Plan {n}", f"part {n}", f"{n}.00") for n in range(4))]
    with pdf.table(rows, borders_layout=TableBordersLayout.NO_HORIZONTAL_LINES):
        pass
    assert texts(pdf) == [
        f"Plan: Plan {n}; What is in it: part {n}; Price: {n}.00" for n in range(4)
    ]


def test_lines_between_the_rows_are_enough() -> None:
    pdf = sheet()
    pdf.multi_cell(0, 6, "Prices of this year. " * 6)
    rows = [NAMES, ("Small", LONG, "5.00"), ("Large", LONG * 2, "17.25"), ("None", "-", "0")]
    layout = TableBordersLayout.HORIZONTAL_LINES
    with pdf.table(rows, borders_layout=layout, col_widths=(20, 60, 20), padding=3):
        pass
    pdf.multi_cell(0, 6, "They may change. " * 6)
    assert texts(pdf)[1:-1] == [
        f"Plan: Small; What is in it: {LONG}; Price: 5.00",
        f"Plan: Large; What is in it: {LONG * 2}; Price: 17.25",
        "Plan: None; What is in it: -; Price: 0",
    ]


def test_lines_around_the_names_and_at_the_end_are_enough_where_nothing_is_broken() -> None:
    pdf = sheet()
    for at, cells in enumerate([NAMES, *((f"Plan {n}", f"part {n}", f"{n}") for n in range(4))]):
        for column, cell in enumerate(cells):
            pdf.text(20 + 50 * column, 26 + 7 * at, cell)
    for line in (20, 28, 56):
        pdf.line(18, line, 180, line)
    assert texts(pdf) == [f"Plan: Plan {n}; What is in it: part {n}; Price: {n}" for n in range(4)]


def booktabs(rows: list[tuple[str, ...]], *, rules: tuple[int, ...] = (0, 1, -1)) -> FPDF:
    """Set rows of three columns between three lines, as LaTeX does."""
    pdf = sheet()
    for at, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            pdf.text(20 + 50 * column, 26 + 7 * at, cell)
    for rule in rules:
        top = 21 + 7 * (rule % (len(rows) + 1))
        pdf.line(18, top, 180, top)
    return pdf


def test_two_rows_between_two_lines_stay_two() -> None:
    pdf = booktabs([NAMES, ("Small", "one", "5"), ("Large", "two", "17")])
    assert texts(pdf) == [
        "Plan: Small; What is in it: one; Price: 5",
        "Plan: Large; What is in it: two; Price: 17",
    ]


@pytest.mark.parametrize("drawn", [False, True])
def test_an_empty_cell_does_not_fuse_the_rows_around_it(drawn: bool) -> None:
    rows = [(f"Plan {n}", f"part {n}" if n != 3 else "", f"{n}.00") for n in range(9)]
    pdf = booktabs([NAMES, *rows])
    if drawn:
        for column in range(4):
            pdf.line(18 + 50 * column, 21, 18 + 50 * column, 21 + 70)
    assert texts(pdf) == [
        "; ".join(f"{name}: {cell}" for name, cell in zip(NAMES, row, strict=True) if cell)
        for row in rows
    ]


def test_a_cell_that_is_broken_between_unruled_rows_goes_with_the_row_above() -> None:
    rows = [NAMES, ("Small", "one", "5"), ("Large", "two and", "17"), ("", "three", "")]
    assert texts(booktabs([*rows, ("Huge", "four", "29")])) == [
        "Plan: Small; What is in it: one; Price: 5",
        "Plan: Large; What is in it: two and three; Price: 17",
        "Plan: Huge; What is in it: four; Price: 29",
    ]


def test_rows_that_cannot_be_told_apart_are_read_line_by_line() -> None:
    cells = [("Small", "one", "5"), ("", "two", ""), ("", "three", "9"), ("Large", "", "17")]
    blocks = read(booktabs([NAMES, *cells * 3]))
    assert all(block.row is None for block in blocks)
    assert "".join(block.text for block in blocks).count("three") == 3


def test_names_and_notes_of_several_lines_stay_whole() -> None:
    pdf = sheet()
    names = ("Number of items", "Price per item", "Days to wait")
    with pdf.table(col_widths=(18, 18, 18), width=60) as table:
        for cells in (names, ("12", "5.00", "3"), ("40", "4.00", "9")):
            table.row(cells)
        table.row().cell("All prices hold until the end of the year and may be lower", colspan=3)
    assert texts(pdf) == [
        "Number of items: 12; Price per item: 5.00; Days to wait: 3",
        "Number of items: 40; Price per item: 4.00; Days to wait: 9",
        "Number of items: All prices hold until the end of the year and may be lower",
    ]


def test_a_list_of_what_is_what_has_no_names_of_columns() -> None:
    pdf = sheet()
    rows = [("Name", "Ivan Petrov"), ("City", "Moscow"), ("Phone", "123")]
    with pdf.table(rows, first_row_as_headings=False):
        pass
    assert texts(pdf) == ["Name: Ivan Petrov", "City: Moscow", "Phone: 123"]


def test_two_of_three_values_without_names_are_no_pair() -> None:
    pdf = sheet()
    rows = [("12", "13", "14"), ("Small", "5", ""), ("Large", "17", "18")]
    with pdf.table(rows, first_row_as_headings=False):
        pass
    assert texts(pdf) == ["12; 13; 14", "Small; 5", "Large; 17; 18"]


def test_rows_of_large_letters_and_equal_rows_are_all_there() -> None:
    pdf = sheet()
    with pdf.table(line_height=6) as table:
        for cells in (("Plan", "Price"), ("Small", "5"), ("Small", "5"), ("Small", "5")):
            table.row(cells)
        pdf.set_font("Helvetica", size=36)
        table.row(("Total", "15"))
    assert texts(pdf) == ["Plan: Small; Price: 5"] * 3 + ["Plan: Total; Price: 15"]


def test_what_stands_beside_a_table_does_not_make_it_forget_its_names() -> None:
    pdf = sheet()
    rows = [NAMES, *((f"Plan {n}", f"part {n}", f"{n}.00") for n in range(4))]
    with pdf.table(rows, width=120, align="LEFT"):
        pass
    pdf.text(160, 32, "see page 5")
    assert [text for text in texts(pdf) if text != "see page 5"] == [
        f"Plan: Plan {n}; What is in it: part {n}; Price: {n}.00" for n in range(4)
    ]
    assert [block.row for block in read(pdf) if block.row] == [2, 3, 4, 5]


def test_a_table_after_text_on_the_next_page_is_another_one() -> None:
    pdf = sheet()
    for names in (NAMES, ("City", "Month", "Rain")):
        with pdf.table([names, ("one", "two", "3"), ("four", "five", "6")]):
            pass
        pdf.multi_cell(0, 6, "What there is to say about it. " * 20)
        pdf.add_page()
    said = texts(pdf)
    assert "City: one; Month: two; Rain: 3" in said
    assert not any("Plan: City" in text for text in said)


@pytest.mark.parametrize("inner_first", [True, False])
def test_a_table_within_a_form_is_read_for_itself(inner_first: bool) -> None:
    pdf = sheet()

    def form() -> None:
        for left, top, width, text in ((10, 10, 40, "Applicant"), (50, 10, 140, "Ivan Petrov")):
            pdf.rect(left, top, width, 10)
            pdf.text(left + 2, top + 7, text)
        pdf.rect(10, 20, 40, 60)
        pdf.text(12, 27, "Plans")
        pdf.rect(50, 20, 140, 60)
        for left, width, text in ((10, 40, "Date"), (50, 140, "22 March")):
            pdf.rect(left, 80, width, 10)
            pdf.text(left + 2, 87, text)

    def table() -> None:
        pdf.set_y(30)
        pdf.set_left_margin(60)
        with pdf.table(
            [NAMES, ("Small", "some", "5.00"), ("Large", "more", "17")], width=100, align="LEFT"
        ):
            pass

    for part in (table, form) if inner_first else (form, table):
        part()
    said = texts(pdf)
    assert "Plan: Small; What is in it: some; Price: 5.00" in said
    assert "Plan: Large; What is in it: more; Price: 17" in said
    assert all(any(word in text for text in said) for word in ("Applicant", "Petrov", "Plans"))
    assert not any("Plan: Date" in text for text in said)


def test_all_rows_of_a_statement_outlive_cleaning() -> None:
    pdf = sheet()
    names = ("Date", "Operation", "Sum")
    rows = [names, *((f"{n % 28 + 1}.03", f"Card {1000 + n}", f"{n}.00") for n in range(150))]
    with pdf.table(rows):
        pass
    extracted = PdfExtractor().extract(Fetched(bytes(pdf.output()), "application/pdf", "a"))
    assert extracted.pages
    assert extracted.pages > 3
    text = clean(extracted).text
    assert all(f"Operation: Card {1000 + n}" in text for n in range(150))


def test_lines_between_columns_of_prose_make_no_table() -> None:
    pdf = sheet()
    for part in range(4):
        pdf.line(18, 20 + 60 * part, 190, 20 + 60 * part)
        for line in range(10 if part < 3 else 0):
            top = 26 + 60 * part + 5 * line
            pdf.text(20, top, f"The left column says, in line {line},")
            if line < 8:
                pdf.text(110, top, f"and the right one in line {line} as well")
    assert all(block.row is None for block in read(pdf))


def test_a_table_on_a_page_that_lies_on_its_side() -> None:
    pdf = sheet()
    with pdf.table([NAMES, ("Small", LONG, "5.00"), ("Large", LONG, "17.25")]):
        pass
    upright = texts(pdf)
    writer = PdfWriter(clone_from=io.BytesIO(pdf.output()))
    page = writer.pages[0]
    size = page.mediabox.width, page.mediabox.height
    page.add_transformation(Transformation().rotate(90).translate(tx=float(size[1])))
    page.mediabox = page.cropbox = RectangleObject((0, 0, size[1], size[0]))
    page.rotate(90)
    turned = io.BytesIO()
    writer.write(turned)
    fetched = Fetched(turned.getvalue(), "application/pdf", "a")
    assert [block.text for block in PdfExtractor().extract(fetched).blocks] == upright


def test_a_frame_and_a_chart_are_no_tables() -> None:
    pdf = sheet()
    pdf.rect(8, 8, 190, 60)
    pdf.line(8, 40, 198, 40)
    pdf.multi_cell(180, 6, "Somebody put a frame around this text. " * 9)
    for place in range(10):
        pdf.line(20 + 10 * place, 100, 20 + 10 * place, 200)
        pdf.line(20, 100 + 10 * place, 120, 100 + 10 * place)
        pdf.text(15, 101 + 10 * place, f"{place}")
        pdf.text(20 + 10 * place, 206, f"{place}")
    pdf.text(52, 143, "rain")
    assert all(block.row is None for block in read(pdf))


def test_a_line_between_two_words_keeps_them_apart() -> None:
    pdf = sheet()
    for row, cells in enumerate((("Kilo", "Lima"), ("Mike", "Nova"), ("Oscar", "Papa"))):
        for column, cell in enumerate(cells):
            left = 20 + column * (pdf.get_string_width("Oscar") + 1)
            pdf.rect(left, 20 + 8 * row, pdf.get_string_width("Oscar") + 1, 8)
            pdf.text(left + 0.5, 26 + 8 * row, cell)
    assert texts(pdf) == ["Kilo: Lima", "Mike: Nova", "Oscar: Papa"]


def test_very_many_lines_are_a_drawing() -> None:
    rules = Rules(
        tuple(Rule(5.0 * n, 0, 3000) for n in range(500)),
        tuple(Rule(5.0 * n, 0, 3000) for n in range(500)),
    )
    pieces = [Segment(str(n), 5 * n + 1, 5 * n + 1, 5 * n + 4, 5 * n + 4, 3) for n in range(400)]
    assert with_tables(pieces, rules) == pieces
