"""What a table answers: cells, what they come to, or what is not there.

Cells are written as people read them, each under what its row is called.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, Condition
from pipelines.nodes.tables.amounts.measures import is_unit_column, units_of
from pipelines.nodes.tables.amounts.money import Money, money_of
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.columns import (
    MOSTLY,
    distinct_share,
    is_remark,
    names_of_rows,
    naming_column,
    numbers_rows,
    tells_rows_apart,
)
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.rows import Cell, Table, TableRow, without_empty_cells
from pipelines.nodes.tables.words.evidence import has_currency, terms_of
from pipelines.nodes.tables.words.lexicon import concepts_of

_LONGEST_NAME = 3  # words
_NO_NUMBERS = frozenset({"date", "amount", "price", "duration", "age"})
_EMPTY = "—"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: "Казань, 2024" and "820 ₽"; without a cell, the whole row.

    empty: the column in which the row has nothing, where that is asked for; "" of any other line.
    money: the columns of its table that hold sums of money, by their names.
    """

    label: str
    value: str
    row: TableRow
    cell: Cell | None
    empty: str = ""
    money: Mapping[str, Money] = field(default_factory=dict)

    @property
    def written(self) -> str:
        """The line as it is read; a sum of money with its currency, and not its column's name."""
        name, value = self._told(self.cell, self.value) if self.cell else ("", self.value)
        if self.cell is None or name == self.cell.name:
            return f"{self.label}: {value}"
        if self.label == self.cell.name:
            return f"{name or self.label}: {value}"
        is_of_cell = self.label != self.key
        label = ", ".join(filter(None, (self.key, name))) if is_of_cell else self.label
        return f"{label}: {value}"

    def written_cell(self, cell: Cell, value: str = "") -> str:
        """Return a cell of its row as it is read: "Price: £12.50"; its value may be told apart."""
        name, value = self._told(cell, value or cell.value)
        return f"{name}: {value}" if name else value

    def _told(self, cell: Cell, value: str) -> tuple[str, str]:
        """Return the name and the value of a cell; the currency stands in one of the two."""
        if (money := self.money.get(cell.name)) is None:
            return cell.name, value
        told = money.written(value)
        is_bare = any(map(str.isdigit, told)) and not has_currency(told)
        return cell.name if is_bare else money.name, told

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


def in_money(answer: TableAnswer, table: Table) -> TableAnswer:
    """Return an answer whose lines know which columns of their table hold sums of money.

    What these come to is in their currency, too.
    """
    money = money_of(table)
    lines = tuple(replace(line, money=money) for line in answer.lines) if money else answer.lines
    told = {
        money[c.name].currency if c and c.name in money else "" for c in (o.cell for o in lines)
    }
    computed = answer.aggregate
    if computed and computed.kind == "difference" and len(told) == 1:
        computed = replace(computed, unit=computed.unit or told.pop())
    return replace(answer, lines=lines, aggregate=computed)


def rest_of_row(row: TableRow, lines: Sequence[Line], *, is_named: bool) -> str:
    """Return what a row holds besides the cells that are told of it, and what it is called by.

    is_named: write that first, as other rows stand beside it.
    """
    own = [line for line in lines if line.row is row]
    told = {line.cell.name for line in own if line.cell} | {line.empty for line in own}
    names = {name for line in own for name in (line.key, *line.key.split(", "))}
    rest = [
        own[0].written_cell(cell)
        for cell in row.cells
        if cell.name not in told and any(map(str.isalnum, cell.value))
        if names.isdisjoint((cell.value, f"{cell.name} {cell.value}"))
    ]
    called = _called(own[0], lines)
    lead = f"{called} – " if rest and is_named and called else ""
    return lead + " ".join("; ".join(rest).split())


def _called(line: Line, lines: Sequence[Line]) -> str:
    """Return what a row is called where its cell is told: by that, if others are called alike.

    Of "what does Derek look after" rows are told apart by the boat, and not by Derek.
    """
    is_bare = line.cell is not None and line.label == line.cell.name
    is_shared = any(one.key == line.key and one.row is not line.row for one in lines)
    return line.value if line.cell and (is_bare or is_shared) else line.key


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
    if all(is_remark(reading, key) for key in found) and first not in columns:
        found = []  # nor does a remark
    if not (match.words and found) and first not in (*found, *columns):  # rows of a period
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
    names = [reading.table.columns[column] for column in columns]
    cells = [cell for name in names if (cell := row.cell(name))] or [*row.cells[:1]]
    values = [f"{one.name} {one.value}" if _is_numbered(one) else one.value for one in cells]
    return ", ".join(dict.fromkeys(values))


def _is_numbered(cell: Cell) -> bool:
    """Say whether a value is a bare number, and its column says of what: "Plot", «№ уч.»."""
    about = frozenset[str]().union(*(concepts_of(term) for term in terms_of(cell.name)))
    is_short = 0 < len(cell.name.split()) <= _LONGEST_NAME
    return cell.value.isdecimal() and is_short and not about & _NO_NUMBERS


def _joined(label: str, name: str) -> str:
    return ", ".join(filter(None, (label, name)))
