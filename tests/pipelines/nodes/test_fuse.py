"""fuse: 0.2 of the similarity and 0.8 of the rerank score, and nothing that is not a score."""

from dataclasses import replace

import pytest

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.models import Passage
from pipelines.nodes.fuse import FusionWeights, fuse

PASSAGE = Passage(
    id=1,
    document_id="d",
    paragraph_idx=0,
    text="Text.",
    kind="file",
    title="T",
    url=None,
    file_name="t.pdf",
    language="en",
    page=1,
    start_seconds=None,
    anchors=(),
    similarity=0.5,
)


def test_default_weights_are_the_original_systems() -> None:
    (fused,) = fuse([PASSAGE], [1.0])
    assert fused.rerank_score == 1.0
    assert fused.fused_score == pytest.approx(0.2 * 0.5 + 0.8 * 1.0)


def test_weights_are_parameters() -> None:
    (fused,) = fuse([PASSAGE], [0.0], FusionWeights(1.0, 0.0))
    assert fused.fused_score == pytest.approx(0.5)


def test_order_is_kept_and_row_i_belongs_to_passage_i() -> None:
    passages = [replace(PASSAGE, id=i) for i in range(3)]
    fused = fuse(passages, [0.1, 0.9, 0.5])
    assert [p.id for p in fused] == [0, 1, 2]
    assert [p.rerank_score for p in fused] == pytest.approx([0.1, 0.9, 0.5])


def test_what_the_reranker_did_not_reach_keeps_its_share_for_similarity() -> None:
    near, read = replace(PASSAGE, id=1, similarity=1.0), replace(PASSAGE, id=2, similarity=0.0)
    unread, ranked = fuse([near, read], [None, 0.35])
    assert unread.rerank_score is None
    assert unread.fused_score == pytest.approx(0.2)
    assert ranked.fused_score == pytest.approx(0.8 * 0.35)


def test_no_passages_is_no_fault() -> None:
    assert fuse([], []) == ()


@pytest.mark.parametrize("scores", [[0.5, 0.5], [], [None, None], [1.5], [-0.1], [float("nan")]])
def test_scores_that_fit_no_passage_are_refused(scores: list[float | None]) -> None:
    with pytest.raises(ModelBroken):
        fuse([PASSAGE], scores)


@pytest.mark.parametrize(("similarity", "rerank"), [(0.5, 0.6), (-0.2, 1.2), (float("nan"), 0.5)])
def test_weights_that_are_no_shares_are_refused(similarity: float, rerank: float) -> None:
    with pytest.raises(SettingsInvalid, match="sum to 1"):
        FusionWeights(similarity, rerank)
