"""Read plain text in any encoding."""

import re

from pipelines.errors import SourceRefused
from pipelines.extractors.text.chats import with_headers_joined
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.titles import choose_title, title_from_name, words_of_title
from pipelines.models.documents import Block, Extracted, Fetched

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_TITLE_LENGTH = 100
_STEM = 4  # letters that the forms of a word have in common
_MARKUP = re.compile(r"\s*[#=*]|[^\n]*\n\s*(?:={3,}|-{3,})\s*(?:\n|$)")


class TextExtractor:
    """Reads `text/plain`; paragraphs are what blank lines divide."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per paragraph.

        Raises:
            SourceRefused: there is nothing but white space.
        """
        text = with_headers_joined(decode(fetched.content))
        blocks = tuple(
            Block(text=part.strip("\n")) for part in _BLANK_LINES.split(text) if part.strip()
        )
        if not blocks:
            raise SourceRefused("source-no-text")
        name, line = title_from_name(fetched.file_name), _first_line(blocks[0].text)
        candidates = [line] if line and _says_more(line, name, blocks[0].text) else [name, line]
        title = choose_title(candidates, fetched, blocks)
        return Extracted(blocks=blocks, title=title, url=fetched.url)


def _first_line(text: str) -> str | None:
    """Return the first line if it looks like a title: short, and not the start of a sentence."""
    first = text.strip().split("\n")[0].strip(" \t#=*-_")
    return first if first and len(first) <= _TITLE_LENGTH and first[-1] not in ".,;:!?" else None


def _says_more(line: str, name: str | None, text: str) -> bool:
    """Say whether the first line is a better title than the file's name.

    It is when it is marked as one, holds the words of the name, or stands for a name in Latin
    letters in a text that is not: "bees.txt", «Пасека на южном склоне».
    """
    if name is None or _MARKUP.match(text):
        return True
    words = {word[:_STEM] for word in words_of_title(name) if word.isalpha()}
    held = {word[:_STEM] for word in words_of_title(line)}
    return words <= held or (name.isascii() and not _is_latin(line))


def _is_latin(line: str) -> bool:
    letters = [character for character in line if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 >= len(letters)
