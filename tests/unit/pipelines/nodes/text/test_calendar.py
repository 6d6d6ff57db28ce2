"""Calendar: days of the week and months, however they are written."""

from datetime import date

import pytest

from pipelines.nodes.text.calendar import (
    dates_in,
    day_or_month,
    days_in,
    is_month,
    months_in,
    months_of_season,
    same_date,
    season_of,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fri", "Fridays"),
        ("Tues", "tuesday"),
        ("Пн", "понедельникам"),
        ("среду", "Ср"),
        ("Jan", "january"),
        ("янв", "января"),
        ("Sat", "суббота"),
        ("Okt.", "октябре"),
    ],
)
def test_a_day_or_a_month_is_one_however_it_is_written(one: str, other: str) -> None:
    assert same_date(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Mon", "money"), ("Fri", "Sat"), ("март", "маршрут"), ("средний", "среда")]
)
def test_other_words_are_none(one: str, other: str) -> None:
    assert not same_date(one, other)


def test_a_month_is_no_day_of_the_week() -> None:
    assert is_month("мая")
    assert not is_month("Monday")
    assert day_or_month("Monday") == "monday"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The office is closed on Sundays.", {"sunday"}),
        ("Open Saturday to Monday", {"saturday", "sunday", "monday"}),
        ("работает с понедельника по среду", {"monday", "tuesday", "wednesday"}),
        ("по выходным", {"saturday", "sunday"}),
        ("So do they sat there in the sun.", set()),
    ],
)
def test_the_days_of_a_sentence_are_those_it_spans(text: str, days: set[str]) -> None:
    assert days_in(text) == days


@pytest.mark.parametrize(
    ("label", "days"),
    [
        ("Mon, Wed", {"monday", "wednesday"}),
        ("Sat-Sun, £", {"saturday", "sunday"}),
        ("Sat and Sun", {"saturday", "sunday"}),
        ("Пн–Ср, руб.", {"monday", "tuesday", "wednesday"}),
        ("Weekend per hour", {"saturday", "sunday"}),
        ("Full sun or half shade", set()),
        ("Do", set()),  # no sentence, and no list of days either
    ],
)
def test_a_label_may_name_days_in_short(label: str, days: set[str]) -> None:
    assert days_in(label, is_label=True) == days


def test_dates_are_read_however_they_are_written() -> None:
    text = "5 May 2026, May 5, 2026, 05.05.2026, 2026-05-05, 5 мая 2026 года"
    assert dates_in(text) == [date(2026, 5, 5)] * 5
    assert dates_in("05/05/2026, 5/5/2026") == [date(2026, 5, 5)] * 2
    assert dates_in("13/02/2026, 02/13/2026") == [date(2026, 2, 13)] * 2
    assert dates_in("31.02.2026 and 2026-13-01") == []


@pytest.mark.parametrize(
    ("label", "months"),
    [
        ("June – August", {6, 7, 8}),
        ("ноябрь–февраль, руб.", {11, 12, 1, 2}),
        ("May", {5}),
        ("A list of what is sold in June", set()),  # no label of months
    ],
)
def test_a_label_names_months_and_those_between(label: str, months: set[int]) -> None:
    assert months_in(label) == months


@pytest.mark.parametrize(
    ("label", "season"),
    [
        ("Summer price", "summer"),
        ("Зимой, руб.", "winter"),
        ("im Herbst", "autumn"),
        ("Winter and summer", None),
        ("What we do in summer", None),
        ("Price", None),
    ],
)
def test_a_label_is_of_one_season(label: str, season: str | None) -> None:
    assert season_of(label) == season


def test_winter_and_summer_alone_are_half_a_year_each() -> None:
    assert months_of_season("winter", ["winter", "spring"]) == {12, 1, 2}
    assert months_of_season("summer", ["summer", "winter"]) == {4, 5, 6, 7, 8, 9, 10}


@pytest.mark.parametrize("text", ["Entry hours: Mon-Fri 9:00-16:00", "Open Mon – Fri from 9"])
def test_two_short_days_with_a_dash_between_are_days(text: str) -> None:
    assert days_in(text) == {"monday", "tuesday", "wednesday", "thursday", "friday"}


@pytest.mark.parametrize("text", ["The sun sat-nav", "a do-so list", "Sun and sat"])
def test_other_short_words_are_none(text: str) -> None:
    assert not days_in(text)
