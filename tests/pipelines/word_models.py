"""An embedder and a reranker that need no model: they compare words."""

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
from pipelines.ports import Candidate
from pipelines.questions import QueryEmbedding

_WORD = re.compile(r"\w+")
_TOKEN_DIM = 32


class WordEmbedder:
    """Texts with the same words are near each other; nothing else is."""

    model = "words"
    layout = "words"
    similarity_floor = 0.0

    async def embed_query(self, text: str) -> QueryEmbedding:
        tokens = [_token(text[span.start : span.end]) for span in _words(text)] or [_token("")]
        weights = np.full(len(tokens), 1 / len(tokens), dtype=np.float32)
        return QueryEmbedding(_embedding(text), np.stack(tokens), weights)

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncIterator[EmbeddedChunk]:
        for number, chunk in enumerate(_chunks(text, passages)):
            if number not in skip:
                yield EmbeddedChunk(_embedding(chunk), _token_vectors(chunk))

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        return tuple(_key(chunk) for chunk in _chunks(text, passages))

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


def _chunks(text: str, passages: Sequence[PassagePlan]) -> list[str]:
    return [text[chunk.start : chunk.end] for plan in passages for chunk in plan.chunks]


def _key(chunk: str) -> str:
    return hashlib.sha256(chunk.encode("utf-8", "surrogatepass")).hexdigest()


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
