import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from pipelines.errors import ModelBroken
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import (
    EmbeddedChunk,
    PassagePlan,
    Span,
    TokenVectors,
)
from pipelines.nodes.chunking.embedding_layout import quantize_rows
from pipelines.ports import Candidate, Reranker
from pipelines.rerankers.maxsim import MaxSimReranker

WORDS = ("berlin", "population", "whale")
WEIGHTS = {"berlin": 1.0, "population": 1.0, "whale": 3.0}


class WordEmbedder:
    """An Embedder for which every word it knows is an axis."""

    model, layout, similarity_floor = "words", "words", 0.0

    def rows(self, text: str) -> np.ndarray:
        found = [WORDS.index(word) for word in text.split() if word in WORDS]
        return np.eye(len(WORDS), dtype=np.float32)[found].reshape(-1, len(WORDS))

    async def embed_query(self, text: str) -> QueryEmbedding:
        rows = self.rows(text)
        weights = np.array([WEIGHTS[word] for word in text.split() if word in WORDS])
        shares = (weights / weights.sum()).astype(np.float32) if len(weights) else weights
        spans = [m.span() for m in re.finditer(r"\w+", text) if m[0] in WORDS]
        offsets = np.array(spans, dtype=np.int32).reshape(-1, 2)
        return QueryEmbedding(np.ones(768, dtype=np.float32), rows, shares, offsets)

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        return [await self.embed_query(text) for text in texts]

    def embed_document(
        self, text: str, passages: Sequence[PassagePlan], *, skip: frozenset[int] = frozenset()
    ) -> AsyncIterator[EmbeddedChunk]:
        raise NotImplementedError

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        raise NotImplementedError

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        return ()

    def candidate(self, text: str) -> Candidate:
        rows = quantize_rows(self.rows(text))
        return Candidate(text, TokenVectors(rows, np.zeros((len(rows), 2), dtype=np.int32)))


async def test_a_passage_with_more_of_the_question_scores_higher_in_its_own_row() -> None:
    embedder = WordEmbedder()
    reranker: Reranker = MaxSimReranker(embedder, floor=0.2, cross_floor=0.0)
    texts = ["whale", "berlin population", "berlin", "nothing known"] * 10
    scores = await reranker.rerank("population berlin", [embedder.candidate(t) for t in texts])
    assert reranker.needs_token_vectors
    np.testing.assert_allclose(scores, [0, 1, (0.5 - 0.2) / 0.8, 0] * 10, atol=1e-6)


async def test_a_token_that_tells_more_counts_for_more() -> None:
    embedder = WordEmbedder()
    reranker = MaxSimReranker(embedder, floor=0.0, cross_floor=0.0)
    found = [embedder.candidate(text) for text in ("whale", "berlin", "whale berlin")]
    scores = await reranker.rerank("whale berlin", found)
    np.testing.assert_allclose(scores, [0.75, 0.25, 1.0], atol=1e-6)


async def test_a_passage_in_another_language_is_held_to_another_floor() -> None:
    embedder = WordEmbedder()
    here = embedder.candidate("berlin")
    there = replace(here, crosses_languages=True)
    reranker = MaxSimReranker(embedder, floor=0.2, cross_floor=0.0)
    scores = await reranker.rerank("population berlin", [here, there])
    np.testing.assert_allclose(scores, [0.3 / 0.8, 0.5], atol=1e-6)


async def test_what_a_passage_stands_under_need_not_be_said_in_it() -> None:
    embedder = WordEmbedder()
    bare = embedder.candidate("population")
    named = replace(bare, under="Berlin: a walk\nwalk.pdf")
    empty = Candidate("", under="Berlin")
    reranker = MaxSimReranker(embedder, floor=0.0, cross_floor=0.0)
    scores = await reranker.rerank("berlin population", [bare, named, empty])
    np.testing.assert_allclose(scores, [0.5, (1 + 0.85) / 2, 0.0], atol=1e-6)


async def test_no_candidates_and_no_tokens() -> None:
    embedder = WordEmbedder()
    reranker = MaxSimReranker(embedder, floor=0.2, cross_floor=0.0)
    assert await reranker.rerank("berlin", []) == ()
    assert await reranker.rerank("?", [embedder.candidate("berlin")]) == (0.0,)
    assert await reranker.rerank("berlin", [Candidate("berlin")]) == (0.0,)


async def test_vectors_of_another_model_are_refused() -> None:
    other = TokenVectors(np.ones((2, 5), dtype=np.int8), np.zeros((2, 2), dtype=np.int32))
    with pytest.raises(ModelBroken):
        await MaxSimReranker(WordEmbedder(), floor=0.2, cross_floor=0.0).rerank(
            "berlin", [Candidate("x", other)]
        )
