"""A worker's word that it lives, and its ear for those that do not any more.

A process can be stopped for a while and wake up. What it had begun was then taken over by
another; `holds` says so before anything more is done in its name.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from pipelines.concurrency import background
from pipelines.errors import ParagrafError

logger = logging.getLogger(__name__)

BEAT_SECONDS = 3.0
SILENT_SECONDS = 15.0  # after which a worker counts as dead

Callback = Callable[[Sequence[str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Worker:
    """A process of a bot. `store` names where its runs are recorded."""

    name: str
    bot: int
    store: str


class WorkerStore(Protocol):
    """Who is at work. Every method is one SQL function of the same name."""

    async def worker_heartbeat(self, worker: Worker) -> bool:
        """Say that it lives; False when it was not known, or was held for dead."""
        ...

    async def remove_worker(self, worker: Worker) -> None: ...

    async def dead_workers(
        self, bot: int, store: str, *, silent_seconds: float
    ) -> tuple[str, ...]: ...

    async def forget_workers(self, names: Sequence[str], *, silent_seconds: float) -> None: ...


class Lease:
    """Beats for one worker for as long as `running()` lasts."""

    def __init__(
        self,
        store: WorkerStore,
        worker: Worker,
        *,
        beat_seconds: float = BEAT_SECONDS,
        silent_seconds: float = SILENT_SECONDS,
    ) -> None:
        self.worker = worker
        self.silent_seconds = silent_seconds
        self._store = store
        self._beat_seconds = beat_seconds
        self._callback: Callback | None = None
        self._epoch = 0
        self._beaten_at: float | None = None
        self._beating = asyncio.Lock()

    @property
    def epoch(self) -> int:
        """A number that rises whenever this worker was held for dead."""
        return self._epoch

    async def holds(self, epoch: int) -> bool:
        """Tell whether what was begun in that epoch is still this worker's to do.

        Raises:
            TransientError: this worker may have been silent, and the database cannot be asked.
        """
        if self._is_late():
            await self._beat()
        return epoch == self._epoch

    async def on_worker_dead(self, callback: Callback) -> None:
        """From now on hand the names of dead workers to `callback`; it may hear of one twice."""
        self._callback = callback
        await self._look_for_dead()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Lease"]:
        """Beat until the block ends; then say that what is left may be taken up."""
        await self._beat()
        try:
            async with background(self._keep_beating()):
                yield self
        finally:
            try:
                await self._store.remove_worker(self.worker)
            except ParagrafError as error:  # it falls silent instead, and counts as dead later
                logger.warning("the end could not be told: %s", type(error).__name__)

    def _is_late(self) -> bool:
        # Half the time: between this look and what follows it others must not lose patience.
        return (
            self._beaten_at is None or time.monotonic() - self._beaten_at > self.silent_seconds / 2
        )

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._beat_seconds)
            try:
                await self._beat()
                await self._look_for_dead()
            except ParagrafError as error:
                logger.warning("no sign of life could be given: %s", type(error).__name__)

    async def _beat(self) -> None:
        async with self._beating:
            now = time.monotonic()
            known = await self._store.worker_heartbeat(self.worker)
            if not known and self._beaten_at is not None:
                self._epoch += 1
                logger.warning("worker %s was held for dead; it goes on anew", self.worker.name)
            self._beaten_at = now

    async def _look_for_dead(self) -> None:
        if self._callback is None:
            return
        names = await self._store.dead_workers(
            self.worker.bot, self.worker.store, silent_seconds=self.silent_seconds
        )
        if dead := [name for name in names if name != self.worker.name]:
            await self._callback(dead)
            # Only now: whoever dies in between leaves them to the next.
            await self._store.forget_workers(dead, silent_seconds=self.silent_seconds)
