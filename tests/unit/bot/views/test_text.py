"""Days as people write them."""

import datetime as dt

import pytest

from bot.views.text import day, written_day


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "3 Nov 2026"), ("ru-RU", "3 нояб. 2026"), (None, "3 Nov 2026"), ("de", "3 Nov 2026")],
)
def test_a_day_is_written_in_the_readers_language(language: str | None, written: str) -> None:
    assert day(dt.date(2026, 11, 3), language) == written


@pytest.mark.parametrize(
    ("iso", "written"),
    [
        ("2024-03-05", "5 мар. 2024"),
        ("2024-03-05T10:00:00+03:00", "5 мар. 2024"),
        ("2024", "2024"),
        ("весной", "весной"),
    ],
)
def test_a_day_that_a_source_names_is_written_so_too(iso: str, written: str) -> None:
    assert written_day(iso, "ru") == written
