"""Read Word documents."""

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import docx
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn

from pipelines.errors import SourceRefused
from pipelines.extractors.lists import join_items
from pipelines.extractors.office.zip_safety import open_document, refusing_broken
from pipelines.extractors.tables import Row, table_blocks
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible

_TYPED_LEVEL = 2  # of a heading that is told by how it is set
_LONGEST_TYPED, _FEWEST_LETTERS = 80, 4  # characters of one, and letters
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_LIST = re.compile(r"list (?:bullet|number)", re.IGNORECASE)
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_WIDEST = 64  # columns that one cell may span
_SIGNS = {
    qn("w:tab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
    qn("w:softHyphen"): "\xad",
}


class DocxExtractor:
    """Reads DOCX: python-docx opens it and knows its styles, the text is walked here.

    Walked, because python-docx leaves out what stands in content controls, and what was inserted
    while changes were tracked.
    """

    def extract(self, fetched: Fetched) -> Extracted:
        """Return headings with their levels, paragraphs, lists, and one block per table row.

        Raises:
            SourceRefused: a bomb, broken, or without text.
        """
        open_document(fetched.content).close()
        with refusing_broken(OpcError):
            document = docx.Document(io.BytesIO(fetched.content))
            levels = {style.style_id: _level(style) for style in document.styles}
            lists = {s.style_id for s in document.styles if _LIST.match(s.name or "")}
            found = _blocks(document.element.body, levels, frozenset(lists))
            blocks = tuple(join_items(found))
            styled = _first_heading(document.element.body, levels)
            known = document.core_properties
            title, author = known.title, known.author
        if not blocks:
            raise SourceRefused("source-no-text")
        return Extracted(
            blocks=blocks,
            title=choose_title([title, styled], fetched, blocks),
            url=fetched.url,
            author=author if author and author != "python-docx" else None,
        )


def _level(style: Any) -> int | None:
    """Return the level of a heading style, its own or that of the style it builds on."""
    for _ in range(16):  # styles may build on each other in a circle
        if style is None or not hasattr(style, "base_style"):
            return None
        if (style.name or "").lower() == "title":
            return 1
        if match := _HEADING.fullmatch(style.name or ""):
            return int(match.group(1)) + 1
        style = style.base_style
    return None


def _first_heading(body: Any, levels: dict[str, int | None]) -> str | None:
    """Return the first heading by its style: what is only set as one may name a part at most."""
    headings = (p for p in body.iter(qn("w:p")) if levels.get(p.style or "") is not None)
    return next((text for each in headings if (text := _text(each).strip())), None)


def _blocks(parent: Any, levels: dict[str, int | None], lists: frozenset[str]) -> Iterator[Block]:
    for element in parent.iterchildren():
        if element.tag == qn("w:p"):
            text = _text(element).strip()
            if text:
                level = levels.get(element.style or "")
                if level is None and _is_set_as_heading(element, text):
                    level = _TYPED_LEVEL
                listed = element.style in lists or _is_listed(element)
                if listed and level is None:
                    text = f"- {text}"
                yield Block(text=text, heading=level is not None, level=level)
        elif element.tag == qn("w:tbl"):
            yield from table_blocks(_rows(element), pairs=not _marks_names(element))
        elif element.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:customXml")):
            yield from _blocks(element, levels, lists)


def _is_set_as_heading(paragraph: Any, text: str) -> bool:
    """Say whether a line without a style is set as headings are: in capitals, or bold alone.

    What follows it must be text that is not set so.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if len(text) > _LONGEST_TYPED or len(letters) < _FEWEST_LETTERS or "\n" in text:
        return False
    if _is_listed(paragraph) or text[-1] in ".;,!?。；，！？":
        return False
    has_case = any(letter.isupper() for letter in letters)  # no Chinese line has
    is_cried = has_case and not any(letter.islower() for letter in letters)
    if not (is_cried or _is_bold(paragraph)):
        return False
    following = next((p for p in paragraph.itersiblings() if _text(p).strip()), None)
    if following is None:
        return False
    if is_cried:
        return any(letter.islower() for letter in _text(following))
    return following.tag != qn("w:p") or not _is_bold(following)


def _is_listed(paragraph: Any) -> bool:
    return paragraph.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None


def _text(element: Any) -> str:
    """Return the text of a paragraph or cell; what is deleted, hidden or there twice is not."""
    parts: list[str] = []
    for node in element.iter(qn("w:t"), qn("w:p"), *_SIGNS):
        if node.tag == qn("w:t"):
            if next(node.iterancestors(_FALLBACK), None) is None:
                parts.append(node.text or "")
        elif node.tag == qn("w:p"):
            parts.append("\n" if parts else "")
        elif node.getparent().tag == qn("w:r"):
            parts.append(_SIGNS[node.tag])
    return strip_invisible("".join(parts))


def _marks_names(table: Any) -> bool:
    """Say whether the first row is set as names: to be repeated on every page, or bold alone."""
    first, second = [*table.iterchildren(qn("w:tr")), None, None][:2]
    if first is None or first.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None:
        return first is not None
    return _is_bold(first) and (second is None or not _is_bold(second))


def _is_bold(row: Any) -> bool:
    runs = [run for run in row.iter(qn("w:r")) if run.find(qn("w:t")) is not None]
    marks = [run.find(f"{qn('w:rPr')}/{qn('w:b')}") for run in runs]
    return bool(marks) and all(
        mark is not None and mark.get(qn("w:val")) not in ("0", "false") for mark in marks
    )


def _rows(table: Any) -> Iterator[Row]:
    above: Sequence[str] = ()
    for number, row in enumerate(table.iterchildren(qn("w:tr")), start=1):
        cells: list[str] = []
        for cell in row.iter(qn("w:tc")):
            if next(cell.iterancestors(qn("w:tr"))) is not row:  # of a table inside a cell
                continue
            goes_on = cell.vMerge == "continue" and len(cells) < len(above)
            cells.append(above[len(cells)] if goes_on else _text(cell))
            cells += [""] * (min(cell.grid_span, _WIDEST) - 1)
        above = cells
        yield number, cells
