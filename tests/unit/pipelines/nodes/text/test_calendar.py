"""Calendar: days of the week and months, however they are written."""

import pytest

from pipelines.nodes.text.calendar import day_or_month, is_month, same_date


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
