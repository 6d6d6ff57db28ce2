"""Staffing: how many people are there on a day, by their names in the cells of a rota.

Two may stand in one cell, and one in several: posts, rooms and shifts are no people. Where the rows
are called by people, each row is one, whatever stands in it.
"""

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

import numpy as np

from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.amounts.measures import counts_things
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.timetables.week_said import (
    Rows,
    are_in_order,
    column_of_days,
    day_columns,
    day_of,
    line_of,
    says_absent,
    stems,
    weekday,
)
from pipelines.nodes.tables.words.evidence import HELD, Word
from pipelines.nodes.tables.words.lexicon import (
    AND,
    ANYBODY,
    LESSONS,
    ON_DUTY,
    PEOPLE,
    ROTAS,
    STAFF,
    THERE,
    fold_in_place,
)
from pipelines.nodes.text.glossary import bare_stem

_SURE = 0.8
_FEWEST_DAYS = 2  # columns
_ASIDE = re.compile(r"\([^()]*\)|\b\d{1,2}[:.]\d\d(?:\s?[-–—]\s?\d{1,2}[:.]\d\d)?")
_JOINT = re.compile(r"[,;/&+\n]")
_NAME = re.compile(r"[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*){0,2}")
_WORD = re.compile(r"[^\W\d_]+")


def of_staffing(asked: Asked) -> TableAnswer | None:
    """Count the people of a day, each once; None where the cells may hold anything else."""
    counts = [one for one in asked_aggregates(asked.question) if one.kind == "count"]
    days = {day for word in asked.reading.words if (day := weekday(word.folded))}
    if not counts or len(days) != 1 or not _counts_people(asked):
        return None
    silent = asked.without([span for one in counts for span in one.spans])
    lines = _lines(silent, days)
    names = [_names(line.value) for line in lines]
    if lines and _is_called_by_people(asked.reading, names):
        lines = _of_all_said(asked, days)
        names = [frozenset({fold_in_place(line.row.cells[0].value)}) for line in lines]
    elif _is_of_what_is_on(asked.reading):
        return None
    if not lines or not all(names):
        return None
    people = {name for one in names for name in one}
    rows = tuple(line.row for line in lines)
    used = tuple({id(row): row for row in rows}.values())
    count = Computed("count", "", Decimal(len(people)), "", rows, used, ())
    return TableAnswer(lines, None, count, _SURE)


def _counts_people(asked: Asked) -> bool:
    """Say whether nothing but people, and that they are there, is said beside what cells are of."""
    reading, words = asked.reading, _telling(asked)
    first = reading.headers[:, int(reading.table.grouped)]  # "doctors", of rows that are
    said = np.maximum(reading.values.max(axis=(1, 2), initial=0.0), reading.around)
    held = [w for at, w in enumerate(reading.words) if max(said[at], first[at]) >= HELD]
    is_of_lessons = any(LESSONS.holds(word.folded) and not word.asks for word in words)
    is_all = all(word in held for word in words)
    return is_all and not is_of_lessons and counts_things(asked.question)


def _lines(asked: Asked, days: Collection[str]) -> tuple[Line, ...]:
    """Return who is there on a day, at the posts that are named or at all."""
    reading = asked.reading
    named = {match.index for match in asked.rows(of_a_kind=True)}
    rows = [r for at, r in enumerate(reading.table.rows) if at in named or not named]
    return _lines_of(rows, reading, days)


def _lines_of(rows: Rows, reading: Reading, days: Collection[str]) -> tuple[Line, ...]:
    columns = day_columns(reading)
    if len(columns) >= _FEWEST_DAYS:
        at = [column for column, day in columns.items() if day in days]
    else:
        first = column_of_days(reading)
        name = reading.table.columns[first] if first is not None else ""
        rows = [row for row in reading.table.rows if name and (day_of(row, name) or "") in days]
        at = [column for column in range(len(reading.table.columns)) if column != first]
    names = [reading.table.columns[column] for column in at]
    return tuple(line for row in rows for name in names if (line := line_of(row, name)))


def _telling(asked: Asked) -> list[Word]:
    """Return the words that say more than that people are there on a day."""
    known = (ANYBODY, ON_DUTY, THERE)
    return [
        word
        for word in asked.reading.words
        if not (word.asks or word.unit or weekday(word.folded))
        and not any(words.holds(word.folded) for words in known)
    ]


def _of_all_said(asked: Asked, days: Collection[str]) -> tuple[Line, ...]:
    """Return which of the people that rows are called by do on a day all that is said."""
    table = asked.reading.table
    called = f"{table.surroundings} {table.columns[int(table.grouped)]}"
    said = {bare_stem(word.folded) for word in _telling(asked)} - stems(called)
    every = _lines_of(table.rows, asked.reading, days)
    return tuple(line for line in every if said <= stems(f"{line.label} {line.value}"))


def _is_of_what_is_on(reading: Reading) -> bool:
    """Say whether rows are of hours or lessons, and nothing says that it is a rota."""
    is_rota = ROTAS.find(fold_in_place(reading.table.surroundings))
    return are_in_order(reading.table.rows) and not is_rota


def _names(value: str) -> frozenset[str]:
    """Return the names in a cell, folded; none where it holds anything else."""
    bare = _ASIDE.sub(" ", value)
    joints = [match.span() for match in _JOINT.finditer(bare)]
    joints += [(span.start, span.end) for span in AND.find(fold_in_place(bare))]
    found, start = set[str](), 0
    for begin, end in [*sorted(joints), (len(bare), len(bare))]:
        name, start = " ".join(bare[start:begin].split()), end
        if not name or says_absent(fold_in_place(name)):
            continue
        if not _NAME.fullmatch(name) or not all(word[0].isupper() for word in name.split()):
            return frozenset()
        found.add(fold_in_place(name))
    return frozenset(found)


def _is_called_by_people(reading: Reading, names: Sequence[frozenset[str]]) -> bool:
    """Say whether the rows are called by people; without a header, if no cell has several."""
    first = int(reading.table.grouped)
    header = fold_in_place(reading.table.columns[first])
    words = _WORD.findall(header)
    is_told = any(w.holds(one) for one in words for w in (PEOPLE, STAFF, ANYBODY))
    return (
        is_told
        or reading.kinds[first] == "person"
        or (not header and all(len(one) == 1 for one in names))
    )
