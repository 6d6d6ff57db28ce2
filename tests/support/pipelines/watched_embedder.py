"""A model that counts, waits and fails where a test wants it to."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from pipelines.errors import ModelBroken
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import EmbeddedChunk, PassagePlan, Span
from pipelines.ports import Embedder


class WatchedEmbedder:
    """An Embedder that counts, waits and fails where a test wants it to.

    Closing it does nothing: the model inside belongs to the session.
    """

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.read: list[str] = []  # documents of which something had to be embedded
        self.embedded: list[str] = []  # chunks that were
        self.asked: list[list[str]] = []  # texts that were embedded as questions, together
        self.hold_at = ""  # wait before the last chunk of a document with this in it
        self.held, self.go_on = asyncio.Event(), asyncio.Event()
        self.break_at = ""  # a document with this in it cannot be embedded

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def layout(self) -> str:
        return self._inner.layout

    @property
    def similarity_floor(self) -> float:
        return self._inner.similarity_floor

    async def embed_query(self, text: str) -> QueryEmbedding:
        return await self._inner.embed_query(text)

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        self.asked.append([*texts])
        return await self._inner.embed_queries(texts)

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        chunks = [text[chunk.start : chunk.end] for plan in passages for chunk in plan.chunks]
        wanted = [chunk for number, chunk in enumerate(chunks) if number not in skip]
        if wanted:
            self.read.append(text)
        async for embedded in self._inner.embed_document(text, passages, skip=skip):
            self.embedded.append(wanted.pop(0) if wanted else "too many")
            if not wanted and self.break_at and self.break_at in text:
                raise ModelBroken("broken by the test")
            if not wanted and self.hold_at and self.hold_at in text:
                self.held.set()
                await self.go_on.wait()
            yield embedded

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        return self._inner.embedding_keys(text, passages)

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        return await self._inner.token_spans(text)

    async def close(self) -> None:
        """Leave the model to the session."""
