"""Callback data: short, versioned, hard to misread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import Action, OneUse, Press, button, read_press


@pytest.mark.parametrize("action", list(Action))
def test_data_is_short_and_read_back(action: Action) -> None:
    data = button("x", action, 2**52).callback_data
    assert isinstance(data, str)
    assert len(data.encode()) <= 30
    assert read_press(data) == Press(2**52, action)


@given(st.text(max_size=64))
def test_anything_else_is_no_press(data: str) -> None:
    press = read_press(data)
    assert press is None or data == f"1:{data.split(':')[1]}:{press.action}"


@pytest.mark.parametrize(
    "data", [None, "", "1", "1::mc", "1:-5:mc", "1:٣:mc", "2:5:mc", "1:5:mc:x"]
)
def test_broken_data_is_no_press(data: str | None) -> None:
    assert read_press(data) is None


def test_only_the_first_press_counts_until_it_is_given_back() -> None:
    presses = OneUse(remember=2)
    assert presses.take(1, 1)
    assert not presses.take(1, 1)
    presses.give_back(1, 1)
    assert presses.take(1, 1)
    assert presses.take(1, 2)
    assert presses.take(1, 3)  # the oldest is forgotten, the others are not
    assert not presses.take(1, 3)
    assert not presses.take(1, 2)
