"""Timetable: a table with a column for each day of the week: what is on a day, and when what is.

A row is of an hour, of a lesson, or of somebody; what is asked of those by name any table answers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asks_whether
from pipelines.nodes.tables.matching.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.evidence import Word, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    AWAY,
    DAY_PARTS,
    DAYS_COUNTED,
    DENYING,
    EXCEPT,
    LEFT_OUT,
    LESSONS,
    NO_DENIALS,
    ON_DUTY,
    PARTICLES,
    PREPOSITIONS,
    ROOMS,
    TAKEN_IN,
    TIMES,
    UNIT_NAMES,
    UNOCCUPIED,
    WordList,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month, days_named, is_month, months_named
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.numbers import numbers_in, ordinal_of, written_ordinal
from pipelines.nodes.text.words import content_words

_FEWEST_DAYS = 3
_MOST_OTHER = 1  # words that nothing stands for: whose timetable it is
_SURE, _LESS_SURE = 0.8, 0.66
_HEAD = re.compile(r"[,(;/]")  # what is on, before where and with whom
_NUMBER = re.compile(r"(\d+)(?![\d:.])")
_CLOCK = re.compile(r"(\d{1,2}):\d\d")
_PARTS = {"morning": range(12), "afternoon": range(12, 17), "evening": range(17, 24)}

Days = Mapping[int, str]  # columns, and the day of the week of each
Rows = Sequence[TableRow]


@dataclass(frozen=True, slots=True)
class _Said:
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


def of_timetable(asked: Asked) -> TableAnswer | None:
    """Answer what is on a day or at an hour, how much, or which comes first; or when what is."""
    days = _day_columns(asked.reading)
    kinds = asked_kinds(asked.question)
    asks_price = "number" in kinds and not _counts(asked)
    if len(days) < _FEWEST_DAYS or "person" in kinds or asks_price or _is_of_month(asked):
        return None
    if left_out := _left_out(asked):
        return _when_off(asked.without(left_out), days)
    said, whether = _said(asked), asks_whether(asked.question)
    if said.others and asked.reading.crosses:
        return None  # what is on may be called anything there
    if _counts(asked) and not _counts_what_is_on(asked, said):
        return None
    columns = [column for column, day in days.items() if day in said.days]
    if not said.days:
        return None if whether else _at_any_day(asked, said, days)
    if not columns:
        return _no_such_day(asked, said, days)
    if len(columns) != 1 or len(said.days) != 1:
        return None
    on_it = None if whether else _on_a_day(asked, said, columns[0])
    return on_it or _what_on_a_day(asked, said, days, columns[0])


def _at_any_day(asked: Asked, said: _Said, days: Days) -> TableAnswer | None:
    is_of_room = any(ROOMS.holds(word.folded) for word in asked.reading.words)
    is_counted = _counts_times(asked) or (_counts(asked) and bool(said.others))
    if is_of_room or is_counted or asked_kinds(asked.question) & {"time", "place", "days"}:
        return _when(asked, said, days, is_counted=is_counted)
    return _all_of(asked, said, days) if said.is_of_hour else None


def _all_of(asked: Asked, said: _Said, days: Days) -> TableAnswer | None:
    """Return all that is on at an hour, or on which days somebody is there."""
    if any(not (ON_DUTY.holds(word) or _is_counted(word)) for word in said.others):
        return None
    lines = _lines_on(days, said.rows, asked)
    return TableAnswer(lines, None, None, _SURE, is_list=True) if lines else None


def _lines_on(columns: Iterable[int], rows: Rows, asked: Asked) -> tuple[Line, ...]:
    names = [_name(asked, column) for column in columns]
    return tuple(line for row in rows for name in names if (line := _line(row, name)))


def _name(asked: Asked, column: int) -> str:
    return asked.reading.table.columns[column]


def _left_out(asked: Asked) -> list[Span]:
    """Return the words that ask for all but what else is said: "not", "off", "except".

    None of those by which it is politely asked, nor of what rows and cells are called by.
    """
    folded = fold_in_place(asked.question)
    polite = NO_DENIALS.find(folded)
    cells = (cell for row in asked.reading.table.rows for cell in row.cells)
    values = [one for cell in cells if not _says_absent(one := fold_in_place(cell.value))]
    return [
        span
        for words in (DENYING, AWAY, UNOCCUPIED, LEFT_OUT, EXCEPT)
        for span in words.find(folded)
        if not any(one.start <= span.start and span.end <= one.end for one in polite)
        and not any(folded[span.start : span.end] in terms_of(value) for value in values)
    ]


def _when_off(asked: Asked, days: Days) -> TableAnswer | None:
    """Say on which days somebody is not there, or what is on when something is not.

    Args:
        asked: without the words that deny.
    """
    said, folded = _said(asked), fold_in_place(asked.question)
    is_of_days = asked_kinds(asked.question) & {"time", "days"} or _counts_days(asked)
    if said.days or said.is_of_hour or not is_of_days:
        return None
    if EXCEPT.find(folded) or LEFT_OUT.find(folded):
        return None
    lines, others = _lines_of(asked, said, days)
    if not lines:
        return _days_off(asked, said, days)
    then = {line.cell.name for line in lines if line.cell}
    left = [column for column in days if _name(asked, column) not in then]
    every = _lines_on(left, said.rows, asked)
    if said.is_of_one:  # whoever has something else then, or nothing
        names = [_name(asked, column) for column in left]
        every = tuple(_line(row, name) or _off(row, name) for row in said.rows for name in names)
    confidence = _LESS_SURE if others else _SURE
    return TableAnswer(every, None, None, confidence, is_list=True) if every else None


def _days_off(asked: Asked, said: _Said, days: Days) -> TableAnswer | None:
    """Return the days on which a row has nothing; who has his days off works on none of them."""
    is_denied = bool(DENYING.find(fold_in_place(asked.question)))
    known = all(_is_counted(one) or (is_denied and ON_DUTY.holds(one)) for one in said.others)
    if not (said.is_of_one and len(said.rows) == 1 and known):
        return None
    (row,), names = said.rows, [_name(asked, column) for column in days]
    lines = tuple(_off(row, name) for name in names if not _line(row, name))
    return TableAnswer(lines, None, None, _SURE, is_list=True) if lines else None


def _off(row: TableRow, day: str) -> Line:
    cell, label = row.cell(day), f"{row.cells[0].value}, {day}"
    if cell and any(map(str.isalnum, cell.value)):
        return Line(label, cell.value, row, cell)
    return Line(label, "", row, None, day)


def _said(asked: Asked) -> _Said:
    reading = asked.reading
    rows, hour = _rows_then(asked)
    others = tuple(
        word.folded
        for word in reading.words
        if not (word.asks or word.unit or _weekday(word.folded) or word.folded in hour)
        and not (LESSONS.holds(word.folded) or ROOMS.holds(word.folded))
    )
    days = frozenset(day for word in reading.words if (day := _weekday(word.folded)))
    if own := _rows_called(rows, others):
        left = tuple(word for word in others if not _shares(own[0], [word]))
        return _Said(days, own, left, bool(hour), is_of_one=True)
    return _Said(days, rows, others, bool(hour))


def _rows_called(rows: Rows, words: Iterable[str]) -> Rows:
    """Return the rows that have most of the words in what they are called; none of hours."""
    shared = [0 if _hours(row) else _shares(row, words) for row in rows]
    return [row for row, count in zip(rows, shared, strict=True) if count == max(shared) > 0]


def _shares(row: TableRow, words: Iterable[str]) -> int:
    return len(_stems(row.cells[0].value) & _stems(" ".join(words)))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(bare_stem, content_words(text)))


def _rows_then(asked: Asked) -> tuple[Rows, frozenset[str]]:
    """Return the rows of the hour, or the part of the day, that is asked about, and its words.

    All rows and no words where none is of it: then it is taken for no hour.
    """
    words, question = asked.reading.words, fold_in_place(asked.question)
    rows = asked.reading.table.rows
    for number in numbers_in(question):
        then = [row for row in rows if number.values & _hours(row)]
        if then:
            at = number.span
            return then, frozenset(w.folded for w in words if at.start <= w.span.start < at.end)
    parts = [name for name, said in DAY_PARTS.items() if said.find(question)]
    then = [row for row in rows if len(parts) == 1 and _is_in(row, parts[0])]
    told = frozenset(w.folded for w in words if then and DAY_PARTS[parts[0]].holds(w.folded))
    return then or rows, told


def _is_in(row: TableRow, part: str) -> bool:
    begins = row.cells[0].value
    clock = _CLOCK.search(begins)
    return int(clock[1]) in _PARTS[part] if clock else DAY_PARTS[part].holds(fold_in_place(begins))


def _hours(row: TableRow) -> frozenset[str]:
    """Return all that the hour of a row may be called: 19:00 and 19."""
    told = numbers_in(row.cells[0].value) if _CLOCK.search(row.cells[0].value) else ()
    return next(
        (one.values for one in told if any(":" in value for value in one.values)), frozenset()
    )


def _day_columns(reading: Reading) -> dict[int, str]:
    days = {
        column: day for column, name in enumerate(reading.table.columns) if (day := _weekday(name))
    }
    return days if len(set(days.values())) == len(days) else {}


def _weekday(word: str) -> str | None:
    return None if is_month(word) else day_or_month(word)


def _is_of_month(asked: Asked) -> bool:
    """Say whether a date, or all of a month, is asked about; somebody may be called by one."""
    said = [span for _, span in (*months_named(asked.question), *days_named(asked.question))]
    words = (asked.question[span.start : span.end] for span in said)
    return any(not _stand_in_cells([word], asked.reading) for word in words)


def _on_a_day(asked: Asked, said: _Said, column: int) -> TableAnswer | None:
    reading, name = asked.reading, _name(asked, column)
    numbers = [number for word in reading.words if (number := _ordinal(word.folded))]
    others = [word for word in said.others if not _ordinal(word)]
    if len(others) > _MOST_OTHER or _stand_in_cells(others, reading):
        return None
    confidence = _LESS_SURE if others else _SURE
    rows = said.rows
    if numbers and not said.is_of_hour:
        every = enumerate(reading.table.rows, 1)
        rows = [row for at, row in every if _number_of(row, at) == numbers[0]]
    lines = tuple(line for row in rows if (line := _line(row, name)))
    if not lines:
        return None
    if _counts(asked) and _counts_times(asked):  # what else is on then counts for nothing
        return None
    count = _count(name, lines) if _counts(asked) else None
    return TableAnswer(lines, None, count, confidence, tuple(others), is_list=count is None)


def _what_on_a_day(asked: Asked, said: _Said, days: Days, column: int) -> TableAnswer | None:
    """Return when something is on a day; where it is on others only, that it is not on this."""
    lines, others = _lines_of(asked, said, days)
    if not lines:
        return None
    name = _name(asked, column)
    then = tuple(line for line in lines if line.cell and line.cell.name == name)
    if then:
        count = _count(name, then) if _counts(asked) else None
        confidence = _LESS_SURE if others else _SURE
        return TableAnswer(then, None, count, confidence, is_list=count is None)
    return _only_then(asked, said, tuple(line.label for line in lines))


def _no_such_day(asked: Asked, said: _Said, days: Days) -> TableAnswer | None:
    """Say which days there are, where another is asked for."""
    names = tuple(_name(asked, column) for column in days)
    lines, _ = _lines_of(asked, said, days)
    is_of_it = any(LESSONS.holds(word.folded) for word in asked.reading.words)
    if lines:
        return _only_then(asked, said, tuple(line.label for line in lines))
    return _only_then(asked, said, names) if is_of_it and not said.others else None


def _only_then(asked: Asked, said: _Said, present: tuple[str, ...]) -> TableAnswer:
    """Say that there is nothing of what is asked for on that day, and when it is."""
    words = asked.reading.words
    spans = [w.span for w in words if w.folded in said.others or _weekday(w.folded)]
    told = asked.question[min(s.start for s in spans) : max(s.end for s in spans)]
    return TableAnswer((), Missing(told, "", present), None, MISSED)


def _when(asked: Asked, said: _Said, days: Days, *, is_counted: bool) -> TableAnswer | None:
    lines, others = _lines_of(asked, said, days)
    if not lines:
        is_of_days = said.is_of_one and len(said.rows) == 1
        every = _all_of(asked, said, days) if is_of_days else None
        if not (every and is_counted):
            return every
        return replace(every, aggregate=_count_of(asked, every.lines), is_list=False)
    confidence = _LESS_SURE if others else _SURE
    count = _count_of(asked, lines) if is_counted else None
    return TableAnswer(lines, None, count, confidence, is_list=count is None)


def _lines_of(asked: Asked, said: _Said, days: Days) -> tuple[tuple[Line, ...], frozenset[str]]:
    """Return when what is asked about is on, and the words that nothing stands for."""
    wanted = _stems(" ".join(word for word in said.others if not _is_counted(word)))
    lines, held = list[Line](), frozenset[str]()
    for column in days:
        name = _name(asked, column)
        for row in said.rows:
            cell = row.cell(name)
            words = _stems(_HEAD.split(cell.value, maxsplit=1)[0]) if cell else frozenset()
            if words and words <= wanted and (line := _line(row, name)):
                lines.append(line)
                held |= words
    others = wanted - held
    return (tuple(lines), others) if len(others) <= _MOST_OTHER else ((), others)


def _is_counted(word: str) -> bool:
    return TIMES.holds(word) or DAYS_COUNTED.holds(word)


def _counts(asked: Asked) -> bool:
    return any(one.kind == "count" for one in asked_aggregates(asked.question))


def _counts_what_is_on(asked: Asked, said: _Said) -> bool:
    """Say whether lessons, times, shifts or days are counted: a cell is neither hours nor people.

    Nothing else may be said than of what is on, or, behind a preposition, whose timetable it is.
    """
    words = asked.reading.words
    works = any(ON_DUTY.holds(one.folded) and not PARTICLES.holds(one.folded) for one in words)
    is_counted, others = False, list[int]()
    for at, word in enumerate(words):
        is_hour = works and UNIT_NAMES["hour"].holds(word.folded)  # "Stunden" are lessons as well
        if _is_counted(word.folded) or (LESSONS.holds(word.folded) and not (word.asks or is_hour)):
            is_counted = True
        elif word.unit or word.folded in said.others:
            others.append(at)
    left = [at for at in others if not _may_be_beside(words[at].folded, asked.reading)]
    return is_counted and all(_is_whose(words, at) for at in left)


def _may_be_beside(word: str, reading: Reading) -> bool:
    """Say whether a word is of a week, of being there, or of what is on, where that is counted."""
    is_known = ON_DUTY.holds(word) or UNIT_NAMES["week"].holds(word)
    return is_known or _stand_in_cells([word], reading)


def _is_whose(words: Sequence[Word], at: int) -> bool:
    """Say whether a word is of whom or of which class a timetable is: a name, or led by "of"."""
    before = words[at - 1].folded if at else ""
    is_led = PREPOSITIONS.holds(before) and not TAKEN_IN.holds(before)
    return words[at].name or (is_led and not words[at].unit)


def _counts_times(asked: Asked) -> bool:
    return _counts(asked) and (_counts_days(asked) or _says(TIMES, asked))


def _counts_days(asked: Asked) -> bool:
    return _says(DAYS_COUNTED, asked)


def _says(words: WordList, asked: Asked) -> bool:
    return bool(words.find(fold_in_place(asked.question)))


def _count_of(asked: Asked, lines: Sequence[Line]) -> Computed:
    """Count how often something is on, or on how many days, where these are asked for."""
    count = _count("", lines)
    names = {line.cell.name for line in lines if line.cell}
    return replace(count, value=Decimal(len(names))) if _counts_days(asked) else count


def _count(name: str, lines: Sequence[Line]) -> Computed:
    rows = tuple(line.row for line in lines)
    used = tuple({id(row): row for row in rows}.values())
    return Computed("count", name, Decimal(len(rows)), "", rows, used, ())


def _ordinal(word: str) -> int:
    return ordinal_of(word) or written_ordinal(word)


def _stand_in_cells(words: Iterable[str], reading: Reading) -> bool:
    """Say whether words are of what is on, rather than of whose timetable it is."""
    wanted = _stems(" ".join(words))
    return any(wanted & _stems(cell.value) for row in reading.table.rows for cell in row.cells)


def _line(row: TableRow, day: str) -> Line | None:
    """Return what is on then, under the hour or the number of the row; None for nothing."""
    cell, first = row.cell(day), row.cells[0]
    if cell is None or _says_absent(fold_in_place(cell.value)):
        return None
    when = f"{first.value}, {day}" if first.name != day else day
    return Line(when, cell.value, row, cell)


def _says_absent(folded: str) -> bool:
    return ABSENT.holds(folded.strip(" ."))


def _number_of(row: TableRow, place: int) -> int:
    """Return the number that a row begins with, if that is no hour; else its place."""
    told = _NUMBER.match(row.cells[0].value)
    return int(told[1]) if told else place
