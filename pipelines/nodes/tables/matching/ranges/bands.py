"""Bands: rows that are called by bare spans of numbers: "5–11", "12–16", "17+" of "Group size".

A number that is said to be of what their column is called by names the row that holds it, and so
does the same span in other words, "from 12 to 16"; a price of that figure is none of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.amounts.measures import is_one_unit, is_unit, written_measure
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, RELATED, Word, has_currency, terms_of
from pipelines.nodes.tables.words.lexicon import AND, BANDS, RANGES, concepts_of, fold_in_place
from pipelines.nodes.text.calendar import is_month

_NUMBER = r"(\d+(?:[.,]\d+)?)"
_SPAN = re.compile(rf"{_NUMBER}\s?[-–—]\s?{_NUMBER}(?:\s?([^\W\d_]+|°[cfс]?))?")
_BEYOND = re.compile(rf"{_NUMBER}\s?\+(?:\s?([^\W\d_]+))?")
_SAID_SPAN = re.compile(rf"{_NUMBER}\s?[-–—]\s?{_NUMBER}")
_FEWEST = 2  # rows
_ABOUT = frozenset({"price", "paid", "salary", "hours", "date", "opening", "closing"})  # no bands
_MEASURED = frozenset({"age", "duration", "weight", "height", "length", "area"})
_COUNTED = frozenset({"amount"})  # of whatever


@dataclass(frozen=True, slots=True)
class _Band:
    first: Decimal
    last: Decimal | None
    unit: str

    def holds(self, number: Decimal) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


def take_bands(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
    """Take the numbers of a question for the rows in whose bands they are, and for nothing else.

    Args:
        headers: float32 [words, C]; values: float32 [words, R, C], changed in place.
    Returns:
        the words, and where those stand that lie within what a row is called by.
    """
    for column, name in enumerate(table.columns):
        bands = _bands(table, name)
        if len(bands) < _FEWEST:
            continue
        asked = _asked_span(question, words, bands) or _asked_number(
            question, words, headers[:, column], values, bands, name
        )
        if asked is None:
            continue
        own, holding = asked
        values[own] = 0.0
        for row in holding:
            values[own, row, column] = 1.0
        spans = tuple(words[at].span for at in own)
        taken = [replace(w, asks=False, unit=False) if w.span in spans else w for w in words]
        return tuple(taken), _whole_decimals(spans, question) if holding else ()
    return tuple(words), ()


def _bands(table: Table, name: str) -> Mapping[int, _Band]:
    """Return the bands of the rows of a column, by row; nothing unless all of its cells are one."""
    about = frozenset[str]().union(*map(concepts_of, terms_of(name)))
    cells = [(at, cell) for at, row in enumerate(table.rows) if (cell := row.cell(name))]
    found = {at: band for at, cell in cells if (band := _band(fold_in_place(cell.value).strip()))}
    if has_currency(name) or about & _ABOUT or len(found) < len(cells):
        return {}
    ordered = sorted(found.values(), key=lambda band: band.first)
    are_apart = all(
        one.last is not None and one.last <= two.first for one, two in pairwise(ordered)
    )
    return found if are_apart and len({one.unit for one in ordered} - {""}) <= 1 else {}


def _band(value: str) -> _Band | None:
    if match := _SPAN.fullmatch(value):
        unit, last = match[3] or "", _decimal(match[2])
    elif match := _BEYOND.fullmatch(value):
        unit, last = match[2] or "", None
    else:
        return None
    first = _decimal(match[1])
    is_other = has_currency(unit) or is_month(unit) or (last is not None and last < first)
    return None if is_other else _Band(first, last, unit)


def _decimal(written: str) -> Decimal:
    return Decimal(written.replace(",", "."))


def _whole_decimals(spans: Sequence[Span], question: str) -> tuple[Span, ...]:
    """Join the spans on both sides of a decimal comma."""
    joined: list[Span] = []
    for span in spans:
        if joined and question[joined[-1].end : span.start] == ",":
            span = Span(joined.pop().start, span.end)
        joined.append(span)
    return tuple(joined)


def _asked_span(
    question: str, words: Sequence[Word], bands: Mapping[int, _Band]
) -> tuple[list[int], list[int]] | None:
    """Return the words of a span that a band is, and its row."""
    folded = fold_in_place(question)
    said = [(Span(*m.span()), _decimal(m[1]), _decimal(m[2])) for m in _SAID_SPAN.finditer(folded)]
    said += [
        (one.span, one.bound, one.upper)
        for one in asked_conditions(question)
        if one.comparison == "between" and one.upper is not None
    ]
    said += list(_joined(folded, words))
    for span, first, last in said:
        row = [at for at, band in bands.items() if (band.first, band.last) == (first, last)]
        own = [at for at in _within(words, span) if words[at].has_digits]
        if len(row) == 1 and own:
            return own, row
    return None


def _joined(folded: str, words: Sequence[Word]) -> Iterator[tuple[Span, Decimal, Decimal]]:
    """Yield two numbers with "to" between them."""
    numbers = [word for word in words if word.folded.isdecimal()]
    for low, high in pairwise(numbers):
        between = folded[low.span.end : high.span.start].strip()
        if RANGES["joining"].holds(between) and not AND.holds(between):
            span = Span(low.span.start, high.span.end)
            yield span, Decimal(low.folded), Decimal(high.folded)


def _within(words: Sequence[Word], span: Span) -> Iterator[int]:
    return (
        at
        for at, word in enumerate(words)
        if span.start <= word.span.start and word.span.end <= span.end
    )


def _asked_number(
    question: str,
    words: Sequence[Word],
    of_header: FloatArray,
    values: FloatArray,
    bands: Mapping[int, _Band],
    name: str,
) -> tuple[list[int], list[int]] | None:
    """Return the one number that is said to be of a column, and the row that holds it."""
    if asked_conditions(question):
        return None
    found = [
        (own, number)
        for own, number, _ in numbers_said(question, words)
        if not _is_amount_or_day(question, words, own)
        and _is_of(words, own, of_header, next(iter(bands.values())), name)
    ]
    if len(found) != 1:
        return None
    ((own, number),) = found
    return own, [row for row, band in bands.items() if band.holds(number)]


def numbers_said(question: str, words: Sequence[Word]) -> Iterator[tuple[list[int], Decimal, str]]:
    """Yield the numbers of a question, the words that they are, and a unit written to them.

    "37,5" is one of two words.
    """
    at = 0
    while at < len(words):
        own, measure = [at], written_measure(words[at].folded)
        behind = words[at + 1] if at + 1 < len(words) else None
        if behind and _joins(question, words[at], behind):
            own, measure = [at, at + 1], written_measure(f"{words[at].folded},{behind.folded}")
        at += len(own)
        if measure:
            yield own, *measure


def _is_amount_or_day(question: str, words: Sequence[Word], own: Sequence[int]) -> bool:
    """Say whether a number is a sum of money, or a day of a month."""
    around = question[max(0, words[own[0]].span.start - 2) : words[own[-1]].span.end + 2]
    after = words[own[-1] + 1].folded if own[-1] + 1 < len(words) else ""
    return any(map(has_currency, (around, after))) or is_month(after)


def _joins(question: str, word: Word, behind: Word) -> bool:
    """Say whether a comma parts two words as the whole of a number and its decimals."""
    is_comma = question[word.span.end : behind.span.start] == ","
    return is_comma and word.folded.isdecimal() and behind.folded[:1].isdecimal()


def _is_of(
    words: Sequence[Word], own: Sequence[int], of_header: FloatArray, band: _Band, name: str
) -> bool:
    """Say whether a number is of what a column is called by: "a group of 14", "14 guests"."""
    first, at = own[0], own[-1]
    measure = written_measure(words[at].folded)
    behind = words[at + 1] if at + 1 < len(words) else None
    unit = (measure[1] if measure else "") or (
        behind.folded if behind and is_unit(behind.folded) else ""
    )
    about = frozenset[str]().union(*map(concepts_of, terms_of(name)))
    if unit:
        is_of_age = "age" in about and is_one_unit(unit, "лет")
        return is_of_age or (bool(band.unit) and is_one_unit(unit, band.unit))
    if is_unit(band.unit) and not about & _MEASURED:  # three parcels are not 3 kg
        return False
    before = next((n for n in range(first - 1, -1, -1) if not words[n].asks), None)
    if before is not None and of_header[before] >= RELATED:
        return True
    if behind is None or behind.asks:
        return bool(about & _COUNTED)
    is_of_people = BANDS["people"].holds(behind.folded) and not about & _MEASURED
    return is_of_people or of_header[at + 1] >= HELD or bool(about & _COUNTED)
