"""Set the texts in `sources/` as the documents in `set/`: Word, Excel, PDF, HTML.

Run it after a change of a text: `python -m benchmarks.conversations.make_documents`. The same texts
give the same bytes. What people write as plain text (a diary, a runbook, a CSV) lies in `set/` as
it is. A source is Markdown of headings, paragraphs and tables; a line after `$` is a formula.
"""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import docx
import openpyxl

from benchmarks.conversations.blocks import Block, Heading, Prose, Table, blocks, title_of
from benchmarks.conversations.set_pdf import as_contract, as_textbook

HERE = Path(__file__).parent
SOURCES, TARGET = HERE / "sources", HERE / "set"
MADE = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)


def main() -> None:
    """Read the sources, write the documents."""
    for name, setter in SETTERS.items():
        source = (SOURCES / name).with_suffix(".md").read_text("utf-8")
        (TARGET / name).write_bytes(setter(list(blocks(source))))


def as_word(content: Sequence[Block]) -> bytes:
    """Set a text in Word, with real headings and ruled tables."""
    document = docx.Document()
    document.core_properties.title = title_of(content)
    document.core_properties.author = document.core_properties.comments = ""
    document.core_properties.created = document.core_properties.modified = MADE.replace(tzinfo=None)
    for block in content:
        match block:
            case Heading(level, text):
                document.add_heading(text, level - 1)
            case Prose(text):
                document.add_paragraph(text)
            case Table(rows):
                table = document.add_table(0, len(rows[0]), "Table Grid")
                for row in rows:
                    for cell, text in zip(table.add_row().cells, row, strict=True):
                        cell.text = text
    held = io.BytesIO()
    document.save(held)
    return _undated(held.getvalue())


def as_workbook(content: Sequence[Block]) -> bytes:
    """Set every table as a sheet that is called as the heading before it; numbers are numbers."""
    book = openpyxl.Workbook()
    book.properties.title, book.properties.creator = title_of(content), ""
    book.properties.created = MADE.replace(tzinfo=None)
    book.remove(book.worksheets[0])
    for block in content:
        if isinstance(block, Heading) and block.level > 1:
            book.create_sheet(block.text)
        elif isinstance(block, Table):
            for row in block.rows:
                book.worksheets[-1].append([int(c) if c.isdecimal() else c for c in row])
    held = io.BytesIO()
    book.save(held)
    return _undated(held.getvalue())


def as_page(content: Sequence[Block]) -> bytes:
    """Set a text as a page of a newspaper, with a menu and a footer around it."""
    body = []
    for block in content:
        match block:
            case Heading(level, text):
                body.append(f"<h{level}>{escape(text)}</h{level}>")
            case Prose(text):
                body.append(f"<p>{escape(text)}</p>")
            case Table(rows):
                head, *rest = rows
                lines = [_html_row("th", head), *(_html_row("td", row) for row in rest)]
                body.append("<table>\n" + "\n".join(lines) + "\n</table>")
    return _PAGE.format(title=escape(title_of(content)), body="\n".join(body)).encode()


_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title} – Quenby Gazette</title></head>
<body>
<nav><a href="/">Home</a> <a href="/weather">Weather</a> <a href="/small-ads">Small ads</a></nav>
<main><article>
{body}
</article></main>
<aside><h2>Most read</h2><ul><li>Bus 14 to stop at the mill again</li></ul></aside>
<footer><p>We use cookies. Subscribe to our newsletter. All rights reserved.</p></footer>
</body>
</html>
"""


def _html_row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _undated(archive: bytes) -> bytes:
    """Take the moment of writing out of an Office file."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(held, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "docProps/core.xml":
                data = re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z", MADE.strftime("%FT%TZ").encode(), data)
            new.writestr(zipfile.ZipInfo(name, MADE.timetuple()[:6]), data, zipfile.ZIP_DEFLATED)
    return held.getvalue()


SETTERS: dict[str, Callable[[Sequence[Block]], bytes]] = {
    "pamyatka-barsuk.docx": as_word,
    "protokoly-barsuk-2026.docx": as_word,
    "pitomnik-lozovy-2026.xlsx": as_workbook,
    "dogovor-podryada-17K.pdf": as_contract,
    "marrow-lane-theatre.html": as_page,
    "handbell-acoustics.pdf": as_textbook,
}

if __name__ == "__main__":
    main()
