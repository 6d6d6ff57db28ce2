"""Numbers and amounts, however they are written, and ordinals in words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.text.amounts import amounts_in, as_written
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


@pytest.mark.parametrize(
    ("text", "source", "written"),
    [
        ("It takes an hour and a half.", "The walk is 90 minutes.", "It takes 90 minutes."),
        ("Wait half an hour", "After 30 minutes it is dry.", "Wait 30 minutes"),
        ("Wait 2 hours and 15 minutes", "It dries in 135 min.", "Wait 135 min"),
        ("Ждать полтора часа", "Сохнет 90 минут.", "Ждать 90 минут"),
        ("Ждать час с половиной", "Сохнет 90 минут.", "Ждать 90 минут"),
        ("Весит полтора килограмма", "Масса 1,5 кг.", "Весит 1,5 кг"),
        ("It is 1.5 km away", "The ford is 1,500 metres off.", "It is 1,500 metres away"),
        ("It costs 250 pence", "A ride is £2.50.", "It costs £2.50"),
        ("A quarter is kept", "25 % of the fee is kept.", "25 % is kept"),
        ("Удержат половину", "Удерживается 50 % платы.", "Удержат 50 %"),
        ("Shut at four in the afternoon", "Shut from 16:00.", "Shut at 16:00"),
        ("С четырёх часов дня", "Закрыто с 16:00.", "С 16:00"),
        ("С половины пятого", "Закрыто с 16:30.", "С 16:30"),
        ("From half past four", "Open until 16:30.", "From 16:30"),
        ("Closed at noon", "Closed from 12:00 on.", "Closed at 12:00"),
        ("До первого июля", "Закончить до 1 июля.", "До 1 июля"),
        ("До двадцать третьего мая", "Сдать до 23 мая.", "До 23 мая"),
        ("By the twenty-first of June", "Due on 21 June.", "By the 21 June"),
        ("They came fifth", "The club is 5th now.", "They came 5th"),
    ],
)
def test_an_amount_is_written_as_in_the_source(text: str, source: str, written: str) -> None:
    assert as_written(text, [source]) == written


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("It takes two hours.", "The walk is 90 minutes."),
        ("It takes 90 minutes.", "The walk is 90 minutes, an hour and a half."),
        ("Three days", "3 days"),  # numerals are compared as such
        ("Four times a day", "Within 24 hours of use"),  # a rate
        ("The first half was dull", "50 % of the seats were empty."),
        ("В 1963-м году", "Длина — 1,963 км."),
        ("Wait half an hour", "Сохнет 30 минут."),  # in the other alphabet
        ("At five o'clock", "Shut from 16:00."),
        ("By the second of June", "Due on 12 June."),
    ],
)
def test_anything_else_stays(text: str, source: str) -> None:
    assert as_written(text, [source]) == text


def test_no_amount_is_within_another() -> None:
    found = amounts_in("An hour and a half from 16:00 on 1 July, 2 kg at £3.50 or 25 %.")
    spans = [amount.span for amount in found]
    assert [amount.kind for amount in found] == ["time", "clock", "date", "mass", "pounds", "share"]
    assert all(one.end <= other.start for one, other in pairwise(spans))
