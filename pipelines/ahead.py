"""Let a stream run ahead of whoever reads it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

T = TypeVar("T")


async def ahead(stream: AsyncGenerator[T, None], room: int) -> AsyncGenerator[T, None]:
    """Yield what the stream yields while it goes on in a task of its own.

    Close this iterator (`contextlib.aclosing`) to stop the task.

    Args:
        room: items that may wait to be taken.
    """
    taken = asyncio.Semaphore(room)
    waiting: asyncio.Queue[tuple[T] | None] = asyncio.Queue()

    async def fill() -> None:
        try:
            async with aclosing(stream):
                async for item in stream:
                    await taken.acquire()
                    waiting.put_nowait((item,))
        finally:
            waiting.put_nowait(None)

    task = asyncio.create_task(fill())
    try:
        while (item := await waiting.get()) is not None:
            taken.release()
            yield item[0]
        await task  # raises what the stream raised
    finally:
        task.cancel()
        await asyncio.wait([task])
