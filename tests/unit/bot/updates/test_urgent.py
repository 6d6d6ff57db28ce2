"""Which updates do not wait for their chat's turn."""

from typing import Any

import pytest

from bot.transport.buttons import Action, button
from bot.updates.urgent import is_urgent


def says(text: str) -> dict[str, Any]:
    return {"update_id": 1, "message": {"chat": {"id": 7}, "text": text}}


def presses(action: Action) -> dict[str, Any]:
    data = button("x", action, 7, "answer-1-2").callback_data
    return {"update_id": 1, "callback_query": {"id": "1", "data": data}}


@pytest.mark.parametrize(
    "update",
    [
        says("/stop"),
        says("/stop@paragraf_bot now"),
        presses(Action.STOP_ANSWER),
        {"update_id": 1, "stopped_message_generation": {"chat": {"id": 7}, "draft_id": 5}},
    ],
)
def test_what_stops_an_answer_is(update: dict[str, Any]) -> None:
    assert is_urgent(update)


@pytest.mark.parametrize(
    "update",
    [
        says("/stopping"),
        says("how do I /stop it?"),
        says(""),
        presses(Action.CANCEL_BATCH),
        {"update_id": 1, "callback_query": {"id": "1", "game_short_name": "x"}},
        {"update_id": 1, "message": {"chat": {"id": 7}, "photo": []}},
        {"update_id": 1},
    ],
)
def test_nothing_else_is(update: dict[str, Any]) -> None:
    assert not is_urgent(update)
