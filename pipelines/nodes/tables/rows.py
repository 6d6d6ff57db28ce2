"""Rows: from "Column: value; Column: value" back to cells, and from rows to tables.

The text of a row does not say where a value ends: a value may hold "; " or ": " itself. What the
rows of a table have in common does: names of columns return from row to row, words of values
hardly ever.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeVar

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.text.clean import BETWEEN

_BORDER = re.compile(r";\s+")
_COLON = re.compile(r":\s+")
# A sentence, behind which another begins: no name of a column.
_SENTENCE = re.compile(r"(?:[^\W\d_]\S*\s+){4,}[^\W\d_(]{4,}[.!?]\s+[A-ZА-ЯЁ][^\W\d_]*\s")
_INK = re.compile(r"\S")
_LONGEST_NAME = 100  # characters, as the extractors have it
_LONGEST_LEAD = 300  # characters of the text above a table that are taken for its caption
_EMPTY_CELL = re.compile(r"(?:^|;\s+)[^:;\n]{1,100}:\s*[-–—]*\s*(?=;\s|;?$)")
_Found = TypeVar("_Found")
_FEW_ROWS = 4  # of fewer, a name that stands in one row alone may be a column as well


def without_empty_cells(row: str) -> str:
    """Return a row as it is read, without the columns in which it has nothing: "Route B: -"."""
    return _EMPTY_CELL.sub("", row).lstrip("; ")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value under its column's name; "" where the column has none. Spans are of the passage."""

    name: str
    value: str
    name_span: Span
    value_span: Span


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row, and where it stands: its span in the passage, its number in the table."""

    passage: Passage
    span: Span
    number: int
    heading: str | None
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """The row as it stands in the passage."""
        return self.passage.text[self.span.start : self.span.end]

    def cell(self, column: str) -> Cell | None:
        """Return the row's value in a column; None where it is empty."""
        for cell in self.cells:
            if cell.name == column:
                return cell
        return None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one table, in order, as many as are at hand.

    columns: their names in order; "" one without a name.
    caption: the text right above the table, if a passage at hand holds it.
    form: every row is a pair, "what: how much", and its name is the row's, not a column's.
    """

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    caption: str = ""
    form: bool = False
    _known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, name: str, find: Callable[[], _Found]) -> _Found:
        """Find out something of the table, the first time that it is asked for.

        Args:
            name: what it is, whatever the question.
        """
        if name not in self._known:
            self._known[name] = find()
        found: _Found = self._known[name]
        return found

    @property
    def grouped(self) -> bool:
        """Whether its rows stand in groups, whose names come before all columns."""
        return self.once("grouped", self._is_grouped)

    def _is_grouped(self) -> bool:
        named = [row.cells[0].value for row in self.rows if not row.cells[0].name]
        is_first = self.columns[:1] == ("",) and len(self.columns) > 1
        return is_first and 2 * len(set(named)) <= len(named) + 1 < 2 * len(named)

    @property
    def only_group(self) -> str:
        """The one group that all of its rows stand in: what they are; "" where there is none."""
        return self.once("only group", self._only_group)

    def _only_group(self) -> str:
        named = {row.cells[0].value for row in self.rows if not row.cells[0].name}
        is_one = self.grouped and len(named) == 1
        return named.pop() if is_one and all(not row.cells[0].name for row in self.rows) else ""

    @property
    def surroundings(self) -> str:
        """What the table is called: headings, title, file and caption."""
        return self.once("surroundings", self._surroundings)

    def _surroundings(self) -> str:
        if not self.rows:
            return self.caption
        passage = self.rows[0].passage
        titles = (self.rows[0].heading, passage.title, passage.file_name)
        names = (*titles, self.caption, self.only_group)
        return "\n".join(filter(None, names))

    @property
    def name(self) -> str:
        """What its rows are likely called by: their group or heading, else its document's name."""
        if not self.rows:
            return self.caption
        passage, heading = self.rows[0].passage, self.rows[0].heading
        return (
            self.only_group
            or (heading or passage.title or passage.file_name or "").split(BETWEEN)[-1]
        )

    def cells(self, column: str) -> tuple[tuple[TableRow, Cell], ...]:
        """Return the values of a column, each with its row."""

        def find() -> tuple[tuple[TableRow, Cell], ...]:
            each = ((row, row.cell(column)) for row in self.rows)
            return tuple((row, cell) for row, cell in each if cell is not None)

        return self.once(f"cells of {column}", find)


def read_rows(passage: Passage) -> tuple[TableRow, ...]:
    """Return the rows of tables in a passage, in order; text around them is left out."""
    rows = [
        TableRow(passage, span, number, heading, ())
        for span, number, heading in _stretches(passage)
    ]
    return _with_cells(rows)


def same_table(rows: Iterable[TableRow], passages: Iterable[Passage] = ()) -> tuple[Table, ...]:
    """Group rows into tables: of one document and heading, with names of columns in common.

    Rows may come from several passages, in any order, and twice. Cells are read anew: what the
    rows of several passages have in common tells more than what those of one have.

    Args:
        passages: whatever else of the documents is at hand: one may hold what stands above.
    """
    above = {(passage.document_id, passage.passage_idx): passage for passage in passages}
    tables: list[list[TableRow]] = []
    names: set[str] = set()  # of the columns of the last table
    for row in _distinct(rows):
        own = {cell.name for cell in row.cells}
        if not tables or not _goes_on(tables[-1][-1], row, shared=bool(names & own)):
            tables.append([])
            names = set()
        tables[-1].append(row)
        names |= own
    read = (_with_cells(group) for group in tables)
    return tuple(_table(group, _caption(group[0], above)) for group in read if group)


def _stretches(passage: Passage) -> Iterator[tuple[Span, int, str | None]]:
    """Yield span, number and heading of each row; a row may have several anchors."""
    ends = [*(anchor.at for anchor in passage.anchors[1:]), len(passage.text)]
    held: tuple[Span, int, str | None] | None = None
    for anchor, end in zip(passage.anchors, ends, strict=False):
        if held and (anchor.row, anchor.heading) == held[1:]:
            held = (Span(held[0].start, end), *held[1:])
            continue
        if held:
            yield held
        held = (Span(anchor.at, end), anchor.row, anchor.heading) if anchor.row else None
    if held:
        yield held


def _distinct(rows: Iterable[TableRow]) -> list[TableRow]:
    """Put rows in the order of their documents, each once."""
    once = {(row.passage.document_id, row.heading, row.number, row.text): row for row in rows}
    return sorted(
        once.values(),
        key=lambda row: (
            row.passage.document_id,
            row.passage.passage_idx,
            row.passage.paragraph_idx,
            row.span.start,
        ),
    )


def _goes_on(last: TableRow, row: TableRow, *, shared: bool) -> bool:
    """Say whether a row is of the same table as the one before it."""
    if (last.passage.document_id, last.heading) != (row.passage.document_id, row.heading):
        return False
    if row.number < last.number or (row.number == last.number and row.passage is last.passage):
        return False
    return shared or len(row.cells) == len(last.cells) == 1


def _table(rows: tuple[TableRow, ...], caption: str) -> Table:
    columns = tuple(dict.fromkeys(cell.name for row in rows for cell in row.cells))
    form = len(columns) > 1 and all(len(row.cells) == 1 and row.cells[0].name for row in rows)
    return Table(_ordered(columns, rows), rows, caption, form)


def _ordered(columns: Sequence[str], rows: Sequence[TableRow]) -> tuple[str, ...]:
    """Order columns as the fullest row has them; what it leaves empty comes at the end."""
    fullest = max(rows, key=lambda row: len(row.cells))
    return tuple(dict.fromkeys([*(cell.name for cell in fullest.cells), *columns]))


def _caption(first: TableRow, above: Mapping[tuple[str, int], Passage]) -> str:
    """Return the paragraph above the first row of a table, where a passage at hand holds it."""
    passage, text = first.passage, first.passage.text[: first.span.start].rstrip()
    if not text:
        before = above.get((passage.document_id, passage.passage_idx - 1))
        if before is None:
            return ""
        passage, text = before, before.text.rstrip()
    over = [span for span, _, _ in _stretches(passage) if span.end >= len(text) > span.start]
    if any(_has_cells(text[span.start :]) for span in over):
        return ""  # another table stands there
    return text[text.rfind("\n") + 1 :][-_LONGEST_LEAD:]


def _has_cells(row: str) -> bool:
    """Say whether a row is no mere line, as a sheet has over a table to say what it is called."""
    return _BORDER.search(row) is not None or _COLON.search(row) is not None


def _with_cells(rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """Read the cells of rows that belong together."""
    trimmed = [replace(row, span=span) for row in rows if (span := _trim(row))]
    pieces = [tuple(_pieces(row)) for row in trimmed]
    names = _Names.of(trimmed, pieces)
    return tuple(
        replace(row, cells=tuple(_read(row, parts, names)))
        for row, parts in zip(trimmed, pieces, strict=True)
    )


def _trim(row: TableRow) -> Span | None:
    text, start, end = row.passage.text, row.span.start, row.span.end
    first = _INK.search(text, start, end)
    if first is None:
        return None
    return Span(first.start(), start + len(text[start:end].rstrip()))


def _pieces(row: TableRow) -> Iterator[Span]:
    """Yield what stands between the semicolons of a row."""
    start = row.span.start
    for border in _BORDER.finditer(row.passage.text, row.span.start, row.span.end):
        yield Span(start, border.start())
        start = border.end()
    yield Span(start, row.span.end)


def _colons(text: str, piece: Span) -> list[int]:
    """Return where a name may end in a piece, the nearest first."""
    ends = (match.start() for match in _COLON.finditer(text, piece.start, piece.end))
    held = (end for end in ends if 0 < end - piece.start <= _LONGEST_NAME)
    return [end for end in held if not _SENTENCE.search(text, piece.start, end)]


@dataclass(frozen=True, slots=True)
class _Names:
    """What the rows of a table have in common.

    longer: names that hold a colon themselves: cut at the first, they would stand twice in a row.
    strange: what stands before a colon in one row only, and looks like no name beside the others.
    loose: names after whose values pieces without a name stand in most rows: they are cells.
    """

    longer: frozenset[str]
    strange: frozenset[str]
    loose: frozenset[str]

    @classmethod
    def of(cls, rows: Sequence[TableRow], pieces: Sequence[Sequence[Span]]) -> "_Names":
        short: Counter[str] = Counter()
        longer: Counter[str] = Counter()
        loose: Counter[str] = Counter()
        for row, parts in zip(rows, pieces, strict=True):
            text = row.passage.text
            firsts = [_colons(text, part) for part in parts]
            named = [
                text[part.start : ends[0]] if ends else None
                for part, ends in zip(parts, firsts, strict=True)
            ]
            short.update({name for name in named if name})
            twice = {name for name, times in Counter(filter(None, named)).items() if times > 1}
            longer.update(
                text[part.start : ends[1]]
                for part, ends, name in zip(parts, firsts, named, strict=True)
                if name in twice and len(ends) > 1
            )
            loose.update(before for before, name in pairwise(named) if before and not name)
        most = len(rows) / 2
        return cls(
            frozenset(name for name, times in longer.items() if times > most or len(rows) == 1),
            frozenset(_strange(short, len(rows))),
            frozenset(name for name, times in loose.items() if len(rows) > 1 and times > most),
        )


def _strange(names: Counter[str], rows: int) -> Iterator[str]:
    """Yield what stands in one row alone, of many, and begins otherwise than all that return."""
    returning = [name for name, times in names.items() if times > 1]
    if rows < _FEW_ROWS or not returning:
        return
    capital = {name[0].isupper() for name in returning if name[0].isalpha()}
    longest = max(len(name.split()) for name in returning)
    for name, times in names.items():
        odd_case = name[0].isalpha() and capital == {not name[0].isupper()}
        if times == 1 and (odd_case or len(name.split()) > longest + 2):
            yield name


def _read(row: TableRow, pieces: Sequence[Span], names: _Names) -> Iterator[Cell]:
    """Yield the cells of a row: a piece that has no name goes on with the value before it."""
    text = row.passage.text
    held: tuple[Span, int] | None = None  # a name's span (empty: none), and the value's start
    end = row.span.start
    for number, piece in enumerate(pieces):
        name_end = _name_end(text, piece, names)
        is_first = number == 0 or held is None
        goes_on = held is not None and (name_end is None) and not _stands_alone(text, held, names)
        if not is_first and goes_on:
            end = piece.end
            continue
        if held:
            yield _cell(text, *held, end)
        held = _begin(text, piece, name_end)
        end = piece.end
    if held:
        yield _cell(text, *held, end)


def _name_end(text: str, piece: Span, names: _Names) -> int | None:
    ends = _colons(text, piece)
    for end in ends[1:2]:
        if text[piece.start : end] in names.longer:
            return end
    if not ends or text[piece.start : ends[0]] in names.strange:
        return None
    return ends[0]


def _stands_alone(text: str, held: tuple[Span, int], names: _Names) -> bool:
    """Say whether a piece without a name is a cell of its own after this one."""
    name = text[held[0].start : held[0].end]
    return not name or name in names.loose


def _begin(text: str, piece: Span, name_end: int | None) -> tuple[Span, int]:
    if name_end is None:
        return Span(piece.start, piece.start), piece.start
    value = _INK.search(text, name_end + 1, piece.end)
    return Span(piece.start, name_end), value.start() if value else piece.end


def _cell(text: str, name: Span, start: int, end: int) -> Cell:
    value = " ".join(text[start:end].split())
    return Cell(" ".join(text[name.start : name.end].split()), value, name, Span(start, end))
