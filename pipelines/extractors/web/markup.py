"""Read HTML that is all text, such as a book's chapters, with nothing around to leave out."""

from collections.abc import Iterator
from typing import Any

from lxml import etree, html  # type: ignore[import-untyped]

from pipelines.errors import SourceRefused
from pipelines.extractors.lists import ITEM
from pipelines.extractors.tables import Row, table_blocks
from pipelines.models.documents import Block
from pipelines.nodes.text.clean import strip_invisible

_LEVELS = {f"h{level}": level for level in range(1, 7)}
_LEFT_OUT = {"script", "style", "head", "nav", "template", "svg", "math", "rt", "rp"}
_INLINE = frozenset(
    """
    a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q ruby s
    samp small span strike strong sub sup time tt u var wbr
    """.split()  # noqa: SIM905
)
_BREAK = "\x1e"  # in running text, where the source breaks a line; never in the source
_WIDEST = 64  # columns that one cell may span


def markup_blocks(content: bytes | str) -> Iterator[Block]:
    """Yield headings with their levels, paragraphs, list items, and one block per table row.

    Entities are not resolved beyond the named characters of HTML. Nesting that is deeper than
    libxml2 follows (256) is cut off there.

    Raises:
        SourceRefused: it cannot be parsed at all.
    """
    try:
        root = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8"))
    except (etree.LxmlError, ValueError) as error:
        raise SourceRefused("source-broken") from error
    yield from _Walk().blocks(root)


class _Walk:
    """Goes through a tree and gathers running text until a block ends."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._listed = False

    def blocks(self, root: Any) -> Iterator[Block]:
        """Yield the blocks of a tree in reading order."""
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "end":
                if tag not in _INLINE | {"br", ""}:
                    yield from self._end(_LEVELS.get(tag))
                self._parts.append(element.tail or "")
            elif not tag or tag in _LEFT_OUT:
                walk.skip_subtree()
            elif tag == "table":
                yield from self._end(None)
                yield from table_blocks(_rows(element), pairs=not _has_names(element))
                walk.skip_subtree()
            else:
                if tag not in _INLINE | {"br"}:
                    yield from self._end(None)
                    self._listed = tag == "li" or (self._listed and tag == "p")
                self._parts.append(_BREAK if tag == "br" else element.text or "")

    def _end(self, level: int | None) -> Iterator[Block]:
        lines = "".join(self._parts).split(_BREAK)
        text = "\n".join(filter(None, (" ".join(strip_invisible(s).split()) for s in lines)))
        self._parts = []
        if text:
            text = f"{ITEM}{text}" if self._listed and level is None else text
            yield Block(text=text, heading=level is not None, level=level)
            self._listed = False


def _has_names(table: Any) -> bool:
    row = next(table.iter("tr"), None)
    return row is not None and row.find("td") is None


def _rows(table: Any) -> Iterator[Row]:
    for number, row in enumerate(table.iter("tr"), start=1):
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            cells.append(strip_invisible(" ".join(cell.itertext())))
            cells += [""] * (_span(cell) - 1)
        yield number, cells


def _span(cell: Any) -> int:
    value: str = cell.get("colspan", "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 1
    return min(max(number, 1), _WIDEST)
