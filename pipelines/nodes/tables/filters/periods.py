"""Periods: the year or month that a question names, and the rows whose date is in it.

"The next" is of the time from today on, and the first of it; "the last" the other way round.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from types import MappingProxyType

from pipelines.models.documents import Span
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import (
    BY_BIRTH,
    CONCEPTS,
    NEAREST,
    NO_DATES,
    SIDES,
    fold_in_place,
)
from pipelines.nodes.text.calendar import (
    dates_in,
    days_in,
    days_named,
    months_named,
    within_stretches,
)

_WORD = re.compile(r"[^\W_]+")
_DAY_ALONE = re.compile(  # of the month that a table is of: "on the 14th", «25-го»
    r"(?:(?<=day )|(?<=on )|(?<=the ))(?:the )?([12]?\d|3[01])(?:st|nd|rd|th)(?=\W*$|\W+at\b)"
    r"|(?<!\w)([12]?\d|3[01])(?:-?го|\s+числа)(?!\w)",
    re.IGNORECASE,
)
_MOSTLY_DAYS = 0.8  # of a column's values
_DAY_WORDS = 3  # of a value: "Sat 6 June"
_LEAP = 2000  # a year that has all days
_DATED = 0.7  # of the rows have a whole date in a column that dates them


@dataclass(frozen=True, slots=True)
class Period:
    """A year, a month or a day, of any year or of one, and where a question names it.

    side: what of the time before or after it is meant; "" is the period itself.
    is_nearest: of all that is on that side only the nearest is meant.
    """

    year: int | None
    month: int | None
    spans: tuple[Span, ...]
    day: int | None = None
    side: str = ""
    is_nearest: bool = False

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
    """The rows of a period, by their number in a table, and the column that dates them.

    days: of each row, where only the nearest is meant, the day by which it is that.
    """

    period: Period
    column: int
    rows: frozenset[int]
    days: Mapping[int, date] = field(default_factory=lambda: MappingProxyType({}))

    def nearest(self, rows: Iterable[int]) -> frozenset[int]:
        """Return those of some rows that are meant: all, or of the nearest day."""
        left = self.rows.intersection(rows)
        if not self.period.is_nearest or not left:
            return left
        best = (min if self.period.side == "since" else max)(self.days[row] for row in left)
        return frozenset(row for row in left if self.days[row] == best)


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


def nearest_period(question: str, today: date) -> Period | None:
    """Return the time from today on, or until today, of which a question asks for the nearest.

    "The next concert", "when was the last inspection"; not "the room next to it", "last name",
    "how long does it last".
    """
    folded = fold_in_place(question)
    sides = {"next": "since", "last": "until"}
    found = [
        (sides[name], span)
        for name, words in NEAREST.items()
        for span in words.find(folded)
        if _is_of_dates(folded, span)
    ]
    if len(found) != 1:
        return None
    ((side, span),) = found
    return Period(today.year, today.month, (span,), today.day, side, is_nearest=True)


def _is_of_dates(folded: str, said: Span) -> bool:
    after = _WORD.search(folded, said.end)
    if after is None:
        return folded[said.start : said.end] != "last"
    return not NO_DATES.holds(after[0])


def dated_rows(question: str, reading: Reading, today: date | None = None) -> Dated | None:
    """Return the rows that a question's period leaves; None where they have no dates, or no names.

    A year or a month that a column is called by chooses the column.

    Args:
        today: from which "the next" and "the last" are; they are of no period without it.
    """
    period = asked_period(question)
    if period is None and (eldest := _by_birth(question, reading)):
        return eldest
    if period is None and today is not None:
        nearest = nearest_period(question, today)
        return _nearest_rows(reading, nearest, today) if nearest else None
    if period is None or _names_column(reading, period):
        return None
    found = _dates_by_row(reading, lambda _column: dates_in)
    if found is None and period.year is None:
        found = _dates_by_row(reading, lambda _column: _days_of_any_year, is_dated=_are_days)
    if found is None:
        return None
    index, dates = found
    rows = (i for i, days in enumerate(dates) if any(map(period.holds, days)))
    return Dated(period, index, frozenset(rows))


def _by_birth(question: str, reading: Reading) -> Dated | None:
    """Return the rows with their days of birth, where the oldest or the youngest is asked for."""
    folded = fold_in_place(question)
    found = [(name, span) for name, words in BY_BIRTH.items() for span in words.find(folded)]
    columns = [at for at, column in enumerate(reading.table.columns) if _is_of_birth(column)]
    if len(found) != 1 or not columns:
        return None
    ((name, span),) = found
    born = {
        row: days[0]
        for row, one in enumerate(reading.table.rows)
        if (cell := one.cell(reading.table.columns[columns[0]])) and (days := dates_in(cell.value))
    }
    day, side = (date.min, "since") if name == "first" else (date.max, "until")
    period = Period(day.year, day.month, (span,), day.day, side, is_nearest=True)
    return Dated(period, columns[0], frozenset(born), born) if born else None


def _nearest_rows(reading: Reading, period: Period, today: date) -> Dated | None:
    """Return the rows of what is to come or was, with their days; None where none is dated.

    A day without a year is of this one; a birthday comes every year.
    """
    ahead = period.side == "since"

    def reader(column: str) -> Callable[[str], list[date]]:
        return partial(_days_of, today=today, is_yearly=ahead and _is_of_birth(column))

    if (found := _dates_by_row(reading, reader)) is None:
        return None
    index, dates = found
    within = {row: [*filter(period.holds, days)] for row, days in enumerate(dates)}
    then = {row: (min if ahead else max)(days) for row, days in within.items() if days}
    return Dated(period, index, frozenset(then), then)


def _is_of_time(reading: Reading, column: int) -> bool:
    return reading.kinds[column] == "time"


def _are_days(reading: Reading, column: int) -> bool:
    """Say whether a column holds days of months, with those of the week: "Sat 6 June".

    A row or two may be of all from one to another: "Wed 19 - Sat 22 Nov".
    """
    values = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
    days = [one for one in values if len(one.split()) <= _DAY_WORDS and len(days_named(one)) == 1]
    others = [one for one in values if one not in days and not days_named(one)]
    return not others and len(days) >= _MOSTLY_DAYS * len(values)


def _days_of_any_year(text: str) -> list[date]:
    """Return the days of a text in a leap year, with all from one to another: "Wed 19 - 22 Nov"."""
    days = _days_of(text, date(_LEAP, 1, 1), is_yearly=False)
    plain = " ".join(word for word in text.split() if not days_in(word, is_label=True))
    for month, day in sorted(within_stretches(plain)):
        with suppress(ValueError):  # the 30th of February
            days.append(date(_LEAP, month, day))
    return list(dict.fromkeys(days))


def _dates_by_row(
    reading: Reading,
    reader_of: Callable[[str], Callable[[str], list[date]]],
    is_dated: Callable[[Reading, int], bool] = _is_of_time,
) -> tuple[int, list[list[date]]] | None:
    """Return the column that dates the rows, and the dates of each; None where none does.

    Args:
        reader_of: returns by the name of a column what reads the dates in its values.
        is_dated: says whether a column is one of dates, by what it holds.
    """
    for index, column in _named_first(reading):
        read = reader_of(column)
        cells = {id(row): read(cell.value) for row, cell in reading.table.cells(column)}
        dates = [cells.get(id(row), []) for row in reading.table.rows]
        if is_dated(reading, index) and sum(map(bool, dates)) >= _DATED * len(dates):
            return index, dates
    return None


def _named_first(reading: Reading) -> list[tuple[int, str]]:
    """Return the columns by number and name, those that the question names before others."""
    named = reading.headers.max(axis=0, initial=0.0)
    return sorted(enumerate(reading.table.columns), key=lambda one: -float(named[one[0]]))


def _is_of_birth(column: str) -> bool:
    return any(CONCEPTS["birth"].holds(word) for word in _WORD.findall(fold_in_place(column)))


def _days_of(text: str, today: date, *, is_yearly: bool) -> list[date]:
    days = []
    for (year, month, day), _ in days_named(text):
        in_year = today.year if is_yearly or year is None else year
        if is_yearly and (month, day) < (today.month, today.day):
            in_year += 1
        with suppress(ValueError):  # the 29th of February, elsewhere
            days.append(date(in_year, month, day))
    return days


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
