"""Agreement: how far a judge says of answers what was counted of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipelines.models.learning.evaluations import JudgedAnswer

_FEWEST = 3  # answers that say anything of an order


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two graders agree over `answers`.

    relevance, groundedness, answer_relevance: Spearman's rank correlation, -1..1; None where there
        are too few answers, or one grader gave all of them the same.
    grounded_alike: the share of answers that both say are grounded, or both say are not, 0..1.
    """

    answers: int
    relevance: float | None
    groundedness: float | None
    answer_relevance: float | None
    grounded_alike: float | None


def agreement(answers: Sequence[JudgedAnswer], *, grounded_from: float) -> Agreement:
    """Compare what was counted with what was judged.

    Args:
        grounded_from: the groundedness from which on an answer is grounded, 0..1.
    """

    def of(measure: str) -> float | None:
        counted = [float(getattr(one.evaluation, measure)) for one in answers]
        judged = [float(getattr(one.judgement, measure)) for one in answers]
        return spearman(counted, judged)

    alike = [
        (one.evaluation.groundedness >= grounded_from)
        == (one.judgement.groundedness >= grounded_from)
        for one in answers
    ]
    return Agreement(
        answers=len(answers),
        relevance=of("relevance"),
        groundedness=of("groundedness"),
        answer_relevance=of("answer_relevance"),
        grounded_alike=round(sum(alike) / len(alike), 3) if alike else None,
    )


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the correlation of the ranks, ties sharing the mean of theirs (Spearman 1904)."""
    if len(first) < _FEWEST or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    return round(float(np.corrcoef(_ranks(first), _ranks(second))[0, 1]), 3)


def _ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    _, places, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[places], np.float64)
