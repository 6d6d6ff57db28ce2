"""Find words of the cleaned text on the page that they were read from.

Cleaning joins broken words, unfolds ligatures, drops footnote marks and puts columns in order; so
letters and digits alone are compared, and a quote may be found in several runs of them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.models.documents import Span
from pipelines.models.originals import PageQuote

_CONTEXT = 400  # letters of what stands around a quote that tell one place from another
_LONGEST = 4000  # letters of a quote that are looked for
_SHORTEST_RUN = 10  # letters that are found on their own by more than chance
_FAR = 400  # letters between runs of one quote, from which on a run must speak for itself
_SPEAKING = 24  # letters of such a run
_ENOUGH = 0.6  # of the quote's letters
_BEGINNING = 24  # letters of a quote that goes on on the next page
_REACHES = 0.7, 2.5  # heights of a line by which cells of a row are out of line: none, of several
Band = tuple[float, float]
_SIGNS = re.compile(r"[^\w\s\x00-\x1f]{1,3}")
_CELL = re.compile(r";\s+")
_NAME = re.compile(r"^[^:;]{1,100}:\s+")


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters and digits of a page, folded, each with its place in PDFium's text."""

    text: str
    places: tuple[int, ...]
    written: str  # as PDFium has it

    @classmethod
    def of(cls, written: str) -> "Letters":
        """Fold a text: compatibility forms are unfolded, marks and case are dropped."""
        text: list[str] = []
        places: list[int] = []
        for at, letter in enumerate(written):
            folded = _folded(letter)
            text.append(folded)
            places += [at] * len(folded)
        return cls("".join(text), tuple(places), written)

    def words(self, wanted: str) -> Iterator[Span]:
        """Yield where whole words stand."""
        for at in _places(self.text, wanted):
            first, last = self.places[at], self.places[at + len(wanted) - 1]
            around = self.written[max(0, first - 1) : first] + self.written[last + 1 : last + 2]
            if not any(map(str.isalnum, around)):
                yield Span(at, at + len(wanted))

    def spans(self, found: Sequence[Span]) -> tuple[Span, ...]:
        """Turn runs of these letters into runs of PDFium's text, with the signs around them."""
        return tuple(
            Span(
                self.places[run.start] - self._signs(self.written[: self.places[run.start]][::-1]),
                end + self._signs(self.written[end:]),
            )
            for run in found
            for end in (self.places[run.end - 1] + 1,)
        )

    @staticmethod
    def _signs(beside: str) -> int:
        """Count the full stops, brackets and the like that touch a word."""
        found = _SIGNS.match(beside)
        return len(found[0]) if found else 0


def find_quote(page: Letters, quote: PageQuote, band: Callable[[int], Band]) -> tuple[Span, ...]:
    """Return where on the page the words of a quote stand; nothing when too few of them do.

    Args:
        band: how low and how high a letter of PDFium's text reaches: cells side by side are a row.
    """
    runs: tuple[Span, ...] = ()
    if quote.is_row:
        for line in filter(None, quote.text.splitlines()):
            runs += _find_cells(page, line, band)
    return page.spans(runs or _find_words(page, quote))


def _find_cells(page: Letters, row: str, band: Callable[[int], Band]) -> tuple[Span, ...]:
    """Find the values of a row, which stand side by side, and what names them if it does too.

    The names of the columns stand above the row, as a rule; they are not marked.
    """
    values, names = _taken_apart(row)
    places = {value: list(page.words(value)) for value in {*values, *names}}
    bands = {run: band(page.places[run.start]) for runs in places.values() for run in runs}
    for reach in _REACHES:
        rows = [
            _beside(bands, bands[run], reach, [places[each] for each in values])
            for value in values
            for run in places[value]
        ]
        best = max(rows, key=_count, default=[])
        if best and _count(best) >= _ENOUGH * sum(map(len, values)):
            named = _beside(bands, bands[best[0]], reach, [places[each] for each in names])
            return (*best, *named)
    return ()


def _beside(
    bands: Mapping[Span, Band], row: Band, reach: float, cells: Sequence[Sequence[Span]]
) -> list[Span]:
    """Return, of the places of each cell, the one that is nearest to a row, if it is in reach."""

    def away(run: Span) -> float:
        return abs(sum(bands[run]) - sum(row)) / 2

    nearest = (min(places, key=away) for places in cells if places)
    return [run for run in nearest if away(run) <= reach * (row[1] - row[0])]


def _count(runs: Sequence[Span]) -> int:
    return sum(run.end - run.start for run in runs)


def _taken_apart(row: str) -> tuple[list[str], list[str]]:
    values, names = [], []
    for cell in _CELL.split(row):
        name = _NAME.match(cell)
        values.append(Letters.of(cell[name.end() :] if name else cell).text)
        names.append(Letters.of(name[0]).text if name else "")
    return list(filter(None, values)), list(filter(None, names))


def _find_words(page: Letters, quote: PageQuote) -> tuple[Span, ...]:
    wanted = Letters.of(quote.text).text[:_LONGEST]
    if not wanted:
        return ()
    before = Letters.of(quote.before).text[-_CONTEXT:]
    after = Letters.of(quote.after).text[:_CONTEXT]
    whole = [Span(at, at + len(wanted)) for at in _places(page.text, wanted)]
    if whole:
        return (max(whole, key=lambda run: _fits(page.text, run, before, after)),)
    return _find_runs(page.text, wanted)


def _find_runs(page: str, wanted: str) -> tuple[Span, ...]:
    """Find a quote that is interrupted on the page, or goes on on the next one, in its runs."""
    runs: list[Span] = []
    at = found = 0
    first = -1
    while at < len(wanted):
        run = _longest_run(page, wanted[at:], runs[-1].end if runs else None)
        if run is None:
            at += 1
            continue
        first = at if first < 0 else first
        runs.append(run)
        at += run.end - run.start
        found += run.end - run.start
    is_begun = first == 0 and runs[0].end - runs[0].start >= _BEGINNING
    return tuple(runs) if is_begun or found >= _ENOUGH * len(wanted) else ()


def _longest_run(page: str, wanted: str, last: int | None) -> Span | None:
    """Return where the longest beginning of `wanted` stands, behind `last` if it does there."""
    low, high = 0, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wanted[:middle] in page else (low, middle - 1)
    if low < min(_SHORTEST_RUN, len(wanted)):
        return None
    at = page.find(wanted[:low], last or 0)
    at = page.find(wanted[:low]) if at < 0 else at
    is_near = last is None or 0 <= at - last <= _FAR
    return Span(at, at + low) if low >= _SPEAKING or (is_near and low >= _SHORTEST_RUN) else None


def _fits(page: str, run: Span, before: str, after: str) -> int:
    """Count the letters around a place that are those around the quote."""
    led = _shared(reversed(page[: run.start]), reversed(before))
    return led + _shared(iter(page[run.end :]), iter(after))


def _shared(one: Iterator[str], other: Iterator[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _places(page: str, wanted: str) -> Iterator[int]:
    at = page.find(wanted)
    while at >= 0:
        yield at
        at = page.find(wanted, at + 1)


def _folded(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(char for char in plain if char.isalnum())
