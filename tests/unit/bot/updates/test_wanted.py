"""Of what is said in a group only what names the bot is written down, and the rest of its album."""

from types import SimpleNamespace
from typing import Any, cast

from telegram import Bot

from bot.updates.wanted import WantedUpdates

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
