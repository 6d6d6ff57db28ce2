"""Relative: years and months that are named by the day one asks on."""

from datetime import date

import pytest

from pipelines.nodes.questions.relative import with_dates

_TODAY = date(2026, 1, 15)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("How much was it last year?", "How much was it in 2025?"),
        ("What are the prices for this year?", "What are the prices for 2026?"),
        ("What was last year's price?", "What was 2025 price?"),
        ("Сколько заплатили в прошлом году?", "Сколько заплатили в 2025 году?"),
        ("Цены этого года", "Цены 2026 года"),
        ("What did we pay last month?", "What did we pay in December 2025?"),
        ("расходы за прошлый месяц", "расходы за декабрь 2025"),
    ],
)
def test_a_year_and_a_month_are_those_of_the_day_one_asks_on(asked: str, meant: str) -> None:
    assert with_dates(asked, _TODAY) == meant


@pytest.mark.parametrize("asked", ["in the last year of the term", "last yearbook", "в году"])
def test_other_words_stay(asked: str) -> None:
    assert with_dates(asked, _TODAY) == asked
