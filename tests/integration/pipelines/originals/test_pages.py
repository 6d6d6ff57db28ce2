"""Pages of originals: the database first, then the bytes, then a child process."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.extractors.paged import draw_page
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Fetched, Source
from pipelines.models.originals import Original, PageQuote
from pipelines.originals.cache import OriginalCache, digest
from pipelines.originals.pages import OriginalPages
from tests.support.extractors.pdf_maker import make_pdf

ANNA, BORIS = 1, 2
CONTENT = make_pdf([["Boats pay nine crowns."]])
QUOTE = PageQuote(1, "Boats pay nine crowns.")


class Originals:
    """Knows one file, which Anna may see."""

    def __init__(self) -> None:
        self.original = Original(
            "d", digest(CONTENT), len(CONTENT), "toll.pdf", "telegram", "file-id"
        )

    async def get_original(self, document_id, *, asker):
        return self.original if asker == ANNA and document_id == "d" else None


class Files:
    """Hands out bytes, and counts how often."""

    def __init__(self) -> None:
        self.content: bytes | Exception = CONTENT
        self.asked: list[Source] = []

    async def fetch(self, source: Source) -> Fetched:
        self.asked.append(source)
        if isinstance(self.content, Exception):
            raise self.content
        return Fetched(self.content, "application/pdf")


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def originals() -> Originals:
    return Originals()


@pytest.fixture
async def pages(tmp_path: Path, files: Files, originals: Originals) -> AsyncIterator[OriginalPages]:
    cache = OriginalCache(tmp_path, 10_000_000)
    async with ProcessPool() as pool:
        yield OriginalPages(originals, cache, pool, {"telegram": files, "web": files}, draw_page)


async def test_a_file_is_fetched_once_for_all_who_ask(pages: OriginalPages, files: Files) -> None:
    drawn = await asyncio.gather(*(pages.draw("d", QUOTE, asker=ANNA) for _ in range(3)))
    assert all(picture is not None and picture.is_marked for picture in drawn)
    (source,) = files.asked
    assert source.file is not None
    assert (source.file.key, source.file.file_name) == ("file-id", "toll.pdf")


async def test_no_byte_is_touched_for_who_may_not_read(pages: OriginalPages, files: Files) -> None:
    await pages.draw("d", QUOTE, asker=ANNA)
    assert await pages.draw("d", QUOTE, asker=BORIS) is None
    assert await pages.draw("d", QUOTE, asker=None) is None
    assert len(files.asked) == 1


async def test_a_file_that_is_another_now_is_not_shown(pages: OriginalPages, files: Files) -> None:
    files.content = make_pdf([["Boats pay ten crowns."]])
    with pytest.raises(SourceRefused, match="original-changed"):
        await pages.draw("d", QUOTE, asker=ANNA)
    files.content = CONTENT
    assert await pages.draw("d", QUOTE, asker=ANNA), "the other one is not held"


async def test_what_cannot_be_had_just_now_is_said(pages: OriginalPages, files: Files) -> None:
    files.content = SourceUnavailable()
    with pytest.raises(SourceUnavailable):
        await pages.draw("d", QUOTE, asker=ANNA)


async def test_there_is_no_page_of_what_can_be_had_nowhere(
    pages: OriginalPages, originals: Originals
) -> None:
    originals.original = Original("d", digest(CONTENT), len(CONTENT))
    assert await pages.draw("d", QUOTE, asker=ANNA) is None


async def test_a_link_is_fetched_as_it_was_sent(
    pages: OriginalPages, originals: Originals, files: Files
) -> None:
    link = "https://example.org/toll.pdf"
    originals.original = Original("d", digest(CONTENT), 1, place="web", key=link)
    assert await pages.draw("d", QUOTE, asker=ANNA)
    assert [(source.kind, source.url) for source in files.asked] == [("web", link)]
