"""What an ingest does when the embedding model gives numbers that are no embeddings."""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import numpy as np
import pytest_asyncio

from bot.phrasebook import FluentPhrasebook
from bot.views.receipts import failure_text
from pipelines.ingest.retry import worth_retrying
from pipelines.ingest.steps import ROWS_AT_ONCE
from pipelines.models.documents import EMBEDDING_DIM, EmbeddedChunk, PassagePlan
from pipelines.models.requests import BatchReport
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import prose

BAD = {
    "nan": np.full(EMBEDDING_DIM, np.nan, dtype=np.float32),
    "infinity": np.full(EMBEDDING_DIM, np.inf, dtype=np.float32),
    "zero": np.zeros(EMBEDDING_DIM, dtype=np.float32),
    "halfsize": np.ones(EMBEDDING_DIM // 2, dtype=np.float32),
}


class SickEmbedder(WordEmbedder):
    """Goes wrong at the first reading of a text with a telling word in it, or at every one."""

    def __init__(self) -> None:
        self.readings: Counter[str] = Counter()

    async def embed_document(
        self, text: str, passages: Sequence[PassagePlan], *, skip: frozenset[int] = frozenset()
    ) -> AsyncIterator[EmbeddedChunk]:
        chunks = [c async for c in super().embed_document(text, passages, skip=skip)]
        self.readings[text] += 1
        if self.readings[text] == 1 or "incurable" in text:
            chunks = self._ill(text, chunks)
        for chunk in chunks:
            yield chunk

    def _ill(self, text: str, chunks: list[EmbeddedChunk]) -> list[EmbeddedChunk]:
        for word, numbers in BAD.items():
            if word in text:
                return [*chunks[:-1], replace(chunks[-1], embedding=numbers)]
        if "fewer" in text:
            return chunks[1:]  # all that follow are now another's
        return [*chunks, chunks[-1]] if "surplus" in text else chunks


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, SickEmbedder(), WordReranker()) as opened:
        yield opened


async def ingest(room: ReadingRoom, *words: str) -> BatchReport:
    """Take in a text about each word, in more chunks than are stored at a time."""
    files = [(f"{word}.txt", prose(word, 50).encode()) for word in words]
    plan = {"strategy": "fixed", "chunk_size": 12, "overlap": 0}
    return await room.ingest(*files, **plan)


async def assert_whole(room: ReadingRoom, report: BatchReport) -> None:
    """Check that every stored chunk has the embedding of its own text."""
    stored = {item.document_id for item in report.items if item.status == "stored"}
    rows = await room.chunks(report.batch_id)
    assert {str(row["document_id"]) for row in rows} == stored
    assert len(rows) == sum(item.chunks for item in report.items if item.status == "stored")
    assert len(rows) > ROWS_AT_ONCE
    found = await room.rows(
        "select p.paragraph_text as text, p.embedding::text as numbers"
        " from documents_paragraphs as p where p.batch_id = %s",
        report.batch_id,
    )
    for row in found:
        numbers = np.array(row["numbers"].strip("[]").split(","), dtype=np.float32)
        own = (await room.embedder.embed_query(row["text"])).embedding
        assert numbers @ own > 0.99 * np.linalg.norm(numbers), row["text"]


async def test_hostile_66_numbers_that_are_no_embedding_are_asked_for_again(
    room: ReadingRoom,
) -> None:
    report = await ingest(room, *BAD, "incurable nan")
    *cured, incurable = report.items
    assert [item.status for item in cured] == ["stored"] * len(BAD)
    assert incurable.failure is not None
    told = failure_text(incurable.failure, "en", FluentPhrasebook())
    assert "the embedding model gives numbers that cannot be used" in told
    assert worth_retrying(replace(incurable, is_kept=True))
    await assert_whole(room, report)


async def test_hostile_67_too_few_or_too_many_vectors_are_paired_with_no_text(
    room: ReadingRoom,
) -> None:
    report = await ingest(room, "fewer", "surplus", "healthy")
    assert [item.status for item in report.items] == ["stored"] * 3
    await assert_whole(room, report)
