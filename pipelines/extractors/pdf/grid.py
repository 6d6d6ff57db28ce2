"""The lines drawn on a PDF page, and the grids they divide it into.

Between two places of a grid there is one cell or, where the line between them is not drawn, a
part of a larger one. In tables that are ruled across alone, columns are where no letter stands in
any line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ctypes import byref, c_float, c_int
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

from pipelines.extractors.pdf.reading_order import Row, Segment, Span, common_gaps, gather_rows

Box = tuple[float, float, float, float]  # left, bottom, right, top
_Point = tuple[float, float]

_MOST_STROKES = 5000  # on a page; what has more is a drawing
_STRAIGHT = 0.5  # points by which a line may lean
_SHORTEST = 3.0  # points; what is shorter is the end of a thick line


@dataclass(frozen=True, slots=True)
class Rule:
    """A line along one axis, in points from the page's lower left as it is seen."""

    at: float  # on the other axis
    start: float
    end: float

    def covers(self, place: float) -> bool:
        """Say whether the line passes this place of its axis."""
        return self.start <= place <= self.end


@dataclass(frozen=True, slots=True)
class Rules:
    """The lines of a page."""

    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()


class RuleFinder:
    """Finds the lines among the things on a page; a drawing of very many has none.

    Args:
        upright: turns a box the way the page's reader sees it.
    """

    def __init__(self, upright: Callable[[float, float, float, float], Box]) -> None:
        self._upright = upright
        self._across: list[Rule] = []
        self._down: list[Rule] = []
        self._seen = 0

    @property
    def found(self) -> Rules:
        """The lines of all that was looked at."""
        if self._seen > _MOST_STROKES:
            return Rules()
        return Rules(tuple(self._across), tuple(self._down))

    def look_at(self, thing: pdfium.PdfObject) -> None:
        """Take up the lines of one thing."""
        if thing.type != raw.FPDF_PAGEOBJ_PATH or self._seen > _MOST_STROKES:
            return
        if not _is_drawn(thing):
            return
        self._seen += raw.FPDFPath_CountSegments(thing)
        if self._seen > _MOST_STROKES:
            return
        for (x0, y0), (x1, y1) in _strokes(thing):
            box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            left, bottom, right, top = self._upright(*box)
            if top - bottom <= _STRAIGHT and right - left >= _SHORTEST:
                self._across.append(Rule((top + bottom) / 2, left, right))
            elif right - left <= _STRAIGHT and top - bottom >= _SHORTEST:
                self._down.append(Rule((left + right) / 2, bottom, top))


def _is_drawn(path: pdfium.PdfObject) -> bool:
    fill, stroke = c_int(), c_int()
    if not raw.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke)):
        return False
    return bool(fill.value or stroke.value)


def _strokes(path: pdfium.PdfObject) -> Iterator[tuple[_Point, _Point]]:
    """Yield the straight strokes of a path by their ends, on the page."""
    place = _Placement(path)
    for figure in _figures(path):
        for one, other in pairwise(figure):
            if one is not None and other is not None:
                yield place.on_page(one), place.on_page(other)


def _figures(path: pdfium.PdfObject) -> Iterator[list[_Point | None]]:
    """Yield the corners of each figure in turn; None stands where it is curved."""
    corners: list[_Point | None] = []
    for idx in range(raw.FPDFPath_CountSegments(path)):
        stroke = raw.FPDFPath_GetPathSegment(path, idx)
        kind = raw.FPDFPathSegment_GetType(stroke)
        x, y = c_float(), c_float()
        raw.FPDFPathSegment_GetPoint(stroke, byref(x), byref(y))
        if kind == raw.FPDF_SEGMENT_MOVETO:
            yield corners
            corners = []
        corners += [(x.value, y.value)] if kind != raw.FPDF_SEGMENT_BEZIERTO else [None]
        if raw.FPDFPathSegment_GetClose(stroke):
            corners.append(corners[0])
    yield corners


class _Placement:
    """Says where on the page a path's own points are, forms within forms included."""

    def __init__(self, path: pdfium.PdfObject) -> None:
        self._steps = []
        thing: pdfium.PdfObject | None = path
        while thing is not None:
            self._steps.append(thing.get_matrix())
            thing = thing.container

    def on_page(self, point: _Point) -> _Point:
        for matrix in self._steps:
            point = matrix.on_point(*point)
        return point


SNAP = 3.0  # points within which lines meet, and are one
MOST_COLUMNS = 64

Place = tuple[int, int]  # row from the top, column from the left


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns between `xs`, from left to right, and rows between `ys`, from the top down."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    across: tuple[Rule, ...]
    down: tuple[Rule, ...]
    is_ruled: bool = True  # else columns are where gaps are

    @property
    def area(self) -> float:
        """How much of the page it covers, in square points."""
        return (self.xs[-1] - self.xs[0]) * (self.ys[0] - self.ys[-1])

    def holds(self, segment: Segment) -> bool:
        """Say whether a run of letters stands in the grid."""
        x, y = middle(segment)
        inside = self.xs[0] <= x <= self.xs[-1] and self.ys[-1] <= y <= self.ys[0]
        return inside and not segment.turned

    def place(self, segment: Segment) -> Place:
        """Say where in the grid a run of letters stands that it holds."""
        x, y = middle(segment)
        row = sum(y < below for below in self.ys[1:-1])
        return row, sum(x > right for right in self.xs[1:-1])

    def owners(self) -> Mapping[Place, Place]:
        """Say for every place which is the upper left one of its cell."""
        owner: dict[Place, Place] = {}
        for row, (top, bottom) in enumerate(pairwise(self.ys)):
            for column, (left, right) in enumerate(pairwise(self.xs)):
                place = row, column
                if column and not _crossed(self.down, left, (top + bottom) / 2):
                    owner[place] = owner[row, column - 1]
                elif row and not _crossed(self.across, top, (left + right) / 2):
                    owner[place] = owner[row - 1, column]
                else:
                    owner[place] = place
        return owner


def middle(segment: Segment) -> tuple[float, float]:
    """Return where the middle of a run of letters stands."""
    return (segment.left + segment.right) / 2, (segment.bottom + segment.top) / 2


def _crossed(rules: Iterable[Rule], at: float, place: float) -> bool:
    return any(rule.at == at and rule.covers(place) for rule in rules)


def merge_rules(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Make one of lines that are drawn twice, in pieces, or as the two sides of a thick one."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if groups and rule.at - groups[-1][0].at <= SNAP:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return tuple(chain.from_iterable(_joined(group) for group in groups))


def _joined(group: Sequence[Rule]) -> Iterator[Rule]:
    at = sum(rule.at for rule in group) / len(group)
    held: Rule | None = None
    for rule in sorted(group, key=lambda rule: rule.start):
        if held is not None and rule.start <= held.end + SNAP:
            held = replace(held, end=max(held.end, rule.end))
            continue
        if held is not None:
            yield held
        held = Rule(at, rule.start, rule.end)
    if held is not None:
        yield held


def find_grids(across: Sequence[Rule], down: Sequence[Rule]) -> tuple[list[Grid], list[Rule]]:
    """Return the grids of two rows and two columns or more, and the lines across of no grid."""
    grids: list[Grid] = []
    alone = set(across)
    for lying, standing in _crossing(across, down):
        xs = {rule.at for rule in standing}
        # The outer lines of a table may be left out, at its sides.
        ends = min(rule.start for rule in lying), max(rule.end for rule in lying)
        xs |= {end for end in ends if all(abs(end - x) > SNAP for x in xs)}
        ys = {rule.at for rule in lying}
        if 3 <= len(xs) <= MOST_COLUMNS + 1 and len(ys) >= 3:
            ordered = tuple(sorted(xs)), tuple(sorted(ys, reverse=True))
            grids.append(Grid(*ordered, tuple(lying), tuple(standing)))
            alone.difference_update(lying)
    return grids, sorted(alone, key=lambda rule: -rule.at)


def _crossing(
    across: Sequence[Rule], down: Sequence[Rule]
) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Yield lines that hang together: those across and those down."""
    waiting = set(down)
    left = set(across)
    while waiting:
        lying: list[Rule] = []
        standing = [waiting.pop()]
        for rule in standing:  # grows as it goes
            met = [other for other in left if _meet(other, rule)]
            left.difference_update(met)
            lying += met
            also = [other for other in waiting if any(_meet(one, other) for one in met)]
            waiting.difference_update(also)
            standing += also
        if lying:
            yield lying, standing


def _meet(across: Rule, down: Rule) -> bool:
    return (
        across.start - SNAP <= down.at <= across.end + SNAP
        and down.start - SNAP <= across.at <= down.end + SNAP
    )


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
