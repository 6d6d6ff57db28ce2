"""Put the runs of letters of a page into the order in which a person reads them.

What stands on one height is a line, unless a gutter runs through several lines with prose on
both sides: those are columns, read one after the other. Pieces of a line that lie far apart are
the cells of a table.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from statistics import median

_SAME_LINE = 0.5  # of the lower of two heights
_GUTTER = 0.9  # of the letters' size
_CELL_GAP = 1.5  # of the letters' size
_WORD_GAP = 0.15
_MARK = re.compile(r"[^\w\s]{1,2}|\(?[\w.]{1,4}[.)]|\d{1,3}")  # before a line: no cell
_COLUMN_ROWS = 3
_COLUMN_LETTERS = 18  # a row of a column of prose; cells are shorter
_COLUMN_FILL = 0.6  # of a column's width that its rows take
_MOST_COLUMNS = 6
_LEAST_SIDE = 0.08  # of the text's width, that a column takes
_FOOT_ROWS = 2
_FOOT_GAP = 2.0  # of the letters' size, between columns and what stands below them
BETWEEN_CELLS = " | "


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table that is ruled with lines."""

    values: tuple[str, ...]  # of its cells
    columns: tuple[float, ...]  # where they begin, and where the last ends, in points
    is_first: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of letters and its box, in points from the page's lower left as it is seen."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    bold: bool = False
    turned: bool = False  # it does not stand upright
    row: TableRow | None = None  # it is one


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one column, its pieces from left to right; `cells` when it is part of a table."""

    pieces: tuple[Segment, ...]
    cells: bool = False

    @property
    def table_row(self) -> TableRow | None:
        """The row of a ruled table that this is."""
        return self.pieces[0].row

    @property
    def size(self) -> float:
        """The size of its largest letters, in points."""
        return max(piece.size for piece in self.pieces)

    @property
    def top(self) -> float:
        """Where it ends at the top."""
        return max(piece.top for piece in self.pieces)

    @property
    def bottom(self) -> float:
        """Where it ends at the bottom."""
        return min(piece.bottom for piece in self.pieces)

    @property
    def text(self) -> str:
        """The line's text; cells are divided by a bar."""
        parts = [self.pieces[0].text]
        for before, piece in zip(self.pieces, self.pieces[1:], strict=False):
            parts += [self._between(before, piece), piece.text]
        return "".join(parts).strip()

    def _between(self, before: Segment, piece: Segment) -> str:
        gap = piece.left - before.right
        if self.cells and gap >= _CELL_GAP * before.size and not self._is_mark(before):
            return BETWEEN_CELLS
        return " " if gap >= _WORD_GAP * min(before.size, piece.size) else ""

    def _is_mark(self, piece: Segment) -> bool:
        return piece is self.pieces[0] and _MARK.fullmatch(piece.text) is not None


Span = tuple[float, float]


def reading_order(segments: Sequence[Segment]) -> list[Row]:
    """Return the lines of a page as they are read; what does not stand upright comes last."""
    upright = [segment for segment in segments if not segment.turned]
    turned = [Row((segment,)) for segment in segments if segment.turned]
    rows = chain.from_iterable(map(_apart, _ordered(upright, _MOST_COLUMNS)))
    return _mark_tables(list(rows)) + turned


def _apart(row: Row) -> Iterator[Row]:
    """Yield the row of a ruled table without what stands beside it."""
    for _, pieces in groupby(row.pieces, key=lambda piece: id(piece.row)):
        yield Row(tuple(pieces))


def _ordered(segments: Sequence[Segment], columns: int) -> list[Row]:
    if not segments:
        return []
    edges = (min(s.left for s in segments), max(s.right for s in segments))
    ordered: list[Row] = []
    group: list[Row] = []
    free: list[Span] = []
    for row in gather_rows(segments):
        gaps = [gap for gap in _gaps(row, edges) if _may_be_gutter(gap, edges)]
        common = _intersect(free, gaps) if group else gaps
        if group and not common:
            ordered += _columns(group, free, columns)
            group, common = [], gaps
        group.append(row)
        free = common
    return ordered + _columns(group, free, columns)


def _may_be_gutter(gap: Span, edges: Span) -> bool:
    """Say whether a gap is no ragged margin: a column may be on either side of it, or within."""
    within = gap[0] > edges[0] and gap[1] < edges[1]
    return within or gap[1] - gap[0] >= _LEAST_SIDE * (edges[1] - edges[0])


def gather_rows(segments: Iterable[Segment]) -> list[Row]:
    """Gather what stands on one height, from the top down."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: (-(s.top + s.bottom), s.left)):
        if rows and _on_one_line(rows[-1][0], segment):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return [Row(tuple(sorted(row, key=lambda s: s.left))) for row in rows]


def _on_one_line(first: Segment, other: Segment) -> bool:
    overlap = min(first.top, other.top) - max(first.bottom, other.bottom)
    return overlap > _SAME_LINE * min(first.top - first.bottom, other.top - other.bottom)


def _gaps(row: Row, edges: Span) -> list[Span]:
    """Return where no letter of a row stands, between the edges of the text."""
    gaps: list[Span] = []
    at = edges[0]
    for piece in row.pieces:
        if piece.left - at >= _GUTTER * piece.size:
            gaps.append((at, piece.left))
        at = max(at, piece.right)
    if edges[1] - at >= _GUTTER * row.pieces[-1].size:
        gaps.append((at, edges[1]))
    return gaps


def common_gaps(rows: Iterable[Row], edges: Span) -> list[Span]:
    """Return where no letter of any row stands, between the edges of the text."""
    common = [edges]
    for row in rows:
        common = _intersect(common, _gaps(row, edges))
    return common


def _intersect(one: Sequence[Span], other: Sequence[Span]) -> list[Span]:
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [span for span in both if span[1] - span[0] > 1.0]


def _columns(group: Sequence[Row], free: Sequence[Span], columns: int) -> list[Row]:
    """Read a group of rows column after column if a gutter divides prose, else as it stands."""
    for left_edge, right_edge in free if columns > 1 else ():
        middle = (left_edge + right_edge) / 2
        body, foot = _without_foot(group, middle)
        left = [[p for p in row.pieces if p.right <= middle] for row in body]
        right = [[p for p in row.pieces if p.left >= middle] for row in body]
        if is_prose(left) and is_prose(right):
            sides = ([piece for row in side for piece in row] for side in (left, right))
            return [row for side in sides for row in _ordered(side, columns - 1)] + foot
    return list(group)


def _without_foot(group: Sequence[Row], middle: float) -> tuple[Sequence[Row], list[Row]]:
    """Take a page number or a footer, which is read last, off the column that it stands below."""
    for count in range(1, min(_FOOT_ROWS, len(group) - 1) + 1):
        body, foot = group[:-count], list(group[-count:])
        apart = body[-1].bottom - foot[0].top >= _FOOT_GAP * foot[0].size
        if apart and all(_is_one_sided(row, middle) for row in foot):
            return body, foot
    return group, []


def _is_one_sided(row: Row, middle: float) -> bool:
    return row.pieces[-1].right <= middle or row.pieces[0].left >= middle


def is_prose(rows: Iterable[Sequence[Segment]]) -> bool:
    """Say whether the rows of a column are those of running text; cells are shorter."""
    filled = [row for row in rows if row]
    if len(filled) < _COLUMN_ROWS:
        return False
    width = max(row[-1].right for row in filled) - min(row[0].left for row in filled)
    letters = median(sum(len(piece.text) for piece in row) for row in filled)
    fill = median(row[-1].right - row[0].left for row in filled)
    return letters >= _COLUMN_LETTERS and fill >= _COLUMN_FILL * width


def _mark_tables(rows: Sequence[Row]) -> list[Row]:
    """Mark the rows of tables: two and more in a row that fall into cells."""
    cut = [_has_cells(row) for row in rows]
    around = [False, *cut, False]
    return [
        replace(row, cells=cut[idx] and (around[idx] or around[idx + 2]))
        for idx, row in enumerate(rows)
    ]


def _has_cells(row: Row) -> bool:
    return row.table_row is None and BETWEEN_CELLS in replace(row, cells=True).text
