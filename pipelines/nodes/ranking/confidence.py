"""Confidence: how sure it is that what was found holds an answer."""

from collections.abc import Iterable

from pipelines.models.answers import Passage

_LEXICAL = 0.15  # share of the words; the rest is the reranker's


def confidence(passages: Iterable[Passage]) -> float:
    """Return 0..1, of the best passage: the reranker's word, and that the words are there.

    A question about something that is missing finds passages about its subject, in the right
    tone; what is missing are the words that make it this question and no other. How the share
    of the words was chosen: benchmarks/RESULTS.md.
    """
    return max((_of(passage) for passage in passages), default=0.0)


def _of(passage: Passage) -> float:
    rerank, lexical = passage.rerank_score or 0.0, passage.lexical_score or 0.0
    return (1.0 - _LEXICAL) * rerank + _LEXICAL * lexical
