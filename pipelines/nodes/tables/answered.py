"""What a table answers: cells, what they come to, or what is not there.

Cells are written as people read them, each under what its row is called.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, Condition
from pipelines.nodes.tables.amounts.measures import is_unit_column, units_of
from pipelines.nodes.tables.matching.columns import (
    MOSTLY,
    distinct_share,
    is_register_number,
    names_of_rows,
    naming_column,
    numbers_rows,
    tells_rows_apart,
)
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import Cell, TableRow, without_empty_cells
from pipelines.nodes.tables.words.evidence import has_currency
from pipelines.nodes.tables.words.lexicon import concepts_of, fold_in_place

_LONGEST_NAME = 3  # words
_SHORTEST_NOUN = 3  # letters
_NO_NUMBERS = frozenset({"date", "amount", "price", "duration", "age"})
_EMPTY = "—"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: "Казань, 2024" and "820 ₽"; without a cell, the whole row.

    empty: the column in which the row has nothing, where that is asked for; "" of any other line.
    """

    label: str
    value: str
    row: TableRow
    cell: Cell | None
    empty: str = ""

    @property
    def key(self) -> str:
        """What the row is called, without the column."""
        return self.label.removesuffix(f", {self.cell.name if self.cell else self.empty}")


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What a table answers.

    lines: the cells, best first as the table has them; of an aggregate, what it rests on.
    missing: what the question names and the table lacks; there are no lines then.
    confidence: 0..1.
    unmatched: words of the question that nothing stands for.
    is_list: the values of a column in all rows.
    condition: what the values were compared with.
    within: where words of the question stand that a row is of in other words: they need not stand
        there.
    """

    lines: tuple[Line, ...]
    missing: Missing | None
    aggregate: Computed | None
    confidence: float
    unmatched: tuple[str, ...] = ()
    is_list: bool = False
    condition: Condition | None = None
    within: tuple[Span, ...] = ()


def lines_of(
    reading: Reading, rows: Sequence[RowMatch], columns: Sequence[int]
) -> tuple[Line, ...]:
    """Return the values of rows in some columns; without any, the rows as they stand."""
    lines, flags = [], flag_columns(reading) if columns else frozenset[int]()
    for match in rows:
        row = reading.table.rows[match.index]
        naming = _naming(reading, match, columns)
        label = _key(reading, match.index, naming) if naming else ""
        if not columns:
            lines.append(Line(label, without_empty_cells(" ".join(row.text.split())), row, None))
        for column in columns:
            name = reading.table.columns[column]
            cell = row.cell(name)
            if cell and any(map(str.isalnum, cell.value)):
                value = cell.value + _per_unit(reading, row, column)
                lines.append(Line(_joined(label, name), value, row, cell))
            elif column in flags:  # a tick, a dash, nothing at all
                lines.append(_filled(label, name, row, cell))
    return tuple(lines)


def rest_of_row(row: TableRow, lines: Sequence[Line], *, is_named: bool) -> str:
    """Return what a row holds besides the cells that are told of it, and what it is called by.

    is_named: write that first, as other rows stand beside it.
    """
    own = [line for line in lines if line.row is row]
    told = {line.cell.name for line in own if line.cell} | {line.empty for line in own}
    names = {name for line in own for name in (line.key, *line.key.split(", "))}
    rest = [
        f"{cell.name}: {cell.value}" if cell.name else cell.value
        for cell in row.cells
        if cell.name not in told and any(map(str.isalnum, cell.value))
        if names.isdisjoint((cell.value, f"{cell.name} {cell.value}"))
    ]
    lead = f"{own[0].key} – " if rest and is_named and own[0].key else ""
    return lead + " ".join("; ".join(rest).split())


def empty_lines(reading: Reading, rows: Sequence[RowMatch], column: int) -> tuple[Line, ...]:
    """Return the rows that have nothing in a column, where none of them has: they say no more."""
    name, lines = reading.table.columns[column], []
    for match in rows:
        row = reading.table.rows[match.index]
        cell = row.cell(name)
        if cell and any(map(str.isalnum, cell.value)):
            return ()
        label = _joined(_key(reading, match.index, _naming(reading, match, [column])), name)
        lines.append(Line(label, "", row, None, name))
    return tuple(lines)


def _filled(called: str, column: str, row: TableRow, cell: Cell | None) -> Line:
    """Return what a row has in a column: its value, or a dash."""
    label = _joined(called, column)
    return (
        Line(label, cell.value, row, cell)
        if cell
        else Line(called, f"{label}: {_EMPTY}", row, None)
    )


def _per_unit(reading: Reading, row: TableRow, column: int) -> str:
    """Return of what a price is, where a column of the table says so: " / quarter"."""
    units = units_of(reading.table, column)
    if "price" not in reading.measures[column] or not all(map(has_currency, units.own | units.per)):
        return ""
    said = [row.cell(name) for name in reading.table.columns if is_unit_column(name)]
    return f" / {said[0].value}" if len(said) == 1 and said[0] else ""


def named_lines(
    reading: Reading, column: str, chosen: Container[int], wanted: Sequence[int] = ()
) -> tuple[Line, ...]:
    """Return the values of a column in some rows, each under what its row is called.

    Args:
        chosen: `id` of the rows.
        wanted: columns that stand first in what a row is called: they are asked for.
    """
    names = names_of_rows(reading)
    return tuple(
        Line(_joined(_key(reading, index, (*wanted, *names[index])), column), cell.value, row, cell)
        for index, row in enumerate(reading.table.rows)
        if id(row) in chosen and (cell := row.cell(column))
    )


def filled_lines(reading: Reading, column: int, rows: Iterable[int]) -> tuple[Line, ...]:
    """Return whether each of some rows has something in a column: its value, or a dash."""
    names, name = names_of_rows(reading), reading.table.columns[column]
    called = {index: _key(reading, index, names[index]) for index in rows}
    each = ((said, reading.table.rows[index]) for index, said in called.items())
    return tuple(_filled(said, name, row, row.cell(name)) for said, row in each)


def _naming(reading: Reading, match: RowMatch, columns: Sequence[int]) -> tuple[int, ...]:
    """Return the columns that name a row: those it was found by, if no other has the same.

    Else what the row is called stands first, unless that is what is shown, or only numbers it.
    """
    found = sorted(match.keys)
    first = naming_column(reading)
    if first in columns:  # a note names nobody: «казначей», but not "sold by the case of 6"
        found = [key for key in found if reading.lengths[match.index, key] <= _LONGEST_NAME]
    if not match.words and first not in (*found, *columns):  # rows of a period
        return tuple(dict.fromkeys((*names_of_rows(reading)[match.index], *found)))
    known = first in columns or numbers_rows(reading, first)
    names = distinct_share(reading, first) >= MOSTLY
    if known or not names or tells_rows_apart(reading, match.index, found):
        return tuple(found)
    return tuple(dict.fromkeys((*names_of_rows(reading)[match.index], *found)))


def _key(reading: Reading, index: int, columns: Iterable[int]) -> str:
    """Return what a row is called: its values in some columns, or its first.

    A bare number is told with what it numbers, as its column is called: "Plot 5".
    """
    row = reading.table.rows[index]
    numbering = [at for at in columns if is_register_number(reading, at)]
    told = {reading.table.columns[at] for at in numbering if _is_noun(reading.table.columns[at])}
    names = [reading.table.columns[column] for column in columns]
    cells = [cell for name in names if (cell := row.cell(name))]
    values = [f"{one.name} {one.value}" if one.name in told else one.value for one in cells]
    return ", ".join(dict.fromkeys(values)) or row.cells[0].value


def _is_noun(header: str) -> bool:
    """Say whether a header is a word alone, and more than a sign: "Plot", no "№", no "Year"."""
    is_word = len(header) >= _SHORTEST_NOUN and header.isalpha() and not header.isupper()
    return is_word and not concepts_of(fold_in_place(header)) & _NO_NUMBERS


def _joined(label: str, name: str) -> str:
    return ", ".join(filter(None, (label, name)))
