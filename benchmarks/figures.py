"""From what a system made of every question to the figures of a benchmark."""

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Figures = dict[str, float | dict[str, float] | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a system made of one question.

    rank: of the paragraph that answers, from 1; None: not found.
    stages_ms: milliseconds of each stage; what they sum to is the whole.
    in_best, in_best_3: whether the best sentence, the best three hold a reference answer; None:
        the system picks no sentences.
    """

    rank: int | None
    stages_ms: Mapping[str, float]
    in_best: bool | None = None
    in_best_3: bool | None = None


@dataclass(frozen=True, slots=True)
class Ingested:
    """How long it took to take everything in; `tokens` are the same for every system."""

    seconds: float
    tokens: int


RETRIEVAL = "retrieval"  # in `stages_ms`: from the question to the passages, without reading them
_READING = "quote"


def figures(asked: Sequence[Asked], ingested: Ingested) -> Figures:
    """Sum up a system; shares and milliseconds, rounded to what means anything."""
    totals = [sum(each.stages_ms.values()) for each in asked]
    return {
        "mrr": share(1 / each.rank if each.rank else 0.0 for each in asked),
        "recall@1": _recall(asked, 1),
        "recall@5": _recall(asked, 5),
        "recall@10": _recall(asked, 10),
        "answer_in_best": _held(asked, lambda each: each.in_best),
        "answer_in_best_3": _held(asked, lambda each: each.in_best_3),
        "p50_ms": round(percentile(totals, 50), 2),
        "p95_ms": round(percentile(totals, 95), 2),
        "stages_ms": _stages(asked),
        "ingest_s": round(ingested.seconds, 2),
        "ingest_tokens_per_s": round(ingested.tokens / max(ingested.seconds, 1e-9), 1),
    }


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least so many percent do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def share(values: Iterable[float]) -> float:
    """Return the mean of shares, to five places; 0 of none."""
    return round(statistics.fmean(list(values) or [0.0]), 5)


def _recall(asked: Sequence[Asked], depth: int) -> float:
    return share(float(each.rank is not None and each.rank <= depth) for each in asked)


def _held(asked: Sequence[Asked], picked: Callable[[Asked], bool | None]) -> float | None:
    found = [picked(each) for each in asked]
    return None if None in found else share(float(bool(each)) for each in found)


def _stages(asked: Sequence[Asked]) -> dict[str, float]:
    """Give the median of every stage over the questions that went through it."""
    times: dict[str, list[float]] = {}
    for each in asked:
        for stage, spent in each.stages_ms.items():
            times.setdefault(stage, []).append(spent)
        if RETRIEVAL not in each.stages_ms:
            found = sum(spent for stage, spent in each.stages_ms.items() if stage != _READING)
            times.setdefault(RETRIEVAL, []).append(found)
    return {stage: round(percentile(spent, 50), 2) for stage, spent in times.items()}
