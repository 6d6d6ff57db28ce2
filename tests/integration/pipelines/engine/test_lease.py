"""A worker says that it lives, notices that it was held for dead, and hears of the dead."""

import asyncio
from collections.abc import Sequence

from pipelines.engine.lease import Lease, Worker
from pipelines.errors import DatabaseUnavailable
from pipelines.store.inbox import InboxStore
from pipelines.store.store import Store

ME, OTHER = Worker("me", 5, "here"), Worker("other", 5, "here")


async def test_whoever_was_silent_for_too_long_has_lost_what_it_began(
    store: Store,
) -> None:
    lease = Lease(store.inbox, ME, beat_seconds=3600, silent_seconds=0.2)
    async with lease.running():
        begun = lease.epoch
        assert await lease.holds(begun)
        await asyncio.sleep(0.25)  # as if the process had been stopped
        assert await store.inbox.dead_workers(5, "here", silent_seconds=0.2) == ("me",)
        await store.inbox.forget_workers(["me"], silent_seconds=0.2)
        assert not await lease.holds(begun)
        assert await lease.holds(lease.epoch)


async def test_silence_that_nobody_noticed_costs_nothing(store: Store) -> None:
    lease = Lease(store.inbox, ME, beat_seconds=3600, silent_seconds=0.1)
    async with lease.running():
        begun = lease.epoch
        await asyncio.sleep(0.15)
        assert await lease.holds(begun)


class Forgetting:
    """A store that tells when it was asked to forget somebody."""

    def __init__(self, store: InboxStore) -> None:
        self._store = store
        self.forgotten: set[str] = set()
        self.news = asyncio.Event()

    def __getattr__(self, name: str):
        return getattr(self._store, name)

    async def forget_workers(self, names: Sequence[str], *, silent_seconds: float) -> None:
        await self._store.forget_workers(names, silent_seconds=silent_seconds)
        self.forgotten.update(names)
        if self.forgotten >= {"other", "third"}:
            self.news.set()


async def test_the_living_inherit_from_the_dead(store: Store) -> None:
    heard: list[str] = []

    async def callback(dead: Sequence[str]) -> None:
        heard.extend(dead)

    async with Lease(store.inbox, OTHER, beat_seconds=3600).running():
        pass
    forgetting = Forgetting(store.inbox)
    lease = Lease(forgetting, ME, beat_seconds=0.05)
    async with lease.running():
        await lease.on_worker_dead(callback)
        assert set(heard) == {"other"}, "whoever left says so"
        await store.inbox.remove_worker(Worker("third", 5, "here"))
        await store.inbox.remove_worker(Worker("elsewhere", 5, "on another machine"))
        # It is forgotten only after the callback: a beat in between hears of it twice.
        async with asyncio.timeout(30):
            await forgetting.news.wait()
    assert set(heard) == {"other", "third"}
    assert await store.inbox.dead_workers(5, "here", silent_seconds=60) == ("me",)


class Failing:
    """A store that is gone for a while."""

    def __init__(self, store: InboxStore) -> None:
        self._store = store
        self.beats = 0
        self.again = asyncio.Event()

    def __getattr__(self, name: str):
        return getattr(self._store, name)

    async def worker_heartbeat(self, worker: Worker) -> bool:
        self.beats += 1
        if self.beats == 2:
            raise DatabaseUnavailable("gone")
        if self.beats > 2:
            self.again.set()
        return await self._store.worker_heartbeat(worker)


async def test_a_database_that_is_gone_for_a_while_ends_nothing(store: Store) -> None:
    failing = Failing(store.inbox)
    lease = Lease(failing, ME, beat_seconds=0.02)
    async with lease.running():
        async with asyncio.timeout(30):
            await failing.again.wait()
        assert await lease.holds(0)
