"""Makes office documents, books and archives for the tests."""

import io
import zipfile
from collections.abc import Mapping, Sequence

import docx
import openpyxl
import pptx

_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)
_ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"'
    for prefix in ("office", "text", "table")
)


def make_zip(members: Mapping[str, bytes | str], *, stored: bool = False) -> bytes:
    """Pack members in the order they are given."""
    content = io.BytesIO()
    kind = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(content, "w", kind) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return content.getvalue()


def repacked(content: bytes, **changed: bytes | str) -> bytes:
    """Pack a ZIP file anew with some members changed or added; "__" in a name stands for "/"."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members: dict[str, bytes | str] = {n: archive.read(n) for n in archive.namelist()}
    members.update({name.replace("__", "/"): member for name, member in changed.items()})
    return make_zip(members)


def make_docx(title: str = "", author: str = "", site: str = "level floor") -> bytes:
    """Write a handbook of two sections with a list and a table."""
    document = docx.Document()
    document.core_properties.title, document.core_properties.author = title, author
    document.add_heading("Installation", 1)
    document.add_paragraph(f"The boiler stands on a {site} of stone.")
    document.add_heading("Ports", 2)
    document.add_paragraph("Bring along:")
    document.add_paragraph("a wrench", style="List Bullet")
    document.add_paragraph("a bucket", style="List Bullet")
    rows = [("Port", "Size", "Use"), ("A7", "22 mm", "drain"), ("B3", "15 mm", "inlet")]
    table = document.add_table(len(rows), 3)
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    return _saved(document)


def make_xlsx(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """Write a workbook, a sheet a key."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return _saved(book)


def make_pptx(slides: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """Write slides of a title and points; one without a title has nothing on it."""
    show = pptx.Presentation()
    for title, points in slides:
        slide = show.slides.add_slide(show.slide_layouts[1 if title else 6])
        if title:
            slide.shapes.title.text = title
            slide.placeholders[1].text_frame.text = "\n".join(points)
    return _saved(show)


def make_epub(
    chapters: Sequence[str], *, title: str = "The book", more: str = "", times: int = 1
) -> bytes:
    """Bind chapters, each the inside of a body, into a book that names them so many times."""
    items = "".join(
        f'<item id="c{n}" href="ch%20{n}.xhtml" media-type="application/xhtml+xml"/>'
        for n in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    spine *= times
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title>'
        "<dc:creator>Vera Holm</dc:creator><dc:language>en-GB</dc:language>"
        f"<dc:date>2019-05-01T00:00:00Z</dc:date></metadata><manifest>{items}</manifest>"
        f"<spine>{spine}</spine></package>"
    )
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OEBPS/book.opf": package,
    }
    for n, chapter in enumerate(chapters):
        members[f"OEBPS/ch {n}.xhtml"] = (
            '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
            '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html '
            f'xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head>'
            f"<body>{chapter}</body></html>"
        )
    if more:
        members["META-INF/encryption.xml"] = more
    return make_zip(members)


def make_odt(body: str) -> bytes:
    """Wrap what stands in `office:text` into a document."""
    content = (
        f"<office:document-content {_ODF}><office:body><office:text>{body}"
        "</office:text></office:body></office:document-content>"
    )
    meta = (
        f'<office:document-meta {_ODF} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>'
        "<dc:title>The mill</dc:title><dc:creator>Ivar</dc:creator></office:meta>"
        "</office:document-meta>"
    )
    mimetype = "application/vnd.oasis.opendocument.text"
    return make_zip({"mimetype": mimetype, "content.xml": content, "meta.xml": meta})


def _saved(document: object) -> bytes:
    content = io.BytesIO()
    document.save(content)  # type: ignore[attr-defined]
    return content.getvalue()
