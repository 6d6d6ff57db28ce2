"""How an ingest cuts documents into chunks, and that queued batches are taken up."""

from dataclasses import replace
from itertools import groupby

from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.ingest.steps import ROWS_AT_ONCE
from pipelines.models.requests import BatchReport
from pipelines.nodes.chunking.passages import SPEECH_WORDS
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id
from tests.support.pipelines.written_material import prose


async def passages_of(room: ReadingRoom, report: BatchReport) -> list[str]:
    """Put the passages together out of the stored chunks."""
    rows = await room.chunks(report.batch_id)
    numbers = [row["passage_idx"] for row in rows]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(numbers[-1] + 1))
    return [
        "".join(row["lead"] + row["paragraph_text"] for row in group)
        for _, group in groupby(rows, key=lambda row: row["passage_idx"])
    ]


async def test_a_paragraph_is_a_passage_and_its_sentences_are_chunks(room: ReadingRoom) -> None:
    text = prose("moth", 72)
    report = await room.ingest(("moth.txt", text.encode()), strategy="paragraph")
    assert await passages_of(room, report) == text.split("\n\n")
    rows = await room.chunks(report.batch_id)
    assert len(rows) == 72
    assert all(row["paragraph_text"].endswith("its left side.") for row in rows)
    by_default = await room.ingest(("wasp.txt", prose("wasp", 72).encode()))
    assert await passages_of(room, by_default) == prose("wasp", 72).split("\n\n")


async def test_a_passage_of_speech_ends_with_a_sentence(room: ReadingRoom) -> None:
    text = prose("crow", 40)
    report = await room.ingest(("crow.txt", text.encode()), strategy="sentence")
    passages = await passages_of(room, report)
    assert " ".join(passages).split() == text.split()
    assert len(passages) > 5
    least, most = SPEECH_WORDS
    assert all(least <= len(passage.split()) <= most for passage in passages[:-1])
    assert all(passage.endswith(".") for passage in passages)


async def test_fixed_chunks_have_the_tokens_that_were_asked_for(
    room: ReadingRoom, packed: SentenceTransformerEmbedder
) -> None:
    text = prose("swan", 80)
    report = await room.ingest(
        ("swan.txt", text.encode()), strategy="fixed", chunk_size=40, overlap=10
    )
    rows = await room.chunks(report.batch_id)
    tokens = [len(await packed.token_spans(row["paragraph_text"])) for row in rows]
    assert len(rows) > ROWS_AT_ONCE, "more than are staged at a time"
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
