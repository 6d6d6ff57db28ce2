"""From one model to another: the steps that both gateways are taken through."""

from collections.abc import Sequence

import numpy as np
from psycopg import AsyncConnection, AsyncCursor

from pipelines.models.documents import EmbeddedChunk, TokenVectors
from pipelines.store.embeddings import NextEmbedding
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import direction

OLD = ("made-up", "made-up")
NEW = ("other", "halves")


def wider(tokens: int, dim: int) -> TokenVectors:
    """Token vectors of a model that has more numbers a token."""
    starts = np.arange(tokens, dtype=np.int32)
    return TokenVectors(
        np.full((tokens, dim), 7, np.int8), np.stack([starts, starts + 1], axis=1).astype(np.int32)
    )


async def prepare(store: Store, document_id: str, axes: Sequence[int]) -> None:
    """Give chunk i of a document its next embedding: axis axes[i]."""
    chunks = await store.embeddings.chunks_to_reembed(document_id)
    made = [
        NextEmbedding(chunk.id, EmbeddedChunk(direction(axis), wider(3, 8)), f"key {axis}")
        for chunk, axis in zip(chunks, axes, strict=False)
    ]
    await store.embeddings.put_next_embeddings(*NEW, made)


async def missing(store: Store) -> tuple[str, ...]:
    return await store.embeddings.documents_to_reembed(after=None, limit=10)


async def read_as(store: Store, model: str, layout: str) -> None:
    """Read embeddings, none of them, as one who compares them with this model's."""
    await store.search.get_token_vectors([], asker=None, model=model, layout=layout)


async def one(cursor: AsyncCursor) -> object:
    """The single value of a result, whatever its column is called."""
    row = await cursor.fetchone()
    assert row is not None
    [value] = row.values()
    return value


async def until_somebody_waits(admin: AsyncConnection) -> None:
    """Return when another connection waits for a lock."""
    waiting = 0
    while not waiting:
        waiting = await one(
            await admin.execute(
                "select count(*) from pg_locks as l join pg_stat_activity as a using (pid)"
                " where not l.granted and a.datname = current_database()"
            )
        )
