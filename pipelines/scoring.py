"""Score the passages of a question: read as its asker, reranked, and mixed with their words."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass

from pipelines.inquiry import Inquiry
from pipelines.models import TokenVectors
from pipelines.nodes.fuse import FusionWeights, fuse
from pipelines.nodes.lexical import lexical_scores
from pipelines.ports import Candidate, Embedder, Gateway, Reranker
from pipelines.questions import Passage


@dataclass(frozen=True, slots=True)
class Scoring:
    """What passages are scored with."""

    gateway: Gateway
    embedder: Embedder
    reranker: Reranker
    weights: FusionWeights

    async def found(self, inquiry: Inquiry) -> tuple[Passage, ...]:
        """Score the passages that an inquiry remembers."""
        return await self._score(inquiry, [hit.id for hit in inquiry.hits], self.read(inquiry))

    async def others(self, inquiry: Inquiry, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """Score passages that search did not find."""
        return await self._score(inquiry, [passage.id for passage in passages], _ready(passages))

    async def read(self, inquiry: Inquiry) -> tuple[Passage, ...]:
        """Read the passages of an inquiry anew, as its asker, with the scores it remembers."""
        ids = [hit.id for hit in inquiry.hits]
        found = await self.gateway.get_passages(ids, asker=inquiry.request.asker)
        return inquiry.restore(found)

    async def token_vectors(self, ids: Sequence[int], asker: int | None) -> dict[int, TokenVectors]:
        """Read what the reranker compares; the base may have been moved to another model."""
        embedder = self.embedder
        return await self.gateway.get_token_vectors(
            ids, asker=asker, model=embedder.model, layout=embedder.layout
        )

    async def _score(
        self, inquiry: Inquiry, ids: Sequence[int], reading: Awaitable[Sequence[Passage]]
    ) -> tuple[Passage, ...]:
        """Look for words in the passages while their token vectors are still being read."""
        question = inquiry.request.question
        (passages, words), vectors = await asyncio.gather(
            _with_words(question, reading), self._vectors_to_rerank(ids, inquiry.request.asker)
        )
        if not passages:
            return ()
        candidates = [
            Candidate(
                passage.text,
                vectors.get(passage.id),
                crosses_languages="und" != passage.language != inquiry.language != "und",
            )
            for passage in passages
        ]
        scores = await self.reranker.rerank(question, candidates)
        return fuse(passages, scores, words, self.weights)

    async def _vectors_to_rerank(
        self, ids: Sequence[int], asker: int | None
    ) -> Mapping[int, TokenVectors]:
        if not ids or not self.reranker.needs_token_vectors:
            return {}
        return await self.token_vectors(ids, asker)


async def _ready(passages: Sequence[Passage]) -> Sequence[Passage]:
    return passages


async def _with_words(
    question: str, reading: Awaitable[Sequence[Passage]]
) -> tuple[Sequence[Passage], Sequence[float]]:
    passages = await reading
    texts = [passage.text for passage in passages]
    return passages, await asyncio.to_thread(lexical_scores, question, texts)
