"""Periods: the year or month that a question names, and the rows whose date is in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from pipelines.models.documents import Span
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import SIDES, fold_in_place
from pipelines.nodes.text.calendar import dates_in, days_named, months_named

_WORD = re.compile(r"[^\W_]+")
_DAY_ALONE = re.compile(  # of the month that a table is of: "on the 14th", «25-го»
    r"(?:(?<=day )|(?<=on )|(?<=the ))(?:the )?([12]?\d|3[01])(?:st|nd|rd|th)(?=\W*$|\W+at\b)"
    r"|(?<!\w)([12]?\d|3[01])(?:-?го|\s+числа)(?!\w)",
    re.IGNORECASE,
)
_DATED = 0.7  # of the rows have a whole date in a column that dates them


@dataclass(frozen=True, slots=True)
class Period:
    """A year, a month or a day, of any year or of one, and where a question names it.

    side: what of the time before or after it is meant; "" is the period itself.
    """

    year: int | None
    month: int | None
    spans: tuple[Span, ...]
    day: int | None = None
    side: str = ""

    def holds(self, date_: date) -> bool:
        """Say whether a date is in it, or on the side that is meant."""
        said = (self.year, self.month, self.day)
        named = [part for part in said if part is not None]
        parts = (date_.year, date_.month, date_.day)
        dated = [part for part, own in zip(parts, said, strict=True) if own is not None]
        match self.side:
            case "after":
                return dated > named
            case "since":
                return dated >= named
            case "before":
                return dated < named
            case "until":
                return dated <= named
            case _:
                return dated == named


@dataclass(frozen=True, slots=True)
class Dated:
    """The rows of a period, by their number in a table, and the column that dates them."""

    period: Period
    column: int
    rows: frozenset[int]


def asked_period(question: str) -> Period | None:
    """Return the one day, month or year that a question names; None of several or none.

    A day of a month is no month, and "may I" asks for leave.
    """
    days = days_named(question)
    if len(days) == 1:
        ((named_year, named_month, day), span) = days[0]
        return _sided(question, Period(named_year, named_month, (span,), day))
    years, months = list(_years(question)), months_named(question)
    if not (years or months) and (match := _DAY_ALONE.search(question)):
        day = int(match[1] or match[2])
        return _sided(question, Period(None, None, (Span(*match.span()),), day))
    if len(years) > 1 or len(months) > 1 or not (years or months):
        return None
    year, month = years[0][0] if years else None, months[0][0] if months else None
    spans = sorted((span for _, span in (*years, *months)), key=lambda span: span.start)
    return _sided(question, Period(year, month, tuple(spans)))


def _sided(question: str, period: Period) -> Period:
    """Take the word before a period to it that says on which side of it: "after May"."""
    folded, first = fold_in_place(question), period.spans[0]
    for side, words in SIDES.items():
        for span in words.find(folded[: first.start]):
            if not folded[span.end : first.start].strip():
                return replace(period, side=side, spans=(span, *period.spans))
    return period


def dated_rows(question: str, reading: Reading) -> Dated | None:
    """Return the rows that a question's period leaves; None where they have no dates, or no names.

    A year or a month that a column is called by chooses the column.
    """
    period = asked_period(question)
    if period is None or _names_column(reading, period):
        return None
    for index, column in enumerate(reading.table.columns):
        cells = {id(row): dates_in(cell.value) for row, cell in reading.table.cells(column)}
        dates = [cells.get(id(row), []) for row in reading.table.rows]
        if reading.kinds[index] == "time" and sum(map(bool, dates)) >= _DATED * len(dates):
            rows = (i for i, days in enumerate(dates) if any(map(period.holds, days)))
            return Dated(period, index, frozenset(rows))
    return None


def _names_column(reading: Reading, period: Period) -> bool:
    return any(
        reading.headers[index].max(initial=0.0) >= HELD
        for index, word in enumerate(reading.words)
        if any(s.start <= word.span.start and word.span.end <= s.end for s in period.spans)
    )


def _years(question: str) -> Iterator[tuple[int, Span]]:
    for match in _WORD.finditer(question):
        if is_year(match[0]):
            yield int(match[0]), Span(*match.span())
