"""Select: which of the reranked passages an answer may rest on."""

from collections.abc import Sequence

from pipelines.models import Passage


def keep_relevant(
    passages: Sequence[Passage], *, min_rerank_score: float = 0.35, min_similarity: float = 0.55
) -> tuple[Passage, ...]:
    """Cut what the reranker found weak, but keep what search found strong."""
    return tuple(
        passage
        for passage in passages
        if (passage.rerank_score or 0.0) >= min_rerank_score or passage.similarity >= min_similarity
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


def rank(passages: Sequence[Passage], *, limit: int = 10) -> tuple[Passage, ...]:
    """Order by `fused_score`, best first, each passage once, at most `limit`."""
    ordered = sorted(passages, key=_strength, reverse=True)
    unique = {passage.id: passage for passage in reversed(ordered)}
    return tuple(passage for passage in ordered if unique[passage.id] is passage)[:limit]


def _place(passage: Passage) -> tuple[str, int]:
    return passage.document_id, passage.passage_idx


def _adjacent_places(passage: Passage) -> tuple[tuple[str, int], tuple[str, int]]:
    """After comes first: of two equal neighbours the one that goes on is the better."""
    document_id, idx = _place(passage)
    return (document_id, idx + 1), (document_id, idx - 1)


def _strength(passage: Passage) -> tuple[float, float]:
    return passage.fused_score or 0.0, passage.similarity
