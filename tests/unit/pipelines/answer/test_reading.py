"""What a reading of a message holds against the passages."""

import pytest

from pipelines.answer.state import Reading


@pytest.mark.parametrize(
    ("own", "anew"),
    [
        ("what if I lose it", {"lose"}),
        ("is it refundable?", {"refun"}),
        ("when do I pay it?", frozenset()),
        ("кто её платит?", frozenset()),
    ],
)
def test_what_is_asked_anew_of_what_is_carried_on_goes_first(own: str, anew: set[str]) -> None:
    carried = Reading(f"{own} deposit for the key", own=own, shown="key", is_carried=True)
    assert carried.exchanged == anew
    assert Reading(own, own=own).exchanged == frozenset()


def test_what_is_exchanged_is_looked_for_in_the_words_of_a_translation() -> None:
    put = Reading("сколько стоит чай", own="а чай?", hangs_on=("чай",))
    assert put.exchanged == {"чай"}
    said = Reading(
        "сколько стоит чай",
        own="а чай?",
        hangs_on=("чай",),
        translation="how much is the tea",
        own_translation="tea",
        language="en",
    )
    assert said.exchanged == {"tea"}
