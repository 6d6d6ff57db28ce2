"""Fuse: one figure out of what search saw and what the reranker saw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.models import Passage


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
    rerank_scores: Sequence[float | None],
    weights: FusionWeights = FusionWeights(),
) -> tuple[Passage, ...]:
    """Give each passage its `rerank_score` and `fused_score`.

    Args:
        passages: with `similarity` in 0..1.
        rerank_scores: one for each passage, in 0..1; None where the reranker did not get to it.
    Returns:
        The same passages, in the same order. One that was not reached keeps its share for
        similarity alone, as if the reranker had seen nothing in it: it fills up places that are
        left over, and never overtakes what was ranked well.
    Raises:
        ModelBroken: the scores are too few, too many, out of 0..1 or not numbers.
    """
    if len(rerank_scores) != len(passages):
        raise ModelBroken(f"{len(passages)} passages, {len(rerank_scores)} rerank scores")
    if not all(score is None or 0.0 <= score <= 1.0 for score in rerank_scores):
        raise ModelBroken("rerank scores must lie in 0..1")
    return tuple(
        replace(passage, rerank_score=score, fused_score=_mix(passage.similarity, score, weights))
        for passage, score in zip(passages, rerank_scores, strict=True)
    )


def _mix(similarity: float, rerank_score: float | None, weights: FusionWeights) -> float:
    return weights.similarity * similarity + weights.rerank * (rerank_score or 0.0)
