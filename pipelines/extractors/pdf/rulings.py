"""The straight lines that are drawn on a PDF page: tables are ruled with them."""

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

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
