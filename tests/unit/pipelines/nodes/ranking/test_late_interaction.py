import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import FloatArray, Span, TokenVectors
from pipelines.nodes.chunking.embedding_layout import unit_rows
from pipelines.nodes.ranking.late_interaction import calibrate, match_ranges, max_sim


def _vectors(rng: np.random.Generator, tokens: int) -> TokenVectors:
    rows = rng.integers(-127, 128, size=(tokens, 6), dtype=np.int8)
    starts = np.arange(tokens, dtype=np.int32) * 2
    return TokenVectors(rows, np.stack([starts, starts + 2], axis=1))


def _unit(rng: np.random.Generator, tokens: int) -> FloatArray:
    rows = rng.normal(size=(tokens, 6)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def _weights(rng: np.random.Generator, tokens: int) -> FloatArray:
    drawn = rng.random(tokens) + 0.1
    return np.asarray(drawn / drawn.sum(), dtype=np.float32)


@given(seed=st.integers(0, 999), lengths=st.lists(st.integers(0, 5), max_size=6))
def test_max_sim_is_the_definition_for_every_passage(seed: int, lengths: list[int]) -> None:
    rng = np.random.default_rng(seed)
    query, passages = _unit(rng, 3), [_vectors(rng, length) for length in lengths]
    weights = _weights(rng, 3)
    scores = max_sim(query, weights, passages)
    assert scores.shape == (len(lengths),)
    for score, passage in zip(scores, passages, strict=True):
        rows = unit_rows(passage.vectors)
        best = [max(rows @ token) for token in query] if len(rows) else [0.0] * 3
        expected = sum(weight * cosine for weight, cosine in zip(weights, best, strict=True))
        assert score == pytest.approx(expected, abs=1e-5)


@given(seed=st.integers(0, 999))
def test_ranges_score_as_if_they_were_passages(seed: int) -> None:
    rng = np.random.default_rng(seed)
    query, weights, passage = _unit(rng, 4), _weights(rng, 4), _vectors(rng, 6)
    ranges = [Span(0, 4), Span(3, 9), Span(0, 12), Span(12, 20)]
    parts = [(0, 2), (1, 5), (0, 6), (0, 0)]
    cut = [TokenVectors(passage.vectors[a:b], passage.offsets[a:b]) for a, b in parts]
    np.testing.assert_allclose(
        match_ranges(query, passage, ranges).best @ weights,
        max_sim(query, weights, cut),
        atol=1e-5,
    )


def test_a_range_of_the_questions_own_tokens_is_as_like_it_as_can_be() -> None:
    query = np.eye(2, 6, dtype=np.float32)
    same = TokenVectors(np.eye(6, dtype=np.int8)[:3] * 100, np.array([[0, 2], [2, 4], [4, 6]]))
    likeness = match_ranges(query, same, [Span(0, 4), Span(4, 6)]).likeness
    np.testing.assert_allclose(likeness, [1.0, 0.0], atol=1e-6)


def test_without_tokens_there_is_no_score() -> None:
    rng = np.random.default_rng(0)
    nothing, weightless = np.empty((0, 6), dtype=np.float32), np.empty(0, dtype=np.float32)
    query, weights = _unit(rng, 2), _weights(rng, 2)
    assert max_sim(nothing, weightless, [_vectors(rng, 2)]).tolist() == [0.0]
    assert max_sim(query, weights, []).shape == (0,)
    range_ = [Span(0, 2)]
    assert match_ranges(nothing, _vectors(rng, 2), range_).best.shape == (1, 0)
    for empty in (
        match_ranges(query, _vectors(rng, 0), range_),
        match_ranges(query, _vectors(rng, 2), [Span(9, 9)]),
    ):
        assert empty.best.tolist() == [[0.0, 0.0]]
        assert empty.likeness.tolist() == [0.0]


def test_a_token_that_tells_more_counts_for_more() -> None:
    query = np.eye(2, 6, dtype=np.float32)
    holds = [TokenVectors(np.eye(6, dtype=np.int8)[[i]] * 100, np.array([[0, 1]])) for i in (0, 1)]
    weights = np.array([0.9, 0.1], dtype=np.float32)
    np.testing.assert_allclose(max_sim(query, weights, holds), [0.9, 0.1], atol=1e-6)


def test_the_floor_becomes_zero_and_one_stays_one() -> None:
    scores = calibrate(np.array([0.1, 0.6, 0.8, 1.0, 1.01], dtype=np.float32), 0.6)
    np.testing.assert_allclose(scores, [0, 0, 0.5, 1, 1], atol=1e-6)
    assert scores.dtype == np.float32
