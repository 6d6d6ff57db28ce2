"""Two documents as PDF: a contract on plain pages, and a textbook that is hard to read in order.

The textbook has two columns, a running title, a table of contents with lines of dots, formulas
between its paragraphs, and an index.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from benchmarks.conversations.blocks import Block, Heading, Prose, Table, title_of

MADE = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)
FONTS = Path("/usr/share/fonts/truetype/dejavu")  # tests/prepare installs them where it may
INDEXED = (
    *("alloy", "amplitude", "bronze", "clapper", "copper", "decay", "felt", "frequency"),
    *("fundamental", "handle", "lathe", "leather", "loam", "mould", "partial", "pitch"),
    *("rim", "spring", "strike note", "tin", "tolerance", "wax"),
)
_GAP, _LINE = 8.0, 4.6


def as_contract(content: Sequence[Block]) -> bytes:
    """Set a text one column wide, in letters of every alphabet."""
    pdf = _Pages("")
    pdf.add_font("text", "", FONTS / "DejaVuSans.ttf")
    pdf.add_font("text", "B", FONTS / "DejaVuSans-Bold.ttf")
    pdf.family = "text"
    pdf.add_page()
    for block in content:
        match block:
            case Heading(level, text):
                pdf.write_block(text, 15 - 2 * level, bold=True)
            case Prose(text):
                pdf.write_block(text, 10)
            case Table(rows):
                pdf.write_table(rows)
    pdf.set_title(title_of(content))
    return bytes(pdf.output())


def as_textbook(content: Sequence[Block]) -> bytes:
    """Set a text in two columns, its contents before it and its index after it."""
    drafted, pages = _set_book(content, {})  # once for the numbers of the pages
    finished, again = _set_book(content, pages)
    assert pages == again, "the contents move the text"
    assert drafted.page_no() == finished.page_no()
    return bytes(finished.output())


class _Pages(FPDF):
    """A4 with a running title and page numbers, in one column or two."""

    def __init__(self, running_title: str) -> None:
        super().__init__(format="A4")
        self.running_title, self.family = running_title, "Times"
        self.set_creation_date(MADE)
        self.set_margins(20, 18, 20)
        self.set_auto_page_break(True, 20)
        self.columns, self.column, self.top = 1, 0, 0.0

    def header(self) -> None:
        """Print the running title."""
        if self.running_title and self.page_no() > 1:
            self.set_font("Times", "I", 8)
            self.cell(0, 5, self.running_title, align="C", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def footer(self) -> None:
        """Print the page number."""
        self.set_y(-14)
        self.set_font("Times", "", 8)
        self.cell(0, 5, str(self.page_no()), align="C")

    def begin_columns(self, columns: int) -> None:
        """Go on in so many columns, below what stands on the page."""
        self.columns, self.column, self.top = columns, 0, self.get_y()

    def write_block(
        self, text: str, size: float, *, bold: bool = False, italic: bool = False
    ) -> None:
        """Set a paragraph in the column that has room for it."""
        style = "B" * bold + "I" * italic
        self.set_font(self.family, style, size)
        wide = (self.epw - _GAP * (self.columns - 1)) / self.columns
        line = _LINE * max(size, 10) / 10
        lines = self.multi_cell(wide, line, text, dry_run=True, output="LINES", align="L")
        self._make_room(line * (len(lines) + 2 * bold))
        self.set_font(self.family, style, size)
        self.set_x(self.l_margin + self.column * (wide + _GAP))
        left = self.get_x()
        for each in lines:
            self.set_x(left)
            self.cell(wide, line, each, new_x=XPos.LEFT, new_y=YPos.NEXT)
        self.set_y(self.get_y() + 2)

    def write_table(self, rows: Sequence[Sequence[str]]) -> None:
        """Set a ruled table over the whole width."""
        self.set_font(self.family, "", 9)
        with self.table(line_height=6) as table:
            for row in rows:
                table.row(row)
        self.ln(3)

    def _make_room(self, height: float) -> None:
        if self.get_y() + height <= self.h - self.b_margin:
            return
        if self.column + 1 < self.columns:
            self.column += 1
            self.set_y(self.top)
        else:
            self.add_page()
            self.begin_columns(self.columns)


def _set_book(content: Sequence[Block], pages: dict[str, int]) -> tuple[_Pages, dict[str, int]]:
    """Set the book; return it, and the page on which each heading stands."""
    title, author, *rest = content
    assert isinstance(title, Heading)
    assert isinstance(author, Prose)
    pdf = _Pages(title.text.upper())
    pdf.set_title(title.text)
    pdf.add_page()
    pdf.write_block(title.text, 22, bold=True)
    pdf.write_block(author.text, 11)
    _set_contents(pdf, [block for block in rest if isinstance(block, Heading)], pages)
    pdf.add_page()
    pdf.begin_columns(2)
    found: dict[str, int] = {}
    words: dict[str, set[int]] = defaultdict(set)
    for block in rest:
        match block:
            case Heading(level, text):
                pdf.write_block(text, 15 - 2 * level, bold=True)
                found[text] = pdf.page_no()
            case Prose(text, is_formula):
                pdf.write_block(text, 10, italic=is_formula)
                for word in INDEXED:
                    if re.search(rf"\b{word}", text):
                        words[word].add(pdf.page_no())
            case Table(rows):
                pdf.add_page()
                pdf.write_table(rows)
                pdf.begin_columns(2)
    pdf.add_page()
    pdf.begin_columns(2)
    pdf.write_block("Index", 13, bold=True)
    for word, numbers in sorted(words.items()):
        pdf.write_block(f"{word}, {', '.join(map(str, sorted(numbers)))}", 9)
    return pdf, found


def _set_contents(pdf: _Pages, headings: Sequence[Heading], pages: dict[str, int]) -> None:
    pdf.write_block("Contents", 13, bold=True)
    for heading in headings:
        indent = "    " * (heading.level - 2)
        dots = " ." * (40 - len(indent + heading.text) // 2)
        pdf.write_block(f"{indent}{heading.text}{dots} {pages.get(heading.text, 0)}", 10)
