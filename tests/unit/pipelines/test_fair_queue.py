"""Whoever brings little does not wait behind all that somebody else has brought."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from pipelines.fair_queue import FairSemaphore

ANNA, BOB, CARL = "anna", "bob", "carl"


class Visitors:
    """Those who come to a room, and who of them is in; each stays until told to go."""

    def __init__(self, room: FairSemaphore) -> None:
        self._room = room
        self._inside: list[tuple[str, asyncio.Event]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Condition()
        self.came_in: list[str] = []

    def come(self, party: str, number: int = 1) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self._visit(party)) for _ in range(number)]
        self._tasks += tasks
        return tasks

    async def until(self, holds: Callable[[list[str]], bool]) -> None:
        """Wait until what is said of all who came in so far holds."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: holds(self.came_in))

    def send_away(self, party: str) -> None:
        """Have the first of a party go."""
        found = next(each for each in self._inside if each[0] == party)
        self._inside.remove(found)
        found[1].set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _visit(self, party: str) -> None:
        async with self._room.slot(party):
            goes = asyncio.Event()
            async with self._news:
                self.came_in.append(party)
                self._inside.append((party, goes))
                self._news.notify_all()
            await goes.wait()


@asynccontextmanager
async def visitors(room: FairSemaphore) -> AsyncIterator[Visitors]:
    async with AsyncExitStack() as stack:
        here = Visitors(room)
        stack.push_async_callback(here.close)
        yield here


@pytest.fixture
async def here() -> AsyncIterator[Visitors]:
    async with visitors(FairSemaphore(2)) as here:
        yield here


async def test_one_party_leaves_a_place_for_others(here: Visitors) -> None:
    here.come(ANNA, 10)
    await here.until(lambda came: len(came) == 2)
    here.come(BOB)
    await here.until(lambda came: BOB in came)
    assert here.came_in == [ANNA, ANNA, BOB]


async def test_parties_take_turns(here: Visitors) -> None:
    here.come(ANNA, 100)
    await here.until(lambda came: len(came) == 2)
    here.come(BOB, 3)
    here.come(CARL, 3)
    await here.until(lambda came: len(came) == 3)
    for leaving in (ANNA, BOB, ANNA, CARL, BOB):
        before = len(here.came_in)
        here.send_away(leaving)
        await here.until(lambda came, before=before: len(came) > before)
    assert here.came_in[2:] == [BOB, ANNA, BOB, CARL, ANNA, BOB]


async def test_whoever_is_called_off_gives_the_place_to_the_next(here: Visitors) -> None:
    inside = here.come(ANNA, 2)
    await here.until(lambda came: len(came) == 2)
    gone, stays = here.come(ANNA, 2)
    gone.cancel()
    inside[0].cancel()
    await here.until(lambda came: len(came) == 3)
    assert gone.cancelled()
    assert not stays.done()


async def test_a_call_that_comes_too_late_is_passed_on() -> None:
    room = FairSemaphore(1)
    async with visitors(room) as here:
        async with room.slot(ANNA):
            called, next_one = here.come(ANNA, 2)
            await asyncio.sleep(0)  # both line up
        called.cancel()  # the place is given to it, but it has not run yet
        await here.until(lambda came: len(came) == 1)
        assert called.cancelled()
        assert not next_one.done()


async def test_who_comes_last_waits_for_all_the_others() -> None:
    room = FairSemaphore(1, slots=1, comes_last=lambda key: key == ANNA)
    async with visitors(room) as here:
        async with room.slot(BOB):
            here.come(ANNA)
            here.come(CARL, 2)
            await asyncio.sleep(0)  # all three line up
        for number in (1, 2):
            await here.until(lambda came, number=number: len(came) == number)
            here.send_away(CARL)
        await here.until(lambda came: len(came) == 3)
        assert here.came_in == [CARL, CARL, ANNA]
