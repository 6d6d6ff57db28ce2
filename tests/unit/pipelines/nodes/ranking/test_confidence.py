"""confidence: what decides whether there is an answer."""

from dataclasses import replace

import pytest

from pipelines.models.answers import Passage
from pipelines.nodes.ranking.select import confidence
from tests.support.nodes.passage_maker import make_passage


def passage(rerank: float | None, lexical: float | None, **scores: float) -> Passage:
    return make_passage(
        rerank_score=rerank,
        lexical_score=lexical,
        similarity=scores.get("similarity", 0.3),
        fused_score=scores.get("fused", 0.3),
    )


@pytest.mark.parametrize(
    ("rerank", "lexical", "sure"),
    [(1.0, 1.0, 1.0), (1.0, 0.0, 0.85), (0.0, 1.0, 0.15), (0.4, 0.2, 0.37), (0.0, 0.0, 0.0)],
)
def test_the_reranker_and_the_words_have_their_shares(
    rerank: float, lexical: float, sure: float
) -> None:
    assert confidence([passage(rerank, lexical)]) == pytest.approx(sure)


def test_the_surest_passage_decides_wherever_it_stands() -> None:
    weak, strong = passage(0.2, 0.9), passage(0.7, 0.1)
    assert confidence([weak, strong]) == confidence([strong, weak]) == confidence([strong])


def test_what_search_saw_makes_nothing_surer() -> None:
    assert confidence([passage(0.4, 0.2, similarity=1.0, fused=1.0)]) == pytest.approx(0.37)


def test_what_was_not_ranked_has_only_its_words() -> None:
    assert confidence([passage(None, 1.0)]) == pytest.approx(0.15)
    assert confidence([passage(None, None)]) == 0.0


def test_no_passages_are_no_answer() -> None:
    assert confidence([]) == 0.0


def test_junk_makes_nothing_sure() -> None:
    sure = passage(0.9, 0.9)
    assert confidence([replace(sure, text="⇒ Z(x) ∪ Z(y) ⊆ Z(x)")]) == 0.0
