"""A price for one length of time is none for another."""

import pytest

from pipelines.nodes.tables.filters.rates import is_of_other_rate


@pytest.mark.parametrize(
    ("question", "column", "is_other"),
    [
        ("сколько берёт мастер в час", "Керамика, Цена в месяц", True),
        ("сколько берёт мастер в час", "Мастер, ставка за час", False),
        ("how much is it per hour", "Plumber, Per hour", False),
        ("how much is it a week", "Monthly, £", True),
        ("how much is it", "Price per month", False),
        ("сколько стоит секция в 18 часов", "Цена в месяц", False),  # an hour of the day
        ("сколько стоит торт на годовщину", "Цена в месяц", False),
        ("how much is parking a day", "Day rate", False),
        ("was kostet das pro Tag", "Preis pro Monat", True),
    ],
)
def test_a_price_is_for_as_long_as_is_asked(question: str, column: str, *, is_other: bool) -> None:
    assert is_of_other_rate(question, column) is is_other
