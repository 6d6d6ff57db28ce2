"""Waiting for what comes about elsewhere, where nothing tells of it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
GIVE_UP_SECONDS = 60  # a hang, not a limit on how fast it is


async def eventually(look: Callable[[], Awaitable[T]]) -> T:
    """Look until there is something true to see, and return it."""
    async with asyncio.timeout(GIVE_UP_SECONDS):
        while True:
            if seen := await look():
                return seen
            await asyncio.sleep(0.02)
