"""Embed a document, but nothing that was embedded before: the stored rows are the cache.

A row keeps the key of what its embedding was made from. The same passage in another document, in
a new version of this one, or in a run that was cut short is taken from where it lies, as long as
model and layout are the same and its owner may read it there: what others have must not show in
how soon one is done. With the last row that has it, an embedding is gone.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from itertools import islice

import numpy as np

from pipelines.errors import DatabaseUnavailable, EmbeddingUnusable
from pipelines.models.documents import EMBEDDING_DIM, EmbeddedChunk, PassagePlan
from pipelines.ports import Embedder
from pipelines.store.search import SearchStore

_KEYS_AT_ONCE = 64


class EmbeddingCache:
    """An embedder and what it has embedded already, as far as the asker may read it."""

    def __init__(self, store: SearchStore, embedder: Embedder, asker: int | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self._asker = asker

    async def embed(
        self, text: str, passages: Sequence[PassagePlan]
    ) -> AsyncGenerator[tuple[int, str, EmbeddedChunk], None]:
        """Yield (number, key, embedded chunk) for every chunk, in order.

        Raises:
            DatabaseUnavailable: what was known is gone; the next attempt embeds it.
            EmbeddingUnusable: too few, too many, or one that is none. Which belong to which
                chunk is then uncertain: whatever was yielded before is not to be kept.
        """
        keys = self._embedder.embedding_keys(text, passages)
        known = await self._known(keys)
        skip = frozenset(number for number, key in enumerate(keys) if key in known)
        found: dict[str, EmbeddedChunk] = {}
        stream = self._embedder.embed_document(text, passages, skip=skip)
        async with aclosing(stream) as fresh:
            for number, key in enumerate(keys):
                if number not in skip:
                    yield number, key, await _next(fresh)
                    continue
                if key not in found:
                    rest = (key for key in islice(keys, number, None) if key in known)
                    found = await self._find(list(islice(rest, _KEYS_AT_ONCE)))
                if key not in found:
                    raise DatabaseUnavailable("an embedding was deleted before it could be copied")
                yield number, key, found[key]
            async for _ in fresh:
                raise EmbeddingUnusable("more embeddings than chunks")

    async def _known(self, keys: Sequence[str]) -> frozenset[str]:
        """Which keys there are; the numbers are read again when it is their turn."""
        known: set[str] = set()
        for at in range(0, len(keys), _KEYS_AT_ONCE):
            known |= (await self._find(keys[at : at + _KEYS_AT_ONCE])).keys()
        return frozenset(known)

    async def _find(self, keys: Sequence[str]) -> dict[str, EmbeddedChunk]:
        return await self._store.find_embeddings(
            keys,
            model=self._embedder.model,
            layout=self._embedder.layout,
            asker=self._asker,
        )


async def _next(fresh: AsyncGenerator[EmbeddedChunk, None]) -> EmbeddedChunk:
    """Take the next embedding, and look whether it is one."""
    chunk = await anext(fresh, None)
    if chunk is None:
        raise EmbeddingUnusable("fewer embeddings than chunks")
    numbers = chunk.embedding
    if numbers.shape != (EMBEDDING_DIM,):
        raise EmbeddingUnusable(f"an embedding of {numbers.shape} numbers")
    if not np.isfinite(numbers).all() or not numbers.any():
        raise EmbeddingUnusable("an embedding that is zero or not finite")
    return chunk
