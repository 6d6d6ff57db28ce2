"""What links lead to, through the whole pipeline: pages, files, videos, and sites in trouble."""

import asyncio
import io
import time
import zipfile
from dataclasses import dataclass
from typing import Any

import docx
import pytest_asyncio

from pipelines.models.documents import Message
from pipelines.models.requests import BatchReport, IngestRequest
from tests.support.extractors.pdf_maker import make_pdf
from tests.support.fetchers.fake_youtube import Track, Video
from tests.support.fetchers.loopback_site import Request, respond
from tests.support.gateways.sample_documents import let_in
from tests.support.pipelines.ingest_fixtures import ANNA, Web
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id
from tests.support.pipelines.written_material import prose

PAGE = f"""<!doctype html><html lang="en"><head><title>On weaving</title>
<link rel="canonical" href="/weaving"><meta name="author" content="By Sigrid Holm">
<meta property="article:published_time" content="2024-05-06T07:08:09Z"></head>
<body><article><h1>On weaving</h1><p>{prose("loom", 8)}</p></article></body></html>"""
SHORT = "https://www.youtube.com/shorts/bbbbbbbbbbb?feature=share"
NO_TITLE_PDF = make_pdf([[prose("anvil", 8)]])
TABLE = "town,year\nBergen,1070\nKošice,1230\nVisby,1203\n".encode("iso8859-2")


@dataclass
class Sent:
    """One message full of links, and what became of it."""

    report: BatchReport
    documents: dict[str, dict[str, Any]]  # by label

    def status(self, label: str) -> str:
        (item,) = (item for item in self.report.items if item.label == label)
        return item.failure.code if item.failure else item.status


def letter() -> bytes:
    """Write a Word file."""
    content = io.BytesIO()
    document = docx.Document()
    document.add_paragraph(prose("postman", 8))
    document.save(content)
    return content.getvalue()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sent(room: ReadingRoom, web: Web) -> Sent:
    site = web.site
    site.pages |= {
        "/w": respond(PAGE.encode()),
        "/files/anvil%20notes.pdf": respond(NO_TITLE_PDF, content_type="application/pdf"),
        "/get": respond(
            letter(),
            content_type="application/octet-stream",
            content_disposition='attachment; filename="letter.docx"',
        ),
        "/towns.csv": respond(TABLE, content_type="text/csv; charset=ISO-8859-2"),
        "/fake.pdf": respond(PAGE.encode(), content_type="application/pdf"),
    }
    web.youtube.videos["bbbbbbbbbbb"] = Video(
        "Knots",
        (
            Track("en", tuple((f"English words {n}", 10.0 * n, 9.0) for n in range(30))),
            Track("de", tuple((f"Deutsche Worte {n}", 10.0 * n, 9.0) for n in range(30))),
        ),
        author="The harbour",
    )
    text = (
        f"Read {site.url('/w')}?utm_source=chat, {site.url('/w#part')} and {SHORT}!\n"
        f"({site.url('/files/anvil%20notes.pdf')}) {site.url('/fake.pdf')} {site.url('/nowhere')}"
    )
    links = (site.url("/get"), "https://youtu.be/bbbbbbbbbbb?t=5", site.url("/towns.csv"))
    run_id = new_id("batch")
    request = IngestRequest(
        Message(text, (*links, "https://www.youtube.com/@harbour")),
        ANNA,
        run_id,
        interface_language="de",
    )
    await let_in(room.store, ANNA)
    report = await room.runs.ingest(request, run_id=run_id)
    rows = await room.rows("select * from documents where batch_id = %s", run_id)
    by_id = {str(row["id"]): row for row in rows}
    named = {i.label: by_id[i.document_id] for i in report.items if i.document_id in by_id}
    return Sent(report, named)


def test_each_link_ends_in_one_state_and_spellings_are_one(sent: Sent, web: Web) -> None:
    assert [sent.status(item.label) for item in sent.report.items] == [
        *("stored", "stored", "stored", "source-wrong-type", "source-not-found"),
        *("stored", "stored", "source-no-video"),
    ]
    assert len({item.idx for item in sent.report.items}) == 8


def test_a_page_keeps_who_wrote_it_when_and_its_own_address(sent: Sent, web: Web) -> None:
    page = sent.documents[f"{web.site.url('/w')}?utm_source=chat"]
    assert (page["title"], page["source_url"]) == ("On weaving", web.site.url("/weaving"))
    assert (page["author"], str(page["published"])[:10]) == ("Sigrid Holm", "2024-05-06")
    assert page["full_citation"].startswith("Sigrid Holm. On weaving. 2024-05-06")
    assert f"{web.site.url('/weaving')} [20" in page["full_citation"]
    assert (page["metadata"]["author"], page["metadata"]["site"]) == ("Sigrid Holm", "127.0.0.1")
    video = sent.documents[SHORT]
    assert video["metadata"]["seconds"] >= 290


async def test_captions_come_in_the_language_of_whoever_sent_the_link(
    room: ReadingRoom, sent: Sent
) -> None:
    video = sent.documents[SHORT]
    assert (video["title"], video["language"]) == ("Knots", "de")
    assert (video["author"], video["source_url"]) == (
        "The harbour",
        "https://www.youtube.com/watch?v=bbbbbbbbbbb",
    )
    rows = await room.rows(
        "select * from documents_paragraphs where document_id = %s order by paragraph_idx",
        video["id"],
    )
    assert rows[0]["start_seconds"] == 0
    assert [row["start_seconds"] for row in rows] == sorted(row["start_seconds"] for row in rows)
    assert all("Deutsche" in row["paragraph_text"] for row in rows)


async def test_files_by_link_are_read_like_files(room: ReadingRoom, sent: Sent, web: Web) -> None:
    pdf = sent.documents[web.site.url("/files/anvil%20notes.pdf")]
    assert (pdf["title"], pdf["pages"]) == ("anvil notes", 1)
    word = sent.documents[web.site.url("/get")]
    assert str(word["id"]) in await room.found("postman", asker=ANNA)
    table = sent.documents[web.site.url("/towns.csv")]
    assert "Košice" in await text_of(room, table)  # in the encoding that the site names


async def test_an_archive_by_link_is_its_files(room: ReadingRoom, web: Web) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("notes/smith.txt", prose("smith", 8))
        archive.writestr("empty.txt", "")
    web.site.pages["/bundle"] = respond(content.getvalue(), content_type="application/zip")
    report = await room.ingest(web.site.url("/bundle"))
    assert {item.failure and item.failure.code for item in report.items if item.chunks == 0} <= {
        "source-empty",
        None,
    }
    assert await room.found("smith") & {item.document_id for item in report.items}


async def test_hostile_43_a_site_is_not_asked_a_moment_too_early(
    room: ReadingRoom, web: Web
) -> None:
    asked: list[float] = []

    async def busy(request: Request, writer: asyncio.StreamWriter) -> None:
        asked.append(time.monotonic())
        fine = len(asked) == 2
        page = PAGE.replace("loom", "spindle").replace("/weaving", "/busy").encode()
        writer.write(respond(page) if fine else respond(status=429, retry_after="2"))
        await writer.drain()

    web.site.pages["/busy"] = busy
    report = await room.ingest(web.site.url("/busy"))
    assert [item.status for item in report.items] == ["stored"]
    assert asked[1] - asked[0] >= 2


async def text_of(room: ReadingRoom, document: dict[str, Any]) -> str:
    rows = await room.rows(
        "select paragraph_text from documents_paragraphs where document_id = %s", document["id"]
    )
    return "\n".join(row["paragraph_text"] for row in rows)
