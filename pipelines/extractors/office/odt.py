"""Read OpenDocument texts."""

from collections.abc import Iterator
from typing import Any

from pipelines.errors import SourceRefused
from pipelines.extractors.lists import ITEM, join_items
from pipelines.extractors.office.zip_safety import open_document, read_xml, refusing_broken
from pipelines.extractors.tables import Row, table_blocks
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible

_NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
}
_WIDEST = 64  # columns or rows that one cell may stand for
_LONGEST_RUN = 100  # spaces that one element may stand for


class OdtExtractor:
    """Reads ODT: its `content.xml` and `meta.xml`. Source: OpenDocument 1.3, part 3."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return headings with their levels, paragraphs, lists, and one block per table row.

        Raises:
            SourceRefused: a bomb, broken, encrypted, or without text.
        """
        with open_document(fetched.content) as archive, refusing_broken():
            body = read_xml(archive, "content.xml").find("office:body/office:text", _NAMES)
            names = archive.namelist()
            meta = read_xml(archive, "meta.xml") if "meta.xml" in names else None
        if body is None:
            raise SourceRefused("source-broken")
        blocks = tuple(join_items(_blocks(body)))
        if not blocks:
            raise SourceRefused("source-no-text")
        headings = (block.text for block in blocks if block.heading)
        title = None if meta is None else meta.findtext(".//dc:title", None, _NAMES)
        return Extracted(
            blocks=blocks,
            title=choose_title([title, next(headings, None)], fetched, blocks),
            url=fetched.url,
            author=None if meta is None else meta.findtext(".//dc:creator", None, _NAMES),
        )


def _blocks(parent: Any, *, listed: bool = False) -> Iterator[Block]:
    for element in parent.iterchildren("*"):
        if element.tag in (_tag("text", "h"), _tag("text", "p")):
            text = _text(element).strip()
            heading = element.tag == _tag("text", "h")
            if text:
                level = _number(element, _tag("text", "outline-level"), 1) if heading else None
                text = f"{ITEM}{text}" if listed and not heading else text
                yield Block(text=text, heading=heading, level=level)
        elif element.tag == _tag("table", "table"):
            named = element.find(_tag("table", "table-header-rows")) is not None
            yield from table_blocks(_rows(element), pairs=not named)
        elif element.tag == _tag("text", "list"):
            for item in element.iterchildren("*"):
                yield from _blocks(item, listed=True)
        elif element.tag == _tag("text", "section"):
            yield from _blocks(element)


def _rows(table: Any) -> Iterator[Row]:
    for number, row in enumerate(table.iter(_tag("table", "table-row")), start=1):
        cells: list[str] = []
        for cell in row.iterchildren(
            _tag("table", "table-cell"), _tag("table", "covered-table-cell")
        ):
            repeated = _number(cell, _tag("table", "number-columns-repeated"), 1)
            cells += [" ".join(map(_text, cell.iter(_tag("text", "p"))))] * min(repeated, _WIDEST)
        yield number, cells


def _text(element: Any) -> str:
    """Return the text of a paragraph with the spaces, tabs and breaks that elements stand for."""
    parts = [element.text or ""]
    for child in element.iterchildren("*"):
        if child.tag == _tag("text", "s"):
            parts.append(" " * min(_number(child, _tag("text", "c"), 1), _LONGEST_RUN))
        elif child.tag in (_tag("text", "tab"), _tag("text", "line-break")):
            parts.append("\t" if child.tag == _tag("text", "tab") else "\n")
        elif child.tag not in (_tag("text", "note"), _tag("office", "annotation")):
            parts.append(_text(child))
        parts.append(child.tail or "")
    return strip_invisible("".join(parts))


def _number(element: Any, attribute: str, otherwise: int) -> int:
    value = element.get(attribute, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else otherwise


def _tag(prefix: str, name: str) -> str:
    return f"{{{_NAMES[prefix]}}}{name}"
