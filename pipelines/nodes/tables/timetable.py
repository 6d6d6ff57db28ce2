"""Timetable: a table with a column for each day of the week: what is on a day, and when what is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asked_aggregates, asks_whether
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import ABSENT, KINDS, LESSONS, ROOMS, fold_in_place
from pipelines.nodes.text.calendar import day_or_month, is_month
from pipelines.nodes.text.numbers import ordinal_of, written_ordinal
from pipelines.nodes.text.words import content_words

_FEWEST_DAYS = 3
_MOST_OTHER = 1  # words that nothing stands for: whose timetable it is
_SURE, _LESS_SURE = 0.8, 0.66
_HEAD = re.compile(r"[,(;/]")  # what is on, before where and with whom
_NUMBER = re.compile(r"(\d+)(?![\d:.])")

Days = Mapping[int, str]  # columns, and the day of the week of each


def of_timetable(asked: Asked) -> TableAnswer | None:
    """Answer what is on a day, how much, or which comes first; or when something is."""
    days = _day_columns(asked.reading)
    asks_who = KINDS["person"].find(fold_in_place(asked.question))
    if len(days) < _FEWEST_DAYS or asks_who or asks_whether(asked.question):
        return None
    named = {day for word in asked.reading.words if (day := day_or_month(word.folded))}
    columns = [column for column, day in days.items() if day in named]
    is_of_room = any(ROOMS.holds(word.folded) for word in asked.reading.words)
    if not named and (is_of_room or asked_kinds(asked.question) & {"time", "place"}):
        return _when(asked, days)
    return _on_a_day(asked, columns[0]) if len(columns) == len(named) == 1 else None


def _day_columns(reading: Reading) -> dict[int, str]:
    days = {
        column: day
        for column, name in enumerate(reading.table.columns)
        if (day := day_or_month(name)) and not is_month(name)
    }
    return days if len(set(days.values())) == len(days) else {}


def _on_a_day(asked: Asked, column: int) -> TableAnswer | None:
    reading, name = asked.reading, asked.reading.table.columns[column]
    numbers = [number for word in reading.words if (number := _ordinal(word.folded))]
    others = [
        word.folded
        for word in reading.words
        if not (word.asks or word.unit or _ordinal(word.folded) or day_or_month(word.folded))
        and not LESSONS.holds(word.folded)
    ]
    if len(others) > _MOST_OTHER or _stand_in_cells(others, reading):
        return None
    confidence = _LESS_SURE if others else _SURE
    rows: Sequence[TableRow] = reading.table.rows
    if numbers:
        rows = [row for at, row in enumerate(rows, 1) if _number_of(row, at) == numbers[0]]
    lines = tuple(line for row in rows if (line := _line(row, name)))
    if not lines:
        return None
    is_of_lessons = any(LESSONS.holds(word.folded) for word in reading.words)
    counts = any(one.kind == "count" for one in asked_aggregates(asked.question))
    if counts and not is_of_lessons:  # how many people, or hours: a cell is neither
        return None
    told = tuple(line.row for line in lines)
    count = Computed("count", name, Decimal(len(told)), "", told, told, ()) if counts else None
    return TableAnswer(lines, None, count, confidence, tuple(others), is_list=not counts)


def _when(asked: Asked, days: Days) -> TableAnswer | None:
    reading = asked.reading
    silent = [w.folded for w in reading.words if w.asks or w.unit]
    said = {
        word.folded
        for word in reading.words
        if not (word.folded in silent or LESSONS.holds(word.folded) or ROOMS.holds(word.folded))
    }
    wanted, lines, held = content_words(" ".join(said)), list[Line](), frozenset[str]()
    for column in days:
        name = reading.table.columns[column]
        for row, cell in reading.table.cells(name):
            words = content_words(_HEAD.split(cell.value, maxsplit=1)[0])
            if words and words <= wanted and (line := _line(row, name)):
                lines.append(line)
                held |= words
    if not lines or len(wanted - held) > _MOST_OTHER:
        return None
    confidence = _LESS_SURE if wanted - held else _SURE
    return TableAnswer(tuple(lines), None, None, confidence, is_list=True)


def _ordinal(word: str) -> int:
    return ordinal_of(word) or written_ordinal(word)


def _stand_in_cells(words: Iterable[str], reading: Reading) -> bool:
    """Say whether words are of what is on, rather than of whose timetable it is."""
    wanted = frozenset[str]().union(*map(content_words, words))
    cells = (cell.value for row in reading.table.rows for cell in row.cells)
    return any(wanted & content_words(value) for value in cells)


def _line(row: TableRow, day: str) -> Line | None:
    """Return what is on then, under the hour or the number of the row; None for nothing."""
    cell, first = row.cell(day), row.cells[0]
    if cell is None or ABSENT.holds(fold_in_place(cell.value).strip(" .")):
        return None
    when = f"{first.value}, {day}" if first.name != day else day
    return Line(when, cell.value, row, cell)


def _number_of(row: TableRow, place: int) -> int:
    """Return the number that a row begins with, if that is no hour; else its place."""
    told = _NUMBER.match(row.cells[0].value)
    return int(told[1]) if told else place
