import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.chunking.embedding_layout import quantize_rows, unit_rows


@given(seed=st.integers(0, 999), scale=st.sampled_from([1e-6, 1.0, 1e6]))
def test_directions_survive(seed: int, scale: float) -> None:
    rows = (np.random.default_rng(seed).normal(size=(5, 384)) * scale).astype(np.float32)
    packed = quantize_rows(rows)
    assert packed.dtype == np.int8
    assert (np.abs(packed).max(axis=1) == 127).all()
    assert (np.einsum("td,td->t", unit_rows(packed), unit_rows(rows)) > 0.999).all()


def test_a_zero_row_stays_zero_and_no_rows_give_no_rows() -> None:
    rows = np.array([[3, 4], [0, 0]], dtype=np.float32)
    assert quantize_rows(rows).tolist() == [[95, 127], [0, 0]]
    assert quantize_rows(np.empty((0, 7), dtype=np.float32)).shape == (0, 7)
