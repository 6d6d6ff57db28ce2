"""Calls: when each run of a line calls at each stop, whichever of the two a table has for rows.

On paper the stops often stand one below the other, and each run has a column of its own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.matching.columns import numbers_rows
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import Cell, TableRow
from pipelines.nodes.tables.words.lexicon import ABSENT, STOP_COLUMNS, VEHICLES, fold_in_place
from pipelines.nodes.text.calendar import day_or_month

_FEWEST = 2  # stops, or runs that have columns
_NOON = 12
_DAY, DAWN = 24 * 60, 4 * 60  # minutes
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(?:\s?([ap])\.?m\.?)?", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\w\s?)?\d+\w?(?:\s?\([^()]*\))?")  # "6021", "N5", "12 (Sat)"


@dataclass(frozen=True, slots=True)
class Call:
    """What a timetable has for a run at a stop; cell: None where that is nothing."""

    row: TableRow
    cell: Cell | None
    minutes: int | None  # of the day on which the first run goes


@dataclass(frozen=True, slots=True)
class Calls:
    """The timetable of a line.

    stops: their names, in order.
    strengths: float32 [words, stops]: how surely a word of the question calls each.
    runs: what each run has at each stop, the earliest run first.
    names: what the runs are called, where they have columns; else "".
    """

    stops: tuple[str, ...]
    strengths: FloatArray
    runs: tuple[tuple[Call, ...], ...]
    names: tuple[str, ...]


def calls_of(reading: Reading) -> Calls | None:
    """Return the timetable of a line; None of any other table with hours.

    A run goes on from stop to stop, and is later than the one before it: a register of who came
    and went when has names, and so have the prayers of a city.
    """
    for calls in (_stops_in_columns(reading), _stops_in_rows(reading)):
        if calls is not None and len(calls.stops) >= _FEWEST and _is_in_order(calls):
            return calls
    return None


def minutes_of(value: str) -> int | None:
    """Return the time of day, in minutes, that a text is: of "6:04", "1.10 pm"."""
    match = _CLOCK.fullmatch(value.strip())
    if match is None:
        return None
    hour, half = int(match[1]), (match[3] or "").lower()
    hour = hour % _NOON + _NOON * (half == "p") if half else hour
    return 60 * hour + int(match[2])


def _stops_in_columns(reading: Reading) -> Calls | None:
    """Read a table with a row for each run: it is numbered, or has no other name than the hour."""
    table = reading.table
    stops = [at for at in range(len(table.columns)) if _is_of_clock(reading, at)]
    names = [at for at in range(len(table.columns)) if at not in stops]
    is_numbered = all(
        VEHICLES.holds(fold_in_place(table.columns[at])) or numbers_rows(reading, at)
        for at in names[:1]
    )
    if not is_numbered:
        return None
    called = tuple(table.columns[at] for at in stops)
    runs = [[(row, row.cell(name)) for name in called] for row in table.rows]
    return Calls(called, reading.headers[:, stops], _timed(runs), ("",) * len(runs))


def _stops_in_rows(reading: Reading) -> Calls | None:
    """Read a table with a column for each run, and the stops in the first one."""
    table = reading.table
    names = table.columns[1:]
    if len(names) < _FEWEST or not all(_is_of_clock(reading, at + 1) for at in range(len(names))):
        return None
    cells = [row.cell(table.columns[0]) for row in table.rows]
    stops = tuple(cell.value for cell in cells if cell)
    if len(set(stops)) < len(cells) or any(day_or_month(fold_in_place(one)) for one in stops):
        return None
    if not _is_of_stops(reading, names) or any(minutes_of(stop) is not None for stop in stops):
        return None
    runs = [[(row, row.cell(name)) for row in table.rows] for name in names]
    return Calls(stops, np.asarray(reading.values[:, :, 0]), _timed(runs), names)


def _is_of_stops(reading: Reading, runs: Sequence[str]) -> bool:
    """Say whether rows are called stops, or columns by what goes, or by its number."""
    first = fold_in_place(reading.table.columns[0])
    if STOP_COLUMNS.holds(first):
        return True
    folded = [fold_in_place(name).strip() for name in runs]
    are_runs = all(_NUMBER.fullmatch(name) or VEHICLES.find(name) for name in folded)
    is_told = bool(VEHICLES.find(fold_in_place(reading.table.surroundings)))
    return are_runs and (is_told or any(VEHICLES.find(name) for name in folded))


def _is_of_clock(reading: Reading, column: int) -> bool:
    """Say whether a column has hours, and nothing else but that nothing stops there."""
    cells = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
    told = [one for one in cells if not ABSENT.holds(fold_in_place(one).strip(" ."))]
    return bool(told) and all(minutes_of(value) is not None for value in told)


def _timed(
    runs: Sequence[Sequence[tuple[TableRow, Cell | None]]],
) -> tuple[tuple[Call, ...], ...]:
    """Return runs with their times, in minutes of the day on which the first one goes.

    What is small hours behind a later hour is of the night after: 0:40 comes after 23:40.
    """
    timed, latest = list[tuple[Call, ...]](), -1
    for run in runs:
        calls = list[Call]()
        for row, cell in run:
            at = minutes_of(cell.value) if cell else None
            if at is not None and at < DAWN <= latest:
                at += _DAY
            latest = latest if at is None else max(at, latest)
            calls.append(Call(row, cell, at))
        timed.append(tuple(calls))
    return tuple(timed)


def _is_in_order(calls: Calls) -> bool:
    told = [[one.minutes for one in run if one.minutes is not None] for run in calls.runs]
    goes_on = all(one < after for run in told for one, after in pairwise(run))
    firsts = [run[0] for run in told if run]
    return goes_on and all(one < after for one, after in pairwise(firsts))
