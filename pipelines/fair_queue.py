"""A semaphore whose keys take turns: who brings much does not keep out who brings little.

Whose work is done right now, and in which run, is known to all that is done within it
(`current_party`, `current_root_run`), so that each queue on the way can be a fair one.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

_party: ContextVar[str] = ContextVar("paragraf_party", default="")
_root_run: ContextVar[str] = ContextVar("paragraf_root_run", default="")


def set_current_party(party: str, root_run: str = "") -> None:
    """Do everything that follows in this task, and in tasks it begins, on this one's account."""
    _party.set(party)
    _root_run.set(root_run)


def current_party() -> str:
    """Return on whose account something is done; "" where nobody said."""
    return _party.get()


def current_root_run() -> str:
    """Return the run in which, or in a branch of which, something is done; "" outside of any."""
    return _root_run.get()


class FairSemaphore:
    """Gives its slots to one key after the other; one key alone never takes the last slot.

    Who waits longest in vain for a single queue is whoever brings one file behind somebody's
    hundred. Here that file is the next but one, and there is a slot for it even while all that
    the other has under way takes an hour.

    Args:
        per_key: how many slots one key holds at a time.
        slots: how many there are; one more, if nothing is said.
        comes_last: whether a key is given what no other waits for.
    """

    def __init__(
        self,
        per_key: int,
        *,
        slots: int | None = None,
        comes_last: Callable[[str], bool] = lambda key: False,
    ) -> None:
        self._per_key = per_key
        self._free = per_key + 1 if slots is None else slots
        self._comes_last = comes_last
        self._held: dict[str, int] = {}
        self._waiters: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, key: str) -> AsyncIterator[None]:
        """Wait for a slot, and hold it until the block ends."""
        await self._acquire(key)
        try:
            yield
        finally:
            self._release(key)

    async def _acquire(self, key: str) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.setdefault(key, deque()).append(waiter)
        self._wake()
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # it was given a slot, and cancelled before it ran
                self._release(key)
            raise

    def _release(self, key: str) -> None:
        self._free += 1
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]
        self._wake()

    def _wake(self) -> None:
        """Wake whoever may have a slot; the key that was given one goes to the end of the line."""
        for key in sorted(self._waiters, key=self._comes_last):  # else in the order of the line
            if not self._free:
                return
            if self._held.get(key, 0) < self._per_key:
                self._wake_one(key)

    def _wake_one(self, key: str) -> None:
        waiters = self._waiters.pop(key)
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():  # whoever was cancelled waits no more
                waiter.set_result(None)
                self._free -= 1
                self._held[key] = self._held.get(key, 0) + 1
                break
        if waiters:
            self._waiters[key] = waiters
