"""A program that ingests a batch and dies at a given point: `dying_ingest.py URL WHERE`."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence

from pipelines.fetchers.artifact import ArtifactFetcher
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.ingest.steps import ROWS_AT_ONCE
from pipelines.models.documents import (
    EmbeddedChunk,
    Fetched,
    PassagePlan,
    Source,
)
from pipelines.models.requests import BatchReport
from pipelines.store.store import Store
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import Mailbox, ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import prose

EXECUTOR, BATCH = "mortal", "batch-of-the-dead"
TEXTS = (prose("raven", 60), prose("magpie", 20))
POINTS = ("fetch", "embed", "publish", "report")


class Mortal:
    """Dies when its point is reached."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.has_staged = asyncio.Event()

    def reach(self, point: str) -> None:
        if point == self._where:
            os._exit(9)


class MortalEmbedder(WordEmbedder):
    """Dies before the last chunk of the first document, when others are staged."""

    def __init__(self, mortal: Mortal) -> None:
        self._mortal = mortal

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        left = sum(len(plan.chunks) for plan in passages) - len(skip)
        async for chunk in super().embed_document(text, passages, skip=skip):
            left -= 1
            if left == 0 and text == TEXTS[0]:
                await self._mortal.has_staged.wait()
                self._mortal.reach("embed")
            yield chunk


class MortalMailbox(Mailbox):
    """Dies when it was told, before that is recorded."""

    def __init__(self, mortal: Mortal) -> None:
        super().__init__()
        self._mortal = mortal

    async def ingested(self, origin: str, report: BatchReport) -> None:
        self._mortal.reach("report")
        await super().ingested(origin, report)


class MortalFetcher:
    """Dies when it has fetched the second file."""

    def __init__(self, store: Store, mortal: Mortal) -> None:
        self._inner = ArtifactFetcher(store.artifacts)
        self._mortal = mortal

    async def fetch(self, source: Source) -> Fetched:
        fetched = await self._inner.fetch(source)
        if source.idx == 1:
            self._mortal.reach("fetch")
        return fetched


def mortal_database(mortal: Mortal) -> type[HookedDatabase]:
    """Make a database that dies when the batch is published, before that is recorded."""

    class MortalDatabase(HookedDatabase):
        def after_stage_paragraphs(self, p_embeddings: list[object], **rest: object) -> None:
            if len(p_embeddings) == ROWS_AT_ONCE:
                mortal.has_staged.set()

        def after_publish_batch(self, **arguments: object) -> None:
            mortal.reach("publish")

        def before_delete_artifacts(self, **arguments: object) -> None:
            mortal.reach("clear away")

    return MortalDatabase


async def send(room: ReadingRoom) -> BatchReport:
    """Ingest two texts in small chunks, and something that cannot be read."""
    files = [(f"{n}.txt", text.encode()) for n, text in enumerate(TEXTS)]
    return await room.ingest(
        *files,
        ("empty.txt", b""),
        run_id=BATCH,
        strategy="fixed",
        chunk_size=16,
        overlap=0,
    )


async def main(url: str, where: str) -> None:
    """Ingest until the point is reached."""
    mortal = Mortal(where)
    store = Store(await PostgresDatabase.connect(url))
    fetchers = {"artifact": MortalFetcher(store, mortal)}
    async with open_room(
        url,
        MortalEmbedder(mortal),
        WordReranker(),
        fetchers=fetchers,
        executor_id=EXECUTOR,
        mailbox=MortalMailbox(mortal),
        opening=mortal_database(mortal),
    ) as room:
        await send(room)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
