"""Stops: the timetable of a line, with a column for each stop and a row for each run.

Nobody calls a run by its number: it is the first bus from the market, the last one, the next after
seven. Which of two such tables is meant, that of weekdays or of weekends, their headings tell.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.matching.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.evidence import HELD, Word
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    NEAREST,
    SIDES,
    VEHICLES,
    WEEK_PARTS,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.numbers import Number, numbers_in, ordinal_of, written_ordinal

_FEWEST_STOPS = 2
_MOST_OTHER = 1  # words that nothing stands for
_SURE, _LESS_SURE = 0.85, 0.66
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)")
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
    reading = asked.reading
    stops = [at for at in range(len(reading.table.columns)) if _is_of_clock(reading, at)]
    run = _run_of(asked)
    if run is None or len(stops) < _FEWEST_STOPS or "person" in asked_kinds(asked.question):
        return None
    named, others = _stops_named(asked, stops, run)
    is_of_line = bool(named or not others) or _names_run(reading)
    if len(others) > _MOST_OTHER or _is_of_other_days(asked) or not is_of_line:
        return None
    columns = named or stops[:1]
    row = _row_of(reading.table.rows, reading.table.columns[columns[0]], run)
    if row is None:
        return _missing(asked, run) if run.after is None else None
    cells = [(name, row.cell(name)) for name in (reading.table.columns[at] for at in columns)]
    which = (row.heading or "").split(BETWEEN)[-1]  # "Weekdays"
    lines = tuple(
        Line(", ".join(filter(None, (which, name))), cell.value, row, cell)
        for name, cell in cells
        if cell
    )
    confidence = _LESS_SURE if others else _SURE
    return TableAnswer(lines, None, None, confidence, tuple(others)) if lines else None


def _is_of_clock(reading: Reading, column: int) -> bool:
    if reading.kinds[column] != "time":
        return False
    cells = [cell for _, cell in reading.table.cells(reading.table.columns[column])]
    return bool(cells) and all(_minutes(cell.value) is not None for cell in cells)


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
    minutes = _minutes_of(hour) if hour else None
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
    for at, word in enumerate(reading.words):
        best = max(stops, key=lambda stop: reading.headers[at, stop])
        if reading.headers[at, best] >= HELD:
            named.append(best)
        elif not (word.asks or word.unit or word.folded in run.words or _goes(reading, at)):
            others.append(word.folded)
    return list(dict.fromkeys(named)), others


def _goes(reading: Reading, at: int) -> bool:
    """Say whether a word is of what goes, of when it does, or of what the table is called."""
    folded = reading.words[at].folded
    is_of_days = day_or_month(folded) or any(part.holds(folded) for part in WEEK_PARTS.values())
    return bool(VEHICLES.holds(folded) or is_of_days or reading.around[at] >= HELD)


def _names_run(reading: Reading) -> bool:
    return any(VEHICLES.holds(word.folded) for word in reading.words)


def _is_of_other_days(asked: Asked) -> bool:
    """Say whether a table is of weekdays, by what it stands under, and weekends are asked about."""
    question = fold_in_place(asked.question)
    heading = fold_in_place(asked.reading.table.rows[0].heading or "")
    told = {name for name, words in WEEK_PARTS.items() if words.find(heading)}
    meant = {name for name, words in WEEK_PARTS.items() if words.find(question)}
    days = {day for word in asked.reading.words if (day := day_or_month(word.folded))}
    meant |= {"weekends" if day in _WEEKEND else "weekdays" for day in days}
    return len(told) == len(meant) == 1 and told != meant


def _row_of(rows: Sequence[TableRow], stop: str, run: _Run) -> TableRow | None:
    """Return the run that is meant of those that call at a stop, in the order of the table."""
    times = ((row, _minutes(cell.value)) for row in rows if (cell := row.cell(stop)))
    least = -1 if run.after is None else run.after
    calling = [row for row, at in times if at is not None and at > least]
    place = run.place if run.place == _LAST else run.place - 1
    return calling[place] if calling and place < len(calling) else None


def _missing(asked: Asked, run: _Run) -> TableAnswer:
    words = [word for word in asked.reading.words if word.folded in run.words]
    first = asked.reading.table.columns[0]
    runs = tuple(cell.value for _, cell in asked.reading.table.cells(first))
    return TableAnswer((), Missing(words[0].text, first, runs), None, MISSED)


def _minutes(value: str) -> int | None:
    match = _CLOCK.match(value.strip())
    return 60 * int(match[1]) + int(match[2]) if match else None


def _minutes_of(number: Number) -> int | None:
    """Return the time of day, in minutes, that a number is: of 7 and of 7:30."""
    clocks = [at for value in number.values if (at := _minutes(value)) is not None]
    hours = [int(value) for value in number.values if value.isdecimal() and int(value) < 24]
    return clocks[0] if clocks else 60 * hours[0] if hours else None
