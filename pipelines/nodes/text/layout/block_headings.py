"""Headings of blocks: the first line of a recipe, a list or a note that was typed without marks.

"CARROT CAKE  makes 2 tins" stands above what goes into it, in capitals; "Shopping:" above a list.
No mark says so as in a document, so the shape of a block has to: one line that is no sentence, and
below it, up to the next empty line, lines that are none either. What a heading denies is denied of
each line below it: without "Not covered", one says the opposite.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.dictionary import is_common
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_JOINING = frozenset("&/+–—-")
_FEWEST_LETTERS = 4  # of a word in capitals that is no abbreviation
_MOST_REST = 7  # words behind the capitals
_MOST_WORDS = 5  # of a heading in small letters
_FEWEST_LINES = 2  # below that one
_NO_HEADING = (".", "?", "…", ";", ",")
_STOPS = (".", "!", "?", "…", ";", ",")
_LISTED = re.compile(r"[-–—*•·]\s|\d|[a-zа-яё]")
_MOSTLY = 0.75  # share of the lines below that look like those of a list


@dataclass(frozen=True, slots=True)
class Block:
    """A heading as it is written, its whole line, and the lines below it."""

    name: str
    line: Span
    lines: tuple[Span, ...]

    @property
    def named(self) -> Span:
        """Where the heading itself stands, which its line may go on behind."""
        return Span(self.line.start, min(self.line.start + len(self.name), self.line.end))


def block_at(text: str, at: int) -> Block | None:
    """Return the block that a place of a text is in, its heading included; None outside of any."""
    return next((b for b in _blocks(text) if b.line.start <= at < b.lines[-1].end), None)


def in_small_letters(path: str) -> str:
    """Return a path of headings to be shown, those in capitals as sentences begin: «Повестка дня».

    One with a word that may be a name or an abbreviation stays as it is.
    """
    return BETWEEN.join(_quietened(heading) for heading in path.split(BETWEEN))


def _quietened(heading: str) -> str:
    words = _WORD.findall(heading)
    is_cried = heading.isupper() and max(map(len, words), default=0) >= _FEWEST_LETTERS
    if not is_cried or not all(is_common(fold(word)) for word in words):
        return heading
    at = heading.index(words[0])
    return heading[:at] + heading[at:].capitalize()


@lru_cache(maxsize=256)
def _blocks(text: str) -> tuple[Block, ...]:
    found: list[Block] = []
    lines: list[Span] = []
    start = 0
    for line in [*text.split("\n"), ""]:
        if line.strip():
            lines.append(Span(start, start + len(line)))
        else:
            found += _blocks_of(text, lines)
            lines = []
        start += len(line) + 1
    return tuple(found)


def _blocks_of(text: str, lines: list[Span]) -> list[Block]:
    """Return the block that lines without an empty one between them are; [] where they are none.

    Above its heading may stand that of all blocks.
    """
    named = ""
    for at, line in enumerate(lines[:-1]):
        name = capitals_of(text[line.start : line.end])
        if not name:
            below = lines[at:]
            break
        named, heading = name, line
    else:
        below = lines[-1:]
    if named:
        return [Block(named, heading, tuple(below))]
    return _listed_block(text, lines)


def _listed_block(text: str, lines: list[Span]) -> list[Block]:
    if len(lines) <= _FEWEST_LINES:
        return []
    name = text[lines[0].start : lines[0].end].strip()
    is_short = len(name.split()) <= _MOST_WORDS and not any(map(str.isdigit, name))
    if not is_short or name.endswith(_STOPS) or not name[:1].isupper() or ": " in name:
        return []
    below = [text[one.start : one.end].strip() for one in lines[1:]]
    listed = sum(bool(_LISTED.match(one)) and not one.endswith(_STOPS[:3]) for one in below)
    if listed < _MOSTLY * len(below):
        return []
    return [Block(name.rstrip(" :"), lines[0], tuple(lines[1:]))]


def capitals_of(line: str) -> str:
    """Return the capitals that a line begins with, where it is a heading by them; else ""."""
    words = line.split()
    count = 0
    while count < len(words) and (words[count].isupper() or words[count] in _JOINING):
        count += 1
    is_word = any(sum(map(str.isalpha, word)) >= _FEWEST_LETTERS for word in words[:count])
    is_label = count and words[count - 1].endswith(":") and count < len(words)
    if not is_word or is_label or len(words) - count > _MOST_REST:
        return ""
    if line.rstrip().endswith(_NO_HEADING):
        return ""
    return " ".join(words[:count]).rstrip(":–—- ")


def denies(lead: str) -> bool:
    """Say whether a heading, or a lead, denies what stands below it, or may."""
    return _denial().search(fold(lead)) is not None


@cache
def _denial() -> re.Pattern[str]:
    denying = read_table(__package__, "block_headings.toml")["denying"]
    return re.compile("|".join(map(_alternative, denying)))


def _alternative(word: str) -> str:
    written = re.escape(fold(word)).replace(r"\*", r"\w*")
    return written if _HAN.search(word) else rf"(?<!\w){written}(?!\w)"
