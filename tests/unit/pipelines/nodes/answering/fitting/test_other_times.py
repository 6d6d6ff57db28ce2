"""Whether a sentence is of another year, month or season than the one asked about."""

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.fitting.other_times import is_of_another_season
from tests.support.nodes.passage_maker import make_passage


@pytest.mark.parametrize(
    ("question", "sentence", "is_other"),
    [
        ("when is the summer fair", "Event: Carol fair; Date: 19 December", True),
        ("когда весенняя ярмарка", "Событие: Ярмарка; Дата: 14 октября", True),
        ("when is the summer fair", "Event: Strawberry fair; Date: 21 June", False),
        ("when is the summer fair", "Event: Winter fair", True),
        ("when is the fair", "Event: Carol fair; Date: 19 December", False),
    ],
)
def test_a_day_is_of_another_season_than_the_one_asked_about(
    question: str, sentence: str, *, is_other: bool
) -> None:
    quote = Quote(make_passage(sentence), Span(0, len(sentence)))
    assert is_of_another_season(question, quote, ()) == is_other
