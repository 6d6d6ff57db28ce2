"""Remembers what was last put under messages, so that who adds to it takes nothing away.

Telegram tells what stands under a message only when somebody presses a button there.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cachetools import LRUCache
from telegram import InlineKeyboardMarkup

from pipelines.concurrency import Turns

REMEMBERED = 1000


class LastButtons:
    """What this process put under messages after they were sent."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[int, int], InlineKeyboardMarkup] = LRUCache(REMEMBERED)
        self._turns = Turns()

    @asynccontextmanager
    async def turn(self, chat_id: int, message_id: int) -> AsyncIterator[None]:
        """Change the buttons of this message alone until the block ends."""
        async with self._turns.turn((chat_id, message_id)):
            yield

    def get(self, chat_id: int, message_id: int) -> InlineKeyboardMarkup | None:
        """Return what was put there; None if nothing was, or that was long ago."""
        return self._known.get((chat_id, message_id))

    def note(self, chat_id: int, message_id: int, keyboard: InlineKeyboardMarkup | None) -> None:
        """Remember what is put there."""
        if keyboard is None:
            self._known.pop((chat_id, message_id), None)
        else:
            self._known[chat_id, message_id] = keyboard
