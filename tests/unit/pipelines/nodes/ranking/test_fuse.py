"""fuse: similarity, rerank and words in their shares, and nothing that is not a score."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.nodes.ranking.fuse import FusionWeights, fuse, prose_factor
from tests.support.nodes.passage_maker import make_passage

PASSAGE = make_passage()


def test_meaning_is_mixed_as_in_the_original_system_and_leaves_a_share_to_words() -> None:
    (fused,) = fuse([PASSAGE], [0.6], [0.9])
    assert (fused.rerank_score, fused.lexical_score) == (0.6, 0.9)
    assert fused.fused_score == pytest.approx(0.85 * (0.2 * 0.5 + 0.8 * 0.6) + 0.15 * 0.9)


def test_votes_multiply_the_score_and_it_stays_a_share() -> None:
    (plain,) = fuse([PASSAGE], [0.6], [0.9])
    (half,) = fuse([replace(PASSAGE, score_modifier=0.5)], [0.6], [0.9])
    (double,) = fuse([replace(PASSAGE, score_modifier=2.0)], [0.6], [0.9])
    assert half.fused_score == pytest.approx(0.5 * (plain.fused_score or 0.0))
    assert double.fused_score == 1.0


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (FusionWeights(1.0, 0.0, 0.0), 0.5),
        (FusionWeights(0.0, 1.0, 0.0), 0.2),
        (FusionWeights(0.5, 0.5, 1.0), 0.9),
    ],
)
def test_weights_are_parameters(weights: FusionWeights, expected: float) -> None:
    (fused,) = fuse([PASSAGE], [0.2], [0.9], weights)
    assert fused.fused_score == pytest.approx(expected)


def test_a_passage_in_another_language_has_to_be_ahead_by_as_much_as_languages_add() -> None:
    russian = replace(PASSAGE, language="ru")
    alone, beside = (
        fuse([PASSAGE, russian], [0.6, 0.6], [0.0, 0.0], language=language)
        for language in ("und", "en")
    )
    assert alone[0].fused_score == alone[1].fused_score
    lost = (beside[0].fused_score or 0.0) - (beside[1].fused_score or 0.0)
    assert lost == pytest.approx(FusionWeights().crossing)
    (last,) = fuse([replace(russian, similarity=0.0)], [0.0], [0.0], language="en")
    assert last.fused_score == 0.0


@given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1), st.tuples(*[st.floats(0, 1)] * 2))
def test_a_mix_of_scores_is_a_score_and_never_falls_with_one_of_them(
    scores: list[tuple[float, float, float]], shares: tuple[float, float]
) -> None:
    similarity, lexical = shares
    weights = FusionWeights(similarity, 1.0 - similarity, lexical)
    passages = [replace(PASSAGE, similarity=each[0]) for each in scores]
    reranks, words = [each[1] for each in scores], [each[2] for each in scores]
    fused = fuse(passages, reranks, words, weights)
    surer = fuse(passages, [(1 + score) / 2 for score in reranks], words, weights)
    literal = fuse(passages, reranks, [(1 + score) / 2 for score in words], weights)
    for one, two, three in zip(fused, surer, literal, strict=True):
        assert 0.0 <= one.fused_score <= 1.0 + 1e-9
        assert one.fused_score <= two.fused_score + 1e-9
        assert one.fused_score <= three.fused_score + 1e-9


def test_order_is_kept_and_row_i_belongs_to_passage_i() -> None:
    passages = [replace(PASSAGE, id=i) for i in range(3)]
    fused = fuse(passages, [0.1, 0.9, 0.5], [0.3, 0.2, 0.7])
    assert [p.id for p in fused] == [0, 1, 2]
    assert [p.rerank_score for p in fused] == pytest.approx([0.1, 0.9, 0.5])
    assert [p.lexical_score for p in fused] == pytest.approx([0.3, 0.2, 0.7])


def test_what_the_reranker_did_not_reach_keeps_its_shares_for_similarity_and_words() -> None:
    near, read = replace(PASSAGE, id=1, similarity=1.0), replace(PASSAGE, id=2, similarity=0.0)
    unread, ranked = fuse([near, read], [None, 0.35], [0.4, 0.4])
    assert unread.rerank_score is None
    assert unread.fused_score == pytest.approx(0.85 * 0.2 + 0.15 * 0.4)
    assert ranked.fused_score == pytest.approx(0.85 * 0.8 * 0.35 + 0.15 * 0.4)


def test_no_passages_is_no_fault() -> None:
    assert fuse([], [], []) == ()


@pytest.mark.parametrize("scores", [[0.5, 0.5], [], [None, None], [1.5], [-0.1], [float("nan")]])
def test_scores_that_fit_no_passage_are_refused(scores: list[float | None]) -> None:
    with pytest.raises(ModelBroken):
        fuse([PASSAGE], scores, [0.5])
    with pytest.raises(ModelBroken):
        fuse([PASSAGE], [0.5], scores)


@pytest.mark.parametrize(
    ("similarity", "rerank", "lexical"),
    [
        (0.5, 0.6, 0.15),
        (-0.2, 1.2, 0.15),
        (float("nan"), 0.5, 0.15),
        (0.2, 0.8, 1.1),
        (0.2, 0.8, -0.1),
        (0.2, 0.8, float("nan")),
    ],
)
def test_weights_that_are_no_shares_are_refused(
    similarity: float, rerank: float, lexical: float
) -> None:
    with pytest.raises(SettingsInvalid, match="sum to 1"):
        FusionWeights(similarity, rerank, lexical)


def test_what_is_mostly_junk_loses_and_prose_with_some_does_not() -> None:
    contents = replace(PASSAGE, text="Contents\n1.1 Units … 5\n1.2 Pumps … 7")
    prose, junk = fuse([PASSAGE, contents], [0.6, 0.9], [0.5, 0.9])
    assert prose.fused_score == pytest.approx(0.85 * (0.2 * 0.5 + 0.8 * 0.6) + 0.15 * 0.5)
    assert junk.fused_score == 0.0
    assert prose_factor("The pump hums and runs.\n1.1 Units … 5") == 1.0
    assert 0 < prose_factor("It hums.\n1.1 Units … 5\n1.2 Pumps … 7") < 1
