import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.chunking.quantize import dequantize_rows, quantize_rows


@given(seed=st.integers(0, 999), scale=st.sampled_from([1e-6, 1.0, 1e6]))
def test_directions_survive(seed: int, scale: float) -> None:
    rows = (np.random.default_rng(seed).normal(size=(5, 384)) * scale).astype(np.float32)
    packed = quantize_rows(rows)
    assert packed.dtype == np.int8
    assert (np.abs(packed).max(axis=1) == 127).all()
    exact = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert (np.einsum("td,td->t", dequantize_rows(packed), exact) > 0.999).all()


def test_decoded_rows_have_length_one_and_zero_stays_zero() -> None:
    decoded = dequantize_rows(quantize_rows(np.array([[3, 4], [0, 0]], dtype=np.float32)))
    np.testing.assert_allclose(np.linalg.norm(decoded, axis=1), [1, 0], atol=1e-6)


def test_no_rows_give_no_rows() -> None:
    assert quantize_rows(np.empty((0, 7), dtype=np.float32)).shape == (0, 7)
    assert dequantize_rows(np.empty((0, 7), dtype=np.int8)).shape == (0, 7)
