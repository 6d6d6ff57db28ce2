"""The packed encoder with differences of low rank that learn, and a head for each task."""

import math
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from pipelines.embedders.close.cross_encoder import EPSILON, HEADS, NORMS, PARTS, SCALE

DROPOUT = 0.1


class Adapted(nn.Module):
    """A linear layer as it is, and a difference of low rank that learns."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight.float())
        self.register_buffer("bias", bias.float())
        out, width = weight.shape
        self.A = nn.Parameter(torch.randn(rank, width) / math.sqrt(width))
        self.B = nn.Parameter(torch.zeros(out, rank))

    def forward(self, rows: Tensor) -> Tensor:
        """Map [..., in] to [..., out]."""
        return functional.linear(rows, self.weight + SCALE * (self.B @ self.A), self.bias)


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, taken: dict[str, Tensor], number: int, rank: int) -> None:
        super().__init__()
        prefix = f"encoder.layer.{number}"
        for name, part in PARTS.items():
            one = (taken[f"{prefix}.{part}.{each}"] for each in ("weight", "bias"))
            setattr(self, name, Adapted(*one, rank))
        for name, part in NORMS.items():
            for each in ("weight", "bias"):
                self.register_buffer(f"{name}_{each}", taken[f"{prefix}.{part}.{each}"].float())

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        """Map [batch, tokens, hidden] to the same; mask: bool [batch, 1, 1, tokens]."""
        parts = (getattr(self, name)(rows) for name in ("q", "k", "v"))
        query, key, value = (one.unflatten(2, (HEADS, -1)).transpose(1, 2) for one in parts)
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        seen = self._drop(self.ao(seen.transpose(1, 2).flatten(2)))
        rows = self._normed(rows + seen, "n1")
        return self._normed(rows + self._drop(self.fo(functional.gelu(self.fi(rows)))), "n2")

    def _normed(self, rows: Tensor, name: str) -> Tensor:
        weight, bias = (getattr(self, f"{name}_{each}") for each in ("weight", "bias"))
        return functional.layer_norm(rows, rows.shape[-1:], weight, bias, EPSILON)

    def _drop(self, rows: Tensor) -> Tensor:
        return functional.dropout(rows, DROPOUT, self.training)


class Network(nn.Module):
    """Reads rows of token ids; see `pipelines.embedders.close.pairs` for what is in one."""

    def __init__(self, folder: Path, *, rank: int, depth: int) -> None:
        """Take the weights of the unpacked model in `folder`, and its first `depth` layers."""
        super().__init__()
        taken = load_file(folder / "model.safetensors")
        for name in ("word", "position", "token_type"):
            weight = taken[f"embeddings.{name}_embeddings.weight"].float()
            self.register_buffer(name, weight)
        for each in ("weight", "bias"):
            self.register_buffer(f"norm_{each}", taken[f"embeddings.LayerNorm.{each}"].float())
        self.layers = nn.ModuleList(Layer(taken, number, rank) for number in range(depth))
        hidden = self.word.shape[1]
        self.hA, self.hN = nn.Linear(hidden, 1), nn.Linear(hidden, 1)
        self.hB, self.hC = (
            nn.Sequential(nn.Linear(2 * hidden, 128), nn.Tanh(), nn.Linear(128, 1))
            for _ in range(2)
        )

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return float32 [batch, tokens, hidden]; mask: bool [batch, tokens]."""
        rows = self.word[ids] + self.position[: ids.shape[1]] + self.token_type[0]
        rows = functional.layer_norm(
            rows, rows.shape[-1:], self.norm_weight, self.norm_bias, EPSILON
        )
        rows = functional.dropout(rows, DROPOUT, self.training)
        for layer in self.layers:
            rows = layer(rows, mask[:, None, None, :])
        return rows.float()

    def write(self, path: Path) -> None:
        """Write what was learnt, float16, by name."""
        learnt = {name: one.detach().half().cpu().numpy() for name, one in self.named_parameters()}
        np.savez_compressed(path, **learnt)
