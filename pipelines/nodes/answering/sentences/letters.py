"""Letters: who wrote one, which only its signature says, or the header of an e-mail.

"Yours sincerely, Margaret Doyle" has no word of "who wrote to us about the roof?": what the letter
is about stands in all of it, and who wrote it at its end.
"""

import re
from collections.abc import Sequence
from functools import cache

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.meetings.items import stems_of
from pipelines.nodes.answering.sentences.mail import header_above, sender_in
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_LINE = re.compile(r"[^\n]+")
_NAME = re.compile(r"(?<!\w)[^\W\d_a-zа-яё][^\W\d_]+")
_IS_NAME = re.compile(r"[^\W\d_a-zа-яё](?:[^\W\d_]+|\.)[,.]?(?:-\w+)?")  # also an initial
_MOST_NAMES = 4  # words
_NO_NAME = re.compile(r"[@:?!]|\d{4}|[^.][a-zа-яё]{2}\.\s*$")
_MOST_LINES, _LONGEST = 3, 80  # of a signature; characters of a line
_MOST_HELD = 0.6  # share of the words of a matter that a letter has


def asked_of_letter(question: str) -> frozenset[str] | None:
    """Return what a letter is about whose writer is asked for, as stems; None: no writer is."""
    folded = fold(question)
    asked = _pattern("asked").search(folded)
    if asked is None:
        return None
    rest = f"{folded[: asked.start()]} {folded[asked.end() :]}"
    return stems_of(_pattern("filler").sub(" ", rest))


def writers_of(matter: frozenset[str], passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return who wrote the letters of a document that are about a matter; () where it has none.

    Args:
        matter: see `asked_of_letter`.
        passages: of one document, in reading order.
    """
    letters = _Letters()
    for passage in passages:
        letters.read(passage)
    letters.end()
    about = (by for text, by in letters.found if len(matter & stems_of(text)) >= _least(matter))
    return tuple({quote.text: quote for quote in about}.values())


def closes(line: str) -> bool:
    """Say whether a line does no more than close a letter: "Kind regards,", with a name or not."""
    return _closed_by(line) is not None


def written_out(quote: Quote) -> str:
    """Return a signature in one line: "Margaret Doyle, Secretary"."""
    return ", ".join(line.strip().rstrip(",") for line in quote.text.splitlines() if line.strip())


def _least(matter: frozenset[str]) -> float:
    return _MOST_HELD * len(matter)


class _Letters:
    """Reads letters line by line: an e-mail begins with its header, others end as they are signed.

    found: what each says, and who wrote it.
    """

    def __init__(self) -> None:
        self.found: list[tuple[str, Quote]] = []
        self._lines: list[str] = []
        self._by: Quote | None = None

    def read(self, passage: Passage) -> None:
        """Read what comes next of a document."""
        text, begun = passage.text, -1
        lines = [Span(*match.span()) for match in _LINE.finditer(text)]
        for at, line in enumerate(lines):
            header = header_above(text, line.end)
            if header is not None and header.start > begun:
                begun = header.start
                self.end()
                self._by = Quote(passage, sender_in(text, header))
            said = text[line.start : line.end]
            self._lines.append(said)
            named = _closed_by(said) if self._by is None else None
            if named is not None:
                behind = lines[at + 1 : at + 1 + _MOST_LINES]
                signed = line if named else _signed(text, behind)  # "Regards, Tom"
                self._by = Quote(passage, signed) if signed else None
                self.end()

    def end(self) -> None:
        """Take down what was read as a letter, where it is known who wrote it."""
        if self._by is not None:
            self.found.append(("\n".join(self._lines), self._by))
        self._lines, self._by = [], None


def _closed_by(line: str) -> str | None:
    """Return the name behind the words that close a letter, "" where it is below; None: no such."""
    said = line.strip()
    closing = _closing().match(fold(said))
    if closing is None:
        return None
    named = said[closing.end() :]
    words = named.split()
    are_names = len(words) <= _MOST_NAMES and all(_IS_NAME.fullmatch(word) for word in words)
    return named if are_names else None


def _signed(text: str, lines: Sequence[Span]) -> Span | None:
    """Return the lines of a signature, which have a name and are no sentences."""
    kept: list[Span] = []
    for line in lines:
        said = text[line.start : line.end]
        if len(said) > _LONGEST or _NO_NAME.search(said):
            break
        kept.append(line)
    named = any(_NAME.search(text[line.start : line.end]) for line in kept)
    return Span(kept[0].start, kept[-1].end) if kept and named else None


@cache
def _closing() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(map(fold, _lists()['closings']))})(?!\w)\s*[,.!]?\s*")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(fold, _lists()[name]))})(?!\w)")


@cache
def _lists() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = read_table(__package__, "letters.toml")
    return lists
