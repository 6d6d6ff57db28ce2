"""Tells writers, once, that the database cannot keep what they have sent right now."""

import logging
from collections.abc import Sequence
from typing import Any

from telegram.error import TelegramError

from bot.context import BotApplication
from bot.updates.inbox import chat_of

logger = logging.getLogger(__name__)


class Apology:
    """Says so in each chat once, however often Telegram brings the same updates."""

    def __init__(self, application: BotApplication) -> None:
        self._application = application
        self._last_of: dict[int, int] = {}

    async def make(self, updates: Sequence[dict[str, Any]]) -> None:
        """Tell the chats of these updates, unless they were told of them."""
        newest = {chat_of(update): int(update["update_id"]) for update in updates}
        for chat, update_id in newest.items():
            if chat > 0 and self._last_of.get(chat, -1) < update_id:
                self._last_of[chat] = update_id
                await self._say_to(chat)

    async def _say_to(self, chat: int) -> None:
        text = self._application.bot_data.phrases.say("inbox-closed", None)
        try:
            await self._application.bot.send_message(chat, text)
        except TelegramError as error:
            logger.warning("could not tell %s to wait: %s", chat, type(error).__name__)
