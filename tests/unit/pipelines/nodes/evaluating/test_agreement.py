"""Agreement of a judge with what is counted."""

import pytest

from pipelines.models.learning.evaluations import Evaluation, JudgedAnswer, Judgement
from pipelines.nodes.evaluating.agreement import Agreement, agreement, spearman


def test_spearman_shares_ranks_among_ties() -> None:
    assert spearman([0.1, 0.2, 0.9], [1, 2, 3]) == 1.0
    assert spearman([0.1, 0.2, 0.9], [3, 2, 1]) == -1.0
    # ranks 1 2 3 4 against 1.5 1.5 3.5 3.5, by hand: 4 / sqrt(5 * 4)
    assert spearman([0.1, 0.2, 0.3, 0.4], [0, 0, 1, 1]) == pytest.approx(0.894, abs=1e-3)


@pytest.mark.parametrize(("first", "second"), [([], []), ([1, 2], [1, 2]), ([1, 2, 3], [1, 1, 1])])
def test_too_little_says_nothing(first: list[float], second: list[float]) -> None:
    assert spearman(first, second) is None


def test_it_is_told_by_measure_and_of_what_is_grounded() -> None:
    answers = [
        JudgedAnswer(Evaluation(counted, 0.95, counted), Judgement("m", judged, grounded, 1.0))
        for counted, judged, grounded in ((0.2, 0.0, 1.0), (0.6, 0.667, 1.0), (0.9, 1.0, 0.333))
    ]
    agreed = agreement(answers, grounded_from=0.9)
    assert agreed == Agreement(3, 1.0, None, None, 0.667)
    assert agreement([], grounded_from=0.9) == Agreement(0, None, None, None, None)
