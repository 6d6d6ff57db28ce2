"""What is remembered between two messages, and how long names are cut."""

import pytest

from bot.transport.prompts import REMEMBERED, Asked, LibraryState, Place, Prompt
from bot.views.library import lead
from bot.views.text import shortened


def test_a_question_is_answered_once() -> None:
    state = LibraryState()
    state.ask(1, Prompt(Asked.SEARCH))
    assert state.waits(1)
    assert not state.waits(2)
    assert state.take(1) == Prompt(Asked.SEARCH)
    assert state.take(1) is None


def test_a_question_is_not_answered_for_ever() -> None:
    state = LibraryState(patience_seconds=0)
    state.ask(1, Prompt(Asked.NAME, document_id="d"))
    assert not state.waits(1)
    assert state.take(1) is None


def test_the_oldest_places_are_forgotten() -> None:
    state = LibraryState()
    for message_id in range(REMEMBERED + 1):
        state.remember(1, message_id, Place(page=message_id))
    assert state.place(1, 0) is None
    assert state.place(1, REMEMBERED) == Place(page=REMEMBERED)


def test_a_beginning_ends_with_a_sentence() -> None:
    short = "One sentence. And another."
    assert lead(f"  {short}\n") == short
    long = "This is what it is about. " * 30
    assert lead(long).endswith("about.")
    assert len(lead(long)) <= 320
    headed = lead("A lead.\n\nHours\n The practice  is open.")
    assert headed == "A lead.\nHours\nThe practice is open."
    assert lead("word " * 200).endswith("…")
    assert len(lead("word " * 200)) <= 320


@pytest.mark.parametrize(
    ("beginning", "end"),
    [
        (
            "1. General\n1.1. " + "The hall is open to all members. " * 9 + "1.2. " + "Word " * 60,
            None,
        ),
        ("The hall of the house and all its rooms " * 7 + "are for members. 1.1. " * 9, None),
        ("The rules of the hall " * 14 + "1.1. " + "Whatsoever is here. " * 20, "hall…"),
        ("All of it is told by Anna, who was there. " * 7 + "As A. B. Orlova writes. " * 9, None),
        ("Взносы платят до мая. " * 14 + "Подробнее в п. 3.2. договора и в плане.", None),
    ],
)
def test_a_beginning_does_not_end_with_the_dot_of_a_number(beginning: str, end: str | None) -> None:
    cut = lead(beginning)
    assert len(cut) <= 320
    last = cut.split()[-1].rstrip(".")
    assert cut.endswith(end or ".")
    assert len(last) > 1
    assert not any(sign.isdigit() for sign in last)


def test_a_label_is_one_line() -> None:
    assert shortened(" two\n words ", 20) == "two words"
    assert shortened("abcdef", 4) == "abc…"
