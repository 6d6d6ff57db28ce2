from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import EmbeddingUnusable, SpanOutOfRange
from pipelines.models.documents import Span
from pipelines.nodes.chunking.embedding_layout import pool_chunks, tokens_of, unit_rows


@given(seed=st.integers(0, 999), edges=st.sets(st.integers(0, 40), min_size=2))
def test_row_i_is_the_direction_of_the_mean_of_span_i(seed: int, edges: set[int]) -> None:
    tokens = np.random.default_rng(seed).normal(size=(40, 8)).astype(np.float32)
    ordered = sorted(edges)
    spans = [Span(a, b) for a, b in pairwise(ordered)]
    pooled = pool_chunks(tokens, spans)
    assert pooled.dtype == np.float32
    assert pooled.shape == (len(spans), 8)
    for row, span in zip(pooled, spans, strict=True):
        mean = tokens[span.start : span.end].mean(axis=0)
        np.testing.assert_allclose(row, mean / np.linalg.norm(mean), atol=1e-5)


@pytest.mark.parametrize("span", [Span(2, 2), Span(3, 2), Span(0, 5), Span(-1, 2)])
def test_a_span_without_tokens_is_refused(span: Span) -> None:
    with pytest.raises(SpanOutOfRange):
        pool_chunks(np.ones((4, 3), dtype=np.float32), [Span(0, 1), span])


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_row_without_direction_is_refused(bad: float) -> None:
    with pytest.raises(EmbeddingUnusable):
        unit_rows(np.full((1, 3), bad, dtype=np.float32))


def test_tiny_and_huge_rows_get_length_one() -> None:
    rows = unit_rows(np.array([[1e-9, 0], [3e30, 4e30]], dtype=np.float32))
    np.testing.assert_allclose(rows, [[1, 0], [0.6, 0.8]], atol=1e-6)


OFFSETS = np.array([[0, 3], [4, 7], [7, 9], [12, 15]], dtype=np.int32)


@pytest.mark.parametrize(
    ("span", "tokens"),
    [
        (Span(0, 9), Span(0, 3)),
        (Span(4, 8), Span(1, 3)),  # a token that is cut belongs to both sides
        (Span(8, 13), Span(2, 4)),
        (Span(5, 6), Span(1, 2)),  # inside one token
        (Span(9, 12), Span(3, 4)),  # nothing here: the next one
        (Span(15, 20), Span(3, 4)),  # nothing after: the last one
    ],
)
def test_tokens_of_a_character_range(span: Span, tokens: Span) -> None:
    assert tokens_of(OFFSETS, span) == tokens


def test_a_text_without_tokens_has_an_empty_range() -> None:
    assert tokens_of(np.empty((0, 2), dtype=np.int32), Span(0, 4)) == Span(0, 0)
