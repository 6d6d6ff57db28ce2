"""Of told: what rows come to that were told before: "what's that altogether"."""

from collections.abc import Collection
from dataclasses import replace

from pipelines.nodes.tables.amounts.arithmetic import Aggregate, AggregateKind, compute
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.rows import Table, TableRow

_SEVERAL = 2  # rows
_KINDS: tuple[AggregateKind, ...] = ("sum", "average", "smallest", "largest")


def of_told_rows(answer: TableAnswer, table: Table, told: Collection[str]) -> TableAnswer:
    """Compute anew over the rows that were told, where several were; else leave an answer.

    Args:
        told: texts of rows, and of whatever else was quoted.
    """
    rows = [row for row in table.rows if row.text in told]
    computed = answer.aggregate
    kind = next((one for one in _KINDS if computed and one == computed.kind), None)
    if computed is None or kind is None or len(rows) < _SEVERAL:
        return answer
    cells = [(row, row.cell(computed.column)) for row in rows]
    anew = compute(Aggregate(kind, ()), computed.column, cells)
    known = {line.row.text: line for line in answer.lines}
    lines = tuple(
        known.get(row.text) or Line(_called(row, computed.column), cell.value, row, cell)
        for row, cell in cells
        if cell
    )
    return replace(answer, aggregate=anew, lines=lines) if anew else answer


def _called(row: TableRow, column: str) -> str:
    """Return the first of a row's values that is no number, and the column that is told of it."""
    name = next((cell.value for cell in row.cells if not cell.value.isdecimal()), "")
    return ", ".join(filter(None, (name, column)))
