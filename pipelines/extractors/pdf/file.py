"""Open a PDF: what it must not be before anything in it is read, and what it says of itself."""

import io
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium  # type: ignore[import-untyped]
from pypdf import PdfReader
from pypdf.generic import ContentStream, Destination, DictionaryObject, IndirectObject

from pipelines.errors import SourceRefused
from pipelines.extractors.pdf.paragraphs import Entry

_DEPTH = 8  # levels of an outline
_ENTRIES = 20_000
_PREVIOUS = re.compile(rb"/Prev\s+(\d{1,12})\b(?!\s+\d+\s+R)")  # a reference is an outline's
_OBJECT = re.compile(rb"\s*\d{1,10}\s+\d{1,5}\s+obj\b")
_START = re.compile(rb"startxref\s+(\d{1,12})")
_END = 1024  # bytes in which a whole file says that it ends
_TRAILER = 64 * 1024  # bytes in which a table's trailer or a stream's dictionary must end
_INLINE_PICTURE = re.compile(rb"\bBI\b[^\0]{0,2000}?\bID\b", re.DOTALL)


def open_for_structure(content: bytes, page_limit: int) -> PdfReader:
    """Open a PDF for its structure.

    Raises:
        SourceRefused: encrypted, too long, empty, or its cross-references run in a circle.
    """
    if _runs_in_circles(content):
        raise SourceRefused("source-broken")
    if b"%%EOF" not in content[-_END:]:  # cut off; pypdf then looks for every object itself
        content += b"\nstartxref\n0\n%%EOF\n"
    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise SourceRefused("source-encrypted")
    pages = len(reader.pages)
    if pages > page_limit:
        raise SourceRefused("source-too-many-pages", pages=pages, limit=page_limit)
    if pages == 0:
        raise SourceRefused("source-broken")
    return reader


def open_for_reading(content: bytes) -> pdfium.PdfDocument:
    """Open a PDF for its letters and its look.

    Raises:
        SourceRefused: PDFium cannot make anything of it.
    """
    try:
        return pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        raise SourceRefused("source-broken") from error


def check_contents(reader: PdfReader, index: int) -> None:
    """Unpack what draws a page, within pypdf's limits, and parse it where it could be a trap.

    Raises:
        PyPdfError: it unpacks to too much, or an inline picture has no end.
    """
    try:
        contents = reader.pages[index].get_contents()
        content = contents.get_data() if contents is not None else b""
        if isinstance(contents, ContentStream) and _INLINE_PICTURE.search(content):
            _ = contents.operations
    except zlib.error:  # damage that PDFium reads around
        return


def outline(reader: PdfReader) -> Iterator[Entry]:
    """Yield the table of contents; entries that lead nowhere are left out.

    Raises:
        SourceRefused: it runs in a circle, or has no end.
    """
    root = reader.root_object.get("/Outlines")
    if not isinstance(root := _resolve(root), DictionaryObject):
        return
    seen: set[int] = set()
    places = _Places(reader)
    waiting: list[tuple[Any, int]] = [(root.get("/First"), 1)]
    while waiting:
        reference, level = waiting.pop()
        entry = _resolve(reference)
        if not isinstance(entry, DictionaryObject):
            continue
        if id(entry) in seen or len(seen) > _ENTRIES:
            raise SourceRefused("source-broken")
        seen.add(id(entry))
        waiting.append((entry.get("/Next"), level))
        if level < _DEPTH:
            waiting.append((entry.get("/First"), level + 1))
        page = places.page_of(entry)
        if page is not None:
            yield Entry(" ".join(str(entry.get("/Title", "")).split()), page, level)


def _resolve(reference: Any) -> Any:
    return reference.get_object() if hasattr(reference, "get_object") else reference


class _Places:
    """Finds the pages that entries of the table of contents lead to."""

    def __init__(self, reader: PdfReader) -> None:
        references = (page.indirect_reference for page in reader.pages)
        self._numbers = {ref.idnum: n for n, ref in enumerate(references, 1) if ref is not None}
        self._named = reader.named_destinations

    def page_of(self, entry: DictionaryObject) -> int | None:
        target = _resolve(entry.get("/Dest"))
        action = _resolve(entry.get("/A"))
        if target is None and isinstance(action, DictionaryObject) and action.get("/S") == "/GoTo":
            target = _resolve(action.get("/D"))
        if isinstance(target, str):
            target = self._named.get(target)
        if isinstance(target, Destination):
            return self._number(target.get("/Page"))
        return self._number(target[0]) if isinstance(target, list) and target else None

    def _number(self, page: Any) -> int | None:
        if isinstance(page, IndirectObject):
            return self._numbers.get(page.idnum)
        reference = getattr(_resolve(page), "indirect_reference", None)
        return self._numbers.get(reference.idnum) if reference is not None else None


def _runs_in_circles(content: bytes) -> bool:
    """Follow the chain of cross-reference tables, each of which names the one before."""
    starts = _START.findall(content[-_TRAILER:])
    at = int(starts[-1]) if starts else None
    seen: set[int] = set()
    while at is not None and at < len(content):
        if at in seen:
            return True
        seen.add(at)
        at = _previous(content, at)
    return False


def _previous(content: bytes, at: int) -> int | None:
    """Return where the table before the one at this place is said to begin."""
    start = at
    if content[at : at + 4] == b"xref":
        start = content.find(b"trailer", at)
    elif _OBJECT.match(content, at) is None:  # nothing of the kind stands there
        return None
    if start < 0:
        return None
    ends = (content.find(mark, start, start + _TRAILER) for mark in (b"startxref", b"stream"))
    end = min((found for found in ends if found >= 0), default=start + _TRAILER)
    found = _PREVIOUS.search(content, start, end)
    return int(found[1]) if found else None
