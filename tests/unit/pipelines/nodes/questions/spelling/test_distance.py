"""How far apart two words are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.spelling.distance import distance


def test_slips_of_the_ear_cost_less_than_those_of_the_pen() -> None:
    assert distance("дом", "том", 2.0) < distance("дом", "ком", 2.0) == 1.0
    assert distance("конь", "кон", 2.0) < 0.5
    assert distance("касса", "каса", 2.0) < 0.5
    assert distance("окгда", "когда", 2.0) == 1.0  # two letters swapped
    assert distance("дом", "том", 2.0, plain=True) == 1.0
    assert distance("дом", "забор", 2.0) == float("inf")


WORD = st.text(st.sampled_from("абвгдеиктошьenrst"), min_size=1, max_size=9)


@given(WORD, WORD)
def test_a_distance_is_the_same_both_ways(one: str, other: str) -> None:
    assert distance(one, other, 2.0) == pytest.approx(distance(other, one, 2.0))
    assert distance(one, one, 2.0) == 0.0
