"""Tables that are ruled across alone: their columns are where no letter stands in any line."""

from collections.abc import Iterator, Sequence
from itertools import islice

from pipelines.extractors.pdf.grid import MOST_COLUMNS, SNAP, Grid, middle
from pipelines.extractors.pdf.reading_order import Row, Segment, Span, common_gaps, gather_rows
from pipelines.extractors.pdf.rulings import Rule

_FEWEST = 3  # lines under each other
_MOST_TABLES = 20  # on a page
_NEAR = 1.5  # of the letters' size: a row beyond the outermost line stands no further away


def banded_grids(across: Sequence[Rule], segments: Sequence[Segment]) -> Iterator[Grid]:
    """Yield what lines of the same ends divide into rows, and gaps into columns.

    Args:
        across: the lines, from the top down.
    """
    upright = [segment for segment in segments if not segment.turned]
    for group in islice(_of_same_ends(across), _MOST_TABLES):
        start, end = group[0].start, group[0].end
        ys = tuple(rule.at for rule in group)
        here = [piece for piece in upright if start <= middle(piece)[0] <= end]
        inside = [piece for piece in here if ys[-1] <= middle(piece)[1] <= ys[0]]
        edges = (start - SNAP, end + SNAP)
        inner = [gap for gap in common_gaps(gather_rows(inside), edges) if _is_inner(gap, edges)]
        if 1 <= len(inner) < MOST_COLUMNS:
            xs = (start, *(sum(gap) / 2 for gap in inner), end)
            ys = _with_outer_rows(ys, xs, here)
            down = tuple(Rule(x, ys[-1], ys[0]) for x in xs)
            yield Grid(xs, ys, tuple(Rule(y, start, end) for y in ys), down, is_ruled=False)


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


def _is_inner(gap: Span, edges: Span) -> bool:
    return gap[0] > edges[0] and gap[1] < edges[1]


def _with_outer_rows(
    ys: tuple[float, ...], xs: Sequence[float], pieces: Sequence[Segment]
) -> tuple[float, ...]:
    """Take in the names above the first line, and a row below the last one."""
    near = [(piece, middle(piece)[1], _NEAR * piece.size) for piece in pieces]
    above = gather_rows(p for p, y, reach in near if y > ys[0] and p.bottom - ys[0] <= reach)
    if above and _fits(above[-1], xs):
        ys = (above[-1].top, *ys)
    below = gather_rows(p for p, y, reach in near if y < ys[-1] and ys[-1] - p.top <= reach)
    if below and _fits(below[0], xs):
        ys = (*ys, below[0].bottom)
    return ys


def _fits(row: Row, xs: Sequence[float]) -> bool:
    crossed = any(piece.left < x < piece.right for piece in row.pieces for x in xs)
    filled = {sum(middle(piece)[0] > x for x in xs) for piece in row.pieces}
    return not crossed and len(filled) > 1
