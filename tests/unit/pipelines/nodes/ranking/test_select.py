"""select: the cuts, the neighbours and the order."""

from pipelines.models.answers import Passage
from pipelines.nodes.ranking.select import keep_relevant, missing_neighbours, rank
from tests.support.nodes.passage_maker import make_passage


def passage(
    idx: int,
    *,
    document: str = "d",
    similarity: float = 0.3,
    rerank: float | None = 0.5,
    fused: float | None = None,
) -> Passage:
    """A passage whose id follows from its place."""
    return make_passage(
        f"Text {idx}.",
        id=idx + 1000 * ord(document[0]),
        document_id=document,
        paragraph_idx=3 * idx,  # chunks are numbered apart from passages
        passage_idx=idx,
        similarity=similarity,
        rerank_score=rerank,
        fused_score=fused,
    )


def places(passages: tuple[Passage, ...]) -> list[tuple[str, int]]:
    return [(p.document_id, p.passage_idx) for p in passages]


def test_cut_is_at_035_and_includes_it() -> None:
    kept = keep_relevant([passage(0, rerank=0.35), passage(1, rerank=0.349)])
    assert places(kept) == [("d", 0)]


def test_high_similarity_survives_the_cut() -> None:
    weak = passage(0, rerank=0.0, similarity=0.55)
    weaker = passage(1, rerank=0.0, similarity=0.549)
    assert keep_relevant([weak, weaker]) == (weak,)


def test_an_unreranked_passage_counts_as_weak() -> None:
    assert keep_relevant([passage(0, rerank=None)]) == ()


def test_cuts_are_parameters() -> None:
    low = passage(0, rerank=0.2, similarity=0.1)
    assert keep_relevant([low], min_rerank_score=0.2, min_similarity=1.0) == (low,)


def test_the_better_neighbour_is_added() -> None:
    before, after = passage(4, fused=0.4), passage(6, fused=0.3)
    assert missing_neighbours([passage(5, fused=0.9)], [after, before]) == (before,)


def test_of_equal_neighbours_the_one_that_goes_on_is_added() -> None:
    before, after = passage(4), passage(6)
    assert missing_neighbours([passage(5)], [before, after]) == (after,)


def test_a_passage_with_a_kept_neighbour_needs_none() -> None:
    kept = [passage(5), passage(6)]
    assert missing_neighbours(kept, [passage(4), passage(7)]) == ()


def test_one_neighbour_serves_two_passages() -> None:
    kept = [passage(5), passage(7)]
    added = missing_neighbours(kept, [passage(4), passage(6, fused=0.5), passage(8)])
    assert places(added) == [("d", 6)]


def test_neighbours_come_from_the_same_document() -> None:
    assert missing_neighbours([passage(5)], [passage(6, document="e")]) == ()


def test_neighbours_further_off_are_left_out() -> None:
    assert missing_neighbours([passage(5)], [passage(7), passage(3)]) == ()


def test_rank_orders_by_fused_score_and_cuts_at_ten() -> None:
    ranked = rank([passage(i, fused=i / 100) for i in range(12)])
    assert [p.passage_idx for p in ranked] == list(range(11, 1, -1))


def test_rank_keeps_the_better_of_two_copies() -> None:
    ranked = rank([passage(1, fused=0.2), passage(2, fused=0.3), passage(1, fused=0.9)], limit=5)
    assert [(p.passage_idx, p.fused_score) for p in ranked] == [(1, 0.9), (2, 0.3)]
