"""Party: what several of what a price list has cost together: "2 adults and a child".

Each part of a question between "and" and commas names a row, and how many of it. A part that names
none may name the column, "with the ride"; of several columns of prices the first one is meant where
none is named. A party that the list has no row for, or more than one, costs nobody knows what.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, Number, parse_number
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.rows import Cell
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    COLLECTIVES,
    FREE,
    JOINTS,
    UNITS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.numbers import numbers_in

_STOP = re.compile(r"[;+&]|,(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d")
_WHOLE = 0.99  # of a name
_OF_PRICE = frozenset({"price", "paid"})
_MOST = 60  # of one kind
_CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class _Some:
    """Some of one row of a list."""

    count: int
    row: RowMatch


def of_party(asked: Asked) -> TableAnswer | None:
    """Add up what is paid for several of the rows of a list; None where one of one is asked for."""
    columns = [at for at in range(len(asked.reading.table.columns)) if _is_of_price(asked, at)]
    if not columns or not _asks_for_price(asked):
        return None
    some = _some(asked)
    if not any(one.count > 1 for one in some) or len({one.row.index for one in some}) < len(some):
        return None
    named = [one.index for one in asked.columns([one.row for one in some]) if one.index in columns]
    if len(named) > 1 and len(named) < len(columns):
        return None
    return _added_up(asked, some, named[0] if len(named) == 1 else columns[0])


def _is_of_price(asked: Asked, column: int) -> bool:
    return "price" in asked.reading.measures[column] and holds_amounts(asked.reading, column)


def _asks_for_price(asked: Asked) -> bool:
    words = (word.folded for word in asked.reading.words)
    is_of_price = any(concepts_of(word) & _OF_PRICE for word in words)
    return is_of_price or "number" in asked_kinds(asked.question)


def _some(asked: Asked) -> tuple[_Some, ...]:
    """Return how many of which row a question names; nothing where some may be of several rows."""
    found = []
    for part in _parts(asked.question):
        count, behind = _count(fold_in_place(asked.question[part.start : part.end]))
        own = Span(part.start + behind, part.end)
        alone = asked.without(_outside(asked, own))
        rows = alone.rows()
        is_whole = not _NUMBER.search(asked.question, own.start, own.end) or all(
            _is_whole(alone, row) for row in rows
        )
        if len(rows) == 1 and 0 < count <= _MOST and is_whole:
            found.append(_Some(count, rows[0]))
        elif rows or behind or _may_name_some(asked, part):
            return ()
    return tuple(found)


def _may_name_some(asked: Asked, part: Span) -> bool:
    """Say whether a part may be of somebody whom no row names: "a baby", "a 10 year old"."""
    if _NUMBER.search(asked.question, part.start, part.end):
        return True
    reading = asked.reading
    there = [at for at, w in enumerate(reading.words) if part.start <= w.span.start < part.end]
    asks = asked_kinds(asked.question[part.start : part.end]) or any(
        concepts_of(reading.words[at].folded) & _OF_PRICE for at in there
    )
    known = np.maximum(reading.headers.max(axis=1, initial=0.0), reading.around)
    others = [at for at in there if not reading.words[at].asks and known[at] < HELD]
    return bool(others) and not asks


def _is_whole(asked: Asked, row: RowMatch) -> bool:
    """Say whether all of a row's name is said: of "a child of 3" only one that says so is."""
    return any(asked.reading.covers[row.index, key] >= _WHOLE for key in row.keys)


def _parts(question: str) -> Iterator[Span]:
    """Yield what stands between "and", "with", commas."""
    words = JOINTS.find(fold_in_place(question))
    joints = sorted(
        {*((one.start, one.end) for one in words), *(m.span() for m in _STOP.finditer(question))}
    )
    starts, ends = [0, *(end for _, end in joints)], [*(at for at, _ in joints), len(question)]
    for start, end in zip(starts, ends, strict=True):
        yield Span(start, end)


def _count(said: str) -> tuple[int, int]:
    """Return how many a part of a question begins with, and where what is counted begins."""
    for word in _WORD.finditer(said):
        if word[0] in COLLECTIVES:
            return COLLECTIVES[word[0]], word.end()
    for number in numbers_in(said):
        whole = [int(value) for value in number.values if value.isdecimal()]
        following = _WORD.search(said, number.span.end)
        if whole and following and not UNITS.holds(following[0]):  # "30 kg" is one of its weight
            return whole[0], number.span.end
    return 1, 0


def _outside(asked: Asked, part: Span) -> list[Span]:
    """Return where the words stand that are of no part of a party but this one."""
    words = (word.span for word in asked.reading.words)
    return [span for span in words if not part.start <= span.start < part.end]


def _added_up(asked: Asked, some: Sequence[_Some], column: int) -> TableAnswer | None:
    table = asked.reading.table
    name, total, lines = table.columns[column], Decimal(0), list[Line]()
    for one in some:
        row = table.rows[one.row.index]
        cell = row.cell(name)
        price = _price(cell)
        if cell is None or price is None:
            return None
        total += one.count * price.value
        lines.append(Line(f"{one.count} × {row.cells[0].value}", cell.value, row, cell))
    rows = tuple(line.row for line in lines)
    units = {unit for line in lines if line.cell and (unit := _unit(line.cell))}
    unit = units.pop() if len(units) == 1 else ""
    computed = Computed("party", name, total, unit, rows, rows, ())
    return TableAnswer(tuple(lines), None, computed, _CONFIDENCE)


def _price(cell: Cell | None) -> Number | None:
    """Return what one costs: nothing where it is free; None where that is not told."""
    if cell is None:
        return None
    if FREE.find(fold_in_place(cell.value)):
        return Number(Decimal(0), "", Span(0, 0))
    return parse_number(cell.value)


def _unit(cell: Cell) -> str:
    number = parse_number(cell.value)
    return number.unit if number else ""
