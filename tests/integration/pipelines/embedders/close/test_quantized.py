"""Layers of integers against those that they stand for, and the reader with and without them."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from pipelines.embedders.close import cross_encoder, quantized
from pipelines.embedders.close.cross_encoder import CrossEncoder
from pipelines.embedders.close.pairs import lay_out
from pipelines.embedders.close.quantized import QuantizedLinear, computes_in_int8
from pipelines.embedders.packed.unpack import unpack_packed
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder

able = pytest.mark.skipif(not computes_in_int8(), reason="no fast integers on this processor")
SENTENCES = (
    "The workshop on the ground floor is open on weekdays from 8:00 to 17:00.",
    "Keys are handed out by Marta Hell, and returned to the porter after 20:00.",
    "Абонемент на месяц стоит 3 400 ₽, пенсионерам — 2 100 ₽.",
)
QUESTIONS = ("Who hands out keys?", "Почём абонемент?", "When is the workshop open?")


def layer() -> nn.Linear:
    torch.manual_seed(1)
    return nn.Linear(384, 96)


@able
def test_a_row_of_large_numbers_takes_nothing_from_the_others() -> None:
    exact, rows = layer(), torch.randn(9, 384)
    rows[4] *= 500
    with torch.inference_mode():
        found, wanted = QuantizedLinear(exact.weight, exact.bias)(rows), exact(rows)
    assert torch.cosine_similarity(found, wanted, dim=-1).min() > 0.999


@able
def test_a_row_is_read_alone_as_among_others() -> None:
    exact, rows = layer(), torch.randn(33, 384)
    mapped = QuantizedLinear(exact.weight, exact.bias)
    with torch.inference_mode():
        torch.testing.assert_close(mapped(rows)[7:8], mapped(rows[7:8]))
        assert torch.equal(mapped(torch.zeros(1, 384))[0], exact.bias)


@able
def test_the_reader_says_nearly_the_same(
    packed: SentenceTransformerEmbedder, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unpack_packed(models_dir)
    pairs = [lay_out(packed.text, SENTENCES, question=question) for question in QUESTIONS]
    fast = CrossEncoder(folder)
    monkeypatch.setattr(cross_encoder, "computes_in_int8", lambda: False)
    exact = CrossEncoder(folder)
    moved = [np.abs(fast.answering(pair) - exact.answering(pair)) for pair in pairs]
    assert 0 < np.mean(moved) < 0.3


def test_without_the_instructions_or_the_operations_it_computes_as_it_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = quantized.computes_in_int8.__wrapped__
    monkeypatch.setattr(torch.cpu, "get_capabilities", dict)
    assert not asked()
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_vnni": True})
    monkeypatch.setattr(quantized, "_ENGINE", "none")
    assert not asked()
