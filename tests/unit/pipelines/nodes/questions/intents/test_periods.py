"""Periods as they are named, and the days they take."""

from datetime import date

import pytest

from pipelines.nodes.questions.intents.periods import Calendar, Period

SUNDAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        (Period("days", 0), date(2026, 11, 22), SUNDAY),
        (Period("days", 7), date(2026, 11, 15), SUNDAY),
        (Period("yesterday"), date(2026, 11, 21), date(2026, 11, 21)),
        (Period("week", 0), date(2026, 11, 16), SUNDAY),
        (Period("week", 1), date(2026, 11, 9), date(2026, 11, 15)),
        (Period("this_month", 0), date(2026, 11, 1), SUNDAY),
        (Period("this_month", 1), date(2026, 10, 1), date(2026, 10, 31)),
        (Period("year", 1), date(2025, 1, 1), date(2025, 12, 31)),
        (Period("weekday", 6), date(2026, 11, 15), date(2026, 11, 15)),
        (Period("since_weekday", 0), date(2026, 11, 16), SUNDAY),
        (Period("month", 3), date(2026, 3, 1), date(2026, 3, 31)),
        (Period("month", 12), date(2025, 12, 1), date(2025, 12, 31)),
        (Period("month", 2, 2024), date(2024, 2, 1), date(2024, 2, 29)),
        (Period("since_month", 12), date(2025, 12, 1), SUNDAY),
    ],
)
def test_a_period_has_its_days(period: Period, first: date, last: date) -> None:
    assert period.bounds(SUNDAY) == (first, last)


def test_the_month_before_january_is_in_the_year_before() -> None:
    bounds = Period("this_month", 1).bounds(date(2026, 1, 5))
    assert bounds == (date(2025, 12, 1), date(2025, 12, 31))


def test_no_period_goes_beyond_today() -> None:
    assert Period("month", 3, 2199).bounds(SUNDAY) == (SUNDAY, SUNDAY)


@pytest.mark.parametrize(
    ("language", "words", "period"),
    [
        ("ru", "с марта", Period("since_month", 3)),
        ("ru", "за последние две недели", Period("days", 14)),
        ("en", "since monday", Period("since_weekday", 0)),
        ("en", "in may 2025", Period("month", 5, 2025)),
        ("de", "letzte woche", Period("week", 1)),
        ("es", "hace tres dias", Period("days", 3)),
        ("en", "in the middle ages", None),
        ("en", "in 1919", None),
    ],
)
def test_words_name_a_period_or_none(language: str, words: str, period: Period | None) -> None:
    assert Calendar(language).read(words.split()) == period
