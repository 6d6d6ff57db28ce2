"""Rerank by late interaction, over the token vectors that were stored at ingest."""

import asyncio
import re
from collections.abc import Sequence

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import FloatArray, TokenVectors
from pipelines.nodes.ranking.late_interaction import best_cosines, calibrate
from pipelines.nodes.text.words import content_words
from pipelines.ports import Candidate, Embedder

_NOTHING = TokenVectors(np.empty((0, 0), dtype=np.int8), np.empty((0, 2), dtype=np.int32))

_WORD = re.compile(r"[\w-]+")
_CALLED = 0.85  # cosine that stands for a word which what a passage stands under holds


class MaxSimReranker:
    """A Reranker that costs milliseconds: the passages have been read already."""

    def __init__(self, embedder: Embedder, *, floor: float, cross_floor: float) -> None:
        """Take the embedder that made the stored vectors, and what unrelated texts score.

        Args:
            floor: where question and passage share a language.
            cross_floor: where they do not; tokens of two languages never come as close.
        """
        self._embedder = embedder
        self._floor = floor
        self._cross_floor = cross_floor

    @property
    def needs_token_vectors(self) -> bool:
        """Candidates must come with their token vectors."""
        return True

    async def rerank(self, question: str, candidates: Sequence[Candidate]) -> tuple[float, ...]:
        """Score candidates by the mean best cosine of the question's tokens, rare ones first.

        Returns:
            One score in 0..1 for each candidate; 0 for a passage without tokens.
        Raises:
            ModelBroken: stored vectors are of another model.
        """
        query = await self._embedder.embed_query(question)
        stored = [candidate.token_vectors or _NOTHING for candidate in candidates]
        for vectors in stored:
            if vectors.vectors.size and vectors.vectors.shape[1] != query.token_embeddings.shape[1]:
                raise ModelBroken("stored token vectors are of another embedding model: re-embed")
        under = [candidate.under for candidate in candidates]
        cosines = await asyncio.to_thread(_cosines, question, query, stored, under)
        crosses = np.array([candidate.crosses_languages for candidate in candidates], dtype=bool)
        scores = np.where(
            crosses, calibrate(cosines, self._cross_floor), calibrate(cosines, self._floor)
        )
        return tuple(map(float, scores))


def _cosines(
    question: str, query: QueryEmbedding, stored: Sequence[TokenVectors], under: Sequence[str]
) -> FloatArray:
    """Return float32 [passages]: MaxSim, where a document's own name is missing in no passage.

    Who asks what a ticket to the Marrow Lane Theatre costs asks the page of that title, which
    does not repeat its name before every price.
    """
    best = best_cosines(query.token_embeddings, stored)
    if query.token_offsets is not None:
        words = [(match.span(), content_words(match[0])) for match in _WORD.finditer(question)]
        starts, ends = query.token_offsets[:, 0], query.token_offsets[:, 1]
        held = {name: content_words(name) for name in set(under)}
        has_tokens = np.array([len(vectors.vectors) > 0 for vectors in stored], dtype=bool)
        for (start, end), stems in words:
            named = np.array([bool(stems & held[name]) for name in under], dtype=bool)
            there = ((ends > start) & (starts < end))[:, None] & (named & has_tokens)[None, :]
            best = np.where(there, np.maximum(best, _CALLED), best)
    return np.asarray(query.token_weights @ best, dtype=np.float32)
