"""The packed encoder with what it was taught besides, reading one row of tokens at a time.

It shares the table of words with the embedding model, through the page cache; its layers are its
own. What it was taught lies beside it as differences of low rank (LoRA) and small heads.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor, nn
from torch.nn import functional

from pipelines.embedders.close.pairs import Pair
from pipelines.embedders.close.quantized import QuantizedLinear, computes_in_int8
from pipelines.embedders.speedups import prepack
from pipelines.model_threads import processor_dtype
from pipelines.models.documents import FloatArray

TAUGHT = Path(__file__).parent / "taught.npz"
_WEIGHTS = "model.safetensors"
HEADS = 12  # of attention
EPSILON = 1e-12
SCALE = 2.0  # of the differences
_MOST = 8.0  # log odds; beyond, it is no surer, only louder
PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
_SEEN = ("q", "k", "v")  # are of the same rows: one product
NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}

_Named = Callable[[str], Tensor]


class _Layer(nn.Module):
    """One layer of BERT over the tokens of one row, float [tokens, hidden]."""

    def __init__(self, taken: _Named, taught: _Named, number: int) -> None:
        super().__init__()
        weights: dict[str, tuple[Tensor, Tensor]] = {}
        for name, part in PARTS.items():
            weight = taken(f"encoder.layer.{number}.{part}.weight").float()
            first, second = (taught(f"layers.{number}.{name}.{each}") for each in "AB")
            bias = taken(f"encoder.layer.{number}.{part}.bias")
            weights[name] = weight + SCALE * (second @ first), bias
        seen = zip(*(weights.pop(name) for name in _SEEN), strict=True)
        weights["seen"] = (torch.cat(next(seen)), torch.cat(next(seen)))
        self._parts = nn.ModuleDict({name: _linear(*each) for name, each in weights.items()})
        prepack(self)  # now: no two layers lie in memory twice
        self._norms = {
            name: [taken(f"encoder.layer.{number}.{part}.{each}") for each in ("weight", "bias")]
            for name, part in NORMS.items()
        }

    def forward(self, rows: Tensor) -> Tensor:
        part = self._parts
        parts = part["seen"](rows).unflatten(1, (len(_SEEN), HEADS, -1))
        query, key, value = parts.permute(1, 2, 0, 3)[:, None]
        seen = functional.scaled_dot_product_attention(query, key, value)[0]
        seen = part["ao"](seen.transpose(0, 1).flatten(1))
        rows = self._normed(rows + seen, "n1")
        widened = functional.gelu(part["fi"](rows))
        return self._normed(rows + part["fo"](widened), "n2")

    def _normed(self, rows: Tensor, name: str) -> Tensor:
        weight, bias = self._norms[name]
        return functional.layer_norm(rows, rows.shape[-1:], weight, bias, EPSILON)


@dataclass(frozen=True, slots=True, eq=False)
class _Embeddings:
    words: Tensor
    positions: Tensor
    kind: Tensor
    norm: tuple[Tensor, Tensor]

    def of(self, ids: Tensor) -> Tensor:
        rows = self.words[ids] + self.positions[: len(ids)] + self.kind
        return functional.layer_norm(rows, rows.shape[-1:], *self.norm, EPSILON)


class CrossEncoder:
    """Reads pairs. Several threads may read at once."""

    def __init__(self, folder: Path, taught: Path = TAUGHT) -> None:
        """Read the weights of the unpacked model in `folder`, and what it was taught. Blocks."""
        with np.load(taught) as arrays:
            learnt = {name: torch.from_numpy(arrays[name]).float() for name in arrays.files}
        depth = 1 + max(int(name.split(".")[1]) for name in learnt if name.startswith("layers."))
        with safe_open(folder / _WEIGHTS, framework="pt") as file:
            taken = _as(file.get_tensor)
            norm = "embeddings.LayerNorm"
            self._embeddings = _Embeddings(
                file.get_tensor("embeddings.word_embeddings.weight"),
                taken("embeddings.position_embeddings.weight"),
                taken("embeddings.token_type_embeddings.weight")[0],
                (taken(f"{norm}.weight"), taken(f"{norm}.bias")),
            )
            self._layers = nn.Sequential(
                *(_Layer(taken, learnt.__getitem__, number) for number in range(depth))
            ).eval()
        self._heads = {name: each.numpy() for name, each in learnt.items() if name[0] == "h"}

    def answering(self, pair: Pair) -> FloatArray:
        """Return float32 [sentences]: log odds that each answers, against that none does.

        NaN for a sentence that did not fit in. Both kinds are within ±8.
        """
        rows = self._read(pair)
        none = rows[0] @ self._heads["hN.weight"][0] + self._heads["hN.bias"][0]
        said = [
            self._heads["hA.bias"][0]
            + rows[span.start : span.end].mean(axis=0) @ self._heads["hA.weight"][0]
            if span
            else np.nan
            for span in pair.sentences
        ]
        return np.asarray(np.clip(np.array(said) - none, -_MOST, _MOST), dtype=np.float32)

    def standing(self, pair: Pair) -> float:
        """Return the log odds that a claim stands: as an answer where a question is in the row."""
        assert pair.claim is not None
        rows = self._read(pair)
        head = "hB" if pair.claim.start > 1 else "hC"
        claim = rows[pair.claim.start : max(pair.claim.end, pair.claim.start + 1)].mean(axis=0)
        first = np.concatenate([rows[0], claim]) @ self._heads[f"{head}.0.weight"].T
        hidden = np.tanh(first + self._heads[f"{head}.0.bias"])
        odds = hidden @ self._heads[f"{head}.2.weight"][0] + self._heads[f"{head}.2.bias"][0]
        return float(min(max(odds, -_MOST), _MOST))

    def _read(self, pair: Pair) -> FloatArray:
        with torch.inference_mode():
            rows = self._layers(self._embeddings.of(torch.from_numpy(pair.ids).long()))
        return np.asarray(rows.float().numpy(), dtype=np.float32)


def _linear(weight: Tensor, bias: Tensor) -> nn.Module:
    if computes_in_int8():
        return QuantizedLinear(weight, bias)
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight.data, layer.bias.data = weight.to(_dtype()), bias.to(_dtype())
    return layer


def _dtype() -> torch.dtype:
    """Return what is computed in beside linear layers."""
    return torch.float32 if computes_in_int8() else processor_dtype()


def _as(get: _Named) -> _Named:
    return lambda name: get(name).to(_dtype())
