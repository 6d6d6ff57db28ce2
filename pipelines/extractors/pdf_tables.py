"""Ruled tables of a PDF page: which letters stand in which cell, over however many lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from pipelines.extractors.pdf_bands import banded_grids
from pipelines.extractors.pdf_grid import Grid, Place, find_grids, merge_rules
from pipelines.extractors.pdf_layout import BETWEEN_CELLS, Segment, TableRow
from pipelines.extractors.pdf_rules import Rule, Rules
from pipelines.nodes.lines import join_lines

_MOST_RULES = 400  # each way; more is a drawing
_LONGEST_CELL = 800  # letters; a longer one is a page's frame
_FEWEST_CELLS = 4  # with something in them
_FILLED = 0.3  # of the cells; a chart's are mostly empty
_UNDIVIDED = 0.5  # of a table's places are cells of their own
_LINES_ARE_ROWS = 3  # as many lines in every cell of one row


def with_tables(segments: Sequence[Segment], rules: Rules) -> list[Segment]:
    """Put a piece a row in place of the letters that stand in ruled tables."""
    across, down = merge_rules(rules.across), merge_rules(rules.down)
    left = list(segments)
    if not across or max(len(across), len(down)) > _MOST_RULES:
        return left
    grids, alone = find_grids(across, down)
    for grid in chain(grids, banded_grids(alone, segments)):
        inside = [segment for segment in left if grid.holds(segment)]
        cells = grid.cells(inside)
        rows = list(_rows(grid, cells))
        if _is_table(rows, cells, grid.owner):
            left = [segment for segment in left if not grid.holds(segment)]
            left += _as_segments(rows, grid, inside)
    return left


def walls_of(rules: Rules) -> tuple[Rule, ...]:
    """Return the lines that letters on both sides of them are kept apart by."""
    walls = merge_rules(rules.down)
    return walls if len(walls) <= _MOST_RULES else ()


@dataclass(frozen=True, slots=True)
class _Row:
    top: float
    values: tuple[str, ...]


def _rows(grid: Grid, cells: Mapping[Place, list[str]]) -> Iterator[_Row]:
    """Yield the rows from the top; what stands in a cell over several rows is in each."""
    for row, (top, bottom) in enumerate(pairwise(grid.ys)):
        owners = [grid.owner[row, column] for column in range(len(grid.xs) - 1)]
        lines = [
            cells.get(place, []) if place[1] == column else []
            for column, place in enumerate(owners)
        ]
        yield from _split(lines, top, bottom)


def _split(cells: Sequence[list[str]], top: float, bottom: float) -> Iterator[_Row]:
    """Yield a row; several where no lines are drawn between them, but every cell has as many."""
    counts = {len(lines) for lines in cells if lines}
    if len(counts) == 1 and (count := counts.pop()) >= _LINES_ARE_ROWS:
        for number in range(count):
            values = tuple(lines[number] if lines else "" for lines in cells)
            yield _Row(top - number * (top - bottom) / count, values)
    else:
        yield _Row(top, tuple(join_lines(lines).replace("\n", " ") for lines in cells))


def _is_table(
    rows: Sequence[_Row], lines: Mapping[Place, list[str]], owner: Mapping[Place, Place]
) -> bool:
    """Tell a table from a frame around the page, and from the grid of a chart or a drawing."""
    cells = len(set(owner.values()))
    filled = sum(any(map(str.isalnum, "".join(said))) for said in lines.values())
    if filled < max(_FEWEST_CELLS, _FILLED * cells) or cells < _UNDIVIDED * len(owner):
        return False
    several = sum(sum(map(bool, row.values)) > 1 for row in rows)
    inked = sum(any(row.values) for row in rows)
    longest = max((len(value) for row in rows for value in row.values), default=0)
    return several >= 2 and several * 2 >= inked and longest <= _LONGEST_CELL


def _as_segments(rows: Sequence[_Row], grid: Grid, inside: Sequence[Segment]) -> Iterator[Segment]:
    """Yield a piece a row; empty rows are left out."""
    size = max(segment.size for segment in inside)
    starts = True
    for row in rows:
        if not any(row.values):
            continue
        text = BETWEEN_CELLS.join(filter(None, row.values))
        bounds = (grid.xs[0], row.top - size, grid.xs[-1], row.top)
        yield Segment(text, *bounds, size, row=TableRow(row.values, grid.xs, starts))
        starts = False
