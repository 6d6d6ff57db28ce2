"""Read plain text in any encoding."""

import re

from pipelines.errors import SourceRefused
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_TITLE_LENGTH = 100


class TextExtractor:
    """Reads `text/plain`; paragraphs are what blank lines divide."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per paragraph.

        Raises:
            SourceRefused: there is nothing but white space.
        """
        text = decode(fetched.content)
        blocks = tuple(
            Block(text=part.strip("\n")) for part in _BLANK_LINES.split(text) if part.strip()
        )
        if not blocks:
            raise SourceRefused("source-no-text")
        title = choose_title([_first_line(blocks[0].text)], fetched, blocks)
        return Extracted(blocks=blocks, title=title, url=fetched.url)


def _first_line(text: str) -> str | None:
    """Return the first line if it looks like a title: short, and not the start of a sentence."""
    first = text.strip().split("\n")[0].strip(" \t#=*-_")
    return first if first and len(first) <= _TITLE_LENGTH and first[-1] not in ".,;:!?" else None
