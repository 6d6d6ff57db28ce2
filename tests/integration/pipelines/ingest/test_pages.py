"""Documents with pages: slices, scans, and what becomes of pages that cannot be read."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import TypeVar, TypeVarTuple

import pytest
import pytest_asyncio
from PIL import Image

from pipelines.engine.codec import decode_bytes
from pipelines.errors import InternalError, SourceRefused
from pipelines.extractors.paged import join_pages, read_pages, recognise_page
from pipelines.ingest.pages import PagedReader, Recognised, merge, read_slices, recognise_scans
from pipelines.ingest.plan import ReadDocument
from pipelines.isolation.limits import PARSING, Limits
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Block, Extracted, Fetched, PageSlice
from tests.support.extractors.pdf_maker import make_pdf
from tests.support.extractors.picture_maker import (
    ENGLISH,
    RUSSIAN,
    draw,
    needs_tesseract,
    scan,
    scan_with_pixel_bomb,
)

Args = TypeVarTuple("Args")
T = TypeVar("T")

READER = PagedReader(read_pages, join_pages, recognise_page)
TEXT = "The keeper climbs the stairs every evening and winds the clockwork of the lens. " * 4


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def workshop() -> AsyncIterator[ProcessPool]:
    async with ProcessPool() as shop:
        yield shop


class Here:
    """Runs functions where they are called, as stand-ins that live in a test must be."""

    async def run(
        self, function: Callable[[*Args], T], *args: *Args, limits: Limits = PARSING
    ) -> T:
        return function(*args)


async def read(pool: ProcessPool | Here, reader: PagedReader, fetched: Fetched) -> Extracted:
    read: ReadDocument = await read_slices(pool, reader, fetched)  # type: ignore[arg-type]
    extracted: Extracted = decode_bytes(Extracted, read.content)
    return extracted


def pdf(content: bytes) -> Fetched:
    return Fetched(content, "application/pdf", "lighthouse.pdf")


async def test_a_long_document_is_read_within_the_limits_of_a_child(workshop: ProcessPool) -> None:
    fetched = pdf(make_pdf([[f"# Chapter {number}", TEXT] for number in range(1, 41)]))
    extracted = await read(workshop, READER, fetched)
    assert (extracted.pages, extracted.pages_without_text) == (40, 0)
    assert [block.page for block in extracted.blocks if block.heading] == list(range(1, 41))


@needs_tesseract
async def test_hostile_13_scan_is_recognised(workshop: ProcessPool) -> None:
    fetched = pdf(scan([draw(RUSSIAN), draw(ENGLISH)]))
    extracted = await read(workshop, READER, fetched)
    recognised = await recognise_scans(workshop, READER, fetched, extracted, 200)
    assert recognised.blocks == (
        Block("\n".join(RUSSIAN), page=1),
        Block("\n".join(ENGLISH), page=2),
    )
    assert (recognised.pages_by_ocr, recognised.pages_without_text) == (2, 0)


@needs_tesseract
async def test_hostile_13_scan_without_letters_is_refused(workshop: ProcessPool) -> None:
    fetched = pdf(scan([Image.new("L", (400, 300), 200)] * 2))
    extracted = await read(workshop, READER, fetched)
    with pytest.raises(SourceRefused) as caught:
        await recognise_scans(workshop, READER, fetched, extracted, 200)
    assert (caught.value.code, caught.value.values) == ("source-scanned", {"pages": 2})


@needs_tesseract
async def test_pages_of_text_keep_theirs_beside_scans(workshop: ProcessPool) -> None:
    fetched = pdf(scan([TEXT, draw(RUSSIAN), Image.new("L", (400, 300), 200)]))
    extracted = await read(workshop, READER, fetched)
    assert extracted.scans == (2, 3)
    recognised = await recognise_scans(workshop, READER, fetched, extracted, 200)
    assert [block.page for block in recognised.blocks] == [1, 2]
    assert recognised.blocks[0] == extracted.blocks[0]
    assert (recognised.pages_by_ocr, recognised.pages_without_text) == (1, 1)


@needs_tesseract
async def test_hostile_24_pixel_bomb_in_a_pdf(workshop: ProcessPool) -> None:
    fetched = pdf(scan_with_pixel_bomb())
    extracted = await read(workshop, READER, fetched)
    with pytest.raises(SourceRefused):
        await recognise_scans(workshop, READER, fetched, extracted, 200)


MIXED = Extracted((Block(TEXT, page=1),), pages=4, pages_without_text=3, scans=(2, 3, 4))


def recognising(answers: dict[int, str | SourceRefused]) -> PagedReader:
    """A reader that finds these paragraphs, or is refused."""

    def recognise(fetched: Fetched, page: int) -> tuple[str, ...]:
        answer = answers[page]
        if isinstance(answer, SourceRefused):
            raise answer
        return (answer,)

    return replace(READER, recognise_page=recognise)


async def test_without_tesseract_the_pages_of_text_are_kept() -> None:
    reader = recognising({2: SourceRefused("source-no-reading-of-pictures")})
    kept = await recognise_scans(Here(), reader, pdf(b""), MIXED, 200)
    assert (kept.blocks, kept.pages_without_text, kept.pages_by_ocr) == (MIXED.blocks, 3, 0)


async def test_without_tesseract_a_scan_is_refused_saying_so() -> None:
    reader = recognising({1: SourceRefused("source-no-reading-of-pictures")})
    with pytest.raises(SourceRefused) as caught:
        await recognise_scans(Here(), reader, pdf(b""), Extracted((), scans=(1,)), 200)
    assert caught.value.code == "source-no-reading-of-pictures"


async def test_a_page_that_is_too_much_costs_that_page_only() -> None:
    answers = {2: SourceRefused("source-too-slow", seconds=30), 3: "Letters", 4: "More"}
    read = await recognise_scans(Here(), recognising(answers), pdf(b""), MIXED, 200)
    assert [(block.page, block.text) for block in read.blocks[1:]] == [(3, "Letters"), (4, "More")]
    assert (read.pages_without_text, read.pages_by_ocr) == (1, 2)


async def test_no_more_pages_are_recognised_than_is_set() -> None:
    read = await recognise_scans(Here(), recognising({2: "Letters"}), pdf(b""), MIXED, 1)
    assert (read.pages_without_text, read.pages_by_ocr) == (2, 1)


async def test_a_picture_without_letters_is_refused_as_one() -> None:
    def recognise(fetched: Fetched, page: int) -> tuple[str, ...]:
        return ()

    reader = replace(READER, recognise_page=recognise)
    with pytest.raises(SourceRefused) as caught:
        await recognise_scans(Here(), reader, pdf(b""), Extracted((), scans=(1,)), 200)
    assert caught.value.code == "source-no-text-in-picture"


async def test_what_an_earlier_attempt_recognised_is_not_recognised_again() -> None:
    scans = tuple(range(1, 20))
    document = Extracted((), pages=19, pages_without_text=19, scans=scans)
    kept: list[Recognised] = []

    async def keep(found: Recognised) -> None:
        kept.append(Recognised(dict(found.pages)))

    broken: dict[int, str | SourceRefused] = {page: f"Page {page}" for page in range(1, 17)}
    with pytest.raises(KeyError):  # as when the process ends
        await recognise_scans(Here(), recognising(broken), pdf(b""), document, 200, keep=keep)
    assert [len(each.pages) for each in kept] == [8, 16]
    rest = recognising({page: f"Page {page}" for page in (17, 18, 19)})
    whole = await recognise_scans(Here(), rest, pdf(b""), document, 200, known=kept[-1])
    assert [block.text for block in whole.blocks] == [f"Page {page}" for page in scans]
    assert merge(whole, {1: ("Page 1",)}).pages_by_ocr == 1  # the step repeated over its own work


def test_what_is_recognised_must_say_more_than_the_page_does() -> None:
    captioned = replace(MIXED, blocks=(Block(TEXT, page=1), Block("Figure 1, the tower", page=2)))
    merged = merge(captioned, {2: ("Fig",), 3: ("A storm over the bay",)})
    assert [block.text for block in merged.blocks[1:]] == [
        "Figure 1, the tower",
        "A storm over the bay",
    ]
    assert merged.pages_by_ocr == 1


async def test_more_text_than_a_document_may_have_is_refused() -> None:
    def endless(fetched: Fetched, first: int, last: int) -> PageSlice:
        return PageSlice("x" * 3_000_000, 1000, first + 1)

    with pytest.raises(SourceRefused) as caught:
        await read_slices(Here(), replace(READER, read_pages=endless), pdf(b""))
    assert (caught.value.code, caught.value.values) == ("source-too-much-text", {"limit_mb": 10})


async def test_pages_are_read_once_and_kept_in_order_whoever_reads_them() -> None:
    asked: list[int] = []

    def two_at_a_time(fetched: Fetched, first: int, last: int) -> PageSlice:
        done = min(first + 1, last)
        asked.extend(range(first, done + 1))
        return PageSlice(f"{first}-{done}", 71, done + 1 if done < 71 else None)

    def joined(fetched: Fetched, slices: tuple[PageSlice, ...]) -> Extracted:
        return Extracted(tuple(Block(piece.content) for piece in slices))

    reader = replace(READER, read_pages=two_at_a_time, join_pages=joined)
    extracted = await read(Here(), reader, pdf(b""))
    assert sorted(asked) == list(range(1, 72))
    firsts = [int(block.text.split("-")[0]) for block in extracted.blocks]
    assert firsts == sorted(firsts)


async def test_a_child_is_not_believed_to_have_read_of_endless_pages() -> None:
    def boasting(fetched: Fetched, first: int, last: int) -> PageSlice:
        return PageSlice("", 10**30, first + 1)

    with pytest.raises(InternalError):
        await read_slices(Here(), replace(READER, read_pages=boasting), pdf(b""))


async def test_a_child_cannot_keep_its_parent_reading() -> None:
    def circling(fetched: Fetched, first: int, last: int) -> PageSlice:
        return PageSlice("", 3, 1)

    with pytest.raises(InternalError):
        await read_slices(Here(), replace(READER, read_pages=circling), pdf(b""))
