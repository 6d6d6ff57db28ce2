"""Which updates are written down, and which of them cannot wait.

What people of a group say to one another is not. A question keeps its chat's turn until it is
answered, and what stops the answer comes after it.
"""

from collections.abc import Sequence
from typing import Any

from cachetools import TTLCache
from telegram import Bot, Message
from telegram.constants import ChatType

from bot.messages.addressed import is_addressed, is_service
from bot.transport.buttons import Action, read_button
from bot.transport.outbox import DRAFT_STOPPED

_MESSAGES = ("message", "edited_message")
_GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
_REACTIONS = ("message_reaction", "message_reaction_count")
_ALBUM_SECONDS = 60.0  # in which the files of one album come
_ALBUMS = 1000
_STOP = "/stop"

Json = dict[str, Any]


class WantedUpdates:
    """Tells the bot's updates from others, of which nothing stays.

    The files of an album are messages of their own, of which one names the bot: what comes together
    with it, or soon after, is the bot's, too.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._albums: TTLCache[tuple[int, str], bool] = TTLCache(_ALBUMS, _ALBUM_SECONDS)

    def among(self, updates: Sequence[Json]) -> list[Json]:
        """Return those that are to be handled, in their order."""
        named = [self._concerns_bot(update) for update in updates]
        for update, is_named in zip(updates, named, strict=True):
            if is_named and (album := _album_of(update)) is not None:
                self._albums[album] = True
        return [
            update
            for update, is_named in zip(updates, named, strict=True)
            if is_named or _album_of(update) in self._albums
        ]

    def _concerns_bot(self, update: Json) -> bool:
        """Tell whether an update is about the bot; one that cannot be read is, and fails there."""
        for content in map(update.get, _MESSAGES):
            try:
                if content is not None and content["chat"]["type"] in _GROUPS:
                    message = Message.de_json(content, self._bot)
                    return is_addressed(message) or is_service(message)
            except (AttributeError, KeyError, TypeError, ValueError):
                return True
        return True


def reacted_message(update: Json) -> tuple[int, int] | None:
    """Name the message of a group that somebody has reacted to: chat and number."""
    for content in map(update.get, _REACTIONS):
        match content:
            case {"chat": {"id": int(chat)}, "message_id": int(message)} if chat < 0:
                return chat, message
    return None


def _album_of(update: Json) -> tuple[int, str] | None:
    """Name the album that a new message of a group is a piece of."""
    match update.get("message"):
        case {"media_group_id": str(album), "chat": {"id": int(chat)}} if chat < 0:
            return chat, album
    return None


def is_urgent(update: dict[str, Any]) -> bool:
    """Tell whether an update stops an answer."""
    if DRAFT_STOPPED in update:
        return True
    if isinstance(press := update.get("callback_query"), dict):
        data = read_button(press.get("data"))
        return data is not None and data.action is Action.STOP_ANSWER
    message = update.get("message")
    words = str(message.get("text") or "").split() if isinstance(message, dict) else []
    return bool(words) and words[0].partition("@")[0] == _STOP
