"""An embedding as an argument of an SQL function."""

from dataclasses import dataclass

import numpy as np

from pipelines.errors import DatabaseRefused
from pipelines.models.documents import EMBEDDING_DIM, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """An argument of type vector. numbers: float32 [768], every one of them finite.

    Raises:
        DatabaseRefused: another shape, or a number that is not finite.
    """

    numbers: FloatArray

    def __post_init__(self) -> None:
        """Check the numbers: no driver is given others."""
        if self.numbers.shape != (EMBEDDING_DIM,):
            raise DatabaseRefused(
                f"an embedding has shape {self.numbers.shape}, not ({EMBEDDING_DIM},)"
            )
        if not np.isfinite(self.numbers).all():
            raise DatabaseRefused("an embedding holds a number that is not finite")

    def as_text(self) -> str:
        """Write it the way pgvector reads it, losing no digit."""
        return "[" + ",".join(map(str, self.numbers.astype(np.float32))) + "]"

    def as_bytes(self) -> bytes:
        """Write what vector_send writes: the count and nothing, two bytes each; the numbers."""
        head = np.array([len(self.numbers), 0], dtype=">u2")
        return head.tobytes() + self.numbers.astype(">f4").tobytes()
