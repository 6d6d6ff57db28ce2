"""Entries: the lines of a diary, each of which begins with its day: "6 Feb  Peak 1.34 m"."""

import re
from functools import lru_cache

from pipelines.nodes.text.calendar import WEEKDAYS, YearDay, day_or_month, days_named

_FEWEST = 2  # lines that begin so, which make a diary
_CACHED = 256  # passages
_LONGEST_DAY = 28  # characters: "24 September 2025", «24 сентября 2025 года»
_LINE = re.compile(r"[^\n]*")
_BULLET = re.compile(r"[\s*•–—-]*")
_WEEKDAY = re.compile(r"([^\W\d_]{2,12})[.,]{0,2}\s+")


def day_of_entry(text: str, at: int) -> YearDay | None:
    """Return the day of the entry that a place of a text is in; None where it is no diary.

    Args:
        text: a passage.
        at: a character of it.
    """
    lines = _entries(text)
    if sum(day is not None for _, day in lines) < _FEWEST:
        return None
    return next((day for start, day in reversed(lines) if start <= at), None)


@lru_cache(maxsize=_CACHED)
def _entries(text: str) -> tuple[tuple[int, YearDay | None], ...]:
    """Return where entries begin, and their days; None of what stands below an empty line."""
    lines = ((line.start(), _day_of(line[0]), line[0]) for line in _LINE.finditer(text))
    return tuple((start, day) for start, day, said in lines if day or not said.strip())


def _day_of(line: str) -> YearDay | None:
    """Return the day that a line begins with, behind a bullet and a day of the week."""
    bullet = _BULLET.match(line)
    start = bullet.end() if bullet else 0
    weekday = _WEEKDAY.match(line, start)
    if weekday and day_or_month(weekday[1]) in WEEKDAYS:
        start = weekday.end()
    days = days_named(line[start : start + _LONGEST_DAY])
    return next(((month, day) for (_, month, day), span in days if span.start == 0), None)
