"""Compare how golden questions were answered in two runs."""

from collections.abc import Sequence
from statistics import fmean

from pipelines.models.learning.evaluations import GoldenFigures, GoldenResult


def got_worse(before: Sequence[GoldenResult], now: Sequence[GoldenResult]) -> tuple[str, ...]:
    """Return the keys of questions that were answered rightly before, and are not any more."""
    right = {one.key for one in before if one.is_right}
    return tuple(one.key for one in now if one.key in right and not one.is_right)


def figures(results: Sequence[GoldenResult]) -> GoldenFigures:
    """Count the right answers, and average what was measured."""
    measured = [one.evaluation for one in results if one.evaluation is not None]
    return GoldenFigures(
        len(results),
        sum(one.is_right for one in results),
        _mean([one.relevance for one in measured]),
        _mean([one.groundedness for one in measured]),
        _mean([one.answer_relevance for one in measured]),
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 3) if values else None
