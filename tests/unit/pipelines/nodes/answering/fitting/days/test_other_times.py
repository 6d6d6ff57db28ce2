"""Whether a sentence is of another year, month or season than the one asked about."""

import pytest

from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.fitting.days.other_times import (
    is_of_another_season,
    is_of_another_time,
    is_of_special_day,
)
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


def test_a_special_day_is_no_day_of_every_week() -> None:
    assert is_of_special_day("when do you close on Friday", "Good Friday: 10–14.")
    assert is_of_special_day("вы работаете в воскресенье", "В Вербное воскресенье – до 15:00.")
    assert not is_of_special_day("when do you close on Good Friday", "Good Friday: 10–14.")
    assert not is_of_special_day("when do you close on Friday", "Friday 9–20, Good Friday 10–14.")
    assert not is_of_special_day("when do you close on Friday", "Easter Sunday: closed.")


@pytest.mark.parametrize(
    ("question", "sentence", "is_other"),
    [
        ("when is the meeting in July", "Minutes of the meeting held on 11 March", True),
        ("кто дежурит в июне", "1 и 2 мая дежурит сторож.", True),
        ("when is the meeting in March", "Minutes of the meeting held on 11 March", False),
        ("when is the pool open in July", "The pool is open from June to August.", False),
        ("how much is the rent in July", "From 1 February the rent is £900.", False),
        ("how much is the rent in July", "Since February the rent is £900.", False),
        ("how much did we pay for gas in May", "We paid £212 in April, £187 in March.", True),
        ("how much did we pay for gas in April", "We paid £212 in April.", False),
        ("who do we buy hay from now", "Hay last winter came from the mill.", True),
        ("кто фотографирует в этом году", "В прошлом году фотографировал Егор.", True),
        ("кто фотографирует", "В прошлом году фотографировал Егор.", False),
        ("кто теперь фотографирует", "В прошлом году Егор, теперь Инна.", False),
    ],
)
def test_what_is_told_is_of_another_time_than_the_one_asked_about(
    question: str, sentence: str, *, is_other: bool
) -> None:
    quote = Quote(make_passage(sentence), Span(0, len(sentence)))
    assert is_of_another_time(question, quote, (question,)) == is_other
