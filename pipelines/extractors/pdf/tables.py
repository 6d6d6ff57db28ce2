"""Ruled tables of a PDF page: which letters stand in which cell, over however many lines.

By hand: pymupdf, which reads tables, is under the AGPL, and docling brings models of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from pipelines.extractors.pdf.grid import (
    Grid,
    Place,
    Rule,
    Rules,
    banded_grids,
    find_grids,
    merge_rules,
)
from pipelines.extractors.pdf.reading_order import (
    BETWEEN_CELLS,
    Row,
    Segment,
    TableRow,
    gather_rows,
    is_prose,
)
from pipelines.nodes.text.layout.lines import join_lines

_MOST_RULES = 400  # each way; more is a drawing
_LONGEST_CELL = 800  # letters; a longer one is a page's frame
_FEWEST_CELLS = 4  # with something in them
_FILLED = 0.3  # of the cells; a chart's are mostly empty
_UNDIVIDED = 0.5  # of a table's places are cells of their own
_MOSTLY = 2 / 3  # of the lines between two rules: what has so many cells in them are rows
_ROWS_PER_LINE = 3  # rows without lines between them, to one with
_MOST_LINES = 6  # of one row, where the first column has several

Cells = Mapping[Place, Sequence[Segment]]  # by their upper left places


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table: where it stands, and what is in it."""

    top: float
    bottom: float
    values: tuple[str, ...]
    pieces: tuple[Segment, ...]


def with_tables(segments: Sequence[Segment], rules: Rules) -> list[Segment]:
    """Put a piece a row in place of the letters that stand in ruled tables.

    Of tables within each other the inner one is taken, and what is around it is left as it is.
    """
    across, down = merge_rules(rules.across), merge_rules(rules.down)
    left, made = list(segments), list[Segment]()
    if not across or max(len(across), len(down)) > _MOST_RULES:
        return left
    grids, alone = find_grids(across, down)
    for grid in chain(sorted(grids, key=lambda grid: grid.area), banded_grids(alone, segments)):
        inside = [segment for segment in left if grid.holds(segment)]
        if any(map(grid.holds, made)):
            continue
        if rows := _read(grid, inside):
            left = [segment for segment in left if not grid.holds(segment)]
            made += _as_segments(rows, grid)
    return left + made


def walls_of(rules: Rules) -> tuple[Rule, ...]:
    """Return the lines that letters on both sides of them are kept apart by."""
    walls = merge_rules(rules.down)
    return walls if len(walls) <= _MOST_RULES else ()


def _read(grid: Grid, inside: Sequence[Segment]) -> list[_Row]:
    """Return the rows from the top, those that are empty left out; none if this is no table."""
    owner = grid.owners()
    cells: dict[Place, list[Segment]] = {}
    for segment in inside:
        cells.setdefault(owner[grid.place(segment)], []).append(segment)
    if not _has_cells(cells, owner):
        return []
    lines = [
        gather_rows(chain.from_iterable(held for place, held in cells.items() if place[0] == row))
        for row in range(len(grid.ys) - 1)
    ]
    if not grid.is_ruled and any(_is_text(grid, row) for row in lines):
        return []
    spans = any(place[0] != upper[0] for place, upper in owner.items())
    if not spans and _has_rows_without_lines(grid, lines):
        rows = list(chain(_one_row(grid, cells, owner, 0), _each_line(grid, lines[1:])))
    elif any(_is_jumbled(grid, row) for row in lines[1:]):
        return []
    else:
        numbers = range(len(lines))
        rows = list(chain.from_iterable(_one_row(grid, cells, owner, row) for row in numbers))
        if len(rows) == len(numbers) and _has_names_under_names(grid, owner):
            rows[:2] = [_joined_names(rows[0], rows[1], owner)]
    return rows if _is_table(rows) else []


def _has_cells(cells: Cells, owner: Mapping[Place, Place]) -> bool:
    """Tell a table from the grid of a chart or a drawing."""
    count = len(set(owner.values()))
    filled = sum(any(map(str.isalnum, "".join(p.text for p in held))) for held in cells.values())
    return filled >= max(_FEWEST_CELLS, _FILLED * count) and count >= _UNDIVIDED * len(owner)


def _is_table(rows: Sequence[_Row]) -> bool:
    """Tell a table from a frame around the page."""
    several = sum(sum(map(bool, row.values)) > 1 for row in rows)
    longest = max((len(value) for row in rows for value in row.values), default=0)
    return several >= 2 and several * 2 >= len(rows) and longest <= _LONGEST_CELL


def _has_rows_without_lines(grid: Grid, lines: Sequence[Sequence[Row]]) -> bool:
    """Say whether below the names rows stand without lines between them.

    Else several lines between two rules are one row, some of whose cells are broken.
    """
    several = [row for row in lines[1:] if len(row) > 1]
    single = sum(len(row) == 1 for row in lines[1:])
    return (
        bool(several)
        and all(_are_rows(grid, row) for row in several)
        and sum(map(len, several)) >= _ROWS_PER_LINE * single
    )


def _are_rows(grid: Grid, lines: Sequence[Row]) -> bool:
    """Say whether lines have cells as rows have: nearly all of them; of two lines all."""
    filled = [{grid.place(piece)[1] for piece in line.pieces} for line in lines]
    columns = set[int]().union(*filled)
    share = sum(map(len, filled)) / (len(lines) * len(columns))
    first = sum(0 in places for places in filled) / len(lines)
    if len(lines) == 2:
        return len(columns) > 1 and share == 1
    return len(columns) > 1 and share > _MOSTLY and first > _MOSTLY


def _is_text(grid: Grid, lines: Sequence[Row]) -> bool:
    """Say whether these are columns of running text, which are read one after the other."""
    columns = (
        [[piece for piece in line.pieces if grid.place(piece)[1] == column] for line in lines]
        for column in range(len(grid.xs) - 1)
    )
    return len(lines) > _MOST_LINES and sum(map(is_prose, columns)) > 1


def _is_jumbled(grid: Grid, lines: Sequence[Row]) -> bool:
    """Say whether these are several rows, some of them broken: nobody knows where one ends."""
    first = sum(any(grid.place(piece)[1] == 0 for piece in line.pieces) for line in lines)
    return len(lines) > _MOST_LINES and first > 2


def _one_row(grid: Grid, cells: Cells, owner: Mapping[Place, Place], row: int) -> Iterator[_Row]:
    """Yield the row between two lines; what stands in a cell over several rows is in each."""
    values: list[str] = []
    pieces: list[Segment] = []
    for column in range(len(grid.xs) - 1):
        place = owner[row, column]
        held = cells.get(place, ()) if place[1] == column else ()
        values.append(join_lines([line.text for line in gather_rows(held)]).replace("\n", " "))
        pieces += held
    if pieces:
        yield _Row(grid.ys[row], grid.ys[row + 1], tuple(values), tuple(pieces))


def _has_names_under_names(grid: Grid, owner: Mapping[Place, Place]) -> bool:
    """Say whether names in the first row have parts in the second: one is broad, one is high."""
    columns = range(len(grid.xs) - 1)
    is_broad = any(owner[0, column][1] != column for column in columns)
    return is_broad and any(owner[1, column][0] == 0 for column in columns)


def _joined_names(upper: _Row, lower: _Row, owner: Mapping[Place, Place]) -> _Row:
    names: list[str] = []
    for column, below in enumerate(lower.values):
        above = upper.values[owner[0, column][1]]
        names.append(above if below in ("", above) else f"{above} {below}".strip())
    return _Row(upper.top, lower.bottom, tuple(names), (*upper.pieces, *lower.pieces))


def _each_line(grid: Grid, lines: Sequence[Sequence[Row]]) -> Iterator[_Row]:
    """Yield a row a line; a line of one cell but the first goes on with the row above."""
    held: list[list[str]] = []
    at: Row | None = None
    for line in chain.from_iterable(lines):
        values = _by_column(grid, line)
        filled = [column for column, value in enumerate(values) if value]
        if at is not None and len(filled) == 1 and filled[0]:
            held.append(values)
            continue
        if at is not None:
            yield _joined(at, held)
        at, held = line, [values]
    if at is not None:
        yield _joined(at, held)


def _by_column(grid: Grid, line: Row) -> list[str]:
    columns: list[list[Segment]] = [[] for _ in pairwise(grid.xs)]
    for piece in line.pieces:
        columns[grid.place(piece)[1]].append(piece)
    return [Row(tuple(pieces)).text if pieces else "" for pieces in columns]


def _joined(line: Row, values: Sequence[Sequence[str]]) -> _Row:
    joined = (join_lines(column).replace("\n", " ") for column in zip(*values, strict=True))
    return _Row(line.top, line.bottom, tuple(joined), line.pieces)


def _as_segments(rows: Sequence[_Row], grid: Grid) -> Iterator[Segment]:
    """Yield a piece a row."""
    for number, row in enumerate(rows):
        size = max(piece.size for piece in row.pieces)
        text = BETWEEN_CELLS.join(filter(None, row.values))
        bounds = (grid.xs[0], max(row.bottom, row.top - size), grid.xs[-1], row.top)
        bold = all(piece.bold for piece in row.pieces)
        yield Segment(
            text, *bounds, size, bold=bold, row=TableRow(row.values, grid.xs, number == 0)
        )
