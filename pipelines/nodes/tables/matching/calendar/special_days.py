"""Special days: "Good Friday" is no Friday that somebody asks for, "Boxing Day" is 26 December.

A day of the week that a value makes a day of its own is named by that alone. A day with a name or
a date names the values that have that date; of what is said beside it, "on Saturday 26 December",
nothing else is named.
"""

from collections.abc import Collection, Sequence, Set

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, Word
from pipelines.nodes.text.calendar import (
    WEEKDAYS,
    YearDay,
    day_or_month,
    days_named,
    feasts_in,
    special_days_in,
    within_stretches,
)

_LONGEST = 60  # characters of a value that is a day, or a few
_NEAR = 4  # characters between a day of the week and the date behind it


def drop_special_days(
    question: str, words: Sequence[Word], values: FloatArray, table: Table
) -> None:
    """Take no day of the week for a special one that has its name, unless that is said, too.

    Args:
        values: float32 [words, R, C], changed in place.
    """
    said = {question[s.start : s.end].lower() for _, s in special_days_in(question)}
    asked = [at for at, word in enumerate(words) if day_or_month(word.folded) in WEEKDAYS]
    if said or not asked:
        return
    at = {name: index for index, name in enumerate(table.columns)}
    for row_index, row in enumerate(table.rows):
        for cell in row.cells:
            special = special_days_in(cell.value) if len(cell.value) <= _LONGEST else []
            for index in asked:
                if any(name == day_or_month(words[index].folded) for name, _ in special):
                    values[index, row_index, at[cell.name]] = 0.0


def take_dated_days(
    question: str, words: Sequence[Word], values: FloatArray, table: Table
) -> tuple[Span, ...]:
    """Take the one day that a question names for the values with that date, and for no others.

    Args:
        values: float32 [words, R, C], changed in place.
    Returns:
        where words stand that the date of a value stands for: "Boxing Day", the day of the week.
    """
    dated = [((month, day), span) for (_, month, day), span in days_named(question)]
    named = feasts_in(question)
    days, spans = {day for day, _ in (*dated, *named)}, [span for _, span in (*dated, *named)]
    if not days or (len(days) > 1 and len(set(spans)) > 1):  # «Рождество» may be either of two
        return ()
    weekdays = _weekdays(question, words, spans)
    own = [at for at, word in enumerate(words) if _is_in(word.span, (*spans, *weekdays))]
    held = _held(table, days)
    is_of_date = bool(dated) and bool((values[own].max(axis=0, initial=0.0) >= HELD).any())
    if not held or (is_of_date and not (weekdays or named)):
        return ()
    values[own] = 0.0
    for row, column in held:
        values[own, row, column] = INFLECTED
    return (*spans, *weekdays)


def _held(table: Table, days: Collection[YearDay]) -> list[tuple[int, int]]:
    """Return the cells that are of one of some days: by date, by name, or within a stretch."""
    at = {name: index for index, name in enumerate(table.columns)}
    return [
        (row_index, at[cell.name])
        for row_index, row in enumerate(table.rows)
        for cell in row.cells
        if len(cell.value) <= _LONGEST and not _days_of(cell.value).isdisjoint(days)
    ]


def _days_of(value: str) -> Set[YearDay]:
    dates = {(month, day) for (_, month, day), _ in days_named(value)}
    return dates | {day for day, _ in feasts_in(value)} | within_stretches(value)


def _weekdays(question: str, words: Sequence[Word], spans: Sequence[Span]) -> list[Span]:
    """Return the days of the week that stand right before one of some dates."""
    return [
        word.span
        for word in words
        if day_or_month(word.folded) in WEEKDAYS
        and any(0 <= span.start - word.span.end <= _NEAR for span in spans)
    ]


def _is_in(span: Span, spans: Collection[Span]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in spans)
