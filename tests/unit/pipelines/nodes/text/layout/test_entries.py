"""Entries of a diary: a line that begins with a day is of that day, as is what follows it there."""

import pytest

from pipelines.nodes.text.layout.entries import day_of_entry

BOOK = """5 Feb   Flood warning. Stop planks in at 0.9.
6 Feb   Peak 1.34 m at 7 am. Moved six cars.
Wed 17 Mar  Towpath taps on."""
NOTES = """2 апр. Заступил на полный день.
- 15 мая. Молоко привозит Раиса, по вторникам."""


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        (BOOK, "Stop planks", (2, 5)),
        (BOOK, "Moved", (2, 6)),
        (BOOK, "taps", (3, 17)),
        (NOTES, "Молоко", (5, 15)),
    ],
)
def test_what_a_line_tells_is_of_its_day(text: str, said: str, day: tuple[int, int]) -> None:
    assert day_of_entry(text, text.index(said)) == day


@pytest.mark.parametrize(
    "text",
    [
        "5 Feb   Flood warning.",
        "The sale is on 5 February.\nThe fair is on 6 March.",
        "Taps on.\nTaps off.",
    ],
    ids=["one line", "days within sentences", "no day"],
)
def test_other_lines_are_no_diary(text: str) -> None:
    assert day_of_entry(text, len(text) - 1) is None


def test_what_stands_above_the_first_day_is_of_none() -> None:
    text = f"Winter book of the harbour master\n{BOOK}"
    assert day_of_entry(text, 3) is None


@pytest.mark.parametrize(
    "line", ["воскресенье 5 февраля", "- Feb 5:", "Mon. 5 Feb", "Donnerstag, 5. Februar"]
)
def test_a_day_is_read_behind_a_bullet_and_a_day_of_the_week(line: str) -> None:
    text = f"{line} level up.\n6 Feb Peak."
    assert day_of_entry(text, text.index("up")) == (2, 5)


def test_what_stands_below_an_empty_line_is_of_no_entry() -> None:
    text = f"{BOOK}\n\nOrder salt in September."
    assert day_of_entry(text, text.index("salt")) is None
