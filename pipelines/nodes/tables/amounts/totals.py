"""Totals: the rows of a table that add up the others, by their names or by their numbers."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.lexicon import TOTALS, fold_in_place

_FEWEST = 2  # rows that are added up
_MOST_BEFORE = 1  # words before the one that says so: "grand total", «общая сумма»


def totals_of(table: Table) -> frozenset[int]:
    """Return the rows that add up the others, or those of their group: "Total of kitchenware".

    One that is called so among other words, or has no name, is one if its numbers say the same: if
    one is what the rows above come to, or it is the last and each is as much at least, as with tax.
    """
    if table.form:
        return frozenset()
    totals: set[int] = set()
    for at, row in enumerate(table.rows):
        if is_called_total(row) or (_may_be_total(table, at) and _adds_up(table, at, totals)):
            totals.add(at)
    return frozenset(totals)


def is_called_total(row: TableRow) -> bool:
    """Say whether a row is called a total: "Total", or "Total of kitchenware" in its group."""
    first, *others = [fold_in_place(cell.value).strip(" :.") for cell in row.cells[:2]] or [""]
    behind_group = others if first and not row.cells[0].name else []
    is_of_group = any(span.start == 0 for name in behind_group for span in TOTALS.find(name))
    return TOTALS.holds(first) or is_of_group


def _may_be_total(table: Table, at: int) -> bool:
    """Say whether a row has a word for a total in its name, or no name, as the last one."""
    row = table.rows[at]
    first = fold_in_place(row.cells[0].value) if row.cells else ""
    if parse_number(first):
        if at < len(table.rows) - 1:
            return False
        names = [one.cells[0].name for one in table.rows[:at] if one.cells]
        return bool(names) and all(name != row.cells[0].name for name in names)
    return any(len(first[: said.start].split()) <= _MOST_BEFORE for said in TOTALS.find(first))


def _adds_up(table: Table, at: int, totals: set[int]) -> bool:
    """Say whether numbers of a row are what those above it come to; of the last row, or more."""
    above = [index for index in range(at) if index not in totals]
    since = [index for index in above if index > max(totals, default=-1)]
    columns = list(_numbers(table, at, above))
    is_named = parse_number(table.rows[at].cells[0].value) is None
    is_last = at == len(table.rows) - 1 and is_named
    sums = [(value, sum(values)) for value, values in columns]
    in_group = [(value, sum(values)) for value, values in _numbers(table, at, since)]
    if any(value == total for value, total in (*sums, *in_group)):
        return True
    return is_last and bool(sums) and all(value >= total for value, total in sums)


def _numbers(table: Table, at: int, rows: Sequence[int]) -> Iterator[tuple[Decimal, list[Decimal]]]:
    """Yield each number of a row, with those of some rows in its column."""
    for cell in table.rows[at].cells:
        number = parse_number(cell.value)
        others = [
            other.value
            for index in rows
            if (beside := table.rows[index].cell(cell.name))
            and (other := parse_number(beside.value))
        ]
        if number and len(others) >= _FEWEST:
            yield number.value, others
