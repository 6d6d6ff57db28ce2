"""The same amount, written as another text writes it."""

from itertools import pairwise

import pytest

from pipelines.nodes.text.amounts import amounts_in, as_written


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
    assert as_written(text, source) == written


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
    assert as_written(text, source) == text


def test_no_amount_is_within_another() -> None:
    found = amounts_in("An hour and a half from 16:00 on 1 July, 2 kg at £3.50 or 25 %.")
    spans = [amount.span for amount in found]
    assert [amount.kind for amount in found] == ["time", "clock", "date", "mass", "pounds", "share"]
    assert all(one.end <= other.start for one, other in pairwise(spans))
