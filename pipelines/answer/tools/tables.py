"""Tables: choose the one that is meant in a document, its rows, and compute over a column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.answer.tools.arguments import ArgumentWrong
from pipelines.models.answers import Passage
from pipelines.nodes.tables.amounts.arithmetic import AGGREGATES, Aggregate, AggregateKind, compute
from pipelines.nodes.tables.amounts.totals import totals_of
from pipelines.nodes.tables.rows import Cell, Table, TableRow, read_rows, same_table
from pipelines.nodes.text.words import fold

_MOST_COLUMNS = 20
_MOST_ROWS = 30  # that are named


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a table: rows that hold these values, a column, what it comes to."""

    where: Mapping[str, str]
    column: str = ""
    operation: str = ""


@dataclass(frozen=True, slots=True)
class TableRead:
    """The rows that were wanted, and what they come to, in words."""

    rows: tuple[TableRow, ...]
    told: str


def read_table(passages: Sequence[Passage], wanted: Wanted) -> TableRead:
    """Read the table of a document that has the wanted columns.

    Args:
        passages: the document's, in order.
    Raises:
        ArgumentWrong: there is none, or the column holds no numbers that add up.
    """
    tables = same_table([row for one in passages for row in read_rows(one)], passages)
    names = [*wanted.where, *filter(None, [wanted.column])]
    best = max(
        tables, key=lambda table: sum(_column(table, n) is not None for n in names), default=None
    )
    if best is None:
        raise ArgumentWrong("This document has no table.")
    for name in names:
        if _column(best, name) is None:
            raise ArgumentWrong(f"There is no column “{name}”. Columns: {_columns(tables)}")
    totals = totals_of(best)
    rows = tuple(
        row
        for at, row in enumerate(best.rows)
        if at not in totals and _fits(best, row, wanted.where)
    )
    if not rows:
        raise ArgumentWrong("No row has these values.")
    told = f"Rows {_numbers(rows)}."
    return TableRead(rows, f"{_computed(best, rows, wanted)} {told}" if wanted.operation else told)


def _computed(table: Table, rows: Sequence[TableRow], wanted: Wanted) -> str:
    kind = _kind(wanted.operation)
    column = _column(table, wanted.column) if wanted.column else ""
    if column is None or (not column and kind != "count"):
        raise ArgumentWrong("column is missing.")
    cells: Iterator[tuple[TableRow, Cell | None]] = ((row, row.cell(column)) for row in rows)
    computed = compute(Aggregate(kind, ()), column, cells)
    if computed is None:
        raise ArgumentWrong("This column holds no numbers that can be put together.")
    value = f"{computed.value} {computed.unit}".strip()
    return f"{kind} of {column or 'rows'} over {len(computed.used)} rows: {value}."


def _kind(operation: str) -> AggregateKind:
    for kind in AGGREGATES:
        if kind == operation:
            return kind
    raise ArgumentWrong(f"operation must be one of: {', '.join(AGGREGATES)}")


def _column(table: Table, name: str) -> str | None:
    """Return the column that is called so, or else holds the name in its own."""
    wanted = fold(name).strip()
    for column in table.columns:
        if fold(column).strip() == wanted:
            return column
    return next((c for c in table.columns if wanted and wanted in fold(c)), None)


def _fits(table: Table, row: TableRow, where: Mapping[str, str]) -> bool:
    for name, value in where.items():
        cell = row.cell(_column(table, name) or "")
        if cell is None or fold(value) not in fold(cell.value):
            return False
    return True


def _columns(tables: Sequence[Table]) -> str:
    names = dict.fromkeys(column for table in tables for column in table.columns if column)
    return ", ".join([*names][:_MOST_COLUMNS])


def _numbers(rows: Sequence[TableRow]) -> str:
    shown = ", ".join(str(row.number) for row in rows[:_MOST_ROWS])
    return f"{shown} and {len(rows) - _MOST_ROWS} more" if len(rows) > _MOST_ROWS else shown
