"""Set `demo_handbook.md` as the PDF that lies in `bot/demo`.

Run it after a change of the text: `python -m benchmarks.latency.make_demo_handbook`.
"""

import re
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

HERE = Path(__file__).parents[1]
SOURCE = HERE / "demo_handbook.md"
TARGET = HERE.parent / "bot" / "demo" / "handbook.pdf"
PAGE_BREAK = "<!-- page -->"


class Handbook(FPDF):
    """A4 with a running header and page numbers, as such papers have."""

    def header(self) -> None:
        """Print the running header."""
        self.set_font("Helvetica", "I", 8)
        self.cell(0, 6, "Skerry Point Field Station - Handbook 2024", align="R")
        self.ln(12)

    def footer(self) -> None:
        """Print the page number."""
        self.set_y(-16)
        self.set_font("Helvetica", "", 8)
        self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="C")


def main() -> None:
    """Read the text, set it, write the PDF."""
    pdf = Handbook(format="A4")
    pdf.set_margins(26, 18, 26)
    pdf.set_auto_page_break(True, margin=22)
    pdf.set_creation_date(datetime(2024, 3, 1, tzinfo=UTC))
    pdf.set_title("Skerry Point Field Station Handbook")
    pdf.set_author("Skerry Point Field Station")
    pages = SOURCE.read_text(encoding="utf-8").split(PAGE_BREAK)
    for page in pages:
        pdf.add_page()
        for block in re.split(r"\n\s*\n", page.strip()):
            set_block(pdf, block.replace("\n", " "))
    if pdf.page_no() != len(pages):
        raise SystemExit(f"{len(pages)} pages became {pdf.page_no()}")
    pdf.output(str(TARGET))


def set_block(pdf: FPDF, block: str) -> None:
    """Set one heading or paragraph."""
    marks = len(block) - len(block.lstrip("#"))
    text = block.lstrip("# ")
    if marks:
        pdf.set_font("Helvetica", "B", {1: 20, 2: 13}[marks])
        pdf.multi_cell(0, {1: 11, 2: 8}[marks], text, align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(1.5)
    else:
        pdf.set_font("Times", "", 11.5)
        pdf.multi_cell(0, 5.6, text, align="J", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(3)


if __name__ == "__main__":
    main()
