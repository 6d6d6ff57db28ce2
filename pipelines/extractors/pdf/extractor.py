"""Read the text of a PDF, a slice of its pages at a time.

pypdf looks after the file (what it promises, whether it is a trap, its table of contents), PDFium
says which letters stand where. A slice ends after so many seconds, so that a long document takes
many calls, each within the limits of a child process.
"""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import pypdfium2 as pdfium  # type: ignore[import-untyped]
from pydantic import TypeAdapter
from pypdf import PdfReader
from pypdf.errors import (
    DependencyError,
    FileNotDecryptedError,
    LimitReachedError,
    PyPdfError,
)

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.file import (
    check_contents,
    open_for_reading,
    open_for_structure,
    outline,
)
from pipelines.extractors.pdf.page import PageText, read_page
from pipelines.extractors.pdf.paragraphs import (
    Entry,
    Line,
    is_heading,
    measure,
    to_blocks,
    to_lines,
    with_levels,
)
from pipelines.extractors.pdf.reading_order import reading_order
from pipelines.extractors.titles import choose_title, is_meaningful
from pipelines.models.documents import Extracted, Fetched, PageSlice

# What pypdf lets through when a file does not keep to the format.
_BROKEN = (
    *(PyPdfError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError),
    *(RecursionError, NotImplementedError, AssertionError, EOFError, zlib.error),
)
_ALL = 1_000_000  # pages
_FEW_LETTERS = 16  # on a page that shows something: a picture of text, not text
_SOME_LETTERS = 200  # beside a large picture: its caption, or the half of the page that is text
_LARGE_PICTURE = 0.3  # of the page


@dataclass(frozen=True, slots=True)
class _Slice:
    """What is read out of some pages."""

    lines: tuple[Line, ...]
    scans: tuple[int, ...]
    entries: tuple[Entry, ...] = ()  # of the whole document: in the first slice
    title: str | None = None  # likewise


_SLICE = TypeAdapter(_Slice)


class PdfExtractor:
    """Reads `application/pdf`.

    Args:
        page_limit: a longer document is refused rather than cut.
        seconds: of processor time after which a slice ends.
    """

    def __init__(self, *, page_limit: int = 2000, seconds: float = 3.0) -> None:
        self._page_limit = page_limit
        self._seconds = seconds

    def extract(self, fetched: Fetched) -> Extracted:
        """Read a document at once.

        Raises:
            SourceRefused: encrypted, too long, damaged, or there is nothing on its pages.
        """
        slices: list[PageSlice] = []
        page: int | None = 1
        while page is not None:
            slices.append(self.read_pages(fetched, page))
            page = slices[-1].next_page
        return self.join_pages(fetched, slices)

    def read_pages(self, fetched: Fetched, first: int, last: int = _ALL) -> PageSlice:
        """Read pages from `first` to `last`, counted from 1, until the time is up.

        Raises:
            SourceRefused: encrypted, too long or damaged.
        """
        try:
            return self._read(fetched.content, first, last)
        except (FileNotDecryptedError, DependencyError) as error:
            raise SourceRefused("source-encrypted") from error
        except LimitReachedError as error:
            raise SourceRefused("source-unpacks-to-too-much") from error
        except _BROKEN as error:
            raise SourceRefused("source-broken") from error

    def join_pages(self, fetched: Fetched, slices: Sequence[PageSlice]) -> Extracted:
        """Put slices together: paragraphs and headings with their page.

        Raises:
            SourceRefused: there is nothing on its pages.
        """
        parts = [_SLICE.validate_json(piece.content) for piece in slices]
        lines = tuple(line for part in parts for line in part.lines)
        scans = tuple(page for part in parts for page in part.scans)
        if not (lines or scans):
            raise SourceRefused("source-no-text")
        usual = measure(lines)
        lines = with_levels(lines, parts[0].entries, usual)
        blocks = tuple(to_blocks(lines, usual))
        written = {line.page for line in lines if any(map(str.isalnum, line.text))}
        titles = [parts[0].title, _front_title(lines)]
        return Extracted(
            blocks=blocks,
            title=choose_title(titles, fetched, blocks),
            url=fetched.url,
            pages=slices[0].pages,
            pages_without_text=slices[0].pages - len(written),
            scans=scans,
        )

    def _read(self, content: bytes, first: int, last: int) -> PageSlice:
        over = _stop_clock(self._seconds)
        reader = open_for_structure(content, self._page_limit)
        document = open_for_reading(content)
        lines: list[Line] = []
        scans: list[int] = []
        pages = min(len(reader.pages), len(document))
        page = first
        for page in range(first, min(last, pages) + 1):
            check_contents(reader, page - 1)
            text = _read_page(document, page - 1)
            lines += to_lines(reading_order(text.segments), page)
            if _is_scan(text):
                scans.append(page)
            if over():
                break
        front = _front_matter(reader) if first == 1 else ((), None)
        content_of = _SLICE.dump_json(_Slice(tuple(lines), tuple(scans), *front)).decode()
        return PageSlice(content_of, pages, page + 1 if page < pages else None)


def _stop_clock(seconds: float) -> Callable[[], bool]:
    end = time.process_time() + seconds
    return lambda: time.process_time() > end


def _front_matter(reader: PdfReader) -> tuple[tuple[Entry, ...], str | None]:
    title = reader.metadata.title if reader.metadata else None
    return tuple(outline(reader)), title if isinstance(title, str) else None


def _read_page(document: pdfium.PdfDocument, index: int) -> PageText:
    """Read a page; one that is damaged counts as a page without text, the others are read."""
    try:
        return read_page(document[index])
    except pdfium.PdfiumError:
        return PageText((), 0.0, 0)


def _is_scan(text: PageText) -> bool:
    written = chain.from_iterable(run.text for run in text.segments)
    letters = sum(1 for _ in islice(filter(str.isalnum, written), _SOME_LETTERS))
    if letters < _FEW_LETTERS:
        return text.objects > 0
    return letters < _SOME_LETTERS and text.pictures >= _LARGE_PICTURE


def _front_title(lines: Sequence[Line]) -> str | None:
    """Return the largest heading of the first page that has text."""
    if not lines:
        return None
    first = [line for line in lines if line.page == lines[0].page]
    usual = measure(lines)
    headings = [line for line in first if is_heading(line, usual) and is_meaningful(line.text)]
    if not headings:
        return None
    largest = max(line.size for line in headings)
    return next(_titles(headings, largest), headings[0].text)


def _titles(headings: Sequence[Line], size: float) -> Iterator[str]:
    """Yield the headings of this size, those of several lines whole."""
    for block in to_blocks(headings, measure(headings)):
        if any(line.size == size and line.text in block.text for line in headings):
            yield block.text
