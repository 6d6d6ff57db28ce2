"""Fuse: one figure out of what search saw and what the reranker saw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.models import FloatArray, Passage


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """Shares of the two scores in `fused_score`; they sum to 1."""

    similarity: float = 0.2
    rerank: float = 0.8

    def __post_init__(self) -> None:
        in_range = 0.0 <= self.similarity <= 1.0 and 0.0 <= self.rerank <= 1.0
        if not in_range or abs(self.similarity + self.rerank - 1.0) > 1e-6:
            raise SettingsInvalid(
                f"fusion weights must lie in 0..1 and sum to 1, "
                f"got {self.similarity} and {self.rerank}"
            )


def fuse(
    passages: Sequence[Passage],
    rerank_scores: FloatArray,
    weights: FusionWeights = FusionWeights(),
) -> tuple[Passage, ...]:
    """Give each passage its `rerank_score` and `fused_score`.

    Args:
        passages: with `similarity` in 0..1.
        rerank_scores: float32 [len(passages)] in 0..1; row i belongs to passages[i].
    Returns:
        The same passages, in the same order.
    Raises:
        ModelBroken: the scores are too few, too many, out of 0..1 or not numbers.
    """
    if rerank_scores.shape != (len(passages),):
        raise ModelBroken(f"{len(passages)} passages, rerank scores {rerank_scores.shape}")
    if not bool(np.all((rerank_scores >= 0.0) & (rerank_scores <= 1.0))):
        raise ModelBroken("rerank scores must lie in 0..1")
    return tuple(
        replace(passage, rerank_score=score, fused_score=_mix(passage.similarity, score, weights))
        for passage, score in zip(passages, map(float, rerank_scores), strict=True)
    )


def _mix(similarity: float, rerank_score: float, weights: FusionWeights) -> float:
    return weights.similarity * similarity + weights.rerank * rerank_score
