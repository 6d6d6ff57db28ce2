"""What a table answers: cells, what they come to, or what is not there."""

from dataclasses import dataclass

from pipelines.nodes.tables.arithmetic import Computed, Condition
from pipelines.nodes.tables.match import Missing
from pipelines.nodes.tables.rows import Cell, TableRow


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: "Казань, 2024" and "820 ₽"; without a cell, the whole row."""

    label: str
    value: str
    row: TableRow
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What a table answers.

    lines: the cells, best first as the table has them; of an aggregate, what it rests on.
    missing: what the question names and the table lacks; there are no lines then.
    confidence: 0..1.
    unmatched: words of the question that nothing stands for.
    is_list: the values of a column in all rows.
    condition: what the values were compared with.
    """

    lines: tuple[Line, ...]
    missing: Missing | None
    aggregate: Computed | None
    confidence: float
    unmatched: tuple[str, ...] = ()
    is_list: bool = False
    condition: Condition | None = None
