"""Differences: by how much one cell is more than another, of two columns of a row or of two rows.

"How much dearer is the full day than the short one for juniors", "the price difference between A
and B", "A against B". The larger stands first, whichever of them is asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import (
    Aggregate,
    AggregateKind,
    Computed,
    Number,
    parse_number,
    unit_name,
)
from pipelines.nodes.tables.amounts.computed import computed_columns, superlatives_of
from pipelines.nodes.tables.amounts.measures import units_of
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asked_condition
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts, naming_column
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import INFLECTED, RELATED
from pipelines.nodes.tables.words.lexicon import (
    CHANGE,
    DIFFERENCE,
    OF_TWO,
    concepts_of,
    fold_in_place,
)

_TWO = 2
_MOST_PRICES = 3  # columns, where the question tells none of them
_SURE = 0.85
_MONEY = frozenset({"price", "paid"})


@dataclass(frozen=True, slots=True)
class _Comparing:
    """How a question compares: by which words, and which of two it calls more of what.

    is_open: nothing tells by what, as "A against B" and "how much more" do.
    """

    aggregate: Aggregate
    is_of_price: bool
    is_open: bool


def differing(asked: Asked) -> TableAnswer | None:
    """Subtract one cell from another; None unless there are two that a question is of.

    Where two rows are named and several prices may be meant, these are shown and not subtracted.
    """
    comparing = _comparing(asked)
    if comparing is None:
        return None
    words = asked.reading.words
    money = [word.span for word in words if concepts_of(word.folded) & _MONEY]
    silent = asked.silent(comparing.aggregate).without(money)
    rows = _rows(silent)
    columns = _own_columns(silent)
    if len(columns) == _TWO and _are_alike(silent, columns):
        if len(rows) == 1:
            return _told(silent, rows, columns)
        if _are_of_one_measure(silent, rows):  # 10 kg, of "3–10 kg" and "10–25 kg"
            return TableAnswer(lines_of(silent.reading, rows, columns), None, None, _SURE)
    if len(rows) != _TWO or not all(map(silent.is_named_surely, rows)):
        return None
    wanted = _asked_columns(silent, comparing, rows)
    return _told(silent, rows, wanted) if wanted else None


def _are_of_one_measure(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are named by nothing but a measure that both of them hold."""
    words = [asked.reading.words[at].span for match in rows for at in match.words]
    return bool(words) and all(span in asked.reading.ranged for span in words)


def asks_by_how_much(question: str) -> bool:
    """Say whether it is asked by how much one is more than another: "how much cheaper"."""
    folded = fold_in_place(question)
    more = {span.start for kind in ("smallest", "largest") for span in OF_TWO[kind].find(folded)}
    return any(span.end + 1 in more for span in CHANGE["asks"].find(folded))


def _comparing(asked: Asked) -> _Comparing | None:
    folded = fold_in_place(asked.question)
    against = [one for one in DIFFERENCE["against"].find(folded) if not _names_column(asked, one)]
    said = [*DIFFERENCE["difference"].find(folded), *against]
    asks = [*CHANGE["asks"].find(folded), *OF_TWO["more"].find(folded)]
    by_kind = {kind: OF_TWO[kind].find(folded) for kind in ("smallest", "largest")}
    more = [span for spans in by_kind.values() for span in spans]
    others = [one for one in asked_aggregates(asked.question) if one.kind != "count"]
    is_either = OF_TWO["or"].find(folded) and not (asks and more)  # "A or B, and by how much"
    if others or asked_condition(asked.question) or is_either:
        return None
    if not said and not (asks and (more or OF_TWO["more"].find(folded))):
        return None
    is_of_price = any(OF_TWO["price"].holds(folded[s.start : s.end]) for s in more)
    is_of_price = is_of_price or any(concepts_of(w.folded) & _MONEY for w in asked.reading.words)
    joints = [*DIFFERENCE["joints"].find(folded)]
    spans = tuple(_apart([*said, *asks, *more, *joints]))
    kind: AggregateKind = "smallest" if by_kind["smallest"] else "largest"
    return _Comparing(Aggregate(kind, spans), is_of_price, is_open=bool(asks or against))


def _names_column(asked: Asked, span: Span) -> bool:
    """Say whether a column is called so: "against", of votes."""
    words = (at for at, word in enumerate(asked.reading.words) if word.span == span)
    return any(asked.reading.headers[at].max(initial=0.0) >= INFLECTED for at in words)


def _apart(spans: Sequence[Span]) -> list[Span]:
    return sorted(set(spans), key=lambda span: span.start)


def _rows(asked: Asked) -> tuple[RowMatch, ...]:
    """Return the rows that are named; or two, by a word each that no other row's name has."""
    rows, reading = asked.rows(of_a_kind=True), asked.reading
    if len(rows) == _TWO:
        return rows
    naming = naming_column(reading)
    held = reading.values[:, :, naming] >= RELATED
    alone = held & (held.sum(axis=1, keepdims=True) == 1)
    told = [
        RowMatch(at, frozenset({naming}), frozenset(np.flatnonzero(held[:, at]).tolist()), 1.0)
        for at in np.flatnonzero(alone.any(axis=0)).tolist()
    ]
    return tuple(told) if len(told) == _TWO else rows


def _own_columns(asked: Asked) -> list[int]:
    """Return the columns of amounts that a word of the question calls, and no other of them."""
    reading = asked.reading
    amounts = [at for at in range(len(reading.table.columns)) if holds_amounts(reading, at)]
    held = reading.headers[:, amounts] >= RELATED
    alone = held & (held.sum(axis=1, keepdims=True) == 1)
    return [amounts[at] for at in np.flatnonzero(alone.any(axis=0)).tolist()]


def _are_alike(asked: Asked, columns: Sequence[int]) -> bool:
    """Say whether two columns are of one measure: both prices, in the same units."""
    measures = [asked.reading.measures[at] for at in columns]
    owns = [units_of(asked.reading.table, at).own for at in columns]
    return owns[0] == owns[1] and bool(measures[0] & measures[1] or not any(measures))


def _asked_columns(
    asked: Asked, comparing: _Comparing, rows: Sequence[RowMatch]
) -> tuple[int, ...]:
    """Return the column in which two rows are compared; the few prices where it is not told."""
    reading = asked.reading
    keys = frozenset(key for match in rows for key in match.keys)
    named = [one for one in asked.amounts(keys) if one.words]
    if comparing.is_of_price:
        priced = [one for one in named if "price" in reading.measures[one.index]]
        named = priced or [one for one in named if not reading.measures[one.index]]
    if len(named) == 1:
        return (named[0].index,)
    prices = [
        at
        for at, about in enumerate(reading.measures)
        if "price" in about and holds_amounts(reading, at) and at not in keys
    ]
    about = superlatives_of(asked.question, comparing.aggregate) - {"price"}
    is_open = comparing.is_open and not named and not about  # "heavier" tells by what
    if comparing.is_of_price or is_open:
        return tuple(prices) if len(prices) <= _MOST_PRICES else ()
    return computed_columns(reading, asked.question, comparing.aggregate, named, keys)[:1]


def _told(asked: Asked, rows: Sequence[RowMatch], columns: Sequence[int]) -> TableAnswer | None:
    """Show the cells, and by how much one of two is more than the other."""
    matches = [ColumnMatch(at, frozenset(), SURE_COLUMN) for at in columns]
    lines = lines_of(asked.reading, rows, columns)
    numbers = [_number(line) for line in lines]
    if asked.unmatched(rows, matches) or len(lines) != len(rows) * len(columns):
        return None
    told = [number for number in numbers if number]
    if len(told) < len(lines) or len({unit_name(number.unit) for number in told}) > 1:
        return None
    is_of_two = len(lines) == _TWO
    ordered = sorted(zip(told, lines, strict=True), key=lambda one: -one[0].value)
    shown = tuple(line for _, line in ordered) if is_of_two else lines
    value = ordered[0][0].value - ordered[-1][0].value
    if not is_of_two or not value:
        return TableAnswer(shown, None, None, _SURE)
    return TableAnswer(shown, None, _computed(shown, value, ordered[0][0].unit), _SURE)


def _computed(lines: Sequence[Line], value: Decimal, unit: str) -> Computed:
    first, second = lines
    rows = tuple({id(line.row): line.row for line in lines}.values())
    column = f", {second.cell.name}" if second.cell else ""
    name = second.cell.name if second.cell and first.row is second.row else ""
    label = f"{first.label} − {name or second.label.removesuffix(column)}"
    return Computed("difference", label, value, unit, rows, rows, ())


def _number(line: Line) -> Number | None:
    return parse_number(line.cell.value) if line.cell else None
