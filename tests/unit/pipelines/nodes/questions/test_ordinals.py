"""Ordinals, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.ordinals import ordinal_of, ordinals_in


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("first", 1), ("Second", 2), ("third", 3), ("tenth", 10),
        ("первый", 1), ("второго", 2), ("третьей", 3), ("Третью", 3), ("десятом", 10),
        ("erste", 1), ("dritten", 3), ("segunda", 2), ("tercer", 3),
        ("пяти", 0), ("house", 0),
        ("firstborns", 0), ("seconds", 0), ("вторник", 0), ("3", 0), ("", 0),
    ],
)  # fmt: skip
def test_an_ordinal_is_its_number(word: str, number: int) -> None:
    assert ordinal_of(word) == number


def test_a_text_names_several() -> None:
    assert ordinals_in("После второго сбора — третий, not the first.") == {1, 2, 3}
    assert ordinals_in("no order here") == frozenset()


@given(st.text(max_size=40))
def test_no_text_is_refused(text: str) -> None:
    assert 0 <= ordinal_of(text) <= 10
    assert ordinals_in(text) <= frozenset(range(1, 11))
