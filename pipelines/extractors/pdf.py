"""Read the text layer of a PDF."""

import io
import zlib
from collections.abc import Iterator, Sequence

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf_lines import Line, LineCollector, is_heading, measure, to_blocks
from pipelines.extractors.titles import choose_title, is_meaningful
from pipelines.models import Block, Extracted, Fetched

# What pypdf lets through when a file does not keep to the format.
_BROKEN = (
    *(PyPdfError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError),
    *(RecursionError, NotImplementedError, AssertionError, EOFError, zlib.error),
)
_LETTERS_PER_PAGE = 16  # fewer on average, on several pages: pictures of text, not text


class PdfExtractor:
    """Reads `application/pdf` page by page through pypdf.

    Args:
        page_limit: a longer document is refused rather than cut.
    """

    def __init__(self, *, page_limit: int = 2000) -> None:
        self._page_limit = page_limit

    def extract(self, fetched: Fetched) -> Extracted:
        """Return paragraphs and headings with their page, counted from 1.

        Raises:
            SourceRefused: encrypted, too long, damaged, or without a text layer.
        """
        try:
            reader = self._open(fetched.content)
            lines = tuple(_lines(reader))
            given = reader.metadata.title if reader.metadata else None
        except (FileNotDecryptedError, DependencyError) as error:
            raise SourceRefused("source-encrypted") from error
        except _BROKEN as error:
            raise SourceRefused("source-broken") from error
        pages = len(reader.pages)
        letters = sum(character.isalnum() for line in lines for character in line.text)
        if letters == 0 or (pages > 1 and letters < _LETTERS_PER_PAGE * pages):
            raise SourceRefused("source-scanned", pages=pages)
        blocks = tuple(to_blocks(lines, measure(lines)))
        return Extracted(
            blocks=blocks,
            title=choose_title([given, _front_title(lines)], fetched, blocks),
            url=fetched.url,
            pages=pages,
        )

    def _open(self, content: bytes) -> PdfReader:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise SourceRefused("source-encrypted")
        pages = len(reader.pages)
        if pages > self._page_limit:
            raise SourceRefused("source-too-many-pages", pages=pages, limit=self._page_limit)
        if pages == 0:
            raise SourceRefused("source-broken")
        return reader


def _lines(reader: PdfReader) -> Iterator[Line]:
    for number, page in enumerate(reader.pages, start=1):
        collector = LineCollector(number)
        page.extract_text(visitor_text=collector.visit)
        collector.finish()
        yield from collector.lines


def _front_title(lines: Sequence[Line]) -> str | None:
    """Return the largest heading of the first page that has text."""
    first = [line for line in lines if line.page == lines[0].page]
    usual = measure(lines)
    headings = [line for line in first if is_heading(line, usual) and is_meaningful(line.text)]
    if not headings:
        return None
    largest = max(line.size for line in headings)
    blocks: Sequence[Block] = tuple(to_blocks(headings, usual))
    sized = {line.text: line.size for line in headings}
    for block in blocks:
        if any(size == largest and text in block.text for text, size in sized.items()):
            return block.text
    return headings[0].text
