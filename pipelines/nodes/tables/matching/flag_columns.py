"""Flag columns: those that say of every row yes or no, or that it may be."""

from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import TableRow
from pipelines.nodes.tables.words.lexicon import ABSENT, AFFIRMED, PERHAPS, fold_in_place

_SAID = {"yes": AFFIRMED, "no": ABSENT, "perhaps": PERHAPS}


def flag_columns(reading: Reading) -> frozenset[int]:
    """Return the columns that say yes or no of nearly every row, and both of some."""
    rows = [row for at, row in enumerate(reading.table.rows) if at not in reading.totals]
    found = set()
    for at, name in enumerate(reading.table.columns):
        said = [whether(row, name) for row in rows]
        if {"yes", "no"} <= set(said) and "" not in said:
            found.add(at)
    return frozenset(found)


def whether(row: TableRow, column: str) -> str:
    """Return what a cell says, "yes", "no" or "perhaps"; "" of one that says something else."""
    cell = row.cell(column)
    value = fold_in_place(cell.value).strip(" .") if cell else ""
    return next((name for name, words in _SAID.items() if words.holds(value)), "")
