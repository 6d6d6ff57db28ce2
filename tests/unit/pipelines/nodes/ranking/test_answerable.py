"""answerable: how surely the best sentence answers."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.ranking.select import AnswerableWeights, answerable, is_worth_reading

SHARES = st.floats(0.0, 1.0)


def probability(
    found: float = 0.5, held: float | None = None, unsupported: float = 0.0, lead: float = 0.3
) -> float:
    return answerable(found, held=held, unsupported=unsupported, lead=lead)


@pytest.mark.parametrize(
    "rising",
    [
        [probability(found=value) for value in (0.3, 0.4, 0.6)],
        [probability(held=value) for value in (0.0, 0.5, 1.0)],
        [probability(unsupported=value) for value in (1.0, 0.5, 0.0)],
        [probability(lead=value) for value in (0.0, 0.2, 0.6)],
    ],
)
def test_each_of_the_four_counts(rising: list[float]) -> None:
    assert all(less < more for less, more in pairwise(rising))


def test_what_nothing_speaks_for_is_no_answer_and_what_all_speaks_for_is() -> None:
    assert probability(found=0.3, held=0.0, unsupported=1.0, lead=0.0) < 0.02
    assert probability(found=0.7, held=1.0, unsupported=0.0, lead=0.6) > 0.98


def test_a_number_that_is_asked_for_and_lacks_speaks_against_and_a_code_for_an_answer() -> None:
    def probable(**more: bool) -> float:
        return answerable(0.5, held=0.0, unsupported=0.2, lead=0.3, **more)

    assert probable(lacks=True) < 0.1 < probable() < probable(has_code=True)


def read(found: float, odds: float | None) -> float:
    return answerable(found, held=0.5, unsupported=0.2, lead=0.3, read=odds)


def test_what_is_in_doubt_is_decided_by_reading_closely() -> None:
    assert is_worth_reading(read(0.5, None))
    assert read(0.5, -9.0) < read(0.5, None) < read(0.5, 5.0)
    assert read(0.5, 80.0) == read(0.5, 8.0)


@pytest.mark.parametrize("found", [0.0, 1.0])
def test_what_is_beyond_doubt_is_not_changed_by_it(found: float) -> None:
    assert not is_worth_reading(read(found, None))
    assert read(found, 5.0) == read(found, None)


def test_where_nothing_is_known_of_what_is_asked_it_speaks_neither_way() -> None:
    assert probability(held=0.0) < probability(held=None) < probability(held=1.0)


def test_a_lead_without_end_counts_as_a_long_one() -> None:
    assert probability(lead=math.inf) == probability(lead=AnswerableWeights().most_lead)
    assert probability(lead=-1.0) == probability(lead=0.0)


@given(SHARES, st.none() | SHARES, SHARES, st.floats(allow_nan=False))
def test_it_is_a_probability(
    found: float, held: float | None, unsupported: float, lead: float
) -> None:
    assert 0.0 <= probability(found, held, unsupported, lead) <= 1.0


def test_what_the_reader_is_sure_of_counts_in_much_doubt_too() -> None:
    def read(odds: float) -> float:
        return answerable(0.45, held=0.8, unsupported=0.5, lead=0.0, read=odds)

    clear = AnswerableWeights().clear
    assert read(clear) > 0.4 > read(clear - 1.0) == read(-8.0)
