"""Rerank by late interaction, over the token vectors that were stored at ingest."""

import asyncio
from collections.abc import Sequence

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.models.documents import TokenVectors
from pipelines.nodes.ranking.late_interaction import calibrate, max_sim
from pipelines.ports import Candidate, Embedder

_NOTHING = TokenVectors(np.empty((0, 0), dtype=np.int8), np.empty((0, 2), dtype=np.int32))


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
        cosines = await asyncio.to_thread(
            max_sim, query.token_embeddings, query.token_weights, stored
        )
        crosses = np.array([candidate.crosses_languages for candidate in candidates], dtype=bool)
        scores = np.where(
            crosses, calibrate(cosines, self._cross_floor), calibrate(cosines, self._floor)
        )
        return tuple(map(float, scores))
