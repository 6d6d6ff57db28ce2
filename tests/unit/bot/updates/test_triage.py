"""Of what is said in a group only what names the bot is written down; a stop does not wait."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram import Bot

from bot.transport.buttons import Action, button
from bot.updates.triage import WantedUpdates, is_urgent

BOT = cast("Bot", SimpleNamespace(id=9, username="paragraf_bot", defaults=None))
GROUP = {"id": -5, "type": "group", "title": "Team"}


def update(number: int, album: str | None = None, caption: str = "", **more: Any) -> dict[str, Any]:
    message = {"message_id": number, "date": 0, "chat": GROUP, "caption": caption, **more}
    if caption.startswith("@"):
        length = len(caption.split()[0])
        message["caption_entities"] = [{"type": "mention", "offset": 0, "length": length}]
    if album is not None:
        message["media_group_id"] = album
    return {"update_id": number, "message": message}


def ids(updates: list[dict[str, Any]]) -> list[int]:
    return [each["update_id"] for each in updates]


def test_of_an_album_the_files_beside_and_behind_the_mention_are_wanted() -> None:
    wanted = WantedUpdates(BOT)
    first = [update(1, "a"), update(2, "b"), update(3, "b", "@paragraf_bot"), update(4)]
    assert ids(wanted.among(first)) == [2, 3]
    other = update(7, "b", chat={**GROUP, "id": -6})
    assert ids(wanted.among([update(5, "b"), update(6, "a"), other])) == [5]


def test_an_edit_of_such_a_file_is_not() -> None:
    wanted = WantedUpdates(BOT)
    wanted.among([update(1, "a", "@paragraf_bot")])
    edited = update(2, "a")
    edited["edited_message"] = edited.pop("message")
    assert wanted.among([edited]) == []


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
