"""Small models that cannot be compared with each other: each has directions of its own."""

import hashlib
import re
import zlib
from collections.abc import AsyncIterator, Sequence

import numpy as np

from pipelines.models import (
    EMBEDDING_DIM,
    EmbeddedChunk,
    FloatArray,
    PassagePlan,
    Span,
    TokenVectors,
)
from pipelines.questions import QueryEmbedding

_WORD = re.compile(r"\w+")


class SeededEmbedder:
    """Texts with the same words are near each other, under the same model."""

    similarity_floor = 0.0

    def __init__(self, model: str, *, layout: str = "words", dim: int = 16) -> None:
        self.model = model
        self.layout = layout
        self.embedded: list[str] = []  # every chunk it was made to embed
        self._dim = dim

    async def embed_query(self, text: str) -> QueryEmbedding:
        tokens = np.stack([self._direction(word, self._dim) for word in _words(text)])
        weights = np.full(len(tokens), 1 / len(tokens), np.float32)
        return QueryEmbedding(self._embedding(text), tokens, weights)

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        spans = [chunk for plan in passages for chunk in plan.chunks]
        for number, span in enumerate(spans):
            if number not in skip:
                chunk = text[span.start : span.end]
                self.embedded.append(chunk)
                yield EmbeddedChunk(self._embedding(chunk), self._token_vectors(chunk))

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        return tuple(
            hashlib.sha256(
                f"{text[plan.span.start : plan.span.end]} {chunk.start - plan.span.start}".encode()
            ).hexdigest()
            for plan in passages
            for chunk in plan.chunks
        )

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        return tuple(Span(*match.span()) for match in _WORD.finditer(text))

    async def close(self) -> None:
        """There is nothing to close."""

    def _direction(self, word: str, dim: int) -> FloatArray:
        seed = zlib.crc32(f"{self.model} {word.casefold()}".encode())
        drawn = np.random.default_rng(seed).standard_normal(dim).astype(np.float32)
        return drawn / np.linalg.norm(drawn)

    def _embedding(self, text: str) -> FloatArray:
        total = np.sum([self._direction(word, EMBEDDING_DIM) for word in _words(text)], axis=0)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _token_vectors(self, text: str) -> TokenVectors:
        offsets = np.array([match.span() for match in _WORD.finditer(text)], dtype=np.int32)
        rows = [self._direction(word, self._dim) * 127 for word in _words(text)]
        return TokenVectors(np.array(rows, dtype=np.int8), offsets.reshape(-1, 2))


def _words(text: str) -> list[str]:
    return _WORD.findall(text) or [""]
