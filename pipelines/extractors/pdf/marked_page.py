"""Draw a page of a PDF for a phone's screen, with the words of a quote marked.

Through PDFium alone: a child process that has to be started first is at work in half the time
without pypdf. The file has been through its checks when it was taken in.
"""

import ctypes
import io
from collections.abc import Iterator, Sequence
from statistics import median

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]
from PIL import Image, ImageChops, ImageStat

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.grid import Box
from pipelines.extractors.pdf.page import letters_of
from pipelines.extractors.pdf.quote import Band, Letters, find_quote
from pipelines.models.documents import Span
from pipelines.models.originals import PagePicture, PageQuote

_LONGEST_SIDE = 1600  # pixels: small print of a paper page can be read, and zoomed into
_NARROWEST = 1 / 15  # of the longer side; Telegram takes 1/20
_QUALITY = 82
_MARKER = (255, 228, 92)
_DARK = 110  # of 255: light letters on such a ground
_TINT = 0.35  # of the marker's colour there
_FAR = 4.0  # sizes of a letter between two of one line
_MARGIN = 0.08  # of a line's height by which the marker reaches over it
_SAME_LINE = 0.5  # of the lower of two heights


def draw_marked(content: bytes, quote: PageQuote) -> PagePicture:
    """Draw a page with a quote marked; unmarked where the quote is not found.

    Raises:
        SourceRefused: there is no such page, or it cannot be drawn.
    """
    try:
        document = pdfium.PdfDocument(content)
        if not 1 <= quote.page <= len(document):
            raise SourceRefused("source-broken")
        page = document[quote.page - 1]
        boxes = find_boxes(page, quote)
        picture = _drawn(page, boxes)
    except pdfium.PdfiumError as error:
        raise SourceRefused("source-broken") from error
    return PagePicture(
        content=_as_jpeg(picture),
        width=picture.width,
        height=picture.height,
        page=quote.page,
        pages=len(document),
        is_marked=bool(boxes),
    )


def find_boxes(page: pdfium.PdfPage, quote: PageQuote) -> tuple[Box, ...]:
    """Return a box for each line of a quote, in the page's own measure; none if not found."""
    if not quote.text:
        return ()
    text = page.get_textpage()
    try:
        written = letters_of(text.raw, text.count_chars())
        runs = find_quote(Letters.of(written), quote, lambda at: _band(text.raw, at))
        return tuple(box for run in runs for box in _lines(text.raw, run, written))
    finally:
        text.close()


def _band(text: raw.FPDF_TEXTPAGE, at: int) -> Band:
    """Return how low and how high a letter reaches."""
    _, bottom, _, top = _box(text, at)
    return bottom, top


def _lines(text: raw.FPDF_TEXTPAGE, run: Span, written: str) -> Iterator[Box]:
    line: list[Box] = []
    for at in range(run.start, run.end):
        if written[at].isspace() or not written[at].isprintable():
            continue
        box = _box(text, at)
        if line and not _is_beside(line[-1], box):
            yield _around(line)
            line = []
        line.append(box)
    if line:
        yield _around(line)


def _box(text: raw.FPDF_TEXTPAGE, at: int) -> Box:
    """Return left, bottom, right and top of a letter."""
    found = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, at, found)
    return found.left, found.bottom, found.right, found.top


def _is_beside(one: Box, other: Box) -> bool:
    """Say whether a letter follows another on its line, whichever way that runs."""
    across = max(other[0] - one[2], one[0] - other[2])
    along = max(other[1] - one[3], one[1] - other[3])
    far = _FAR * max(one[3] - one[1], one[2] - one[0])
    level = _overlaps(one[1], one[3], other[1], other[3])
    upright = _overlaps(one[0], one[2], other[0], other[2])
    return (level and across <= far) or (upright and not level and along <= 0)


def _overlaps(low: float, high: float, other_low: float, other_high: float) -> bool:
    shared = min(high, other_high) - max(low, other_low)
    return shared > _SAME_LINE * min(high - low, other_high - other_low)


def _around(line: Sequence[Box]) -> Box:
    """Put a box around a line; a sign that is taller than its letters does not make it taller."""
    lefts, bottoms, rights, tops = zip(*line, strict=True)
    if max(rights) - min(lefts) < max(tops) - min(bottoms):  # a turned line, or a letter alone
        return median(lefts), min(bottoms), median(rights), max(tops)
    return min(lefts), median(bottoms), max(rights), median(tops)


def _drawn(page: pdfium.PdfPage, boxes: Sequence[Box]) -> Image.Image:
    """Draw a page and lay a marker over the boxes, through which letters stay black."""
    width, height = page.get_size()
    scale = _LONGEST_SIDE / max(width, height, 1.0)
    picture: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
    for box in boxes:
        _mark(picture, _on_picture(page, box, picture.size))
    return _wide_enough(picture)


def _mark(picture: Image.Image, place: tuple[int, int, int, int]) -> None:
    """Lay a marker over a place: dark letters stay as dark, light ones on dark stay readable."""
    words = picture.crop(place)
    if 0 in words.size:
        return
    marker = Image.new("RGB", words.size, _MARKER)
    is_dark = ImageStat.Stat(words.convert("L")).median[0] < _DARK
    marked = Image.blend(words, marker, _TINT) if is_dark else ImageChops.multiply(words, marker)
    picture.paste(marked, place[:2])


def _on_picture(page: pdfium.PdfPage, box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Turn a box the way the page is drawn, cropped and turned as it says."""
    left, bottom, right, top = box
    margin = _MARGIN * min(right - left, top - bottom)
    corners = [
        _on_screen(page, left - margin, bottom - margin, size),
        _on_screen(page, right + margin, top + margin, size),
    ]
    xs, ys = zip(*corners, strict=True)
    width, height = size
    return max(0, min(xs)), max(0, min(ys)), min(width, max(xs)), min(height, max(ys))


def _on_screen(page: pdfium.PdfPage, x: float, y: float, size: tuple[int, int]) -> tuple[int, int]:
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, across, down)
    return across.value, down.value


def _wide_enough(picture: Image.Image) -> Image.Image:
    """Put a strip, which Telegram would not take as a picture, on paper that is wide enough."""
    least = int(_LONGEST_SIDE * _NARROWEST)
    if min(picture.size) >= least:
        return picture
    paper = Image.new("RGB", (max(picture.width, least), max(picture.height, least)), "white")
    paper.paste(picture, (0, 0))
    return paper


def _as_jpeg(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=_QUALITY)
    return written.getvalue()
