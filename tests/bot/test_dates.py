"""Days as people write them."""

import datetime as dt

import pytest

from bot.dates import day


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "3 Nov 2026"), ("ru-RU", "3 нояб. 2026"), (None, "3 Nov 2026"), ("de", "3 Nov 2026")],
)
def test_a_day_is_written_in_the_readers_language(language: str | None, written: str) -> None:
    assert day(dt.date(2026, 11, 3), language) == written
