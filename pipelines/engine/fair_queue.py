"""Room for a few at a time, where who brings much takes turns with who brings little."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """Lets in one of each party after the other; one party alone never takes the last place.

    Who waits longest in vain for a single queue is whoever brings one file behind somebody's
    hundred. Here that file is the next but one, and there is a place for it even while all that
    the other has under way takes an hour.

    Args:
        most_of_one: how many of one party are in at a time; there is one place more.
    """

    def __init__(self, most_of_one: int) -> None:
        self._most_of_one = most_of_one
        self._free = most_of_one + 1
        self._inside: dict[str, int] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, key: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it until the block ends."""
        await self._enter(key)
        try:
            yield
        finally:
            self._leave(key)

    async def _enter(self, key: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was called, and called off before it came in
                self._leave(key)
            raise

    def _leave(self, key: str) -> None:
        self._free += 1
        self._inside[key] -= 1
        if not self._inside[key]:
            del self._inside[key]
        self._call()

    def _call(self) -> None:
        """Call whoever may come in; the party that was called goes to the end of the line."""
        for key in [*self._waiting]:
            if not self._free:
                return
            if self._inside.get(key, 0) < self._most_of_one:
                self._call_one(key)

    def _call_one(self, key: str) -> None:
        queue = self._waiting.pop(key)
        while queue:
            turn = queue.popleft()
            if not turn.done():  # whoever was called off waits no more
                turn.set_result(None)
                self._free -= 1
                self._inside[key] = self._inside.get(key, 0) + 1
                break
        if queue:
            self._waiting[key] = queue
