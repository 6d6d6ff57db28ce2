"""Read the main text of a web page."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import trafilatura
from lxml import etree  # type: ignore[import-untyped]

from pipelines.errors import SourceRefused
from pipelines.extractors.tables import named_blocks
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.titles import choose_title
from pipelines.extractors.web.bylines import iso_date, tidy_author
from pipelines.extractors.web.metadata import canonical_url, published_on
from pipelines.extractors.web.telegram_page import read_post_page
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.sources.telegram_links import is_telegram

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_LANGUAGE = re.compile(r"<html[^>]{0,500}?\slang\s*=\s*[\"']?\s*([A-Za-z]{2,3})\b", re.IGNORECASE)
_HEAD = 4096
_MOST_TAGS = 500_000  # a page of twenty megabytes that people wrote has a fifth of that
# Only dates that are marked as such: one out of the running text is as likely somebody's birthday.
_MARKED_DATES = {"extensive_search": False, "original_date": True}
_WIDEST_TABLE = 256  # columns; what stands further right is left out of tables anyway
_MOST_CELLS = 1_000_000
_OF_TEXT = ("p", "table", "ul", "ol", "dl", "pre", "blockquote", *(f"h{n}" for n in range(1, 7)))
_LEVELS = {f"h{level}": level for level in range(1, 7)}
_SPACES = re.compile(r"\s+")


class HtmlExtractor:
    """Reads `text/html` through trafilatura: the article without what surrounds it."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return headings, paragraphs, lists (one block each), tables and code in reading order.

        A table whose columns have names is a block a row.

        Raises:
            SourceRefused: there is no text in the page, or it is made of too many parts.
        """
        charset = _CHARSET.search(fetched.content[:_HEAD])
        text = decode(fetched.content, charset.group(1).decode() if charset else None)
        if text.count("<") > _MOST_TAGS:
            raise SourceRefused("source-too-complex")
        try:
            tree: Any = trafilatura.load_html(text)
            if tree is None:
                raise SourceRefused("source-no-text")
            if is_telegram(fetched.url or ""):
                return read_post_page(tree, fetched)
            _tame_tables(tree)
            _mark_article(tree)
            published, url = published_on(tree), canonical_url(tree, fetched.url)
            document: Any = trafilatura.bare_extraction(
                tree,
                url=fetched.url,
                include_comments=False,
                include_tables=True,
                with_metadata=True,
                favor_recall=True,
                date_extraction_params=_MARKED_DATES,
            )
        except (RecursionError, etree.XPathError) as error:
            raise SourceRefused("source-too-complex") from error
        if document is None or document.body is None:
            raise SourceRefused("source-no-text")
        blocks = tuple(_blocks(document.body))
        if not blocks:
            raise SourceRefused("source-no-text")
        headings = (block.text for block in blocks if block.heading)
        language = _LANGUAGE.search(text[:_HEAD])
        return Extracted(
            blocks=blocks,
            title=choose_title([document.title, next(headings, None)], fetched, blocks),
            url=url,
            language=language.group(1).lower()[:2] if language else None,
            author=tidy_author(document.author),
            published=published or iso_date(document.date),
        )


def _tame_tables(tree: Any) -> None:
    """Take the spans off tables that are wider than any, and refuse those too large for padding.

    Every row is padded to the widest, and every cell counted for each that is added.

    Raises:
        SourceRefused: a table would have more than MOST_CELLS cells.
    """
    for table in tree.iter("table"):
        rows = [list(row.iterchildren("td", "th")) for row in table.iter("tr")]
        if max((sum(map(_span, cells)) for cells in rows), default=0) > _WIDEST_TABLE:
            for cell in chain.from_iterable(rows):
                for name in ("colspan", "rowspan"):
                    cell.attrib.pop(name, None)
        if len(rows) * max((sum(map(_span, cells)) for cells in rows), default=0) > _MOST_CELLS:
            raise SourceRefused("source-too-complex")


def _mark_article(tree: Any) -> None:
    """Mark a page as an article whose body is one: paragraphs and headings stand in it, in no part.

    Where nothing is marked, trafilatura looks for where the text is densest, and loses headings and
    the tables at the edges of it.
    """
    body = tree.find("body")
    if body is None or next(tree.iter("main", "article"), None) is not None:
        return
    own = sum(len("".join(child.itertext())) for child in body.iterchildren(*_OF_TEXT))
    if 2 * own < len("".join(body.itertext())):
        return
    article = etree.Element("article")
    article.text, body.text = body.text, None
    article.extend(list(body))
    body.append(article)


def _span(cell: Any) -> int:
    value: str = cell.get("colspan", "")
    return max(1, int(value)) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def _blocks(body: Any) -> Iterator[Block]:
    for element in body:
        if element.tag == "table" and _has_names(element):
            yield from named_blocks(enumerate(_rows(element), start=1))
        elif text := _RENDER.get(element.tag, _flowing)(element).strip():
            heading = element.tag == "head"
            level = _LEVELS.get(element.get("rend", "")) if heading else None
            yield Block(text=text, heading=heading, level=level)
        if element.tail and element.tail.strip():
            yield Block(text=_SPACES.sub(" ", element.tail).strip())


def _flowing(element: Any) -> str:
    for line_break in element.iter("lb"):
        line_break.text = "\n"
    lines = "".join(element.itertext()).split("\n")
    return "\n".join(line for line in (_SPACES.sub(" ", line).strip() for line in lines) if line)


def _heading(element: Any) -> str:
    return _SPACES.sub(" ", "".join(element.itertext()))


def _list(element: Any) -> str:
    lines = []
    for item in element.iter("item"):
        parts = [item.text or ""]
        for child in item:
            if child.tag != "list":
                parts += [*child.itertext()]
            parts.append(child.tail or "")
        line = _SPACES.sub(" ", "".join(parts)).strip()
        if line:
            lines.append(f"- {line}")
    return "\n".join(lines)


def _has_names(table: Any) -> bool:
    """Say whether the first row is marked as names of columns, and others are not."""
    heads = [[cell.get("role") == "head" for cell in row.iter("cell")] for row in table.iter("row")]
    return len(heads) > 1 and len(heads[0]) > 1 and all(heads[0]) and not any(map(all, heads[1:]))


def _rows(table: Any) -> Iterator[list[str]]:
    for row in table.iter("row"):
        yield [_SPACES.sub(" ", "".join(cell.itertext())).strip() for cell in row.iter("cell")]


def _table(element: Any) -> str:
    """Write a table whose columns have no names: what is what is seen from all of it."""
    rows = (" | ".join(filter(None, cells)) for cells in _rows(element))
    return "\n".join(filter(None, rows))


def _code(element: Any) -> str:
    return "".join(element.itertext()).strip("\n")


_RENDER = {"head": _heading, "list": _list, "table": _table, "code": _code}
