"""Stops: the timetable of a line, with a column for each stop and a row for each run.

Nobody calls a run by its number: it is the first bus from the market, the last one, the next after
seven. Which of two such tables is meant, that of weekdays or of weekends, their headings tell.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.matching.columns import numbers_rows
from pipelines.nodes.tables.matching.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.evidence import HELD, Word
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    AIMS,
    DAY_PARTS,
    KINDS,
    NEAREST,
    OFTEN,
    ORDER,
    SIDES,
    VEHICLES,
    WEEK_PARTS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month, months_named
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.dictionary import is_where
from pipelines.nodes.text.numbers import Number, numbers_in, ordinal_of, written_ordinal

_FEWEST_STOPS = 2
_SURE = 0.85
_NEAR = 12  # characters behind "before", in which an hour stands
_NOON = 12
_DAY, _DAWN = 24 * 60, 4 * 60  # minutes
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(?:\s?([ap])\.?m\.?)?", re.IGNORECASE)
_WEEKEND = frozenset({"saturday", "sunday"})
_LAST = -1


@dataclass(frozen=True, slots=True)
class _Run:
    """Which run is asked for: by its place, 1 and up or the last, of those after an hour."""

    place: int
    after: int | None  # minutes; None for all of the day
    words: frozenset[str]  # that say so


def of_stops(asked: Asked) -> TableAnswer | None:
    """Answer when the first, the last or the next run of a line is at a stop."""
    reading, stops, run = asked.reading, _stops(asked.reading), _run_of(asked)
    if run is None or not stops or _asks_otherwise(asked):
        return None
    named, others = _stops_named(asked, stops, run)
    if others or _is_of_other_days(asked):
        return None
    columns = (
        [*stops[:1], *(at for at in named if at != stops[0])] if _aims(asked, stops) else named
    )
    columns = columns or stops[:1]
    clocks = _clocks(reading.table.rows, [reading.table.columns[at] for at in stops])
    row = _row_of(reading.table.rows, [one[stops.index(columns[0])] for one in clocks], run)
    if row is None:
        return _missing(asked, run) if run.after is None else None
    cells = [(name, row.cell(name)) for name in (reading.table.columns[at] for at in columns)]
    which = (row.heading or "").split(BETWEEN)[-1]  # "Weekdays"
    lines = tuple(
        Line(", ".join(filter(None, (which, name))), cell.value, row, cell)
        for name, cell in cells
        if cell
    )
    return TableAnswer(lines, None, None, _SURE) if lines else None


def _aims(asked: Asked, stops: Sequence[int]) -> bool:
    """Say whether it is asked what goes to a stop: then it is told when it leaves, too."""
    reading = asked.reading
    for at in range(1, len(reading.words)):
        before, word = reading.words[at - 1].folded, reading.words[at].folded
        if AIMS.holds(before) and reading.headers[at, stops].max() >= HELD:
            is_at = is_where(before, word)  # «на вокзале»
            if not is_at or is_where(before, word, goes=True):
                return True
    return False


def _stops(reading: Reading) -> list[int]:
    """Return the columns of the stops of a line, in order; () of any other table with hours.

    Its rows are numbered, or have no other name than the hour, and each goes on from stop to stop:
    a register of who came and went when has names, and so have the prayers of a city.
    """
    table = reading.table
    stops = [at for at in range(len(table.columns)) if _is_of_clock(reading, at)]
    names = [at for at in range(len(table.columns)) if at not in stops]
    is_numbered = all(
        VEHICLES.holds(fold_in_place(table.columns[at])) or numbers_rows(reading, at)
        for at in names[:1]
    )
    runs = _clocks(table.rows, [table.columns[at] for at in stops])
    called = [[at for at in run if at is not None] for run in runs]
    goes_on = all(one < after for run in called for one, after in pairwise(run))
    firsts = [run[0] for run in called if run]
    in_order = all(one < after for one, after in pairwise(firsts))
    is_line = len(stops) >= _FEWEST_STOPS and is_numbered and goes_on and in_order
    return stops if is_line else []


def _is_of_clock(reading: Reading, column: int) -> bool:
    """Say whether a column has hours, and nothing else but that nothing stops there."""
    cells = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
    told = [one for one in cells if not ABSENT.holds(fold_in_place(one).strip(" ."))]
    return bool(told) and all(_minutes(value) is not None for value in told)


def _clocks(rows: Sequence[TableRow], stops: Sequence[str]) -> list[list[int | None]]:
    """Return when each run calls at some stops, in minutes of the day on which the first one goes.

    What is small hours behind a later hour is of the night after: 0:40 comes after 23:40.
    """
    runs, latest = list[list[int | None]](), -1
    for row in rows:
        run = list[int | None]()
        for stop in stops:
            at = _at(row, stop)
            if at is not None and at < _DAWN <= latest:
                at += _DAY
            latest = latest if at is None else max(at, latest)
            run.append(at)
        runs.append(run)
    return runs


def _at(row: TableRow, stop: str) -> int | None:
    cell = row.cell(stop)
    return _minutes(cell.value) if cell else None


def _asks_otherwise(asked: Asked) -> bool:
    """Say whether a person, a price, a number, a date, or what is before an hour is asked for."""
    question = fold_in_place(asked.question)
    is_before = any(
        numbers_in(question[span.end : span.end + _NEAR])
        for side in ("before", "until")
        for span in SIDES[side].find(question)
    )
    is_of_price = any("price" in concepts_of(word.folded) for word in asked.reading.words)
    kinds = asked_kinds(asked.question) & {"person", "number"}
    is_of_date = bool(months_named(asked.question))
    return is_before or is_of_price or bool(kinds) or is_of_date or bool(OFTEN.find(question))


def _run_of(asked: Asked) -> _Run | None:
    words = asked.reading.words
    after, hour = _hour_after(asked)
    if NEAREST["last"].find(fold_in_place(asked.question)):
        return _Run(_LAST, after, hour | _said(words, NEAREST["last"].holds))
    for word in words:
        if place := ordinal_of(word.folded) or written_ordinal(word.folded):
            return _Run(place, after, hour | {word.folded})
    return None if after is None else _Run(1, after, hour)


def _hour_after(asked: Asked) -> tuple[int | None, frozenset[str]]:
    """Return the time of day, in minutes, after which a run is asked for, and its words."""
    question, words = fold_in_place(asked.question), asked.reading.words
    behind = min((span.end for span in SIDES["after"].find(question)), default=len(question))
    hour = next((one for one in numbers_in(question) if one.span.start >= behind), None)
    midnight = next((one for one in ORDER["midnight"].find(question) if one.start >= behind), None)
    if midnight is not None and hour is None:
        hour = Number(frozenset({"0:00"}), midnight)
    is_late = bool(DAY_PARTS["evening"].find(question) or DAY_PARTS["afternoon"].find(question))
    minutes = _minutes_of(hour, is_late=is_late) if hour else None
    if hour is None or minutes is None:
        return None, frozenset()
    in_it = frozenset(w.folded for w in words if hour.span.start <= w.span.start < hour.span.end)
    said = _said(words, lambda word: SIDES["after"].holds(word) or NEAREST["next"].holds(word))
    return minutes, in_it | said


def _said(words: Sequence[Word], tells: Callable[[str], bool]) -> frozenset[str]:
    return frozenset(word.folded for word in words if tells(word.folded))


def _stops_named(asked: Asked, stops: Sequence[int], run: _Run) -> tuple[list[int], list[str]]:
    """Return the stops that are named, and the words that stand for nothing."""
    reading, named, others = asked.reading, list[int](), list[str]()
    when = KINDS["time"].find(fold_in_place(asked.question))
    for at, word in enumerate(reading.words):
        if any(span.start <= word.span.start < span.end for span in when):
            continue
        best = max(stops, key=lambda stop: reading.headers[at, stop])
        if reading.headers[at, best] >= HELD:
            named.append(best)
        elif not (word.asks or word.unit or word.folded in run.words or _goes(reading, at)):
            others.append(word.folded)
    return list(dict.fromkeys(named)), others


def _goes(reading: Reading, at: int) -> bool:
    """Say whether a word is of what goes, of when it does, or of what the table is called."""
    folded = reading.words[at].folded
    parts = (*WEEK_PARTS.values(), *DAY_PARTS.values())
    is_of_days = day_or_month(folded) or any(part.holds(folded) for part in parts)
    return bool(VEHICLES.holds(folded) or is_of_days or reading.around[at] >= HELD)


def _is_of_other_days(asked: Asked) -> bool:
    """Say whether a table is of weekdays, by what it stands under, and weekends are asked about."""
    question = fold_in_place(asked.question)
    heading = fold_in_place(asked.reading.table.rows[0].heading or "")
    told = {name for name, words in WEEK_PARTS.items() if words.find(heading)}
    meant = {name for name, words in WEEK_PARTS.items() if words.find(question)}
    days = {day for word in asked.reading.words if (day := day_or_month(word.folded))}
    meant |= {"weekends" if day in _WEEKEND else "weekdays" for day in days}
    return len(told) == len(meant) == 1 and told != meant


def _row_of(rows: Sequence[TableRow], clocks: Sequence[int | None], run: _Run) -> TableRow | None:
    """Return the run that is meant of those that call at a stop, in the order of the table.

    Args:
        clocks: when each of them does, in minutes.
    """
    least = -1 if run.after is None else run.after
    if 0 <= least < _DAWN and any(at is not None and at >= _DAY for at in clocks):
        least += _DAY  # after one in the night
    both = zip(rows, clocks, strict=True)
    calling = [row for row, at in both if at is not None and at > least]
    place = run.place if run.place == _LAST else run.place - 1
    return calling[place] if calling and place < len(calling) else None


def _missing(asked: Asked, run: _Run) -> TableAnswer:
    words = [word for word in asked.reading.words if word.folded in run.words]
    first = asked.reading.table.columns[0]
    runs = tuple(cell.value for _, cell in asked.reading.table.cells(first))
    return TableAnswer((), Missing(words[0].text, first, runs), None, MISSED)


def _minutes(value: str) -> int | None:
    """Return the time of day, in minutes, that a cell is: of "6:04", "1.10 pm"."""
    match = _CLOCK.fullmatch(value.strip())
    if match is None:
        return None
    hour, half = int(match[1]), (match[3] or "").lower()
    hour = hour % _NOON + _NOON * (half == "p") if half else hour
    return 60 * hour + int(match[2])


def _minutes_of(number: Number, *, is_late: bool) -> int | None:
    """Return the time of day, in minutes, that a number is: of 7 and of 7:30, in the evening."""
    clocks = [at for value in number.values if (at := _minutes(value)) is not None]
    hours = [60 * int(value) for value in number.values if value.isdecimal() and int(value) < 24]
    at = next(iter((*clocks, *hours)), None)
    return at + 60 * _NOON if at is not None and is_late and at < 60 * _NOON else at
