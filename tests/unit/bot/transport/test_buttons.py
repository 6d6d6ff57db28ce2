"""Callback data: short, versioned, hard to misread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.transport.buttons import (
    WITH_ARGUMENT,
    Action,
    ButtonData,
    OnceGuard,
    button,
    fits,
    read_button,
)
from pipelines.errors import InternalError

UUID = "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10"


@pytest.mark.parametrize("action", list(Action))
def test_data_is_short_and_read_back(action: Action) -> None:
    argument = UUID if action in WITH_ARGUMENT else ""
    data = button("x", action, 2**52, argument).callback_data
    assert isinstance(data, str)
    assert len(data.encode()) <= (64 if argument else 30)
    assert read_button(data) == ButtonData(2**52, action, argument)


def test_hostile_54_a_button_of_more_than_64_bytes_cannot_be_made() -> None:
    with pytest.raises(InternalError):
        button("x", Action.OPEN_DOCUMENT, 2**52, UUID + UUID)


def test_an_argument_that_a_button_cannot_carry_does_not_fit() -> None:
    assert fits(Action.OPEN_DOCUMENT, 2**52, UUID)
    assert not fits(Action.OPEN_DOCUMENT, 2**52, UUID + UUID)
    assert not fits(Action.OPEN_DOCUMENT, 1, "a:b")
    assert not fits(Action.OPEN_DOCUMENT, 1, "")


@pytest.mark.parametrize("argument", ["", ":", ":a b", ":é", ":a:b"])
def test_an_action_that_needs_an_argument_is_none_without(argument: str) -> None:
    assert read_button(f"1:5:bc{argument}") is None


@given(st.text(max_size=64))
def test_anything_else_is_no_press(data: str) -> None:
    press = read_button(data)
    assert press is None or data.startswith(f"1:{data.split(':')[1]}:{press.action}")


@pytest.mark.parametrize(
    "data", [None, "", "1", "1::mc", "1:-5:mc", "1:٣:mc", "2:5:mc", "1:5:mc:x"]
)
def test_broken_data_is_no_press(data: str | None) -> None:
    assert read_button(data) is None


def test_a_press_may_count_for_a_while_only() -> None:
    presses = OnceGuard()
    assert presses.take(1, 1, "a", seconds=0)
    assert presses.take(1, 1, "a", seconds=1000)
    assert not presses.take(1, 1, "a", seconds=0)
    assert presses.take(1, 1, "b")


def test_only_the_first_press_counts_until_it_is_given_back() -> None:
    presses = OnceGuard(remember=2)
    assert presses.take(1, 1)
    assert not presses.take(1, 1)
    presses.give_back(1, 1)
    assert presses.take(1, 1)
    assert presses.take(1, 2)
    assert presses.take(1, 3)  # the oldest is forgotten, the others are not
    assert not presses.take(1, 3)
    assert not presses.take(1, 2)


@pytest.mark.parametrize("action", [Action.ASK_CLEAN, Action.CLEAN_OWN, Action.CLEAN_ALL])
def test_what_leads_to_an_empty_base_looks_like_what_deletes(action: Action) -> None:
    assert button("Clean", action, 7).style == button("Delete", Action.CLEAR, 7).style is not None
