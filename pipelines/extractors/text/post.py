"""Read a post or a note out of Telegram."""

import re
from collections.abc import Sequence

from pipelines.errors import SourceRefused
from pipelines.extractors.titles import tidy_title
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.models.posts import Post
from pipelines.nodes.sources.notes import noted
from pipelines.nodes.text.clean import strip_invisible

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_FIRST_WORDS = 50  # characters of a note that its title shows


class PostExtractor:
    """Reads what `Post.encode` wrote; paragraphs are what blank lines divide."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per paragraph, with the link, the author and the date of the post.

        Raises:
            SourceRefused: it has no words.
        """
        post = Post.decode(fetched.content)
        parts = _BLANK_LINES.split(strip_invisible(post.text))
        blocks = tuple(Block(text=part.strip("\n")) for part in parts if part.strip())
        if not any(character.isalnum() for block in blocks for character in block.text):
            raise SourceRefused("source-no-text")
        title = f"{post.title}: {_beginning(parts)}" if post.is_note else post.title
        return Extracted(
            blocks=blocks,
            title=tidy_title(title),
            url=post.url,
            author=post.author,
            published=post.published,
        )


def _beginning(paragraphs: Sequence[str]) -> str:
    """Return the first words of a note, without the one that it calls itself a note with."""
    said = noted("\n\n".join(paragraphs))
    first = _BLANK_LINES.split(said)[0] if said else next(filter(str.strip, paragraphs))
    return _first_words(first)


def _first_words(text: str) -> str:
    line = " ".join(_ADDRESS.sub(" ", text).split())
    if len(line) <= _FIRST_WORDS:
        return line
    return line[:_FIRST_WORDS].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
