"""Numbers, however they are written, and ordinals in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.text.numbers import numbers_in, ordinal_of, ordinals_in, written_ordinal


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12 500 ₽, 12,500 or 12500", [{"12500"}] * 3),
        ("1,5 л and 1.5 l", [{"1.5"}] * 2),
        ("from 9:00 to 18:00", [{"9", "9:00"}, {"18", "18:00"}]),
        ("6 pm, 6:30 pm", [{"18", "18:00"}, {"18:30"}]),
        ("12.06.2026", [{"12", "m6", "2026"}]),
        ("до 12.06.2026.", [{"12", "m6", "2026"}]),
        ("двоим, девятерых", [{"2"}, {"9"}]),
        ("2026-06-12", [{"12", "m6", "2026"}]),
        ("12/06/2026", [{"12", "m6", "2026"}]),
        ("12 июня, 3 June, in June", [{"12"}, {"m6"}, {"3"}, {"m6"}, {"m6"}]),
        ("Dogs may march in. May they? Ten years ago.", [{"10"}]),  # no months
        ("двадцать пять рублей", [{"25"}]),
        ("one hundred and forty-two seats", [{"142"}]),
        ("five thousand, пять тысяч", [{"5000"}] * 2),
        ("двенадцатью или семью", [{"12"}, {"7"}]),
        ("no one of them, один из", []),  # counts nothing
        ("nothing", []),
    ],
)
def test_numbers_are_read_as_they_are_meant(text: str, values: list[set[str]]) -> None:
    assert [set(number.values) for number in numbers_in(text)] == values


@given(st.text(max_size=60))
def test_every_number_lies_in_its_text(text: str) -> None:
    found = numbers_in(text)
    assert all(0 <= n.span.start < n.span.end <= len(text) and n.values for n in found)
    assert [n.span.start for n in found] == sorted(n.span.start for n in found)


def test_one_counts_after_tens_alone() -> None:
    for text, value in (("twenty-one degrees", "21"), ("двадцать один градус", "21")):
        assert [number.values for number in numbers_in(text)] == [frozenset({value})]
    assert numbers_in("one of them, один из них") == ()


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


@pytest.mark.parametrize(
    ("word", "number"),
    [("16th", 16), ("2nd", 2), ("25-го", 25), ("3й", 3), ("30s", 0), ("5kg", 0), ("third", 0)],
)
def test_an_ordinal_in_digits_is_its_number(word: str, number: int) -> None:
    assert written_ordinal(word) == number


def test_a_text_names_several() -> None:
    assert ordinals_in("После второго сбора — третий, not the first.") == {1, 2, 3}
    assert ordinals_in("no order here") == frozenset()


@given(st.text(max_size=40))
def test_no_text_is_refused(text: str) -> None:
    assert 0 <= ordinal_of(text) <= 10
    assert 0 <= written_ordinal(text) < 1000
    assert ordinals_in(text) <= frozenset(range(1, 11))
