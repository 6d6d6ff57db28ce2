"""When owners are told that answers have become worse."""

from datetime import date, timedelta

from pipelines.models.learning.evaluations import EvaluationDay
from pipelines.nodes.evaluating.alerting import Thresholds, drops

TODAY = date(2026, 3, 31)


def day(ago: int, groundedness: float, answers: int = 50) -> EvaluationDay:
    return EvaluationDay(TODAY - timedelta(days=ago), answers, 0, 0.95, groundedness, 0.9)


QUIET = [day(ago, 0.95) for ago in range(30, 0, -1)]


def test_quiet_days_raise_no_alarm() -> None:
    assert drops([*QUIET, day(0, 0.94)], TODAY) == ()


def test_a_bad_day_does() -> None:
    (drop,) = drops([*QUIET, day(0, 0.85)], TODAY)
    assert (drop.score, drop.threshold) == ("groundedness", 0.9)
    assert 0.85 < drop.mean < 0.9


def test_what_was_told_yesterday_is_not_told_again() -> None:
    assert drops([*QUIET, day(1, 0.8), day(0, 0.8)], TODAY) == ()


def test_after_a_day_without_answers_nothing_is_told() -> None:
    assert drops([*QUIET, day(1, 0.8)], TODAY) == ()
    assert drops([], TODAY) == ()


def test_few_answers_tell_nothing() -> None:
    assert drops([day(0, 0.1, answers=29)], TODAY) == ()
    assert drops([day(0, 0.1, answers=30)], TODAY) != ()


def test_one_poor_answer_on_a_slow_day_is_no_alarm() -> None:
    assert drops([*QUIET, day(0, 0.2, answers=1)], TODAY) == ()


def test_a_threshold_of_zero_is_none() -> None:
    limits = Thresholds(relevance=0.0, groundedness=0.0)
    assert drops([day(0, 0.1)], TODAY, limits) == ()
