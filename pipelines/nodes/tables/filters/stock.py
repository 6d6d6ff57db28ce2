"""Stock: the rows of which nothing is left, by the column that tells how many there are."""

from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.answered import TableAnswer, filled_lines
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.filters.values import is_nothing
from pipelines.nodes.tables.matching.asked_columns import is_stock
from pipelines.nodes.tables.rows import Cell
from pipelines.nodes.tables.words.lexicon import RUN_OUT, fold_in_place

_MOST_UNKNOWN = 1  # words that nothing stands for, such as "things"


def of_stock(asked: Asked) -> TableAnswer | None:
    """Say which rows have run out: of one that is named its own cell tells."""
    said = RUN_OUT.find(fold_in_place(asked.question))
    columns = [at for at in range(len(asked.reading.table.columns)) if is_stock(asked.reading, at)]
    if not said or len(columns) != 1 or asks_whether(asked.question):
        return None
    (column,), silent = columns, asked.without(said)
    named = silent.rows(of_a_kind=True)
    if len(named) == 1 or len(silent.unmatched(named, ())) > _MOST_UNKNOWN:
        return None
    rows, name = asked.reading.table.rows, asked.reading.table.columns[column]
    among = [match.index for match in named] or [
        at for at in range(len(rows)) if at not in asked.reading.totals
    ]
    left = [at for at in among if _is_none(rows[at].cell(name))]
    lines = filled_lines(asked.reading, column, left)
    return TableAnswer(lines, None, None, SURE_COLUMN, is_list=True) if lines else None


def _is_none(cell: Cell | None) -> bool:
    number = parse_number(cell.value) if cell else None
    return cell is None or is_nothing(cell.value) or (number is not None and number.value == 0)
