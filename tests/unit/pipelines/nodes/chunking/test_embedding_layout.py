import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import EmbeddingUnusable
from pipelines.models.documents import FloatArray
from pipelines.nodes.chunking.embedding_layout import (
    Layout,
    lay_out_chunks,
    lay_out_queries,
    unit_rows,
)

dims = st.sampled_from([2, 128, 383, 384, 385, 512, 767, 768, 1024])
weights = st.sampled_from([0.0, 0.25, 0.5, 1.0])


def _rows(seed: int, dim: int) -> FloatArray:
    return np.random.default_rng(seed).normal(size=(3, dim)).astype(np.float32)


@given(dim=dims, weight=weights, seed=st.integers(0, 999))
def test_rows_are_768_numbers_of_length_one(dim: int, weight: float, seed: int) -> None:
    layout = Layout(dim, weight)
    for rows in (
        lay_out_chunks(_rows(seed, dim), _rows(seed + 1, dim), layout),
        lay_out_queries(_rows(seed, dim), layout),
    ):
        assert rows.shape == (3, 768)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


@given(dim=st.sampled_from([2, 128, 384]), weight=weights, seed=st.integers(0, 999))
def test_up_to_384_the_cosine_is_the_weighted_mean_of_two(
    dim: int, weight: float, seed: int
) -> None:
    own, context, query = (_rows(seed + i, dim) for i in range(3))
    layout = Layout(dim, weight)
    cosines = lay_out_queries(query, layout) @ lay_out_chunks(own, context, layout).T
    each = [unit_rows(query) @ unit_rows(side).T for side in (own, context)]
    np.testing.assert_allclose(cosines, (1 - weight) * each[0] + weight * each[1], atol=1e-5)


def test_a_wide_model_is_truncated_and_brought_back_to_length_one() -> None:
    context = _rows(1, 1024)
    rows = lay_out_chunks(_rows(2, 1024), context, Layout(1024, 1.0))
    np.testing.assert_allclose(rows, unit_rows(context[:, :768]), atol=1e-6)


def test_a_middle_model_is_padded_with_zeros() -> None:
    rows = lay_out_chunks(_rows(1, 512), _rows(2, 512), Layout(512, 0.5))
    assert not rows[:, 512:].any()


def test_names_tell_layouts_apart() -> None:
    layouts = [Layout(384, 0.5), Layout(384, 0.25), Layout(1024, 0.5), Layout(768, 0.5)]
    assert len({layout.name for layout in layouts}) == len(layouts)
    assert [Layout(384, w).reads_context for w in (0.0, 0.5, 1.0)] == [False, True, True]


def test_a_zero_row_is_refused() -> None:
    with pytest.raises(EmbeddingUnusable):
        lay_out_queries(np.zeros((1, 384), dtype=np.float32), Layout(384, 0.5))
