"""What an ingest refuses, survives, knows already, and keeps to its owner."""

import asyncio
import io
import zipfile
from collections import Counter

from tests.support.fetchers.loopback_site import Request, respond
from tests.support.pipelines.ingest_fixtures import (
    ANNA,
    BORIS,
    WITHOUT_CAPTIONS,
    MoodyDatabase,
    Web,
)
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id
from tests.support.pipelines.written_material import MILL_PAGE, prose


async def test_of_two_equal_files_one_is_kept(room: ReadingRoom) -> None:
    text = prose("heron", 6).encode()
    report = await room.ingest(("one.txt", text), ("other.txt", b"  \n" + text + b"\n\n"))
    first, second = report.items
    assert (first.status, second.status) == ("stored", "known")
    assert second.document_id == first.document_id
    assert len(await room.chunks(report.batch_id)) == first.chunks


def docx() -> bytes:
    """Make as much of a Word file as it takes to look like one."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<w:document/>")
    return content.getvalue()


async def test_one_that_fails_does_not_stop_the_others(room: ReadingRoom, web: Web) -> None:
    links = {
        web.site.url("/gone"): "source-not-found",
        "http://169.254.169.254/latest/meta-data": "source-private-address",
        "ftp://example.org/file": "source-scheme",
        f"https://youtu.be/{WITHOUT_CAPTIONS}": "source-no-captions",
    }
    files = {
        ("empty.txt", b""): "source-empty",
        ("blank.txt", b" \n\t "): "source-empty",
        ("letter.docx", docx()): "source-broken",
        ("broken.pdf", b"%PDF-1.7\n1 0 obj <<"): "source-broken",
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(50)): "source-broken",
        ("page.pdf", b"<html><body>hello</body></html>"): "source-wrong-extension",
    }
    fine = ("fine.md", b"# Otters\n\n" + prose("otter", 12).encode())
    report = await room.ingest(*links, fine, *files)
    expected = [*links.values(), None, *files.values()]
    assert [item.failure and item.failure.code for item in report.items] == expected
    assert [item.status for item in report.items] == [
        "stored" if code is None else "refused" for code in expected
    ]
    good = report.items[len(links)]
    rows = await room.chunks(report.batch_id)
    assert {str(row["document_id"]) for row in rows} == {good.document_id}
    assert [row["idx_in_batch"] for row in rows] == list(range(good.chunks))
    documents = await room.rows("select id from documents where batch_id = %s", report.batch_id)
    assert [str(row["id"]) for row in documents] == [good.document_id]
    assert good.document_id in await room.found("otter")
    assert await room.leftovers(report.batch_id) == []


async def test_a_document_that_breaks_while_it_is_embedded_leaves_no_row(
    room: ReadingRoom,
) -> None:
    room.embedder.break_at = "walrus"
    report = await room.ingest(
        ("walrus.txt", prose("walrus", 24).encode()), ("seal.txt", prose("seal", 10).encode())
    )
    bad, good = report.items
    assert (bad.status, good.status) == ("failed", "stored")
    assert bad.failure is not None
    assert bad.failure.error_id, "a fault of ours comes with the id under which the log has more"
    documents = await room.rows("select id from documents where batch_id = %s", report.batch_id)
    assert [str(row["id"]) for row in documents] == [good.document_id]
    assert {str(row["document_id"]) for row in await room.chunks(report.batch_id)} == {
        good.document_id
    }


async def test_a_twin_of_what_breaks_is_not_known(room: ReadingRoom) -> None:
    room.embedder.break_at = "mongoose"
    text = prose("mongoose", 4).encode()
    report = await room.ingest(("one.txt", text), ("other.txt", text))
    assert [item.status for item in report.items] == ["failed", "failed"]
    assert await room.chunks(report.batch_id) == []


async def test_a_batch_that_cannot_be_published_leaves_nothing(room: ReadingRoom) -> None:
    assert isinstance(room.store.database, MoodyDatabase)
    room.store.database.refused = batch_id = new_id("batch")
    files = [("a.txt", prose("lynx", 4).encode()), ("b.txt", prose("lemur", 4).encode())]
    report = await room.ingest(*files, run_id=batch_id)
    assert {item.status for item in report.items} == {"failed"}
    (failure,) = room.mailbox.failures[batch_id]
    assert failure.error_id
    assert room.mailbox.reports[batch_id] == []
    assert await room.rows("select id from documents where batch_id = %s", batch_id) == []
    assert await room.chunks(batch_id) == []
    assert await room.leftovers(batch_id) == []
    again = await room.ingest(*files)
    assert {item.status for item in again.items} == {"stored"}


async def test_a_batch_in_which_nothing_can_be_read_leaves_nothing(room: ReadingRoom) -> None:
    report = await room.ingest(("empty.txt", b""))
    assert [item.status for item in report.items] == ["refused"]
    assert await room.leftovers(report.batch_id) == []
    assert await room.chunks(report.batch_id) == []
    assert room.mailbox.reports[report.batch_id] == [report]


async def test_a_message_without_sources_is_refused(room: ReadingRoom) -> None:
    report = await room.ingest()
    (failure,) = room.mailbox.failures[report.batch_id]
    assert failure.code == "nothing-to-add"
    assert {item.status for item in report.items} <= {"refused"}


async def test_a_site_that_fails_at_first_is_asked_again(room: ReadingRoom, web: Web) -> None:
    async def moody(request: Request, writer: asyncio.StreamWriter) -> None:
        times = sum(asked.path == "/moody" for asked in web.site.requests)
        page = MILL_PAGE.replace("water mill", "wind mill").encode()
        writer.write(respond(status=503) if times == 1 else respond(page))
        await writer.drain()

    web.site.pages["/moody"] = moody
    report = await room.ingest(web.site.url("/moody"))
    assert [item.status for item in report.items] == ["stored"]
    assert Counter(request.path for request in web.site.requests)["/moody"] == 2


async def test_what_only_its_owner_may_read(room: ReadingRoom) -> None:
    text = ("diary.txt", prose("badger", 10).encode())
    report = await room.ingest(text, owner=ANNA, reader_role=None)
    (hers,) = report.items
    assert hers.document_id in await room.found("badger", asker=ANNA)
    assert hers.document_id not in await room.found("badger", asker=BORIS)
    assert hers.document_id not in await room.found("badger", asker=None)

    his = (await room.ingest(text, owner=BORIS, reader_role=None)).items[0]
    assert his.status == "stored", "what somebody may not read is not known to them"
    assert his.document_id != hers.document_id
    assert await room.found("badger", asker=BORIS) & {hers.document_id, his.document_id} == {
        his.document_id
    }
    again = (await room.ingest(text, owner=ANNA, reader_role=None)).items[0]
    assert (again.status, again.document_id) == ("known", hers.document_id)
