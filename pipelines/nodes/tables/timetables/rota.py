"""Rota: who is there on a day, of rows that list their days: "Mon, Wed, Fri", «вт, чт, сб».

All of those are told whose list has the day, and at an hour those whose hours have it as well.
"""

from collections.abc import Collection, Sequence
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.ranges.hours import side_of
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.timetables.week_order import hours_in
from pipelines.nodes.tables.timetables.week_said import is_of_month, says_absent, weekday
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ANYBODY,
    AWAY,
    DENYING,
    EXCEPT,
    ON_DUTY,
    PEOPLE,
    RECEIVING,
    SIDES,
    STAFF,
    THERE,
    WHICH,
    fold_in_place,
)
from pipelines.nodes.text.calendar import days_in, lists_days
from pipelines.nodes.text.numbers import numbers_in

_SURE, _SURE_OF_ONE = 0.8, 0.9
_FEWEST = 2  # rows
_EARLY, _NOON = 7, 12  # o'clock

_Side = tuple[str, int, str]  # "before" or "after", the hour and its half of the day


def of_rota(asked: Asked) -> TableAnswer | None:
    """List, or count, those who are there on the day of the week that is named."""
    reading, column = asked.reading, _column_of_lists(asked.reading)
    days = {day for word in reading.words if (day := weekday(word.folded))}
    if column is None or len(days) != 1 or not _asks_who(asked) or is_of_month(asked):
        return None
    side, hours = side_of(fold_in_place(asked.question)), _column_of_hours(reading)
    if side and (hours is None or (side[1] <= _EARLY and not side[2])):  # "after 4" of which half
        return None
    others = _others(asked, column)
    rows = _on_the_day(reading, column, days)
    if any(reading.values[word].max(initial=0.0) < HELD for word in others):
        return None
    rows = [at for at in rows if (reading.values[others, at].max(axis=1) >= HELD).all()]
    if side and hours is not None:
        column = hours
        rows = [at for at in rows if _is_on(reading, at, hours, side)]
    key = int(reading.table.grouped)
    named = [RowMatch(at, frozenset({key}), frozenset(), 1.0) for at in rows]
    lines = lines_of(reading, named, [column])
    if not lines:
        return None
    counts = any(one.kind == "count" for one in asked.aggregates)
    count = _count(reading.table.columns[key], lines) if counts else None
    within = _spans_of_hour(asked.question)
    return TableAnswer(lines, None, count, _SURE, is_list=count is None, within=within)


def of_somebody(asked: Asked) -> TableAnswer | None:
    """Tell the days and hours of somebody who is named: "when does Tom work"."""
    reading, column = asked.reading, _column_of_lists(asked.reading)
    first, is_of_day = int(reading.table.grouped), any(weekday(w.folded) for w in reading.words)
    duty = [one.span for one in reading.words if ON_DUTY.holds(one.folded) or _receives(one.folded)]
    if column is None or not duty or is_of_day or asked.aggregates or not _are_people(reading):
        return None
    if asked_kinds(asked.question) - {"time", "days", "which_days"} or asks_whether(asked.question):
        return None
    silent, hours = asked.without(duty), _column_of_hours(reading)
    rows = silent.rows()
    is_named = all(row.keys == {first} and silent.is_named_surely(row) for row in rows)
    if not 0 < len(rows) <= _FEWEST or not is_named or silent.unmatched(rows, ()):
        return None
    columns = [column] if hours is None else [column, hours]
    lines = lines_of(reading, rows, columns)
    return TableAnswer(lines, None, None, _SURE_OF_ONE) if lines else None


def _receives(word: str) -> bool:
    return RECEIVING.holds(word) or THERE.holds(word)


def lists_days_of_none(asked: Asked) -> bool:
    """Say whether rows that list their days are nobody, and tell of nobody: bins of a street."""
    days = {day for word in asked.reading.words if (day := weekday(word.folded))}
    is_listed = bool(days) and _column_of_lists(asked.reading) is not None
    return is_listed and "person" not in asked.reading.kinds and not _are_people(asked.reading)


def _on_the_day(reading: Reading, column: int, days: Collection[str]) -> list[int]:
    """Return the rows in whose lists a day is."""
    cells = [row.cell(reading.table.columns[column]) for row in reading.table.rows]
    return [
        at
        for at, cell in enumerate(cells)
        if cell and not days_in(cell.value, is_label=True).isdisjoint(days)
    ]


def _count(name: str, lines: Sequence[Line]) -> Computed:
    rows = tuple(line.row for line in lines)
    return Computed("count", name, Decimal(len(rows)), "", rows, rows, ())


def _column_of_lists(reading: Reading) -> int | None:
    """Return the column that lists the days of each row, some of them several."""
    first = int(reading.table.grouped)
    for at, name in enumerate(reading.table.columns):
        values = [cell.value for _, cell in reading.table.cells(name)]
        values = [one for one in values if not says_absent(fold_in_place(one))]
        listed = [days_in(value, is_label=True) for value in values]
        if at == first or len(values) < _FEWEST or not all(map(lists_days, values)):
            continue
        if all(listed) and any(len(days) > 1 for days in listed):
            return at
    return None


def _asks_who(asked: Asked) -> bool:
    """Say whether it is asked who, or which of those that the rows are called by, is there."""
    reading, folded = asked.reading, fold_in_place(asked.question)
    first, kinds = int(reading.table.grouped), asked_kinds(asked.question)
    counts = any(one.kind == "count" for one in asked.aggregates)
    denies = any(words.find(folded) for words in (DENYING, AWAY, EXCEPT))
    if denies or kinds & {"time", "place", "days"} or ("number" in kinds and not counts):
        return False
    are_people = _are_people(reading)
    is_who = "person" in kinds or bool(ANYBODY.find(folded))
    is_named = bool(reading.headers[:, first].max(initial=0.0) >= HELD)
    is_which = counts or are_people or bool(WHICH.find(folded))
    return (is_who and are_people) or (is_named and is_which)


def _are_people(reading: Reading) -> bool:
    first = int(reading.table.grouped)
    header = fold_in_place(reading.table.columns[first])
    is_called_so = any(words.find(header) for words in (PEOPLE, STAFF, ANYBODY))
    return is_called_so or reading.kinds[first] == "person"


def _others(asked: Asked, column: int) -> list[int]:
    """Return the words that say more than that those of the rows are there on the day."""
    reading = asked.reading
    hours = _column_of_hours(reading)
    known = {column, int(reading.table.grouped), column if hours is None else hours}
    held = reading.headers[:, sorted(known)].max(axis=1)
    hour = _spans_of_hour(asked.question)
    spans = [span for one in asked.aggregates for span in one.spans]
    return [
        at
        for at, word in enumerate(reading.words)
        if not (word.asks or word.unit or weekday(word.folded) or held[at] >= HELD)
        and reading.around[at] < HELD
        and not any(words.holds(word.folded) for words in (ON_DUTY, THERE, ANYBODY, RECEIVING))
        and not any(span.start <= word.span.start < span.end for span in spans)
        and not any(span.start <= word.span.start < span.end for span in hour)
    ]


def _spans_of_hour(question: str) -> tuple[Span, ...]:
    """Return where the hour stands before or after which somebody is there, and that word."""
    folded = fold_in_place(question)
    if side_of(folded) is None:
        return ()
    sides = (span for words in SIDES.values() for span in words.find(folded))
    return (*sides, *(number.span for number in numbers_in(folded)))


def _column_of_hours(reading: Reading) -> int | None:
    """Return the one column that tells from when to when each row is on."""
    found = [
        at
        for at, name in enumerate(reading.table.columns)
        if (cells := list(reading.table.cells(name)))
        and all(any(end for _, end in hours_in(cell.value)) for _, cell in cells)
    ]
    return found[0] if len(found) == 1 else None


def _is_on(reading: Reading, row: int, column: int, side: _Side) -> bool:
    """Say whether a row is on at some time before or after an hour."""
    name, hour, half = side
    hour += _NOON * (half == "p" and hour < _NOON)
    cell = reading.table.rows[row].cell(reading.table.columns[column])
    hours = hours_in(cell.value) if cell else ()
    if name == "after":
        return any(end is not None and end > 60 * hour for _, end in hours)
    return any(begin < 60 * hour for begin, _ in hours)
