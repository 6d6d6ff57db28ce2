"""Which updates are written down: not what people of a group say to one another."""

from typing import Any

from telegram import Bot, Message
from telegram.constants import ChatType

from bot.messages.addressed import is_addressed, is_move

_MESSAGES = ("message", "edited_message")
_GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)


def is_wanted(update: dict[str, Any], bot: Bot) -> bool:
    """Tell whether an update is to be handled; one that cannot be read is, and fails there."""
    for content in map(update.get, _MESSAGES):
        try:
            if content is not None and content["chat"]["type"] in _GROUPS:
                message = Message.de_json(content, bot)
                return is_addressed(message) or is_move(message)
        except (AttributeError, KeyError, TypeError, ValueError):
            return True
    return True
