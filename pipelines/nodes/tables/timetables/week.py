"""Timetable: a table with a column for each day of the week: what is on a day, and when what is.

A row is of an hour, of a lesson, or of somebody; what is asked of those by name any table answers.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asks_whether
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.timetables.week_order import by_hours
from pipelines.nodes.tables.timetables.week_said import (
    Days,
    Said,
    are_in_order,
    asks_last,
    day_columns,
    is_of_month,
    line_of,
    lines_on,
    name_of,
    said_of,
    says_absent,
    stand_in_cells,
    stems,
    weekday,
)
from pipelines.nodes.tables.words.evidence import Word, terms_of
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    AWAY,
    DAY_PARTS,
    DAYS_COUNTED,
    DENYING,
    EXCEPT,
    KINDS,
    LEFT_OUT,
    LESSONS,
    NEAREST,
    NEXT_TO,
    NO_DENIALS,
    ON_DUTY,
    ORDER,
    PARTICLES,
    PER,
    PREPOSITIONS,
    ROOMS,
    TAKEN_IN,
    TIMES,
    UNIT_NAMES,
    UNOCCUPIED,
    PhraseList,
    fold_in_place,
)
from pipelines.nodes.text.dictionary import LANGUAGES, is_known, may_be_name
from pipelines.nodes.text.numbers import ordinal_of, written_ordinal

_FEWEST_DAYS = 3
_MOST_LEADING = 4  # people
_MOST_OTHER = 1  # words that nothing stands for: whose timetable it is
_SURE, _LESS_SURE = 0.8, 0.66
_HEAD = re.compile(r"[,(;/]")  # what is on, before where and with whom
_NUMBER = re.compile(r"(\d+)(?![\d:.])")
_LED_BY = re.compile(r"[,(;/–—]\s*(?=[^\W\d_a-zа-яё])(?P<who>[^\W\d_][^,(;/)]*)")


def of_timetable(asked: Asked) -> TableAnswer | None:
    """Answer what is on a day or at an hour, how much, or which comes first; or when what is."""
    days = day_columns(asked.reading)
    kinds = asked_kinds(asked.question)
    asks_price = "number" in kinds and not _counts(asked)
    if len(days) < _FEWEST_DAYS or asks_price or is_of_month(asked):
        return None
    if "person" in kinds:
        return _led_by(asked, days)
    if left_out := _left_out(asked):
        first = left_out[0]
        is_once = all(one.start < first.end and first.start < one.end for one in left_out)
        return _when_off(asked.without(left_out), days) if is_once else None  # "not off"
    said, whether = said_of(asked), asks_whether(asked.question)
    if said.others and asked.reading.crosses:
        return None  # what is on may be called anything there
    if _counts(asked) and not _counts_what_is_on(asked, said):
        return None
    columns = [column for column, day in days.items() if day in said.days]
    if sides := _sides(asked):
        is_one = len(columns) == len(said.days) == len(sides) == 1
        is_asked = is_one and not (whether or _counts(asked))
        return _next_to(asked, said, days, columns[0], sides[0]) if is_asked else None
    if not said.days:
        return None if whether else _at_any_day(asked, said, days)
    if not columns:
        return _no_such_day(asked, said, days)
    if len(columns) != 1 or len(said.days) != 1:
        return None
    on_it = None if whether or _counts(asked) else by_hours(asked, said, columns[0])
    on_it = on_it or (None if whether else _on_a_day(asked, said, columns[0]))
    return on_it or _what_on_a_day(asked, said, days, columns[0])


def _led_by(asked: Asked, days: Days) -> TableAnswer | None:
    """Say who leads what is on, where its cells name somebody behind it: "Yoga (Anna)"."""
    said = said_of(asked)
    columns = {at: day for at, day in days.items() if day in said.days or not said.days}
    lines, others = _lines_of(asked, said, columns)
    led = {
        one["who"].strip(): line
        for line in reversed(lines)  # of each the first counts
        for one in _LED_BY.finditer(line.value)
        if _may_be_somebody(one["who"])
    }
    if not led or len(led) > _MOST_LEADING or _counts(asked):
        return None
    confidence = _LESS_SURE if others else _SURE
    told = tuple(reversed(led.values()))
    return TableAnswer(told, None, None, confidence, is_list=len(led) > 1)


def _may_be_somebody(called: str) -> bool:
    """Say whether what stands behind a thing may be a name: no "Lane 2", no «Средняя группа»."""
    first = next(iter(terms_of(called)), "")
    return may_be_name(first) or not any(is_known(first, language) for language in LANGUAGES)


def _at_any_day(asked: Asked, said: Said, days: Days) -> TableAnswer | None:
    is_of_room = any(ROOMS.holds(word.folded) for word in asked.reading.words)
    is_counted = _counts_times(asked) or (_counts(asked) and bool(said.others))
    if is_of_room or is_counted or asked_kinds(asked.question) & {"time", "place", "days"}:
        return _when(asked, said, days, is_counted=is_counted)
    return _all_of(asked, said, days) if said.is_of_hour else None


def _all_of(asked: Asked, said: Said, days: Days) -> TableAnswer | None:
    """Return all that is on at an hour, or on which days somebody is there."""
    if any(not (ON_DUTY.holds(word) or _is_counted(word)) for word in said.others):
        return None
    lines = lines_on(days, said.rows, asked)
    return TableAnswer(lines, None, None, _SURE, is_list=True) if lines else None


def _left_out(asked: Asked) -> list[Span]:
    """Return the words that ask for all but what else is said: "not", "off", "except".

    None of those by which it is politely asked, nor of what rows and cells are called by.
    """
    folded = fold_in_place(asked.question)
    polite = NO_DENIALS.find(folded)
    cells = (cell for row in asked.reading.table.rows for cell in row.cells)
    values = [one for cell in cells if not says_absent(one := fold_in_place(cell.value))]
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
    said, folded = said_of(asked), fold_in_place(asked.question)
    is_of_days = asked_kinds(asked.question) & {"time", "days"} or _counts_days(asked)
    if said.days or said.is_of_hour or not is_of_days:
        return None
    if EXCEPT.find(folded) or LEFT_OUT.find(folded):
        return None
    lines, others = _lines_of(asked, said, days)
    if not lines:
        return _days_off(asked, said, days)
    then = {line.cell.name for line in lines if line.cell}
    left = [column for column in days if name_of(asked, column) not in then]
    every = lines_on(left, said.rows, asked)
    if said.is_of_one:  # whoever has something else then, or nothing
        names = [name_of(asked, column) for column in left]
        every = tuple(line_of(row, name) or _off(row, name) for row in said.rows for name in names)
    confidence = _LESS_SURE if others else _SURE
    return TableAnswer(every, None, None, confidence, is_list=True) if every else None


def _days_off(asked: Asked, said: Said, days: Days) -> TableAnswer | None:
    """Return the days on which a row has nothing; who has his days off works on none of them."""
    is_denied = bool(DENYING.find(fold_in_place(asked.question)))
    known = all(_is_counted(one) or (is_denied and ON_DUTY.holds(one)) for one in said.others)
    if not (said.is_of_one and len(said.rows) == 1 and known):
        return None
    (row,), names = said.rows, [name_of(asked, column) for column in days]
    lines = tuple(_off(row, name) for name in names if not line_of(row, name))
    return TableAnswer(lines, None, None, _SURE, is_list=True) if lines else None


def _off(row: TableRow, day: str) -> Line:
    cell, label = row.cell(day), f"{row.cells[0].value}, {day}"
    if cell and any(map(str.isalnum, cell.value)):
        return Line(label, cell.value, row, cell)
    return Line(label, "", row, None, day)


def _on_a_day(asked: Asked, said: Said, column: int) -> TableAnswer | None:
    reading, name = asked.reading, name_of(asked, column)
    numbers = [number for word in reading.words if (number := _ordinal(word.folded))]
    is_last = asks_last(reading) and are_in_order(said.rows)
    others = [
        word
        for word in said.others
        if not (_ordinal(word) or (is_last and NEAREST["last"].holds(word)))
    ]
    if len(others) > _MOST_OTHER or stand_in_cells(others, reading):
        return None
    confidence = _LESS_SURE if others else _SURE
    rows = said.rows
    if numbers and not are_in_order(reading.table.rows):
        return None
    if numbers and not said.is_of_hour:
        every = enumerate(reading.table.rows, 1)
        rows = [row for at, row in every if _number_of(row, at) == numbers[0]]
    lines = lines_on([column], rows, asked)[-1 if is_last else 0 :]
    if not lines:
        return None
    if _counts(asked) and _counts_times(asked):  # what else is on then counts for nothing
        return None
    count = _count(name, lines) if _counts(asked) else None
    return TableAnswer(lines, None, count, confidence, tuple(others), is_list=count is None)


def _sides(asked: Asked) -> list[tuple[int, Span]]:
    """Return where "after" and "before" stand, as 1 and -1, if they are of nothing else.

    They are in «после обеда», «до скольки», «с 9 до 10», and where something is called so.
    """
    folded = fold_in_place(asked.question)
    phrases = (*DAY_PARTS.values(), KINDS["time"])
    inside = [span for words in phrases for span in words.find(folded)]
    cells = [fold_in_place(cell.value) for row in asked.reading.table.rows for cell in row.cells]
    return [
        (step, span)
        for step, words in ((1, NEXT_TO["after"]), (-1, NEXT_TO["before"]))
        if not any(words.find(cell) for cell in cells)
        for span in words.find(folded)
        if not any(one.start <= span.start and span.end <= one.end for one in inside)
        and not folded[: span.start].rstrip()[-1:].isdigit()
    ]


def _next_to(
    asked: Asked, said: Said, days: Days, column: int, side: tuple[int, Span]
) -> TableAnswer | None:
    """Return what is on before or after something on a day, if that is on once."""
    (step, span), rows = side, asked.reading.table.rows
    words = [word for word in asked.reading.words if word.folded in said.others]
    before = [word for word in words if word.span.end <= span.start]
    behind = tuple(word.folded for word in words if word.span.start >= span.end)
    of_it = replace(said, others=behind)
    lines, others = _lines_of(asked, of_it, days)
    is_clear = not others and len(before) <= _MOST_OTHER
    if not lines or not is_clear or said.rows is not rows or not are_in_order(rows):
        return None
    day = lines_on([column], rows, asked)
    found = [at for at, line in enumerate(day) if line in lines]
    if not found:
        return _only_then(asked, of_it, tuple(line.label for line in lines))
    at = found[0] + step
    is_told = len(found) == 1 and 0 <= at < len(day)
    return TableAnswer((day[at],), None, None, _SURE) if is_told else None


def _what_on_a_day(asked: Asked, said: Said, days: Days, column: int) -> TableAnswer | None:
    """Return when something is on a day; where it is on others only, that it is not on this."""
    lines, others = _lines_of(asked, said, days)
    if not lines:
        return None
    name = name_of(asked, column)
    then = tuple(line for line in lines if line.cell and line.cell.name == name)
    if then:
        count = _count(name, then) if _counts(asked) else None
        confidence = _LESS_SURE if others else _SURE
        return TableAnswer(then, None, count, confidence, is_list=count is None)
    return _only_then(asked, said, tuple(line.label for line in lines))


def _no_such_day(asked: Asked, said: Said, days: Days) -> TableAnswer | None:
    """Say which days there are, where another is asked for."""
    names = tuple(name_of(asked, column) for column in days)
    told = [word for word in said.others if not (_ordinal(word) or ORDER["last"].holds(word))]
    lines, _ = _lines_of(asked, said, days)
    is_of_it = any(LESSONS.holds(word.folded) for word in asked.reading.words)
    if lines:
        return _only_then(asked, said, tuple(line.label for line in lines))
    return _only_then(asked, said, names) if is_of_it and not told else None


def _only_then(asked: Asked, said: Said, present: tuple[str, ...]) -> TableAnswer:
    """Say that there is nothing of what is asked for on that day, and when it is."""
    return TableAnswer((), Missing(_who_and_when(asked, said), "", present), None, MISSED)


def _who_and_when(asked: Asked, said: Said) -> str:
    """Return who or what is asked about, and the day: "Olive on Thursday", of whether she works."""
    words = asked.reading.words
    works = {
        at
        for at, word in enumerate(words)
        if ON_DUTY.holds(word.folded) and not stand_in_cells([word.folded], asked.reading)
    }
    named = [
        at
        for at, word in enumerate(words)
        if at not in works and (word.folded in said.others or weekday(word.folded))
    ]
    told, end = "", words[named[0]].span.start
    for at in range(named[0], named[-1] + 1):
        span = words[at].span
        if at not in works or weekday(words[at + 1].folded):  # the "on" of "on Thursday"
            told += asked.question[end : span.end]
        end = span.end
    return told


def _when(asked: Asked, said: Said, days: Days, *, is_counted: bool) -> TableAnswer | None:
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


def _lines_of(asked: Asked, said: Said, days: Days) -> tuple[tuple[Line, ...], frozenset[str]]:
    """Return when what is asked about is on, and the words that nothing stands for."""
    wanted = stems(" ".join(word for word in said.others if not _is_counted(word)))
    lines, held = list[Line](), frozenset[str]()
    for column in days:
        name = name_of(asked, column)
        for row in said.rows:
            cell = row.cell(name)
            words = stems(_HEAD.split(cell.value, maxsplit=1)[0]) if cell else frozenset()
            if words and words <= wanted and (line := line_of(row, name)):
                lines.append(line)
                held |= words
    others = wanted - held
    return (tuple(lines), others) if len(others) <= _MOST_OTHER else ((), others)


def _is_counted(word: str) -> bool:
    return TIMES.holds(word) or DAYS_COUNTED.holds(word)


def _counts(asked: Asked) -> bool:
    return any(one.kind == "count" for one in asked_aggregates(asked.question))


def _counts_what_is_on(asked: Asked, said: Said) -> bool:
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
    is_known = any(words.holds(word) for words in (ON_DUTY, UNIT_NAMES["week"], PER))
    return is_known or stand_in_cells([word], reading)


def _is_whose(words: Sequence[Word], at: int) -> bool:
    """Say whether a word is of whom or of which class a timetable is: a name, or led by "of"."""
    before = words[at - 1].folded if at else ""
    is_led = PREPOSITIONS.holds(before) and not TAKEN_IN.holds(before)
    return words[at].name or (is_led and not words[at].unit)


def _counts_times(asked: Asked) -> bool:
    return _counts(asked) and (_counts_days(asked) or _says(TIMES, asked))


def _counts_days(asked: Asked) -> bool:
    return _says(DAYS_COUNTED, asked)


def _says(words: PhraseList, asked: Asked) -> bool:
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


def _number_of(row: TableRow, place: int) -> int:
    """Return the number that a row begins with, if that is no hour; else its place."""
    told = _NUMBER.match(row.cells[0].value)
    return int(told[1]) if told else place
