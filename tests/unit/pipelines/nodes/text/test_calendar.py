"""Calendar: days of the week and months, however they are written."""

from datetime import date

import pytest

from pipelines.nodes.text.calendar import (
    dates_in,
    day_or_month,
    days_in,
    follow_in_time,
    is_month,
    months_in,
    months_of_season,
    same_date,
    season_of,
    share_within,
    within_stretches,
    year_days,
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


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("From 1 May to 30 September the terrace is open.", (5, 1), (9, 30)),
        ("с 1 мая 2026 г. по 30 сентября 2026 г.", (5, 1), (9, 30)),
        ("01.05.2026 - 30.09.2026", (5, 1), (9, 30)),
        ("July 1st – July 15th", (7, 1), (7, 15)),
        ("1–15 июля", (7, 1), (7, 15)),
        ("between 1 May and 30 June", (5, 1), (6, 30)),
        ("открыто с 15 мая до конца июня", (5, 15), (6, 31)),
        ("May to September", (5, 1), (9, 31)),
        ("vom 1. Mai bis 30. Juni", (5, 1), (6, 30)),
    ],
)
def test_a_stretch_holds_the_days_between_its_ends(
    text: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    held = within_stretches(text)
    assert (min(held), max(held)) == (first, last)


def test_a_stretch_goes_past_the_end_of_the_year() -> None:
    held = within_stretches("с 20 декабря по 10 января")
    assert {(12, 20), (12, 31), (1, 1), (1, 10)} <= held
    assert not {(12, 19), (1, 11), (6, 1)} & held


@pytest.mark.parametrize("text", ["May I go until June?", "1 May and 3 June", "5 лет", ""])
def test_what_is_no_stretch_holds_nothing(text: str) -> None:
    assert not within_stretches(text)


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("is it open in July?", "from 1 May to 30 September", 1.0),
        ("а летом?", "с 1 мая по 30 сентября", 1.0),
        ("work on 5 October?", "from 1 May to 30 September", 0.0),
        ("сколько лет договору", "с 1 мая по 30 сентября", 0.0),
        ("в декабре", "с 1 мая по 30 сентября — до 20, в остальное время — до 17", 1.0),
        ("в июле", "с 1 мая по 30 сентября — до 20, в остальное время — до 17", 1.0),
        ("in July", "open all year", 0.0),
        ("open on christmas day?", "closed from 20 December to 2 January", 1.0),
        ("работаете в новый год?", "закрыто с 20 декабря по 2 января", 1.0),
    ],
)
def test_it_is_told_how_much_of_the_time_asked_about_is_within(
    question: str, text: str, share: float
) -> None:
    assert share_within(year_days(question), text) == share


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("are you open on New Year's Day?", {(1, 1)}),
        ("habt ihr am Neujahrstag offen", {(1, 1)}),
        ("под новый год работаете?", {(12, 31)}),
        ("какой бюджет на новый год", set()),
        ("войдём ли мы в новый годовой план", set()),
        ("wann ist das Neujahrskonzert", set()),
        ("who drives on boxing days", set()),
    ],
)
def test_a_day_is_called_by_the_whole_of_its_name(
    question: str, days: set[tuple[int, int]]
) -> None:
    assert year_days(question) == days


@pytest.mark.parametrize(
    ("one", "other", "follow"),
    [
        ("From 1 May a room is £20.", "Until 30 April a room is £15.", True),
        ("From May on a room is £20.", "Until then a room is £15.", True),
        ("С 1 мая комната стоит 20.", "До этого комната стоит 15.", True),
        ("С 1 мая по 3 июня комната стоит 20.", "До 3 июня комната стоит 15.", False),
        ("From 1 May a room is £20.", "From 2 May a room is £15.", False),
        ("A room is £20.", "Until 30 April a room is £15.", False),
    ],
)
def test_one_time_begins_where_another_ends(one: str, other: str, *, follow: bool) -> None:
    assert follow_in_time(one, other) is follow_in_time(other, one) is follow
