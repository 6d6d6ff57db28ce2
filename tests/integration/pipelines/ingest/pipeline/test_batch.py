"""The ingest pipeline over a real database, model, site and parsers: a batch of every kind."""

import asyncio
import uuid
from dataclasses import dataclass

import pytest
import pytest_asyncio

from pipelines.models.requests import BatchReport
from tests.support.pipelines.ingest_fixtures import ANNA, BORIS, VIDEO, WITH_CAPTIONS, Web
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id
from tests.support.pipelines.written_material import BEES, BEES_TEXT, CHEESE, LIGHTHOUSE


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
    await room.store.artifacts.delete_artifacts(batch_id)  # what this test left for the second run


async def test_the_same_text_again_is_known(room: ReadingRoom, mixed: Mixed) -> None:
    await room.store.people.ensure_user(BORIS, "Boris", "en")
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
