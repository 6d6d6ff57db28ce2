"""Order: what comes first or last on a day, where the cells tell the hours: "Yoga: 18:00–19:00".

There the order of the rows is none. What has no hour could stand anywhere, so that nothing is told.
Days may be columns, or what rows are called by: then each row has the hours of one, or an hour.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.timetables.week_said import (
    Said,
    asks_last,
    column_of_days,
    day_of,
    lines_on,
    weekday,
)
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.lexicon import (
    LESSONS,
    ON_DUTY,
    ORDER,
    ROOMS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.numbers import ordinal_of, written_ordinal

_SURE = 0.8
_OPEN = frozenset({"opening", "closing"})  # concepts
_NOON, _DAY = 12 * 60, 24 * 60
_CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2})(?:[:.](\d\d)(?:\s?([ap])\.?m\b)?|\s?([ap])\.?m\b)(?![\d:]|[.,]\d)"
)
_UNTIL = re.compile(r"\s*(?:[-–—]|to|till|until|до|bis|hasta|a)\s*")


Hours = Sequence[tuple[int, int | None]]  # from when to when, in minutes


@dataclass(frozen=True, slots=True)
class _Place:
    """Which comes first is asked for, or second, or last; words: the places of what says so."""

    at: int
    words: frozenset[int]


def by_hours(asked: Asked, said: Said, column: int) -> TableAnswer | None:
    """Answer what is first or last on a day that is a column."""
    place = _place(asked)
    if place is None or said.is_of_hour or _others(asked, said.others, place):
        return None
    return _told(asked, place, lines_on([column], said.rows, asked))


def by_hours_of_rows(asked: Asked) -> TableAnswer | None:
    """Answer what is first or last on a day that rows are of."""
    reading, place = asked.reading, _place(asked)
    days = {day for word in reading.words if (day := weekday(word.folded))}
    column = column_of_days(reading) if place and len(days) == 1 else None
    if place is None or column is None:
        return None
    name = reading.table.columns[column]
    rows = [at for at, row in enumerate(reading.table.rows) if day_of(row, name) in days]
    clocks = [at for at in range(len(reading.table.columns)) if _is_of_hours(reading, at)]
    rows, others = _narrowed(asked, rows, place)
    if others or not rows or not clocks:
        return None
    named = [RowMatch(at, frozenset({column}), frozenset(), 1.0) for at in rows]
    if len(rows) == 1:
        return _told(asked, place, lines_of(reading, named, clocks))
    hours = lines_of(reading, named, clocks[:1])
    told = _told(asked, place, hours) if len(hours) == len(rows) else None
    texts = [at for at, kind in enumerate(reading.kinds) if kind in ("text", "person")]
    what = [at for at in texts if at != column and at not in clocks][:1]
    chosen = [one for one, line in zip(named, hours, strict=True) if told and line in told.lines]
    return told and replace(told, lines=lines_of(reading, chosen, [*clocks[:1], *what]))


def _told(asked: Asked, place: _Place, lines: Sequence[Line]) -> TableAnswer | None:
    """Return which of the lines is meant; None unless each of them tells its hour."""
    hours: list[Hours] = [hours_in(line.value) for line in lines]
    ends: list[Hours] = [[(end, end) for _, end in one if end is not None] for one in hours]
    about = frozenset().union(*(concepts_of(word.folded) for word in asked.reading.words))
    if not lines or not all(hours) or ("opening" in about and place.at < 0):
        return None
    if "closing" in about:
        hours = ends
    is_of_end = bool(ORDER["ends"].find(fold_in_place(asked.question)))
    chosen = _chosen(lines, hours, place.at) if all(hours) else ()
    if is_of_end and not all(end for line, end in zip(lines, ends, strict=True) if line in chosen):
        return None
    return TableAnswer(chosen, None, None, _SURE) if chosen else None


def _is_of_hours(reading: Reading, column: int) -> bool:
    cells = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
    return bool(cells) and all(map(hours_in, cells))


def _narrowed(asked: Asked, rows: Sequence[int], place: _Place) -> tuple[list[int], bool]:
    """Return the rows that have what else is said, and whether anything is left of it."""
    reading, left = asked.reading, list(rows)
    said = (w.folded for w in reading.words if not (w.asks or w.unit or weekday(w.folded)))
    others = _others(asked, tuple(said), place)
    for at, word in enumerate(reading.words):
        if word.folded in others and reading.values[at].max(initial=0.0) >= HELD:
            left = [row for row in left if reading.values[at, row].max(initial=0.0) >= HELD]
            others = tuple(one for one in others if one != word.folded)
    return left, bool(others)


def _place(asked: Asked) -> _Place | None:
    folded, words = fold_in_place(asked.question), asked.reading.words
    for name, at in (("latest", -1), ("earliest", 1)):
        if spans := ORDER[name].find(folded):
            return _Place(at, _inside(asked, spans))
    if asks_last(asked.reading):
        return _Place(-1, _inside(asked, ORDER["last"].find(folded)))
    for number, word in enumerate(words):
        if at := ordinal_of(word.folded) or written_ordinal(word.folded):
            return _Place(at, frozenset({number}))
    return None


def _inside(asked: Asked, spans: Sequence[Span]) -> frozenset[int]:
    return frozenset(
        at
        for at, word in enumerate(asked.reading.words)
        if any(one.start <= word.span.start < one.end for one in spans)
    )


def _others(asked: Asked, said: Sequence[str], place: _Place) -> tuple[str, ...]:
    """Return what else is said, but for when something begins, and that it takes place.

    What the table is called, or a column of it, is nothing else either: an appointment.
    """
    reading = asked.reading
    told = {reading.words[at].folded for at in place.words}
    headers = np.maximum(reading.headers.max(axis=1, initial=0.0), reading.around)
    told |= {w.folded for w, held in zip(reading.words, headers, strict=True) if held >= HELD}
    told |= {w.folded for w in reading.words if concepts_of(w.folded) & _OPEN}
    known = (*(ORDER[name] for name in ("begins", "ends", "time")), ON_DUTY, LESSONS, ROOMS)
    return tuple(w for w in said if w not in told and not any(words.holds(w) for words in known))


def _chosen(lines: Sequence[Line], hours: Sequence[Hours], place: int) -> tuple[Line, ...]:
    """Return the lines that begin at the hour that is meant; several begin at one."""
    begins = sorted({begin for one in hours for begin, _ in one})
    at = place if place < 0 else place - 1
    if at >= len(begins):
        return ()
    return tuple(
        line
        for line, one in zip(lines, hours, strict=True)
        if begins[at] in {begin for begin, _ in one}
    )


def hours_in(value: str) -> Hours:
    """Return from when to when, in minutes, a cell says that something is on; no end: not told."""
    folded = fold_in_place(value)
    found = list(_CLOCK.finditer(folded))
    hours, at = list[tuple[int, int | None]](), 0
    while at < len(found):
        one, begin = found[at], _minutes(found[at])
        end = None
        if at + 1 < len(found) and _UNTIL.fullmatch(folded, one.end(), found[at + 1].start()):
            at += 1
            end = _minutes(found[at])
        hours.append((begin, end))
        at += 1
    return hours


def _minutes(clock: re.Match[str]) -> int:
    half, minutes = clock[3] or clock[4] or "", 60 * int(clock[1]) + int(clock[2] or 0)
    return (minutes % _NOON + _NOON * (half == "p") if half else minutes) % _DAY
