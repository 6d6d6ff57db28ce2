"""Tables that are ruled across alone: their columns are where no letter stands in any line."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipelines.extractors.pdf_grid import MOST_COLUMNS, SNAP, Grid
from pipelines.extractors.pdf_layout import Row, Segment, Span, common_gaps, gather_rows
from pipelines.extractors.pdf_rules import Rule

_FEWEST = 3  # lines under each other
_NEAR = 1.5  # of the letters' size: a row beyond the outermost line stands no further away
_MOST_LINES = 6  # in a row, unless every cell has as many


def banded_grids(across: Sequence[Rule], segments: Sequence[Segment]) -> Iterator[Grid]:
    """Yield what lines of the same ends divide into rows, and gaps into columns.

    Args:
        across: the lines, from the top down.
    """
    for group in _of_same_ends(across):
        start, end = group[0].start, group[0].end
        ys = tuple(rule.at for rule in group)
        here = [piece for piece in segments if start <= _x(piece) <= end and not piece.turned]
        inside = [piece for piece in here if ys[-1] <= _y(piece) <= ys[0]]
        edges = (start - SNAP, end + SNAP)
        inner = [gap for gap in common_gaps(gather_rows(inside), edges) if _is_inner(gap, edges)]
        if not 1 <= len(inner) < MOST_COLUMNS:
            continue
        xs = (start, *(sum(gap) / 2 for gap in inner), end)
        ys = _with_outer_rows(ys, xs, here)
        down = tuple(Rule(x, ys[-1], ys[0]) for x in xs)
        grid = Grid(xs, ys, tuple(Rule(y, start, end) for y in ys), down)
        if _is_even(grid, here):
            yield grid


def _of_same_ends(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    left = list(rules)
    while left:
        first = left[0]
        group = [
            rule
            for rule in left
            if abs(rule.start - first.start) <= SNAP and abs(rule.end - first.end) <= SNAP
        ]
        left = [rule for rule in left if rule not in group]
        if len(group) >= _FEWEST:
            yield group


def _x(piece: Segment) -> float:
    return (piece.left + piece.right) / 2


def _y(piece: Segment) -> float:
    return (piece.bottom + piece.top) / 2


def _is_inner(gap: Span, edges: Span) -> bool:
    return gap[0] > edges[0] and gap[1] < edges[1]


def _with_outer_rows(
    ys: tuple[float, ...], xs: Sequence[float], pieces: Sequence[Segment]
) -> tuple[float, ...]:
    """Take in the names above the first line, and a row below the last one."""
    above = gather_rows([piece for piece in pieces if _y(piece) > ys[0]])
    if above and above[-1].bottom - ys[0] <= _NEAR * above[-1].size and _fits(above[-1], xs):
        ys = (above[-1].top, *ys)
    below = gather_rows([piece for piece in pieces if _y(piece) < ys[-1]])
    if below and ys[-1] - below[0].top <= _NEAR * below[0].size and _fits(below[0], xs):
        ys = (*ys, below[0].bottom)
    return ys


def _fits(row: Row, xs: Sequence[float]) -> bool:
    crossed = any(piece.left < x < piece.right for piece in row.pieces for x in xs)
    filled = {sum(_x(piece) > x for x in xs) for piece in row.pieces}
    return not crossed and len(filled) > 1


def _is_even(grid: Grid, pieces: Sequence[Segment]) -> bool:
    """Say whether rows are no longer than rows are, or can be told apart all the same."""
    cells = grid.cells(piece for piece in pieces if grid.holds(piece))
    for row, _ in enumerate(pairwise(grid.ys)):
        counts = {len(lines) for place, lines in cells.items() if place[0] == row}
        if len(counts) > 1 and max(counts) > _MOST_LINES:
            return False
    return True
