"""Entries: the lines of a diary, each of which begins with its day: "6 Feb  Peak 1.34 m"."""

import re
from functools import lru_cache

from pipelines.nodes.text.calendar import YearDay, days_named

_FEWEST = 2  # lines that begin so, which make a diary
_CACHED = 256  # passages
_LONGEST_DAY = 24  # characters: "Wednesday 24 September 2025"
_LINE = re.compile(r"[^\n]+")
_BEFORE = re.compile(r"[\s*•–—-]*(?:[^\W\d_]{2,9},?\s)?")  # a bullet, a day of the week


def day_of_entry(text: str, at: int) -> YearDay | None:
    """Return the day of the entry that a place of a text is in; None where it is no diary.

    Args:
        text: a passage.
        at: a character of it.
    """
    days = _entries(text)
    if len(days) < _FEWEST:
        return None
    return next((day for start, day in reversed(days) if start <= at), None)


@lru_cache(maxsize=_CACHED)
def _entries(text: str) -> tuple[tuple[int, YearDay], ...]:
    """Return where the lines begin that begin with a day, and those days."""
    lines = ((line.start(), _day_of(line[0])) for line in _LINE.finditer(text))
    return tuple((start, day) for start, day in lines if day is not None)


def _day_of(line: str) -> YearDay | None:
    """Return the day that a line begins with."""
    begins = _BEFORE.match(line)
    start = begins.end() if begins else 0
    for (_, month, day), span in days_named(line[: start + _LONGEST_DAY]):
        if span.start in (0, start):
            return month, day
    return None
