"""Hours are known by their shape, in whatever way they are written."""

import pytest

from pipelines.nodes.answering.shapes import plain_hours


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("The ferry leaves the quay at 1745.", ["1745"]),
        ("Doors at 1930, supper at 2015 and dancing.", ["1930", "2015"]),
        ("The office is open 0900 to 1630.", ["0900", "1630"]),
        ("On Fridays the bar opens from 1800.", ["1800"]),
        ("Mon-Sat 1000-1230", ["1000", "1230"]),
        ("The mill was built in 1840.", []),
        ("The mill worked from 1840 to 1912.", []),
        ("The motor runs at 1200 turns a minute.", []),
        ("Rent at £1200.", []),
    ],
)
def test_hours_in_four_digits(text: str, hours: list[str]) -> None:
    assert [text[span.start : span.end] for span in plain_hours(text)] == hours


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Концерт пройдёт 8 мая в 14 часов в большом зале.", ["14"]),
        ("Озеро лежит в 3 часах езды.", []),
        ("До озера в 3 часа езды не уложиться.", []),
        ("Капли дают раз в 8 часов.", []),
    ],
)
def test_at_what_hour_and_no_length_of_time(text: str, hours: list[str]) -> None:
    assert [text[span.start : span.end] for span in plain_hours(text)] == hours
