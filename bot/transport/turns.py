"""One chat's updates one after another, different chats at the same time."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


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
