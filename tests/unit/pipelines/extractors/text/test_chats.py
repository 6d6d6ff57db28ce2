"""Chats that were copied out with a header on a line of its own."""

import pytest

from pipelines.extractors.text.chats import with_headers_joined

TELEGRAM = "Ann Lee, [03.03.2025 18:02]\nThe key is\nat the bar.\n\nBob, [04.03.2025 9:05]\nThanks"


def test_each_message_stands_behind_its_header() -> None:
    assert with_headers_joined(TELEGRAM) == (
        "[03.03.2025, 18:02] Ann Lee: The key is\nat the bar.\n\n[04.03.2025, 9:05] Bob: Thanks"
    )


@pytest.mark.parametrize(
    ("header", "written"),
    [
        ("Оксана, мама Егора, 3 марта 2025, 18:10", "[03.03.2025, 18:10] Оксана, мама Егора: Да"),
        ("Bob Hay, March 3, 2025 at 6:10 PM", "[03.03.2025, 6:10 PM] Bob Hay: Да"),
        ("Bob Hay, 2025-03-03 18:10", "[2025-03-03, 18:10] Bob Hay: Да"),
    ],
)
def test_a_day_may_be_written_in_words(header: str, written: str) -> None:
    assert with_headers_joined(f"{header}\nДа\n{header}\nДа") == f"{written}\n{written}"


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee, [03.03.2025 18:02]\nOne letter is no chat.",
        "Present: Ann Lee, 3 March 2025, 18:02\nMatters\nBob Hay, treasurer\nReport",
        "Concert, 3 March 2025, 18:02\n\nMatinee, 4 March 2025, 18:02\n",
        "",
    ],
)
def test_what_is_no_chat_stays_as_it_is(text: str) -> None:
    assert with_headers_joined(text) == text
