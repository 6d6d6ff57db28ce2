"""An embedder and a reranker that need no model: they compare words."""

import re
import zlib
from collections.abc import AsyncIterator, Sequence

import numpy as np

from pipelines.models import (
    EMBEDDING_DIM,
    Candidate,
    EmbeddedChunk,
    FloatArray,
    QueryEmbedding,
    Span,
    TokenVectors,
)

_WORD = re.compile(r"\w+")
_TOKEN_DIM = 32


class WordEmbedder:
    """Texts with the same words are near each other; nothing else is."""

    model = "words"
    layout = "words"
    similarity_floor = 0.0

    async def embed_query(self, text: str) -> QueryEmbedding:
        tokens = [_token(text[span.start : span.end]) for span in _words(text)]
        return QueryEmbedding(_embedding(text), np.stack(tokens or [_token("")]))

    async def embed_document(
        self, text: str, spans: Sequence[Span]
    ) -> AsyncIterator[EmbeddedChunk]:
        for span in spans:
            chunk = text[span.start : span.end]
            yield EmbeddedChunk(_embedding(chunk), _token_vectors(chunk))

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        return _words(text)


class WordReranker:
    """Scores a passage by the share of the question's words that it holds."""

    needs_token_vectors = False

    async def rerank(self, question: str, candidates: Sequence[Candidate]) -> tuple[float, ...]:
        wanted = set(_WORD.findall(question.casefold()))
        return tuple(
            len(wanted & set(_WORD.findall(candidate.text.casefold()))) / max(1, len(wanted))
            for candidate in candidates
        )


def _words(text: str) -> tuple[Span, ...]:
    return tuple(Span(*match.span()) for match in _WORD.finditer(text))


def _direction(word: str, dim: int) -> FloatArray:
    seed = zlib.crc32(word.casefold().encode("utf-8", "replace"))
    return np.random.default_rng(seed).standard_normal(dim).astype(np.float32)


def _unit(values: FloatArray) -> FloatArray:
    return values / np.linalg.norm(values)


def _token(word: str) -> FloatArray:
    return _unit(_direction(word, _TOKEN_DIM))


def _embedding(text: str) -> FloatArray:
    directions = [_direction(text[s.start : s.end], EMBEDDING_DIM) for s in _words(text)]
    return _unit(np.sum(directions or [_direction("", EMBEDDING_DIM)], axis=0))


def _token_vectors(text: str) -> TokenVectors:
    spans = _words(text)
    rows = [_token(text[span.start : span.end]) * 127 for span in spans]
    vectors = np.array(rows, dtype=np.int8).reshape(len(spans), _TOKEN_DIM)
    offsets = np.array([(s.start, s.end) for s in spans], dtype=np.int32).reshape(len(spans), 2)
    return TokenVectors(vectors, offsets)
