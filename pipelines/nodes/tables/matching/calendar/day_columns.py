"""Day columns: a table with a column for each date, "Mon 23 Nov", and the one that is asked for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.words.evidence import INFLECTED, Word
from pipelines.nodes.text.calendar import day_or_month, days_in, days_named, is_month

_FEWEST = 3  # columns of dates, that make a table one of days
_WORD = re.compile(r"[^\W\d_]+")
_DAY = re.compile(r"(?<![\d.:])([12]?\d|3[01])(?![\d:])")
_DAY_MONTH = re.compile(r"(?<![\d.])([12]?\d|3[01])[./](0?[1-9]|1[0-2])(?![\d./])")
_BEHIND = re.compile(  # a day of the week: "friday 27th", «в пятницу 27-го», "domingo, 29"
    r",?\s+(?:the\s+|el\s+|den\s+|día\s+)?([12]?\d|3[01])(?:st|nd|rd|th|-?го|-?е|\.|º)?(?![\d:]|\.\d)"
)
_ALONE = re.compile(
    r"(?:(?<=on )|(?<=on the )|(?<=the ))([12]?\d|3[01])(?:st|nd|rd|th)(?!\w)"
    r"|(?<!\w)([12]?\d|3[01])(?:-?го|\s+числа)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it is written: of the month, and where that is said its month and weekday."""

    number: int
    month: int | None
    weekdays: frozenset[str]

    def may_be(self, other: "Day") -> bool:
        """Say whether two may be the same, as far as both are told."""
        is_month = self.month is None or other.month is None or self.month == other.month
        are_alike = not (self.weekdays and other.weekdays) or self.weekdays & other.weekdays
        return self.number == other.number and is_month and bool(are_alike)


def day_of_label(label: str) -> Day | None:
    """Return the date that a column is called by; None of a weekday alone, or of none."""
    weekdays = days_in(label, is_label=True)
    for (_, month, number), _ in days_named(label):
        return Day(number, month, weekdays)
    if match := _DAY_MONTH.search(label):
        return Day(int(match[1]), int(match[2]), weekdays)
    numbers = _DAY.findall(label)
    return Day(int(numbers[0]), None, weekdays) if weekdays and len(numbers) == 1 else None


def is_of_day(label: str) -> bool:
    """Say whether a column is that of one day: of the week, or a date."""
    is_weekday = day_or_month(label) is not None and not is_month(label)
    return is_weekday or day_of_label(label) is not None


def take_dates(
    question: str,
    words: Sequence[Word],
    columns: Sequence[str],
    headers: FloatArray,
    values: FloatArray,
) -> None:
    """Take a day that a question names for the column of that date, and for no other.

    Args:
        headers: float32 [words, C], changed.
        values: float32 [words, R, C], changed.
    """
    dated = {at: day for at, name in enumerate(columns) if (day := day_of_label(name))}
    asked = _asked_day(question)
    if len(dated) < _FEWEST or asked is None:
        return
    day, spans = asked
    own = [i for i, w in enumerate(words) if any(_holds(span, w.span) for span in spans)]
    headers[own], values[own] = 0.0, 0.0
    meant = [at for at, other in dated.items() if day.may_be(other)]
    for column in meant:
        headers[own, column] = INFLECTED


def _asked_day(question: str) -> tuple[Day, tuple[Span, ...]] | None:
    """Return the one date that a question names, with its weekday, and where."""
    low = question.lower()
    weekdays = tuple(_weekdays(low))
    for named in (days_named(question), list(_short_dates(question))):
        if len(named) == 1:
            ((_, month, number), span) = named[0]
            names = frozenset(name for name, _ in weekdays)
            return Day(number, month, names), (span, *(place for _, place in weekdays))
    for name, place in weekdays:
        if match := _BEHIND.match(low, place.end):
            return Day(int(match[1]), None, frozenset({name})), (Span(place.start, match.end()),)
    if match := _ALONE.search(low):
        return Day(int(match[1] or match[2]), None, frozenset()), (Span(*match.span()),)
    return None


def _short_dates(question: str) -> Iterator[tuple[tuple[None, int, int], Span]]:
    for match in _DAY_MONTH.finditer(question):
        yield (None, int(match[2]), int(match[1])), Span(*match.span())


def _weekdays(text: str) -> Iterator[tuple[str, Span]]:
    """Yield the days of the week that are named; a short one only before a number: "sat 28"."""
    for match in _WORD.finditer(text):
        name = day_or_month(match[0])
        is_short = match[0].isascii() and not days_in(match[0])
        if (
            name
            and not is_month(match[0])
            and not (is_short and not _BEHIND.match(text, match.end()))
        ):
            yield name, Span(*match.span())


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end
