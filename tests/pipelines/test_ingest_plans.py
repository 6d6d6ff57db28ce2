"""How an ingest cuts documents into chunks, and that queued batches are taken up."""

from dataclasses import replace

from reading_room import ReadingRoom, new_id
from written_material import prose

from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.requests import BatchReport


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
