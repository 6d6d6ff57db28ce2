"""Select: which of the reranked passages an answer may rest on.

Confidence: how sure it is that what was found holds an answer. Answerable: how surely the best
sentence answers at all. A question about something that is missing finds a passage about its
subject, in the right tone. Four things tell: how well the passage was found, whether the sentence
holds the kind of thing that is asked for, which words of the question nothing around it stands for,
and how far it is ahead of every other passage. How they were weighed: benchmarks/RESULTS.md,
"Abstaining".
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pipelines.models.answers import Passage
from pipelines.models.documents import are_foreign
from pipelines.nodes.ranking.fuse import prose_factor

_CROSSING = 0.93  # of the reranker's word, where no word of a question can be in a passage
_LEXICAL = 0.15  # share of the words; the rest is the reranker's


def confidence(passages: Iterable[Passage], language: str = "und") -> float:
    """Return 0..1, of the best passage: the reranker's word, and that the words are there.

    A question about something that is missing finds passages about its subject, in the right
    tone; what is missing are the words that make it this question and no other. How the share
    of the words was chosen: benchmarks/RESULTS.md. Of a passage that is in another language than
    the question the words cannot be there, and are not asked for. Junk answers nothing.
    """
    return max((_of(passage, language) for passage in passages), default=0.0)


def _of(passage: Passage, language: str) -> float:
    rerank, lexical = passage.rerank_score or 0.0, passage.lexical_score or 0.0
    both = (1.0 - _LEXICAL) * rerank + _LEXICAL * lexical
    crosses = are_foreign(language, passage.language)
    return (max(both, _CROSSING * rerank) if crosses else both) * prose_factor(passage.text)


class Scored(Protocol):
    """A passage, or what a state remembers of one."""

    @property
    def id(self) -> int:
        """Names the passage."""
        ...

    @property
    def similarity(self) -> float:
        """What search saw, 0..1."""
        ...

    @property
    def rerank_score(self) -> float | None:
        """What the reranker saw, 0..1; None where it did not look."""
        ...

    @property
    def fused_score(self) -> float | None:
        """Both and the words, 0..1."""
        ...


_Scored = TypeVar("_Scored", bound=Scored)


def keep_relevant(
    scored: Sequence[_Scored], *, min_rerank_score: float = 0.35, min_similarity: float = 0.55
) -> tuple[_Scored, ...]:
    """Cut what the reranker found weak, but keep what search found strong."""
    return tuple(
        one
        for one in scored
        if (one.rerank_score or 0.0) >= min_rerank_score or one.similarity >= min_similarity
    )


def missing_neighbours(
    kept: Sequence[Passage], neighbours: Sequence[Passage]
) -> tuple[Passage, ...]:
    """Return the better adjacent passage of each kept one that has none beside it yet.

    Args:
        kept: the passages that passed the cut.
        neighbours: passages just before or after them in their documents, in any order.
    """
    found = {_place(passage): passage for passage in kept}
    around = {_place(passage): passage for passage in neighbours}
    added: dict[tuple[str, int], Passage] = {}
    for passage in kept:
        places = _adjacent_places(passage)
        if any(place in found or place in added for place in places):
            continue
        beside = [around[place] for place in places if place in around]
        if beside:
            best = max(beside, key=_strength)
            added[_place(best)] = best
    return tuple(added.values())


def rank(scored: Sequence[_Scored], *, limit: int = 10) -> tuple[_Scored, ...]:
    """Order by `fused_score`, best first, each passage once, at most `limit`."""
    ordered = sorted(scored, key=_strength, reverse=True)
    unique = {one.id: one for one in reversed(ordered)}
    return tuple(one for one in ordered if unique[one.id] is one)[:limit]


def _place(passage: Passage) -> tuple[str, int]:
    return passage.document_id, passage.passage_idx


def _adjacent_places(passage: Passage) -> tuple[tuple[str, int], tuple[str, int]]:
    """After comes first: of two equal neighbours the one that goes on is the better."""
    document_id, idx = _place(passage)
    return (document_id, idx + 1), (document_id, idx - 1)


def _strength(scored: Scored) -> tuple[float, float]:
    return scored.fused_score or 0.0, scored.similarity


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
    lacks: float = -4.0  # a telephone number or a price is asked for, and none is there: by hand
    code: float = 2.5  # a code that the question names, and hardly anything else: by hand
    read: float = 0.25  # log odds of whoever read question and sentence together, less `unread`
    unread: float = -4.0
    most_read: float = 8.0
    in_doubt: tuple[float, float] = (-1.15, 2.5)  # log odds of the rest, between which it counts
    clear: float = 3.0  # log odds of the reader, from which on it counts from `in_much_doubt` on
    in_much_doubt: float = -3.0


def answerable(
    found: float,
    *,
    held: float | None,
    unsupported: float,
    lead: float,
    lacks: float = 0.0,
    has_code: bool = False,
    read: float | None = None,
    weights: AnswerableWeights = AnswerableWeights(),
) -> float:
    """Return 0..1, that a sentence answers; for the arguments see `AnswerableWeights`.

    read: None where nobody read it closely.
    """
    summed = (
        weights.intercept
        + weights.found * found
        + weights.held * (weights.held_unknown if held is None else held)
        + weights.unsupported * unsupported**2
        + weights.lead * min(max(lead, 0.0), weights.most_lead)
        + weights.lacks * lacks
        + weights.code * has_code
    )
    least, most = weights.in_doubt
    if read is not None and read >= weights.clear:
        least = min(least, weights.in_much_doubt)
    if read is not None and least <= summed <= most:
        odds = min(max(read, -weights.most_read), weights.most_read)
        summed += weights.read * (odds - weights.unread)
    return 1.0 / (1.0 + math.exp(-summed))


def is_worth_reading(sure: float, weights: AnswerableWeights = AnswerableWeights()) -> bool:
    """Say whether reading the sentence closely may change that it answers."""
    least, most = weights.in_doubt
    return least <= math.log(max(sure, 1e-9) / max(1.0 - sure, 1e-9)) <= most
