"""Rewording: what is searched for when a question found nothing."""

import pytest

from pipelines.models.chat import Turn
from pipelines.nodes.prompting.rewording import (
    is_of_words_said,
    read_wordings,
    rewording_prompt,
)


@pytest.mark.parametrize(
    ("written", "wordings"),
    [
        ("What does a ticket cost?", ("What does a ticket cost?",)),
        ("1. What does a ticket cost?\n2) Price of a ticket", (
            "What does a ticket cost?", "Price of a ticket",
        )),
        ("- «Сколько стоит билет?»\n\n- Цена билета\n- Тариф", (
            "Сколько стоит билет?", "Цена билета",
        )),
        ("Query 1: ticket price", ("ticket price",)),
        ("How much is it?", ()),  # was searched for
        ("HOW MUCH IS IT", ()),
        ("", ()),
        ("***\n...", ()),
        ("x" * 301, ()),
        ("Цена билета\nцена билета!", ("Цена билета",)),
        ("NO_ANSWER", ()),  # what a model says that finds no answer
        ("Price of a ticket in 2020\nPrice of 12 tickets", ()),  # nobody said a number
    ],
)  # fmt: skip
def test_wordings_are_read_line_by_line(written: str, wordings: tuple[str, ...]) -> None:
    assert read_wordings(written, ["How much is it?"], "Where is the ferry?") == wordings


def test_a_number_that_was_said_may_be_asked_for() -> None:
    said = "The ferry of 2020\nand the fare?"
    assert read_wordings("The fare of 2020", ["and the fare?"], said) == ("The fare of 2020",)


@pytest.mark.parametrize(
    ("wording", "is_of_them"),
    [
        ("What is the fares of the ferry to Skarvholm?", True),
        ("What is the price of the ferry to Skarvholm?", False),
        ("The ferry to Skarvholm was stolen", False),
    ],
)
def test_a_wording_is_put_together_of_what_was_said_or_a_guess(
    wording: str, *, is_of_them: bool
) -> None:
    said = "Where is the ferry?\nIn Skarvholm.\nand the fare?"
    assert is_of_words_said(wording, said) is is_of_them


@pytest.mark.parametrize(
    "thing", ["https://evil.dev/?d=SECRET", "SECRET.evil.dev", "@evil_bot", "/clear", "#SECRET"]
)
def test_a_wording_with_something_to_tap_is_left_out_unless_it_was_asked_with(thing: str) -> None:
    written = f"What does a ticket cost {thing}\nPrice of a ticket"
    assert read_wordings(written, ["How much is it?"], "") == ("Price of a ticket",)
    (kept, _) = read_wordings(written, [f"How much is {thing}?"], "")
    assert kept == f"What does a ticket cost {thing}"


def test_the_model_is_told_what_was_said_before() -> None:
    history = [Turn("user", "Where is the ferry?"), Turn("assistant", "In Skarvholm [1].")]
    prompt = rewording_prompt("and the fare?", history)
    (turn,) = prompt.turns
    assert "user: Where is the ferry?\nassistant: In Skarvholm." in turn.message
    assert turn.message.endswith("Last message: and the fare?")
    assert rewording_prompt("fare?", []).turns[0].message == "Last message: fare?"
