"""Bookings: how many places are left of those that are booked, and what is full.

A list that has both columns tells it of each row, though none is called so: "Places", "Booked".
"""

from collections.abc import Sequence
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, parse_number
from pipelines.nodes.tables.answered import TableAnswer, lines_of, named_lines
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.filters.empty import asks_for_rows, denials
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import asked_texts, holds_amounts
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import ASKS_OPENLY, BOOKINGS, fold_in_place

_SURE = 0.85


def of_bookings(asked: Asked) -> TableAnswer | None:
    """Say how many places are left for one row, or which rows have none, or some."""
    columns = _columns(asked)
    if columns is None:
        return None
    folded = fold_in_place(asked.question)
    full, left = BOOKINGS["full"].find(folded), BOOKINGS["left"].find(folded)
    counts = "number" in asked_kinds(asked.question)
    if left and not full and (counts or asks_whether(asked.question)):
        return _left(asked, columns, left)
    is_open = asks_for_rows(asked.question) or ASKS_OPENLY.find(folded)
    if counts or not (full or left) or not is_open or asks_whether(asked.question):
        return None
    return _rows(asked, columns, full or left, is_full=bool(full or denials(asked.question)))


def _columns(asked: Asked) -> tuple[int, int] | None:
    """Return the columns of all places and of those taken; None where one tells what is left."""
    names = [fold_in_place(name) for name in asked.reading.table.columns]
    amounts = [at for at in range(len(names)) if holds_amounts(asked.reading, at)]
    if any(BOOKINGS["left"].find(names[at]) for at in amounts):
        return None
    taken = [at for at in amounts if BOOKINGS["taken"].find(names[at])]
    places = [at for at in amounts if at not in taken and BOOKINGS["places"].find(names[at])]
    return (places[0], taken[0]) if len(places) == len(taken) == 1 else None


def _without(asked: Asked, said: Sequence[Span]) -> Asked:
    folded = fold_in_place(asked.question)
    found = (BOOKINGS["places"].find(folded), BOOKINGS["taken"].find(folded))
    return asked.without_aggregates().without([*said, *(s for spans in found for s in spans)])


def _left(asked: Asked, columns: tuple[int, int], said: Sequence[Span]) -> TableAnswer | None:
    silent = _without(asked, said)
    rows = silent.rows()
    matches = [ColumnMatch(at, frozenset(), 1.0) for at in columns]
    if len(rows) != 1 or silent.unmatched(rows, matches):
        return None
    row = silent.reading.table.rows[rows[0].index]
    count = _free(silent, rows[0].index, columns)
    lines = lines_of(silent.reading, rows, columns)
    if count is None or not lines:
        return None
    names = [silent.reading.table.columns[at] for at in columns]
    label = lines[0].label.removesuffix(f", {names[0]}")
    computed = Computed(
        "difference", f"{label}, {' − '.join(names)}", count, "", (row,), (row,), ()
    )
    return TableAnswer(lines, None, computed, _SURE)


def _free(asked: Asked, index: int, columns: tuple[int, int]) -> Decimal | None:
    row = asked.reading.table.rows[index]
    cells = [row.cell(asked.reading.table.columns[at]) for at in columns]
    places, taken = (parse_number(cell.value) if cell else None for cell in cells)
    return places.value - taken.value if places and taken else None


def _rows(
    asked: Asked, columns: tuple[int, int], said: Sequence[Span], *, is_full: bool
) -> TableAnswer | None:
    reading = asked.reading
    silent = _without(asked, [*said, *denials(asked.question)])
    named = silent.rows(of_a_kind=True)
    texts = asked_texts(reading, asked.question)
    if silent.unmatched(named, [*texts, *(ColumnMatch(at, frozenset(), 1.0) for at in columns)]):
        return None
    among = [match.index for match in named] or range(len(reading.table.rows))
    free = {at: _free(asked, at, columns) for at in among if at not in reading.totals}
    chosen = {
        id(reading.table.rows[at])
        for at, count in free.items()
        if count is not None and (count <= 0 if is_full else count > 0)
    }
    wanted = [match.index for match in texts if match.words]
    both = [named_lines(reading, reading.table.columns[at], chosen, wanted) for at in columns]
    lines = tuple(line for of_row in zip(*both, strict=True) for line in of_row)
    return TableAnswer(lines, None, None, _SURE, is_list=True) if lines else None
