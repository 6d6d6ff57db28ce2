"""Linear layers of integers, where a processor has instructions for them (AVX-512 VNNI).

Weights are int8 with a scale for each output, and so are rows of tokens, with a scale each. One
scale for all rows, as PyTorch's dynamic layers have it, is too coarse: a few tokens hold numbers a
hundred times as large as the others'. It moved log odds by .46 on average, a scale each by .1.
"""

import logging
import warnings
from functools import cache

import torch
from torch import Tensor, nn

_MOST = 127.0
_ZERO_POINT = 128  # activations are unsigned, as the instructions want them
_LEAST = 1e-9  # of the largest number in a row: one of nothing but zeros stays so
_ENGINE = "fbgemm"  # compiles nothing for each number of tokens, as oneDNN does
_AGREES = 0.02  # by which a sum of products of numbers up to 1 may differ
_LOG = logging.getLogger(__name__)


class QuantizedLinear(nn.Module):
    """Computes nearly what a linear layer does."""

    def __init__(self, weight: Tensor, bias: Tensor) -> None:
        """Take float [out, in], of which no copy is kept, and float [out]."""
        super().__init__()
        exact = weight.detach().float()
        scales = (exact.abs().amax(1) / _MOST).clamp_min(_LEAST)
        zeros = torch.zeros(len(scales), dtype=torch.long)
        torch.backends.quantized.engine = _ENGINE
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a later PyTorch may not have it
            whole = torch.quantize_per_channel(exact, scales.double(), zeros, 0, torch.qint8)
        self._weight = torch.ops.quantized.linear_prepack(whole, None)
        self._bias = bias.detach().float()

    def forward(self, rows: Tensor) -> Tensor:
        """Map float32 [tokens, in] to float32 [tokens, out], each row for itself."""
        scaled = rows.abs()
        largest = scaled.amax(-1, keepdim=True).clamp_min_(_LEAST)
        torch.div(rows, largest, out=scaled)
        out = torch.ops.quantized.linear_with_input_q_dq_qweight_dq_output_fp32(
            scaled, 1 / _MOST, _ZERO_POINT, self._weight
        )
        assert isinstance(out, Tensor)
        return out.mul_(largest).add_(self._bias)


@cache
def computes_in_int8() -> bool:
    """Tell whether integers are the fastest here; with AMX, bfloat16 is as fast.

    Not where this build of PyTorch has no such operations, or they give something else.
    """
    able = torch.cpu.get_capabilities()
    if not able.get("avx512_vnni") or able.get("amx_bf16"):
        return False
    exact = nn.Linear(64, 16)
    with torch.inference_mode():
        nn.init.constant_(exact.weight, 0.01)
        probe = torch.linspace(-1, 1, 3 * 64).view(3, 64)
        try:
            found = QuantizedLinear(exact.weight, exact.bias)(probe)
        except (AttributeError, RuntimeError) as error:
            _LOG.info("the close reader computes in no integers: %s", error)
            return False
        return torch.allclose(found, exact(probe), atol=_AGREES)
