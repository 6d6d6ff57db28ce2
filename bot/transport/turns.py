"""One chat's updates one after another, different chats at the same time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Hashable
from contextlib import asynccontextmanager
from typing import Any

from telegram import Update
from telegram.ext import BaseUpdateProcessor

AT_ONCE = 4096


class Turns:
    """Lets one in at a time for each chat, in the order they came."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, asyncio.Lock] = {}
        self._waiting: dict[Hashable, int] = {}

    def is_taken(self, chat_id: Hashable) -> bool:
        """Tell whether somebody of this chat is in, or waits."""
        return chat_id in self._locks

    @asynccontextmanager
    async def turn(self, chat_id: Hashable) -> AsyncIterator[None]:
        """Wait until those who came before are done."""
        lock = self._locks.setdefault(chat_id, asyncio.Lock())
        self._waiting[chat_id] = self._waiting.get(chat_id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[chat_id] -= 1
            if not self._waiting[chat_id]:
                del self._waiting[chat_id], self._locks[chat_id]


class SequentialPerChat(BaseUpdateProcessor):
    """Holds an update back until the earlier ones of its chat are done."""

    def __init__(self, max_concurrent_updates: int = AT_ONCE) -> None:
        super().__init__(max_concurrent_updates)
        self._turns = Turns()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Process in the order of arrival within a chat."""
        async with self._turns.turn(_chat_of(update)):
            await coroutine

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to free."""


def _chat_of(update: object) -> int:
    if not isinstance(update, Update):
        return 0
    where = update.effective_chat or update.effective_user
    return where.id if where else 0
