"""Work beside work: in turns, in the background of a block, ahead of who takes its results."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Hashable, Iterable
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Turns:
    """Lets one in at a time for each key, in the order they came: a chat's updates, say."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, asyncio.Lock] = {}
        self._waiting: dict[Hashable, int] = {}

    def is_taken(self, key: Hashable) -> bool:
        """Tell whether somebody with this key is in, or waits."""
        return key in self._locks

    @asynccontextmanager
    async def turn(self, key: Hashable) -> AsyncIterator[None]:
        """Wait until those who came before are done."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key], self._locks[key]


@asynccontextmanager
async def background(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Do the work until the block ends; what it failed of is raised then."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])  # not `await task`: its end and ours would look the same
        if not task.cancelled():
            task.result()


async def prefetch(stream: AsyncGenerator[T, None], room: int) -> AsyncGenerator[T, None]:
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


async def map_ahead(
    work: Callable[[T], Coroutine[Any, Any, R]], items: Iterable[T], at_once: int
) -> AsyncGenerator[R, None]:
    """Yield what the work makes of each item, in their order, while it is busy with the next.

    Close this iterator (`contextlib.aclosing`) to stop the work.

    Args:
        at_once: items that are worked on, or done and not yet taken.
    """
    begun: deque[asyncio.Task[R]] = deque()
    try:
        for item in items:
            begun.append(asyncio.create_task(work(item)))
            if len(begun) == at_once:
                yield await begun[0]
                begun.popleft()
        while begun:
            yield await begun[0]
            begun.popleft()
    finally:
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)


class LatestTasks:
    """Remembers what is being done for whom."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[Any]] = {}

    def put(self, user_id: int, task: asyncio.Task[Any]) -> None:
        """Cancel what is still being done for this person, and remember this instead."""
        if (before := self._tasks.get(user_id)) is not None:
            before.cancel()
        self._tasks[user_id] = task
        task.add_done_callback(lambda ended: self._forget(user_id, ended))

    def _forget(self, user_id: int, ended: asyncio.Task[Any]) -> None:
        if self._tasks.get(user_id) is ended:
            del self._tasks[user_id]
