"""What the bot said, taken apart as a reader does.

The body is the reply without its list of sources. A unit is what is read at once: a line of it, or
a sentence of a line; a line that ends in a colon belongs to the next. Values are compared without
regard to case, ё and е, kinds of spaces, dashes and quotation marks, and to how thousands and
decimals are parted: `12 500`, `12,500` and `12500` are one number, and `5` does not stand in `2.5`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

MARK = re.compile(r"\[\d{1,3}\]")
_SOURCE = re.compile(r"\s*\[\d{1,3}\]\s+\S")
_ENDS = re.compile(r"[.!?…]+[»\"”)]*(?:\s*\[\d{1,3}\])*\s+(?=[-–—•*]?\s*[^\W_a-zа-яё]|[«“\"(])")
_AFTER_MARK = re.compile(r"(?<=\])\s+(?=[^\s\[])")
_SHORT_WORDS, _SHORT_CHARS = 4, 25  # less is the beginning of a sentence: a date, initials
_SPACES = re.compile(r"[ \t\u00a0\u2002-\u200a\u202f\u205f]+")
_DASHES, _QUOTES = re.compile(r"[‐-―−]"), re.compile(r"[«»“”„\"]")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u2060]")
_THOUSANDS = re.compile(r"(?<![\d.])(?!0)\d{1,3}(?:([ ',])\d{3})(?:\1\d{3})*(?!\d)")
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_WORDS = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))
_HEADS = frozenset(_WORDS["sources"])
_SHORTENED = frozenset(_WORDS["shortened"])
_NOT_THERE = re.compile("|".join(_WORDS["not_there"]), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the bot wrote after a turn, and the buttons under it."""

    text: str
    buttons: Sequence[str] = ()

    @property
    def is_cited(self) -> bool:
        """Whether it carries a mark of a source anywhere."""
        return bool(MARK.search(self.text))

    @property
    def body(self) -> str:
        """The reply without its list of sources."""
        lines = self.text.splitlines()
        for at, line in enumerate(lines):
            is_head = re.sub(r"[\W_]+", "", line).casefold() in _HEADS
            if is_head and all(map(_SOURCE.match, lines[at + 1 : at + 2])):
                return "\n".join(lines[:at]).strip()
        while lines and (not lines[-1].strip() or _SOURCE.match(lines[-1])):
            lines.pop()
        return "\n".join(lines).strip() or self.text.strip()

    @property
    def units(self) -> list[str]:
        """Lines and sentences of the body, in order."""
        return list(_units(self.body))

    @property
    def abstains(self) -> bool:
        """Whether nothing is cited, or the first line, uncited, says that it is not there."""
        first = next(filter(str.strip, self.text.splitlines()), "")
        return not self.is_cited or (not MARK.search(first) and bool(_NOT_THERE.search(first)))


def place_of(values: Sequence[str], text: str) -> int | None:
    """Tell where the first of these values stands in a text; None when none does."""
    read = comparable(text)
    found = [match.start() for value in values if (match := _pattern(value).search(read))]
    return min(found, default=None)


def holds(values: Sequence[str], text: str) -> bool:
    """Tell whether one of these values stands in a text."""
    return place_of(values, text) is not None


def comparable(text: str) -> str:
    """Spell a text as it is compared, without its marks."""
    text = MARK.sub(" ", _UNSEEN.sub("", text)).casefold().replace("ё", "е").replace("’", "'")
    text = _SPACES.sub(" ", _QUOTES.sub('"', _DASHES.sub("-", text)))
    text = _THOUSANDS.sub(lambda number: re.sub(r"[ ',]", "", number[0]), text)
    return _DECIMAL.sub(".", re.sub(r"(?<=\d) (?=%)", "", text))


def _pattern(value: str) -> re.Pattern[str]:
    read = comparable(value)
    before = r"(?<!\d)(?<!\d\.)" if read[:1].isdigit() else ""
    after = r"(?!\d)(?!\.\d)" if read[-1:].isdigit() else ""
    return re.compile(before + re.escape(read) + after)


def _units(body: str) -> Iterator[str]:
    heading = ""
    for line in map(str.strip, body.splitlines()):
        if not re.search(r"\w", MARK.sub("", line)):
            continue
        line = f"{heading} {line}".strip()
        heading = line if line.endswith(":") else ""
        if not heading:
            for piece in _AFTER_MARK.split(line):
                yield from _sentences(piece)
    if heading:
        yield heading


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _ENDS.finditer(text):
        sentence = text[start : end.end()].strip()
        words = text[start : end.start()].split()
        last = words[-1].strip('«“"(').casefold() if words else ""
        is_short = len(words) <= _SHORT_WORDS and len(sentence) <= _SHORT_CHARS
        is_shortened = text[end.start()] == "." and (len(last) == 1 or last in _SHORTENED)
        if not (is_short or is_shortened):
            yield sentence
            start = end.end()
    if rest := text[start:].strip():
        yield rest
