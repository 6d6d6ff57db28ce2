"""PDFs for tests, set by fpdf2 and bent by pypdf."""

import io
from collections.abc import Sequence

from fpdf import FPDF
from pypdf import PdfWriter


def make_pdf(pages: Sequence[Sequence[str]], *, title: str | None = None) -> bytes:
    """Set pages of paragraphs; a paragraph that begins with "# " is a heading."""
    pdf = FPDF()
    if title:
        pdf.set_title(title)
    for paragraphs in pages:
        pdf.add_page()
        for text in paragraphs:
            heading = text.startswith("# ")
            pdf.set_font("Helvetica", "B" if heading else "", 18 if heading else 11)
            pdf.multi_cell(0, 9 if heading else 5.5, text.removeprefix("# "), align="L")
            pdf.ln(4)
    return bytes(pdf.output())


def encrypt(content: bytes, password: str) -> bytes:
    """Protect a PDF with a user password."""
    writer = PdfWriter(clone_from=io.BytesIO(content))
    writer.encrypt(password, "owner", algorithm="AES-256")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def make_scan(pages: int) -> bytes:
    """Make pages that show something, but hold no text."""
    pdf = FPDF()
    for _ in range(pages):
        pdf.add_page()
        pdf.rect(20, 20, 100, 100)
    return bytes(pdf.output())
