"""Read a public Telegram post out of the page that Telegram gives for embedding it."""

import re
from typing import Any

from pipelines.errors import SourceRefused
from pipelines.extractors.titles import tidy_title
from pipelines.extractors.web.bylines import iso_date, tidy_author
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_FIRST_WORDS = 60  # characters of the post that its title shows


def read_post_page(tree: Any, fetched: Fetched) -> Extracted:
    """Return one block per paragraph of the post, its channel as author, and its day.

    Raises:
        SourceRefused: there is no post that can be read without being a member.
    """
    texts = _of_class(tree, "js-message_text")
    parts = _BLANK_LINES.split(_lines(texts[-1])) if texts else []
    blocks = tuple(Block(text=part.strip()) for part in parts if part.strip())
    if not blocks:
        raise SourceRefused("source-telegram-closed")
    names = _of_class(tree, "tgme_widget_message_owner_name")
    channel = tidy_author("".join(names[0].itertext())) if names else None
    days = (iso_date(value) for value in tree.xpath("//time/@datetime"))
    return Extracted(
        blocks=blocks,
        title=tidy_title(f"{channel}: {_first_words(blocks[0].text)}" if channel else ""),
        url=fetched.url,
        author=channel,
        published=next((day for day in days if day), None),
    )


def _of_class(tree: Any, name: str) -> list[Any]:
    found = tree.xpath(
        "//*[contains(concat(' ', normalize-space(@class), ' '), $name)]", name=f" {name} "
    )
    return list(found)


def _lines(element: Any) -> str:
    for line_break in element.iter("br"):
        line_break.tail = "\n" + (line_break.tail or "")
    return strip_invisible("".join(element.itertext()))


def _first_words(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= _FIRST_WORDS:
        return line
    return line[:_FIRST_WORDS].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
