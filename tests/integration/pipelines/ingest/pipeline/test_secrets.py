"""A source with a secret in it leaves no trace of the secret, wherever one could be kept."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from bot.phrasebook import FluentPhrasebook
from bot.views.receipts import failure_text
from pipelines.ingest.retry import retry_request, worth_masking
from pipelines.models.requests import BatchReport
from pipelines.settings import IngestSettings
from tests.support.extractors.pdf_maker import make_pdf
from tests.support.fetchers.loopback_site import respond
from tests.support.pipelines.ingest_fixtures import Web
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import MILL_PAGE, prose
from tests.support.secret_traces import columns_with, everything_logged

ANNA = 6101
GITHUB = "ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
AWS = "AKIAQ6AYBCDEFGH2IJKL"
PASSWORD = "Zw9!kettle-Rope44"
PLANTED = (GITHUB, AWS, PASSWORD)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, as it is logged."""
    with everything_logged() as stream:
        yield stream


async def opened(url: str, ingest: IngestSettings) -> AsyncIterator[ReadingRoom]:
    async with open_room(url, WordEmbedder(), WordReranker(), ingest=ingest) as room:
        yield room


@pytest_asyncio.fixture
async def refusing(database_url: str) -> AsyncIterator[ReadingRoom]:
    async for room in opened(database_url, IngestSettings(allow_private_urls=True)):
        yield room


@pytest_asyncio.fixture
async def masking(database_url: str) -> AsyncIterator[ReadingRoom]:
    settings = IngestSettings(allow_private_urls=True, secrets="mask")
    async for room in opened(database_url, settings):
        yield room


def zipped(files: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def told(report: BatchReport, idx: int, language: str = "en") -> str:
    failure = report.items[idx].failure
    assert failure is not None
    return failure_text(failure, language, FluentPhrasebook())


async def test_hostile_28_a_planted_secret_is_refused_and_leaves_no_trace(
    refusing: ReadingRoom, web: Web, log: io.StringIO
) -> None:
    web.site.pages["/leak"] = respond(
        MILL_PAGE.replace("</p>", f" The key is {AWS}.</p>", 1).encode()
    )
    broken = f"{prose('gull', 4)}\n\nIt is {GITHUB[:20]}\n{GITHUB[20:]}\n\n{prose('tern', 4)}"
    pages = (("# One", prose("heron", 4)), ("# Two", f"{prose('crane', 3)} password: {PASSWORD}"))
    report = await refusing.ingest(
        web.site.url("/leak"),
        web.site.url(f"/mill?token={GITHUB}"),
        ("fine.txt", prose("otter", 6).encode()),
        ("notes.txt", broken.encode()),
        ("book.pdf", make_pdf(pages)),
        (f"{AWS}.txt", prose("eel", 6).encode()),
        ("both.zip", zipped({f"{GITHUB}.txt": prose("newt", 6), "b.txt": prose("toad", 6)})),
    )
    assert [item.status for item in report.items] == [
        *("refused", "refused", "stored", "refused", "refused", "refused"),
        *("refused", "stored"),
    ]
    assert {item.failure.code for item in report.items if item.failure} == {"source-secrets"}
    assert "AWS access key" in told(report, 0)
    assert "GitHub token, in the link" in told(report, 1)
    assert "GitHub token, line 3" in told(report, 3)
    assert "a password, p. 2" in told(report, 4)
    assert "в имени файла" in told(report, 5, "ru")
    assert not any(secret in repr(report) for secret in PLANTED)
    assert not any(secret in repr(refusing.mailbox.progress) for secret in PLANTED)
    assert await columns_with(refusing.admin, *PLANTED, GITHUB[20:]) == []
    assert await columns_with(refusing.admin, "otter"), "the search for traces finds what is there"
    assert not any(secret in log.getvalue() for secret in PLANTED)


async def test_what_was_refused_is_taken_in_without_its_secrets_if_asked_for(
    refusing: ReadingRoom, web: Web, log: io.StringIO
) -> None:
    guide = f"<p>The Wi-Fi password: {PASSWORD}</p></article>"
    web.site.pages["/guide"] = respond(MILL_PAGE.replace("</article>", guide, 1).encode())
    sources = web.site.url("/guide"), web.site.url(f"/mill?token={GITHUB}")
    report = await refusing.ingest(*sources, owner=ANNA)
    assert [worth_masking(item) for item in report.items] == [True, False], "a link is its secret"
    batch = await refusing.runs.find_batch(report.batch_id)
    again = await refusing.runs.ingest(
        retry_request(batch, without_secrets=True), run_id=f"{report.batch_id}r"
    )
    [item] = again.items
    assert (item.status, item.secrets) == ("stored", 1)
    chunks = " ".join(row["paragraph_text"] for row in await refusing.chunks(again.batch_id))
    assert "[secret removed: password]" in chunks
    assert await columns_with(refusing.admin, *PLANTED) == []
    assert not any(secret in log.getvalue() for secret in PLANTED)


async def test_nothing_of_a_refused_item_waits_for_the_others(refusing: ReadingRoom) -> None:
    batch_id = new_id("batch")
    request = await refusing.request(
        ("keys.txt", f"{prose('kite', 3)} {AWS}".encode()),
        ("fine.txt", prose("swan", 9).encode()),
        run_id=batch_id,
    )
    refusing.embedder.hold_at = "swan"
    running = asyncio.create_task(refusing.runs.ingest(request, run_id=batch_id))
    await refusing.embedder.held.wait()
    names = await refusing.leftovers(batch_id)
    refusing.embedder.go_on.set()
    await running
    assert [name for name in names if name.startswith("0/") or name == "upload/0"] == []
    assert "1/clean" in names


async def test_a_secret_is_taken_out_where_that_is_set(
    masking: ReadingRoom, log: io.StringIO
) -> None:
    text = f"# Ports {GITHUB}\n\n{prose('gull', 4)} password: {PASSWORD}\n\n{prose('tern', 4)}"
    report = await masking.ingest(
        ("notes.md", text.encode()), (f"{AWS}.txt", prose("eel", 6).encode())
    )
    assert [item.status for item in report.items] == ["stored", "stored"]
    assert [item.secrets for item in report.items] == [2, 1]
    chunks = " ".join(row["paragraph_text"] for row in await masking.chunks(report.batch_id))
    assert "password: [secret removed: password]" in chunks
    assert await columns_with(masking.admin, *PLANTED) == []
    assert not any(secret in log.getvalue() for secret in PLANTED)


async def test_no_page_is_shown_of_a_file_whose_text_is_kept_without_its_secrets(
    masking: ReadingRoom,
) -> None:
    report = await masking.ingest(
        ("held.pdf", make_pdf([[prose("crane", 9)]])),
        ("bared.pdf", make_pdf([[f"{prose('heron', 9)} {GITHUB}"]])),
    )
    originals = masking.store.originals
    held, bared = (item.document_id for item in report.items)
    assert held is not None
    assert bared is not None
    assert await originals.get_original(held, asker=None)
    assert await originals.get_original(bared, asker=None) is None


async def test_secrets_are_let_in_where_that_is_set(database_url: str) -> None:
    settings = IngestSettings(secrets="allow")
    async with AsyncExitStack() as stack:
        room = await stack.enter_async_context(
            open_room(database_url, WordEmbedder(), WordReranker(), ingest=settings)
        )
        report = await room.ingest((f"{AWS}.txt", f"{prose('kite', 3)} {GITHUB}".encode()))
        (item,) = report.items
        assert (item.status, item.secrets, item.label) == ("stored", 0, f"{AWS}.txt")
        assert await columns_with(room.admin, GITHUB)
        assert Path(item.label).suffix == ".txt"
