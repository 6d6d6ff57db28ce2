"""Week, as it is said: what a question names of a table with a column for each day."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.nodes.tables.answered import Line
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    DAY_PARTS,
    LESSONS,
    NEAREST,
    ROOMS,
    PhraseList,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month, days_named, is_month, months_named
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import content_words

_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_PARTS = {"morning": range(12), "afternoon": range(12, 17), "evening": range(17, 24)}

Days = Mapping[int, str]  # columns, and the day of the week of each
Rows = Sequence[TableRow]


@dataclass(frozen=True, slots=True)
class Said:
    """What a question says of a timetable.

    rows: those of the hour, the part of the day or the one that is asked about; all where none is.
    others: what else is said: what is on, or whose timetable it is.
    is_of_one: rows are called by a name, and some of them are named.
    """

    days: frozenset[str]
    rows: Rows
    others: tuple[str, ...]
    is_of_hour: bool = False
    is_of_one: bool = False


def day_columns(reading: Reading) -> dict[int, str]:
    """Return the columns that are of a day of the week each; none if two are of one."""
    days = {
        column: day for column, name in enumerate(reading.table.columns) if (day := weekday(name))
    }
    return days if len(set(days.values())) == len(days) else {}


def column_of_days(reading: Reading) -> int | None:
    """Return the column that tells of each row which day of the week it is of."""
    for at, name in enumerate(reading.table.columns):
        if all(day_of(row, name) for row in reading.table.rows):
            return at
    return None


def day_of(row: TableRow, column: str) -> str | None:
    """Return the day of the week that a row is of, by a column; None where it tells none."""
    cell = row.cell(column)
    return weekday(fold_in_place(cell.value.strip(" ."))) if cell else None


def weekday(word: str) -> str | None:
    """Return which day of the week a word is, by its English name; None: none, or a month."""
    return None if is_month(word) else day_or_month(word)


def is_of_month(asked: Asked) -> bool:
    """Say whether a date, or all of a month, is asked about; somebody may be called by one."""
    said = [span for _, span in (*months_named(asked.question), *days_named(asked.question))]
    words = (asked.question[span.start : span.end] for span in said)
    return any(not stand_in_cells([word], asked.reading) for word in words)


def said_of(asked: Asked) -> Said:
    """Read what a question says of a timetable."""
    reading = asked.reading
    rows, hour = _rows_then(asked)
    others = tuple(
        word.folded
        for word in reading.words
        if not (word.asks or word.unit or weekday(word.folded) or word.folded in hour)
        and not (LESSONS.holds(word.folded) or ROOMS.holds(word.folded))
    )
    days = frozenset(day for word in reading.words if (day := weekday(word.folded)))
    if own := _rows_called(rows, others, asked.question):
        left = tuple(word for word in others if not _shares(own[0], [word]))
        return Said(days, own, left, bool(hour), is_of_one=True)
    return Said(days, rows, others, bool(hour))


def _rows_called(rows: Rows, words: Iterable[str], question: str) -> Rows:
    """Return the rows that have most of the words in what they are called; none of hours.

    Of several, the one whose whole name is said: "Room A", which a letter tells from "Room B".
    """
    shared = [0 if _hours(row) else _shares(row, words) for row in rows]
    most = [row for row, count in zip(rows, shared, strict=True) if count == max(shared) > 0]
    folded = fold_in_place(question)
    whole = [row for row in most if PhraseList.of([row.cells[0].value]).find(folded)]
    return whole or most


def _shares(row: TableRow, words: Iterable[str]) -> int:
    return len(stems(row.cells[0].value) & stems(" ".join(words)))


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that tell something."""
    return frozenset(map(bare_stem, content_words(text)))


def _rows_then(asked: Asked) -> tuple[Rows, frozenset[str]]:
    """Return the rows of the hour, or the part of the day, that is asked about, and its words.

    All rows and no words where none is of it: then it is taken for no hour.
    """
    words, question = asked.reading.words, fold_in_place(asked.question)
    rows, day = asked.reading.table.rows, _day_of_hours(asked)
    for number in numbers_in(question):
        then = [row for row in rows if number.values & _hours(row) or _is_on_at(row, day, number)]
        if then:
            at = number.span
            return then, frozenset(w.folded for w in words if at.start <= w.span.start < at.end)
    parts = [name for name, said in DAY_PARTS.items() if said.find(question)]
    then = [row for row in rows if len(parts) == 1 and _is_in(row, day, parts[0])]
    told = frozenset(w.folded for w in words if then and DAY_PARTS[parts[0]].holds(w.folded))
    return then or rows, told


def _day_of_hours(asked: Asked) -> str:
    """Return the column of the day that is named, where its cells tell the hours; else ""."""
    days = {day for word in asked.reading.words if (day := weekday(word.folded))}
    named = [at for at, day in day_columns(asked.reading).items() if day in days]
    if len(named) != 1 or any(map(_hours, asked.reading.table.rows)):
        return ""
    return asked.reading.table.columns[named[0]]


def _is_on_at(row: TableRow, day: str, number: Number) -> bool:
    """Say whether what a row has on a day is on at an hour, in whole hours as people ask."""
    stretch = _stretch(row, day)
    asked = {int(value) for value in number.values if value.isdecimal()}
    return stretch is not None and any(stretch[0] <= 60 * hour < stretch[1] for hour in asked)


def _is_in(row: TableRow, day: str, part: str) -> bool:
    if stretch := _stretch(row, day):
        return any(stretch[0] < 60 * hour + 60 and 60 * hour < stretch[1] for hour in _PARTS[part])
    begins = row.cells[0].value
    clock = _CLOCK.search(begins)
    return int(clock[1]) in _PARTS[part] if clock else DAY_PARTS[part].holds(fold_in_place(begins))


def _stretch(row: TableRow, day: str) -> tuple[int, int] | None:
    """Return from when to when, in minutes, a row is on on a day; an hour where no end is told."""
    cell = row.cell(day) if day else None
    clocks = [60 * int(c[1]) + int(c[2]) for c in _CLOCK.finditer(cell.value)] if cell else []
    if not clocks:
        return None
    return clocks[0], clocks[1] if len(clocks) > 1 else clocks[0] + 60


def _hours(row: TableRow) -> frozenset[str]:
    """Return all that the hour of a row may be called: 19:00 and 19."""
    told = numbers_in(row.cells[0].value) if _CLOCK.search(row.cells[0].value) else ()
    return next(
        (one.values for one in told if any(":" in value for value in one.values)), frozenset()
    )


def asks_last(reading: Reading) -> bool:
    """Say whether the last of a day is asked for, not what was on last Monday."""
    return any(
        NEAREST["last"].holds(word.folded)
        and not (weekday(following.folded) or numbers_in(following.text))
        for word, following in pairwise(reading.words)
    )


def are_in_order(rows: Rows) -> bool:
    """Say whether rows are of hours, parts of the day or numbered lessons, one after another."""
    first = [fold_in_place(row.cells[0].value) for row in rows]
    return all(numbers_in(one) or any(w.find(one) for w in DAY_PARTS.values()) for one in first)


def lines_on(columns: Iterable[int], rows: Rows, asked: Asked) -> tuple[Line, ...]:
    """Return all that is on in some rows on some days."""
    names = [name_of(asked, column) for column in columns]
    return tuple(line for row in rows for name in names if (line := line_of(row, name)))


def line_of(row: TableRow, day: str) -> Line | None:
    """Return what is on then, under the hour or the number of the row; None for nothing."""
    cell, first = row.cell(day), row.cells[0]
    if cell is None or says_absent(fold_in_place(cell.value)):
        return None
    when = f"{first.value}, {day}" if first.name != day else day
    return Line(when, cell.value, row, cell)


def says_absent(folded: str) -> bool:
    """Say whether a folded cell says that nothing is on, or nobody there."""
    return ABSENT.holds(folded.strip(" ."))


def name_of(asked: Asked, column: int) -> str:
    """Return what a column is called."""
    return asked.reading.table.columns[column]


def stand_in_cells(words: Iterable[str], reading: Reading) -> bool:
    """Say whether words are of what is on, rather than of whose timetable it is."""
    wanted = stems(" ".join(words))
    return any(wanted & stems(cell.value) for row in reading.table.rows for cell in row.cells)
