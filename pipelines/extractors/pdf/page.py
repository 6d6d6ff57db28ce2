"""Read one page of a PDF through PDFium: which letters stand where, and what it looks like.

The words of a PDF page, as PDFium has its letters.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi
from typing import NamedTuple

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]
from PIL import Image

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.grid import Box, Rule, RuleFinder
from pipelines.extractors.pdf.reading_order import Segment
from pipelines.extractors.pdf.tables import walls_of, with_tables

_WORD = re.compile(r"[^\t\n\r \xa0]+")
_HYPHEN, _OTHER_HYPHEN = "\x02", "\ufffe"  # PDFium's own marks for a word broken at a line's end
_PART = re.compile(r"\x02?[^\x02]+\x02?|\x02")
_NO_LETTER = "\0"
_MARK = re.compile(r"[\0\x02]")
_HALVES = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")


class Word(NamedTuple):
    """Letters without a space, by their places in PDFium's text of the page."""

    text: str
    first: int  # index of its first letter on the page
    last: int
    starts_line: bool


def find_words(text: raw.FPDF_TEXTPAGE, count: int) -> Iterator[Word]:
    """Yield what stands between spaces, which PDFium also puts where there is only a gap."""
    written = letters_of(text, count)
    end = 0
    for word in _WORD.finditer(written):
        first, last = word.span()
        starts_line = "\n" in (gap := written[end:first]) or "\r" in gap
        end = last
        if _MARK.search(word[0]) is None:
            yield Word(word[0], first, last - 1, starts_line)
            continue
        for part in _PART.finditer(word[0]):
            if letters := part[0].replace(_NO_LETTER, ""):
                skipped = len(part[0]) - len(part[0].lstrip(_NO_LETTER))
                place = first + part.start() + skipped, first + part.end() - 1
                yield Word(letters.replace(_HYPHEN, "-"), *place, starts_line)
                starts_line = letters.endswith(_HYPHEN)


def letters_of(text: raw.FPDF_TEXTPAGE, count: int) -> str:
    """Return a character for every place of a page.

    All at once, which takes a tenth of the time, unless PDFium says something else than that.
    """
    found = (ctypes.c_ushort * (count + 1))()
    taken = raw.FPDFText_GetText(text, 0, count, found) - 1  # without the end
    codes = found[:count]
    if taken != count:
        codes = [raw.FPDFText_GetUnicode(text, idx) for idx in range(count)]
    letters = "".join(map(chr, codes)).replace(_OTHER_HYPHEN, _HYPHEN)
    return _HALVES.sub(_joined, letters)


def _joined(halves: re.Match[str]) -> str:
    """Make a letter beyond the first plane of its halves, which have a place each."""
    letter = halves[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return letter.ljust(len(halves[0]), _NO_LETTER)


_BREAK = 0.8  # of a line's height: what lies further apart is not one run of letters
_OVERLAP = 0.6  # of the height: what overlaps less is not one run either
_TOUCH = 1.0  # points by which letters may reach over a line
_HEAVY = 600  # weight from which letters are bold
_TURNED = 0.1  # radians
_DEPTH = 4  # of forms within forms in which pictures are looked for
_WIDEST = 2600  # pixels of a rendered page's longer side: 220 a paper inch on A4
_POINTS_PER_INCH = 72
_FINEST = 220  # dots per inch


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page holds: its runs of letters, and how much of it pictures and drawings cover."""

    segments: tuple[Segment, ...]
    pictures: float  # share of the page's area, 0..1
    objects: int


def read_page(page: pdfium.PdfPage) -> PageText:
    """Read a page's letters, put those of ruled tables into rows, and measure its pictures."""
    turn = _Turn(page)
    rules = RuleFinder(turn.upright)
    covered, objects = 0.0, 0
    for thing in page.get_objects(max_depth=_DEPTH):
        objects += 1
        rules.look_at(thing)
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = thing.get_bounds()
            covered += abs(right - left) * abs(top - bottom)
    width, height = page.get_size()
    covered = min(1.0, covered / max(1.0, width * height))
    text = page.get_textpage()
    try:
        segments = list(_segments(turn, text.raw, text.count_chars(), walls_of(rules.found)))
    finally:
        text.close()
    return PageText(tuple(with_tables(segments, rules.found)), covered, objects)


def render_page(page: pdfium.PdfPage) -> Image.Image:
    """Draw a page in grey, fine enough for recognising letters, small enough for the memory."""
    longest = max(*page.get_size(), 1.0)
    scale = min(_FINEST / _POINTS_PER_INCH, _WIDEST / longest)
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
    return picture.convert("L")


def draw(content: bytes, number: int) -> Image.Image:
    """Draw one page of a document, counted from 1.

    Raises:
        SourceRefused: it cannot be drawn.
    """
    try:
        return render_page(pdfium.PdfDocument(content)[number - 1])
    except pdfium.PdfiumError as error:
        raise SourceRefused("source-broken") from error


def _segments(
    turn: "_Turn", text: raw.FPDF_TEXTPAGE, count: int, walls: Sequence[Rule]
) -> Iterator[Segment]:
    """Join words that stand side by side; asking for the place of every letter takes too long."""
    run: _Run | None = None
    for word in find_words(text, count):
        place = turn.upright(*_box(text, word.first, word.last))
        if run is not None and word.starts_line:
            yield run.segment()
            run = None
        if run is not None and run.goes_on(place) and not run.ends_at(walls, place):
            run.add(word.text, place)
        else:
            if run is not None:
                yield run.segment()
            look = _look(text, word.first)
            run = _Run(word.text, place, *look, turn.is_turned(text, word.first))
    if run is not None:
        yield run.segment()


def _box(text: raw.FPDF_TEXTPAGE, first: int, last: int) -> Box:
    """Return left, bottom, right and top of a word, in the page's own measure."""
    one, other = raw.FS_RECTF(), raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, first, one)
    raw.FPDFText_GetLooseCharBox(text, last, other)
    return (
        *(min(one.left, other.left), min(one.bottom, other.bottom)),
        *(max(one.right, other.right), max(one.top, other.top)),
    )


def _look(text: raw.FPDF_TEXTPAGE, idx: int) -> tuple[float, bool]:
    """Return the size of a letter in points, and whether it is bold."""
    matrix = raw.FS_MATRIX()
    size = raw.FPDFText_GetFontSize(text, idx)
    if raw.FPDFText_GetMatrix(text, idx, ctypes.byref(matrix)):
        size *= (matrix.c**2 + matrix.d**2) ** 0.5
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text, idx, name, len(name), ctypes.byref(flags))
    heavy = raw.FPDFText_GetFontWeight(text, idx) >= _HEAVY
    return size, heavy or b"bold" in name.value.lower()


class _Turn:
    """Turns places on a page the way its reader sees them."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._quarter = page.get_rotation() // 90
        width, height = page.get_size()  # as seen
        self._size = (width, height)

    def upright(self, left: float, bottom: float, right: float, top: float) -> Box:
        width, height = self._size
        match self._quarter:
            case 1:
                return bottom, height - right, top, height - left
            case 2:
                return width - right, height - top, width - left, height - bottom
            case 3:
                return width - top, left, width - bottom, right
        return left, bottom, right, top

    def is_turned(self, text: raw.FPDF_TEXTPAGE, idx: int) -> bool:
        """Say whether a letter does not stand upright for the reader."""
        angle: float = raw.FPDFText_GetCharAngle(text, idx)
        away = (angle + self._quarter * pi / 2) % (2 * pi)
        return angle >= 0 and min(away, 2 * pi - away) > _TURNED


class _Run:
    """Words that follow each other on one line."""

    def __init__(
        self,
        word: str,
        place: Box,
        size: float,
        bold: bool,
        turned: bool,
    ) -> None:
        self._words = [word]
        self._left, self._bottom, self._right, self._top = place
        self._size, self._bold, self._turned = size, bold, turned

    def goes_on(self, place: Box) -> bool:
        if self._turned:
            return True
        left, bottom, right, top = place
        height = self._top - self._bottom
        overlap = min(self._top, top) - max(self._bottom, bottom)
        lower = min(height, top - bottom)
        gap = left - self._right
        return (
            overlap >= _OVERLAP * lower
            and lower >= _OVERLAP * max(height, top - bottom)
            and (-height < gap < _BREAK * height and right >= self._left)
        )

    def ends_at(self, walls: Sequence[Rule], place: Box) -> bool:
        """Say whether a line is drawn between the run and what stands at this place."""
        height = (place[1] + place[3]) / 2
        between = self._right - _TOUCH, place[0] + _TOUCH
        return any(between[0] <= wall.at <= between[1] and wall.covers(height) for wall in walls)

    def add(self, word: str, place: Box) -> None:
        self._words.append(word)
        left, bottom, right, top = place
        self._left, self._right = min(self._left, left), max(self._right, right)
        self._bottom, self._top = min(self._bottom, bottom), max(self._top, top)

    def segment(self) -> Segment:
        return Segment(
            " ".join(self._words),
            *(self._left, self._bottom, self._right, self._top),
            size=self._size,
            bold=self._bold,
            turned=self._turned,
        )
