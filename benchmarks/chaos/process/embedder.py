"""A small deterministic model in place of the packed one, so that a start costs nothing."""

import hashlib
import re
from collections.abc import AsyncGenerator, Sequence

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import (
    EMBEDDING_DIM,
    EmbeddedChunk,
    FloatArray,
    PassagePlan,
    Span,
    TokenVectors,
)
from pipelines.ports import Candidate

_WORD = re.compile(r"\w+")


class HashedEmbedder:
    """Every word has a direction; a text is the sum of its words."""

    model, layout, similarity_floor = "hashed", "hashed", 0.0

    async def embed_query(self, text: str) -> QueryEmbedding:
        """Embed a question."""
        count = max(1, len(_WORD.findall(text)))
        weights = np.full(count, 1 / count, np.float32)
        return QueryEmbedding(_embedding(text), np.ones((count, 4), np.float32) / 2, weights)

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        """Embed several."""
        return [await self.embed_query(text) for text in texts]

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncGenerator[EmbeddedChunk, None]:
        """Embed every chunk but the skipped ones."""
        spans = [chunk for plan in passages for chunk in plan.chunks]
        for number, span in enumerate(spans):
            if number not in skip:
                chunk = text[span.start : span.end]
                offsets = [match.span() for match in _WORD.finditer(chunk)] or [(0, 1)]
                vectors = np.full((len(offsets), 4), 64, np.int8)
                tokens = TokenVectors(vectors, np.array(offsets, np.int32))
                yield EmbeddedChunk(_embedding(chunk), tokens)

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        """Name each chunk by what it says."""
        return tuple(
            hashlib.sha256(text[chunk.start : chunk.end].encode()).hexdigest()
            for plan in passages
            for chunk in plan.chunks
        )

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        """Take words for tokens."""
        return tuple(Span(*match.span()) for match in _WORD.finditer(text))

    async def close(self) -> None:
        """There is nothing to close."""


class EvenReranker:
    """Finds everything equally good."""

    needs_token_vectors = False

    async def rerank(
        self, question: str, candidates: Sequence[Candidate]
    ) -> tuple[float | None, ...]:
        """Score every candidate alike."""
        return tuple(0.5 for _ in candidates)


def _embedding(text: str) -> FloatArray:
    total = np.zeros(EMBEDDING_DIM, np.float32)
    for word in _WORD.findall(text.casefold()) or [""]:
        digest = hashlib.sha256(word.encode()).digest()
        rows = np.frombuffer(digest, np.uint32)
        total[rows % EMBEDDING_DIM] += 1.0
    return (total / np.linalg.norm(total)).astype(np.float32)
