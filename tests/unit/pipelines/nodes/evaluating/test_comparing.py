"""What is made of the answers to golden questions."""

from pipelines.models.learning.evaluations import Evaluation, GoldenFigures, GoldenResult
from pipelines.nodes.evaluating.comparing import figures, got_worse

RIGHT, WRONG = GoldenResult("a", True, Evaluation(0.9, 1.0, 0.8)), GoldenResult("b", False)


def test_right_answers_are_counted_and_what_was_measured_is_averaged() -> None:
    assert figures([RIGHT, WRONG]) == GoldenFigures(2, 1, 0.9, 1.0, 0.8)
    assert figures([]) == GoldenFigures(0, 0, None, None, None)


def test_only_what_was_right_before_can_get_worse() -> None:
    now = [GoldenResult("a", False), GoldenResult("b", False), GoldenResult("new", False)]
    assert got_worse([RIGHT, WRONG], now) == ("a",)
    assert got_worse([RIGHT], [RIGHT]) == ()
