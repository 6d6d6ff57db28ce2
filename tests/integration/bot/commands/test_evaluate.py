"""What `paragraf evaluate` makes of the answers to golden questions."""

from bot.commands.evaluate import Figures, figures, got_worse
from pipelines.models.evaluations import Evaluation, GoldenResult

RIGHT, WRONG = GoldenResult("a", True, Evaluation(0.9, 1.0, 0.8)), GoldenResult("b", False)


def test_right_answers_are_counted_and_what_was_measured_is_averaged() -> None:
    assert figures([RIGHT, WRONG]) == Figures(2, 1, 0.9, 1.0, 0.8)
    assert figures([]) == Figures(0, 0, None, None, None)


def test_only_what_was_right_before_can_get_worse() -> None:
    now = [GoldenResult("a", False), GoldenResult("b", False), GoldenResult("new", False)]
    assert got_worse([RIGHT, WRONG], now) == ("a",)
    assert got_worse([RIGHT], [RIGHT]) == ()
