"""The ingest pipeline over a real database, model, web site and parsers."""

import asyncio
import io
import uuid
import zipfile
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest
import pytest_asyncio
from reading_room import ReadingRoom, new_id, open_room
from written_material import BEES, BEES_TEXT, CAPTIONS, CHEESE, LIGHTHOUSE, MILL_PAGE, prose

from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.errors import DatabaseRefused
from pipelines.fetchers.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.gateways.postgres import PostgresGateway
from pipelines.requests import BatchReport
from pipelines.services import Models
from tests.pipelines.fetchers.fake_youtube import FakeYouTube, Track, Video
from tests.pipelines.fetchers.loopback_site import Request, Site, respond, serve

WITH_CAPTIONS, WITHOUT_CAPTIONS = "dQw4w9WgXcQ", "aaaaaaaaaaa"
VIDEO = f"https://www.youtube.com/watch?v={WITH_CAPTIONS}"
ANNA, BORIS = 501, 502


@dataclass
class Web:
    """What lies outside: a site, and a YouTube on it."""

    site: Site
    youtube: FakeYouTube


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web() -> AsyncIterator[Web]:
    async with serve() as site:
        youtube = FakeYouTube(site)
        youtube.videos[WITH_CAPTIONS] = Video("Tuning an organ", (Track("en", CAPTIONS),))
        youtube.videos[WITHOUT_CAPTIONS] = Video("Silent film")
        site.pages["/mill"] = respond(MILL_PAGE.encode())
        yield Web(site, youtube)


class MoodyGateway(PostgresGateway):
    """A gateway that refuses to publish this batch."""

    refused = ""

    async def publish_batch(self, batch_id: str) -> int:
        if batch_id == self.refused:
            raise DatabaseRefused("refused by the test")
        return await super().publish_batch(batch_id)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(
    shared_database_url: str, packed_models: Models, web: Web
) -> AsyncIterator[ReadingRoom]:
    async with (
        GuardedTransport(allow_private=True) as transport,
        open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            fetchers={"video": YouTubeFetcher(transport, base_url=web.site.url(""))},
            opening=MoodyGateway,
        ) as opened,
    ):
        yield opened


@dataclass
class Mixed:
    """One batch of every kind, and what a search showed while it was being embedded."""

    report: BatchReport
    seen_meanwhile: set[str]
    staged_meanwhile: int
    links: tuple[str, str]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def mixed(room: ReadingRoom, web: Web) -> Mixed:
    links = (web.site.url("/mill"), f"https://youtu.be/{WITH_CAPTIONS}")
    room.embedder.hold_at = "Пасека"  # the last item
    batch_id = new_id("batch")
    running = asyncio.create_task(
        room.ingest(*links, LIGHTHOUSE, CHEESE, BEES, run_id=batch_id, owner=ANNA)
    )
    held = asyncio.create_task(room.embedder.held.wait())
    await asyncio.wait((running, held), return_when=asyncio.FIRST_COMPLETED)
    assert held.done(), await running
    seen = await room.found("lighthouse keeper", asker=ANNA)
    staged = await room.chunks(batch_id)
    room.embedder.go_on.set()
    return Mixed(await running, seen, len(staged), links)


async def test_a_batch_appears_at_once_and_not_before(room: ReadingRoom, mixed: Mixed) -> None:
    documents = {item.document_id for item in mixed.report.items}
    assert mixed.staged_meanwhile > 0, "the first documents were embedded and lay ready"
    assert not mixed.seen_meanwhile & documents
    assert documents <= await room.found("lighthouse keeper", asker=ANNA)


async def test_every_item_is_reported_in_the_order_it_was_sent(mixed: Mixed) -> None:
    page, video, pdf, markdown, text = mixed.report.items
    assert [item.label for item in mixed.report.items] == [
        *mixed.links,
        *("lighthouse.pdf", "cheese.md", "bees.txt"),
    ]
    assert {item.status for item in mixed.report.items} == {"stored"}
    assert [item.kind for item in mixed.report.items] == ["web", "video", "file", "file", "file"]
    assert [item.language for item in mixed.report.items] == ["en", "en", "en", "en", "ru"]
    assert [item.pages for item in mixed.report.items] == [None, None, 3, None, None]
    assert all(item.chunks > 0 and item.failure is None for item in mixed.report.items)
    assert (page.title, video.title) == ("The water mill at Orrefors", "Tuning an organ")
    assert pdf.title == "The lighthouse of Vargholm"
    assert markdown.title == "Making goat cheese"
    assert text.title == "Пасека на южном склоне"


async def test_rows_are_numbered_through_the_batch(room: ReadingRoom, mixed: Mixed) -> None:
    rows = await room.chunks(mixed.report.batch_id)
    assert [row["idx_in_batch"] for row in rows] == list(range(len(rows)))
    assert len(rows) == sum(item.chunks for item in mixed.report.items)
    for item in mixed.report.items:
        own = [row for row in rows if str(row["document_id"]) == item.document_id]
        assert [row["paragraph_idx"] for row in own] == list(range(item.chunks))
        assert {row["type"] for row in own} == {item.kind}
        assert {row["title"] for row in own} == {item.title}


async def test_rows_name_their_source(room: ReadingRoom, mixed: Mixed) -> None:
    rows = await room.chunks(mixed.report.batch_id)
    named = {row["type"]: (row["url"], row["file_name"]) for row in rows}
    assert named["web"] == (mixed.links[0], None)
    assert named["video"] == (VIDEO, None)
    assert {row["file_name"] for row in rows if row["type"] == "file"} == {
        *("lighthouse.pdf", "cheese.md", "bees.txt")
    }
    assert all(row["url"] is None for row in rows if row["type"] == "file")


async def test_a_chunk_knows_on_which_page_each_of_its_words_stands(
    room: ReadingRoom, mixed: Mixed
) -> None:
    places = await _places(room, mixed.report.items[2].document_id, "page")
    assert places("built in 1871") == 1
    assert places("ground in Paris") == 2
    assert places("Osvald Brekke") == 3


async def test_a_chunk_of_a_video_knows_its_second(room: ReadingRoom, mixed: Mixed) -> None:
    places = await _places(room, mixed.report.items[1].document_id, "start_seconds")
    assert places("Welcome to this short film") == 0.0
    assert places("The tuner Mirela Costin") == 15.0
    assert places("Warm air") == 25.0


async def _places(room: ReadingRoom, document_id: str | None, field: str):  # type: ignore[no-untyped-def]
    """Return a function that says what the anchors say of a phrase."""
    rows = await room.rows(
        "select * from documents_paragraphs where document_id = %s", uuid.UUID(document_id)
    )

    def place(phrase: str) -> object:
        (row,) = [row for row in rows if phrase in " ".join(row["paragraph_text"].split())]
        at = row["paragraph_text"].index(phrase.split()[0])
        at = row["paragraph_text"].replace("\n", " ").index(phrase)
        anchors = [anchor for anchor in row["anchors"] if anchor["at"] <= at]
        return anchors[-1][field] if anchors else row[field]

    return place


async def test_the_encoding_of_a_text_is_recognised(room: ReadingRoom, mixed: Mixed) -> None:
    rows = await room.rows(
        "select paragraph_text from documents_paragraphs where document_id = %s order by id",
        uuid.UUID(mixed.report.items[4].document_id),
    )
    stored = "\n".join(row["paragraph_text"] for row in rows).split()
    assert stored == BEES_TEXT.split(), "every word is there, in its order"


async def test_what_surrounds_an_article_is_not_stored(room: ReadingRoom, mixed: Mixed) -> None:
    rows = await room.chunks(mixed.report.batch_id)
    page = " ".join(row["paragraph_text"] for row in rows if row["type"] == "web")
    assert "six metres wide" in page
    assert "Was this page helpful" not in page
    assert "Back to top" not in page


async def test_every_chunk_has_token_vectors_and_a_unit_embedding(
    room: ReadingRoom, mixed: Mixed
) -> None:
    rows = await room.rows(
        "select extensions.vector_norm(p.embedding) as length, v.vectors is not null as has_vectors"
        " from documents_paragraphs p left join paragraph_token_vectors v on v.paragraph_id = p.id"
        " where p.batch_id = %s",
        mixed.report.batch_id,
    )
    assert rows
    assert all(row["has_vectors"] for row in rows)
    assert all(row["length"] == pytest.approx(1, abs=1e-3) for row in rows)


async def test_nothing_is_left_for_steps_that_are_done(room: ReadingRoom, mixed: Mixed) -> None:
    assert await room.leftovers(mixed.report.batch_id) == []


async def test_whoever_sent_it_is_told_once(room: ReadingRoom, mixed: Mixed) -> None:
    assert room.mailbox.reports[mixed.report.batch_id] == [mixed.report]
    assert mixed.report.seconds > 0


async def test_the_same_batch_again_adds_nothing(room: ReadingRoom, mixed: Mixed) -> None:
    batch_id, before = mixed.report.batch_id, await room.chunks(mixed.report.batch_id)
    asked = len(room.embedder.read)
    again = await room.ingest(*mixed.links, LIGHTHOUSE, CHEESE, BEES, run_id=batch_id, owner=ANNA)
    assert again == mixed.report
    assert await room.chunks(batch_id) == before
    assert len(room.embedder.read) == asked
    await room.gateway.delete_artifacts(batch_id)  # what this test left for the second run


async def test_the_same_text_again_is_known(room: ReadingRoom, mixed: Mixed) -> None:
    asked = len(room.embedder.read)
    copy = ("copy of the bees.txt", BEES_TEXT.encode("koi8-r"))
    report = await room.ingest(copy, owner=BORIS)
    (item,) = report.items
    first = mixed.report.items[4]
    assert (item.status, item.label) == ("known", "copy of the bees.txt")
    assert (item.document_id, item.batch_id) == (first.document_id, mixed.report.batch_id)
    assert (item.title, item.chunks, item.language) == (first.title, first.chunks, "ru")
    assert await room.chunks(report.batch_id) == []
    assert len(room.embedder.read) == asked, "a known text is not embedded"
    assert await room.leftovers(report.batch_id) == []


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
        ("letter.docx", docx()): "source-not-supported",
        ("broken.pdf", b"%PDF-1.7\n1 0 obj <<"): "source-broken",
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(50)): "source-not-supported",
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
    assert isinstance(room.gateway, MoodyGateway)
    room.gateway.refused = batch_id = new_id("batch")
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
    report = await room.ingest(text, owner=ANNA, readable_by_everyone=False)
    (hers,) = report.items
    assert hers.document_id in await room.found("badger", asker=ANNA)
    assert hers.document_id not in await room.found("badger", asker=BORIS)
    assert hers.document_id not in await room.found("badger", asker=None)

    his = (await room.ingest(text, owner=BORIS, readable_by_everyone=False)).items[0]
    assert his.status == "stored", "what somebody may not read is not known to them"
    assert his.document_id != hers.document_id
    assert await room.found("badger", asker=BORIS) & {hers.document_id, his.document_id} == {
        his.document_id
    }
    again = (await room.ingest(text, owner=ANNA, readable_by_everyone=False)).items[0]
    assert (again.status, again.document_id) == ("known", hers.document_id)


async def words_of_chunks(room: ReadingRoom, report: BatchReport) -> list[int]:
    return [len(row["paragraph_text"].split()) for row in await room.chunks(report.batch_id)]


async def test_paragraph_chunks_have_250_to_350_words(room: ReadingRoom) -> None:
    report = await room.ingest(("moth.txt", prose("moth", 72).encode()), strategy="paragraph")
    words = await words_of_chunks(room, report)
    assert len(words) > 3
    assert all(250 <= count <= 350 for count in words[:-2])
    by_default = await room.ingest(("wasp.txt", prose("wasp", 72).encode()))
    assert await words_of_chunks(room, by_default) == words


async def test_sentence_chunks_are_shorter_and_end_with_a_sentence(room: ReadingRoom) -> None:
    report = await room.ingest(("crow.txt", prose("crow", 40).encode()), strategy="sentence")
    words = await words_of_chunks(room, report)
    assert max(words) < 250
    assert len(words) > 5
    for row in await room.chunks(report.batch_id):
        assert row["paragraph_text"].rstrip().endswith(".")


async def test_fixed_chunks_have_the_tokens_that_were_asked_for(
    room: ReadingRoom, packed: SentenceTransformerEmbedder
) -> None:
    text = prose("swan", 40)
    report = await room.ingest(
        ("swan.txt", text.encode()), strategy="fixed", chunk_size=40, overlap=10
    )
    rows = await room.chunks(report.batch_id)
    tokens = [len(await packed.token_spans(row["paragraph_text"])) for row in rows]
    assert len(rows) > 32, "more than are staged at a time"
    assert [row["idx_in_batch"] for row in rows] == list(range(len(rows)))
    assert all(abs(count - 40) <= 2 for count in tokens[:-1])
    first, second = rows[0]["paragraph_text"], rows[1]["paragraph_text"]
    shared = next(n for n in range(len(first)) if second.startswith(first[n:]))
    assert abs(len(await packed.token_spans(first[shared:])) - 10) <= 2
    for sentence in text.split(". "):
        last_words = " ".join(sentence.split()[-3:])
        assert any(last_words in row["paragraph_text"] for row in rows), last_words


async def test_sizes_that_make_no_sense_are_refused(room: ReadingRoom) -> None:
    report = await room.ingest(
        ("duck.txt", prose("duck", 8).encode()), strategy="fixed", chunk_size=10, overlap=10
    )
    (item,) = report.items
    assert item.failure is not None
    assert (item.status, item.failure.code) == ("refused", "chunk-size-invalid")
    assert await room.chunks(report.batch_id) == []


async def test_a_queued_batch_is_taken_up(room: ReadingRoom) -> None:
    batch_id = new_id("batch")
    request = await room.request(("tern.txt", prose("tern", 6).encode()), run_id=batch_id)
    await room.runs.start_ingest(request, run_id=batch_id)
    await room.runs.start_ingest(replace(request), run_id=batch_id)
    report = await room.mailbox.report(batch_id)
    assert [item.status for item in report.items] == ["stored"]
    assert room.mailbox.reports[batch_id] == [report]
