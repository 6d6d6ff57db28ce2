"""Pictures of text for tests, and PDFs that hold nothing but such pictures."""

import io
import shutil
import zlib
from collections.abc import Sequence
from pathlib import Path

import pillow_heif
import pytest
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfWriter
from pypdf.generic import NameObject, NumberObject

_FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SIZE = (1240, 700)

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None or not _FONT.exists(),
    reason="needs Tesseract and the DejaVu fonts (make test installs them when it may)",
)

RUSSIAN = ("Маяк на мысе Варгольм построен в 1867 году.", "Свет его виден за двадцать миль.")
ENGLISH = ("The keeper climbs the stairs every evening", "and winds the clockwork of the lens.")


def draw(lines: Sequence[str], *, size: tuple[int, int] = SIZE) -> Image.Image:
    """Write black lines on white paper."""
    picture = Image.new("RGB", size, "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.truetype(str(_FONT), 32)
    for idx, line in enumerate(lines):
        pen.text((90, 90 + 52 * idx), line, font=font, fill="black")
    return picture


def save(picture: Image.Image, kind: str, *others: Image.Image) -> bytes:
    """Write a picture in a format; several as the pages of one file."""
    buffer = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(picture).save(buffer, quality=90)
        return buffer.getvalue()
    several = {"save_all": True, "append_images": list(others)} if others else {}
    picture.save(buffer, kind, **several)
    return buffer.getvalue()


def photo(picture: Image.Image, orientation: int) -> bytes:
    """Write a JPEG as a phone does that was held askew."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=90, exif=exif)
    return buffer.getvalue()


def scan_with_pixel_bomb() -> bytes:
    """Make a PDF of one picture that claims far more pixels than anybody can hold."""
    writer = PdfWriter(clone_from=io.BytesIO(scan([Image.new("L", (40, 30), 99)])))
    (picture,) = writer.pages[0]["/Resources"]["/XObject"].values()
    bomb = picture.get_object()
    bomb[NameObject("/Width")] = bomb[NameObject("/Height")] = NumberObject(60_000)
    bomb[NameObject("/Filter")] = NameObject("/FlateDecode")
    bomb._data = zlib.compress(bytes(60_000_000), 9)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def scan(pages: Sequence[Image.Image | str]) -> bytes:
    """Make a PDF of pictures, one a page; a string is a page of text."""
    pdf = FPDF()
    pdf.set_font("Helvetica", size=12)
    for page in pages:
        pdf.add_page()
        if isinstance(page, str):
            pdf.multi_cell(0, 6, page)
        else:
            pdf.image(page, x=0, y=20, w=210)
    return bytes(pdf.output())
