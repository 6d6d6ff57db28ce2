"""An embedder and a reranker that need no model: they compare words."""

import hashlib
import re
import zlib
from collections.abc import AsyncIterator, Sequence

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


class WordEmbedder:
    """Texts with the same words are near each other; nothing else is."""

    model = "words"
    layout = "words"
    similarity_floor = 0.0
    seed = ""  # models of another one have directions of their own
    dim = 32  # of a token

    async def embed_query(self, text: str) -> QueryEmbedding:
        tokens = [self._direction(word, self.dim) for word in _words(text)]
        weights = np.full(len(tokens), 1 / len(tokens), dtype=np.float32)
        return QueryEmbedding(self._embedding(text), np.stack(tokens), weights)

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        return [await self.embed_query(text) for text in texts]

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        for number, chunk in enumerate(chunks_of(text, passages)):
            if number not in skip:
                yield EmbeddedChunk(self._embedding(chunk), self._token_vectors(chunk))

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        return tuple(_key(chunk) for chunk in chunks_of(text, passages))

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        return tuple(Span(*match.span()) for match in _WORD.finditer(text))

    async def close(self) -> None:
        """There is nothing to close."""

    def _direction(self, word: str, dim: int) -> FloatArray:
        seed = zlib.crc32(f"{self.seed}{word.casefold()}".encode("utf-8", "replace"))
        return _unit(np.random.default_rng(seed).standard_normal(dim).astype(np.float32))

    def _embedding(self, text: str) -> FloatArray:
        return _unit(np.sum([self._direction(w, EMBEDDING_DIM) for w in _words(text)], axis=0))

    def _token_vectors(self, text: str) -> TokenVectors:
        offsets = np.array([match.span() for match in _WORD.finditer(text)], dtype=np.int32)
        rows = [self._direction(word, self.dim) * 127 for word in _WORD.findall(text)]
        vectors = np.array(rows, dtype=np.int8).reshape(len(rows), self.dim)
        return TokenVectors(vectors, offsets.reshape(len(rows), 2))


class WordReranker:
    """Scores a passage by the share of the question's words that it holds."""

    needs_token_vectors = False

    async def rerank(self, question: str, candidates: Sequence[Candidate]) -> tuple[float, ...]:
        wanted = set(_WORD.findall(question.casefold()))
        return tuple(
            len(wanted & set(_WORD.findall(candidate.text.casefold()))) / max(1, len(wanted))
            for candidate in candidates
        )


def chunks_of(text: str, passages: Sequence[PassagePlan]) -> list[str]:
    return [text[chunk.start : chunk.end] for plan in passages for chunk in plan.chunks]


def _key(chunk: str) -> str:
    return hashlib.sha256(chunk.encode("utf-8", "surrogatepass")).hexdigest()


def _words(text: str) -> list[str]:
    return _WORD.findall(text) or [""]


def _unit(values: FloatArray) -> FloatArray:
    return (values / np.linalg.norm(values)).astype(np.float32)
