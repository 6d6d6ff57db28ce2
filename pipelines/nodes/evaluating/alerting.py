"""Alerting: whether answers have become worse than they may be.

An exponentially weighted mean of the daily means (Roberts 1959) against a threshold. A day weighs
as much as it has answers, and less the more came after it: a slow day with one poor answer changes
little. Few answers tell nothing, and what is known already is not said again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipelines.models.learning.evaluations import Drop, EvaluationDay, Score


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Below which the mean of a score is told; 0: never."""

    relevance: float = 0.85
    groundedness: float = 0.9
    fewest: int = 30  # answers in `window` days that it takes to tell
    memory: float = 26.0  # answers after which what was before counts a third as much
    window: int = 7  # days


def drops(
    days: Sequence[EvaluationDay], today: date, thresholds: Thresholds = Thresholds()
) -> tuple[Drop, ...]:
    """Return the scores that are below their thresholds, and were not before today.

    Args:
        days: in their order.
    """
    earlier = [day for day in days if day.day < today]
    before = {drop.score for drop in _below(earlier, thresholds)}
    if len(earlier) == len(days):
        return ()
    return tuple(drop for drop in _below(days, thresholds) if drop.score not in before)


def _below(days: Sequence[EvaluationDay], thresholds: Thresholds) -> list[Drop]:
    if not days:
        return []
    last = max(day.day for day in days)
    recent = [day for day in days if (last - day.day).days < thresholds.window]
    if sum(day.answers for day in recent) < thresholds.fewest:
        return []
    weights = []
    later = 0
    for day in reversed(recent):
        weights.append(day.answers * math.exp(-later / thresholds.memory))
        later += day.answers
    weights.reverse()
    limits: tuple[tuple[Score, float], ...] = (
        ("relevance", thresholds.relevance),
        ("groundedness", thresholds.groundedness),
    )
    found = []
    for score, limit in limits:
        values = [getattr(day, score) for day in recent]
        summed = sum(value * weight for value, weight in zip(values, weights, strict=True))
        mean = summed / sum(weights)
        if mean < limit:
            found.append(Drop(score, mean, limit))
    return found
