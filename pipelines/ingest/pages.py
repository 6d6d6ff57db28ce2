"""Reading documents page by page: many short calls in child processes instead of a long one.

The pages of a long document are read, or recognised, by two of them at once.

The parent holds the bytes and what has been read of them, and neither renders nor parses.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import chain

from pipelines.concurrency import map_ahead
from pipelines.errors import InternalError, SourceRefused
from pipelines.ingest.plan import ReadDocument, join_document
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Block, Extracted, Fetched, PageSlice

MOST_TEXT_MB = 10
_KEPT_AT_ONCE = 8  # pages
_A_WORD = 3  # letters of a line, fewer of which say nothing
_LONGEST_TITLE = 80  # characters of a line that a picture is called by
_OPENING = 16  # pages: after these it is known how many there are
_AT_ONCE = 2
_MOST_PAGES = 100_000
_NO_PROGRAM = "source-no-reading-of-pictures"


@dataclass(frozen=True, slots=True)
class Recognised:
    """Pages that have been recognised, by number: their paragraphs."""

    pages: Mapping[int, tuple[str, ...]]


NOTHING_YET = Recognised({})


@dataclass(frozen=True, slots=True)
class PagedReader:
    """Functions of the extractors that read pages; each runs in a child process."""

    read_pages: Callable[[Fetched, int, int], PageSlice]  # from one page to another at most
    join_pages: Callable[[Fetched, tuple[PageSlice, ...]], Extracted]
    recognise_page: Callable[[Fetched, int], tuple[str, ...]]


async def read_slices(pool: ProcessPool, reader: PagedReader, fetched: Fetched) -> ReadDocument:
    """Read a document slice by slice.

    Raises:
        SourceRefused: as the extractor does, or when there is more text than a document may have.
    """
    read = 0

    async def read_part(part: range) -> list[PageSlice]:
        nonlocal read
        slices: list[PageSlice] = []
        page: int | None = part.start
        while page is not None and page in part:
            piece = await pool.run(reader.read_pages, fetched, page, part[-1])
            if piece.next_page is not None and piece.next_page <= page:
                raise InternalError("a slice of pages leads back")
            slices.append(piece)
            read += len(piece.content) // 2  # half is where text stands
            check_length(read)
            page = piece.next_page
        return slices

    slices = await read_part(range(1, _OPENING + 1))
    if not 0 <= slices[0].pages <= _MOST_PAGES:
        raise InternalError("a document of impossibly many pages")
    parts = _divided(range(_OPENING + 1, slices[0].pages + 1))
    async with aclosing(map_ahead(read_part, parts, _AT_ONCE)) as others:
        async for more in others:
            slices += more
    bare = replace(fetched, content=b"")
    return await pool.run(join_document, reader.join_pages, bare, tuple(slices))


def _divided(pages: range) -> list[range]:
    """Divide pages between those who read at once."""
    each = max(_OPENING, -(-len(pages) // _AT_ONCE))
    return [pages[at : at + each] for at in range(0, len(pages), each)]


def check_length(characters: int) -> None:
    """Raise SourceRefused where there is more text than a document may have."""
    if characters > MOST_TEXT_MB * 1_000_000:
        raise SourceRefused("source-too-much-text", limit_mb=MOST_TEXT_MB)


async def recognise_scans(
    pool: ProcessPool,
    reader: PagedReader,
    fetched: Fetched,
    extracted: Extracted,
    most_pages: int,
    *,
    known: Recognised = NOTHING_YET,
    keep: Callable[[Recognised], Awaitable[None]] | None = None,
) -> Extracted:
    """Recognise the text of the pages that are pictures; the others keep theirs.

    Where some pages have text, those that cannot be recognised are left without and counted.

    Args:
        most_pages: no more are recognised.
        known: what an earlier attempt recognised before it was broken off.
        keep: is given what is recognised so far, from time to time.
    Raises:
        SourceRefused: no page has text, and none can be recognised.
    """
    found = dict(known.pages)
    refusal: SourceRefused | None = None

    async def recognise(page: int) -> tuple[int, tuple[str, ...] | SourceRefused]:
        try:
            return page, await pool.run(reader.recognise_page, fetched, page)
        except SourceRefused as error:
            return page, error

    wanted = (page for page in extracted.scans[:most_pages] if page not in known.pages)
    async with aclosing(map_ahead(recognise, wanted, _AT_ONCE)) as pages:
        async for page, said in pages:
            if not isinstance(said, SourceRefused):
                found[page] = said
            else:
                refusal = said
                if said.code == _NO_PROGRAM:
                    break
            if keep is not None and len(found) % _KEPT_AT_ONCE == 0:
                await keep(Recognised(found))
    merged = merge(extracted, found)
    check_length(sum(len(block.text) for block in merged.blocks))
    if not merged.blocks:
        raise refusal or _nothing_in(extracted)
    return merged


def _nothing_in(extracted: Extracted) -> SourceRefused:
    if extracted.pages is None:
        return SourceRefused("source-no-text-in-picture")
    return SourceRefused("source-scanned", pages=extracted.pages)


def merge(extracted: Extracted, found: Mapping[int, tuple[str, ...]]) -> Extracted:
    """Put recognised text in place of what little a page's own layer has, where it says more."""
    by_page: dict[int | None, list[Block]] = {}
    for block in extracted.blocks:
        by_page.setdefault(block.page, []).append(block)
    recognised = 0
    for page, paragraphs in found.items():
        place = page if extracted.pages is not None else None
        blocks = [Block(text, page=place) for text in paragraphs]
        # Repeated, the step finds its own paragraphs there.
        if _letters(blocks) >= max(1, _letters(by_page.get(place, ()))):
            by_page[place] = blocks
            recognised += 1
    pages = extracted.pages or 1
    written = sum(_letters(blocks) > 0 for blocks in by_page.values())
    ordered = sorted(by_page, key=lambda page: page or 0)
    return replace(
        extracted,
        blocks=tuple(chain.from_iterable(by_page[page] for page in ordered)),
        pages_without_text=pages - written,
        pages_by_ocr=recognised,
    )


def first_line(extracted: Extracted) -> str | None:
    """Return the first line that says something, to call a picture by; None without one."""
    lines = (line for block in extracted.blocks for line in block.text.splitlines())
    for line in lines:
        if sum(character.isalpha() for character in line) >= _A_WORD:
            words = " ".join(line.split())
            if len(words) <= _LONGEST_TITLE:
                return words
            return words[:_LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
    return None


def _letters(blocks: Sequence[Block]) -> int:
    return sum(character.isalnum() for block in blocks for character in block.text)
