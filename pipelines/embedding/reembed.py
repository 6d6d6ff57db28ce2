"""Move a base to another embedding model, while the embeddings that it has go on serving."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from itertools import groupby

from pipelines.errors import DatabaseUnavailable, SettingsInvalid
from pipelines.models.documents import PassagePlan, Span
from pipelines.ports import Embedder
from pipelines.store.embeddings import (
    EmbeddingStore,
    NextEmbedding,
    ReembeddingProgress,
    StoredChunk,
)

_DOCUMENTS_AT_ONCE = 100
_CHUNKS_AT_ONCE = 16
_BETWEEN_PASSAGES = "\n\n"


async def claim_embedding(store: EmbeddingStore, embedder: Embedder) -> None:
    """See that the base is embedded with this model and layout, before anything is compared.

    Raises:
        SettingsInvalid: it is not; says what to do.
    """
    held = await store.claim_embedding(embedder.model, embedder.layout)
    if held.model != embedder.model:
        raise SettingsInvalid(
            f"the base was embedded by {held.model}, and EMBEDDING_MODEL is {embedder.model} now:"
            " what two models make cannot be compared. Set EMBEDDING_MODEL as it was, or move the"
            " base to the new model with `paragraf reembed`"
        )
    if held.layout != embedder.layout:
        raise SettingsInvalid(
            f"the base was embedded in the layout {held.layout}, and this version works with"
            f" {embedder.layout}: the two cannot be compared. Move the base with `paragraf"
            " reembed`, or go back to the version that you had"
        )
    if held.others:
        raise SettingsInvalid(
            f"{held.others} documents were not embedded by {held.model} in the layout"
            f" {held.layout} as the others were: mend them with `paragraf reembed`"
        )


class Reembedding:
    """One base on its way to one model. Can be stopped anywhere; the next one goes on."""

    def __init__(
        self,
        store: EmbeddingStore,
        embedder: Embedder,
        *,
        attempts: int = 60,
        pause_seconds: float = 10.0,
    ) -> None:
        """Take the base and the new model; attempts and the pause between them: of the switch."""
        self._store = store
        self._embedder = embedder
        self._attempts = attempts
        self._pause_seconds = pause_seconds

    @property
    def model(self) -> str:
        """Name of the new model."""
        return self._embedder.model

    async def is_needed(self) -> bool:
        """Tell whether something is embedded otherwise."""
        held = await self._store.claim_embedding(self._embedder.model, self._embedder.layout)
        same = (held.model, held.layout) == (self._embedder.model, self._embedder.layout)
        return not same or held.others > 0

    async def prepare(self) -> AsyncGenerator[ReembeddingProgress, None]:
        """Embed every chunk that lacks its next embedding; nobody sees any of it.

        Raises:
            UserError: another re-embedding took the place of this one.
        """
        await self._store.begin_reembedding(self._embedder.model, self._embedder.layout)
        progress = await self._store.reembedding_progress()
        yield progress
        after: str | None = None
        while found := await self._store.documents_to_reembed(
            after=after, limit=_DOCUMENTS_AT_ONCE
        ):
            for document_id in found:
                async for added in self._embed(document_id):
                    done = progress.done + added
                    progress = ReembeddingProgress(done, max(done, progress.total))
                    yield progress
            after = found[-1]

    async def switch(self) -> bool:
        """Move the base at once; False when chunks have come meanwhile: prepare again.

        A connection over HTTP may give up before the database is done: then it is asked again,
        and says what came of it.
        """
        for _ in range(self._attempts - 1):
            try:
                return await self._store.switch_embedding(
                    self._embedder.model, self._embedder.layout
                )
            except DatabaseUnavailable:
                await asyncio.sleep(self._pause_seconds)
        return await self._store.switch_embedding(self._embedder.model, self._embedder.layout)

    async def _embed(self, document_id: str) -> AsyncGenerator[int, None]:
        """Embed what a document lacks; yield how many chunks were added, a few at a time."""
        chunks = await self._store.chunks_to_reembed(document_id)
        text, passages = rebuild_document(chunks)
        keys = self._embedder.embedding_keys(text, passages)
        done = frozenset(number for number, chunk in enumerate(chunks) if chunk.is_done)
        missing = (number for number in range(len(chunks)) if number not in done)
        waiting: list[NextEmbedding] = []
        async for embedded in self._embedder.embed_document(text, passages, skip=done):
            number = next(missing)
            waiting.append(NextEmbedding(chunks[number].id, embedded, keys[number]))
            if len(waiting) == _CHUNKS_AT_ONCE:
                yield await self._put(waiting)
                waiting = []
        if waiting:
            yield await self._put(waiting)

    async def _put(self, embeddings: Sequence[NextEmbedding]) -> int:
        model, layout = self._embedder.model, self._embedder.layout
        await self._store.put_next_embeddings(model, layout, embeddings)
        return len(embeddings)


def rebuild_document(chunks: Sequence[StoredChunk]) -> tuple[str, tuple[PassagePlan, ...]]:
    """Put a document together again out of its chunks.

    Returns:
        Its text, passages with a blank line between them, and where its passages and chunks lie
        in it: chunk i of the plans is chunks[i].
    """
    passages: list[PassagePlan] = []
    parts: list[str] = []
    at = 0
    for _, group in groupby(chunks, key=lambda chunk: chunk.passage_idx):
        if parts:
            parts.append(_BETWEEN_PASSAGES)
            at += len(_BETWEEN_PASSAGES)
        start, spans = at, []
        for chunk in group:
            parts += (chunk.lead, chunk.text)
            begin = at + len(chunk.lead)
            at = begin + len(chunk.text)
            spans.append(Span(begin, at))
        passages.append(PassagePlan(Span(start, at), tuple(spans)))
    return "".join(parts), tuple(passages)
