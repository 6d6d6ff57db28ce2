"""Documents that are read page by page: what the steps of the pipeline call in a child process.

Parsers are imported where they work, so that the bot never carries one.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from pipelines.models.documents import Extracted, Fetched, PageSlice
from pipelines.models.originals import PagePicture, PageQuote

if TYPE_CHECKING:
    from PIL.Image import Image

_PDF = "application/pdf"


class _PagedExtractor(Protocol):
    def read_pages(self, fetched: Fetched, first: int, last: int) -> PageSlice: ...

    def join_pages(self, fetched: Fetched, slices: tuple[PageSlice, ...]) -> Extracted: ...


def _pdf() -> _PagedExtractor:
    extractor: _PagedExtractor = import_module("pipelines.extractors.pdf.extractor").PdfExtractor()
    return extractor


def read_pages(fetched: Fetched, first: int, last: int) -> PageSlice:
    """Read a slice of a PDF's pages, from `first` on and not past `last`, counted from 1."""
    return _pdf().read_pages(fetched, first, last)


def join_pages(fetched: Fetched, slices: tuple[PageSlice, ...]) -> Extracted:
    """Put all slices of a PDF together; of `fetched`, its bytes are not needed any more."""
    return _pdf().join_pages(fetched, slices)


def recognise_page(fetched: Fetched, page: int) -> tuple[str, ...]:
    """Recognise the paragraphs on one page, counted from 1, of a PDF or a picture."""
    ocr = import_module("pipelines.extractors.ocr")
    tesseract = ocr.find_tesseract()
    if fetched.media_type == _PDF:
        picture: Image = import_module("pipelines.extractors.pdf.page").draw(fetched.content, page)
    else:
        extractor = import_module("pipelines.extractors.image").ImageExtractor()
        picture = extractor.page(fetched.content, page)
    paragraphs: tuple[str, ...] = tesseract.recognise(picture)
    return paragraphs


def draw_page(content: bytes, quote: PageQuote) -> PagePicture:
    """Draw a page of a PDF with a quote marked."""
    picture: PagePicture = import_module("pipelines.extractors.pdf.marked_page").draw_marked(
        content, quote
    )
    return picture
