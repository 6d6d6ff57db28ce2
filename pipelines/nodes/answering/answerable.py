"""Answerable: how surely the best sentence answers at all.

A question about something that is missing finds a passage about its subject, in the right tone.
Four things tell: how well the passage was found, whether the sentence holds the kind of thing that
is asked for, which words of the question nothing around it stands for, and how far it is ahead of
every other passage. How they were weighed: benchmarks/RESULTS.md, "Abstaining".
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerableWeights:
    """Of a logistic regression over conversations and XQuAD with half of its paragraphs gone."""

    found: float = 15.3  # confidence of the passages, 0..1
    held: float = 1.9  # what is asked for, 0..1
    unsupported: float = -5.0  # share of the question's words, 0..1, squared: one may be missing
    lead: float = 3.9  # over the next passage, in units of MaxSim
    most_lead: float = 0.6
    intercept: float = -9.05
    held_unknown: float = 0.5  # where nothing is known of what is asked for


def answerable(
    found: float,
    *,
    held: float | None,
    unsupported: float,
    lead: float,
    weights: AnswerableWeights = AnswerableWeights(),
) -> float:
    """Return 0..1, that a sentence answers; for the arguments see `AnswerableWeights`."""
    summed = (
        weights.intercept
        + weights.found * found
        + weights.held * (weights.held_unknown if held is None else held)
        + weights.unsupported * unsupported**2
        + weights.lead * min(max(lead, 0.0), weights.most_lead)
    )
    return 1.0 / (1.0 + math.exp(-summed))
