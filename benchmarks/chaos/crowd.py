"""Some people who send a batch each, one after the other, so that all stand somewhere else."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import psycopg
from psycopg import AsyncConnection

from benchmarks.chaos.environment.house import House
from benchmarks.chaos.environment.material import Batch, batch_of
from benchmarks.chaos.observing import Outcome, look_at, people_done, tender_people
from benchmarks.chaos.reader import Reader

FIRST_PERSON = 900_000
_AN_ALBUM = 10
_LOOK_SECONDS = 0.05
_STAGGER_SECONDS = 0.7  # between one who sends and the next, on average

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sender:
    """One person and the batch that person sends."""

    person: int
    batch: Batch


class Crowd:
    """People whose batches are under way at once."""

    def __init__(self, house: House, http: httpx.AsyncClient, reader: Reader) -> None:
        self._house = house
        self._http = http
        self._reader = reader
        self._number = 0
        self._connection: AsyncConnection[Any] | None = None
        self._asking = asyncio.Lock()
        self.senders: tuple[Sender, ...] = ()
        self._sending = asyncio.create_task(asyncio.sleep(0))

    @property
    def people(self) -> list[int]:
        """Return who they are."""
        return [sender.person for sender in self.senders]

    def gather(self, many: int, draw: random.Random) -> None:
        """Let so many new people send a batch each; it goes on while this returns."""
        self.senders = tuple(self._next() for _ in range(many))
        for sender in self.senders:
            self._reader.watch(sender.person)
        pauses = [draw.uniform(0, 2 * _STAGGER_SECONDS) for _ in self.senders]
        self._sending = asyncio.create_task(self._send_all(pauses))

    async def is_done(self) -> bool:
        """Tell whether all have sent, and the records say that everything is handled."""
        if not self._sending.done():
            return False
        self._sending.result()
        messages = max(len(sender.batch.files) + 1 for sender in self.senders)
        done = await self._ask(lambda base: people_done(base, self.people, messages))
        return done >= set(self.people)

    async def tender(self) -> dict[int, int]:
        """Count by person the updates that must not die now."""
        return await self._ask(lambda base: tender_people(base, self.people))

    async def until_robust(self, seconds: float) -> None:
        """Wait until no update would be put aside for one more death, but not for ever."""
        deadline = time.monotonic() + seconds
        while await self.tender() and time.monotonic() < deadline:  # noqa: ASYNC110 - a database's
            await asyncio.sleep(_LOOK_SECONDS)

    async def look(self) -> None:
        """Search once as each of them, at a moment that is worth it."""
        await self._ask(lambda base: self._reader.look(base, self.people))

    async def until_done(self, seconds: float) -> float | None:
        """Wait for the last word in every chat; return how long that took, None if too long."""
        began = time.monotonic()
        while time.monotonic() - began < seconds and self._house.bots.is_alive:
            if await self.is_done() and all([(await self._outcome(s)).ended for s in self.senders]):
                return time.monotonic() - began
            await asyncio.sleep(_LOOK_SECONDS)
        return None

    async def judge(self) -> AsyncIterator[tuple[Sender, Outcome, set[int]]]:
        """Tell of each what became of the batch, and how many documents were half visible."""
        await self.look()
        for sender in self.senders:
            outcome = await self._outcome(sender)
            yield sender, outcome, self._reader.leave(sender.person, outcome.documents)

    @asynccontextmanager
    async def assembled(self) -> AsyncIterator["Crowd"]:
        """Hold what they need."""
        try:
            yield self
        finally:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
            if self._connection is not None:
                await self._connection.close()

    def _next(self) -> Sender:
        self._number += 1
        return Sender(FIRST_PERSON + self._number, batch_of(self._number))

    async def _send_all(self, pauses: list[float]) -> None:
        async with asyncio.TaskGroup() as sending:
            for sender, pause in zip(self.senders, pauses, strict=True):
                sending.create_task(self._send(sender))
                await asyncio.sleep(pause)

    async def _send(self, sender: Sender) -> None:
        """Send two albums, and a message with links."""
        person, batch = sender.person, sender.batch
        set_mode = "select public.set_mode(p_user_id => %s, p_mode => 'documents')"
        await self._ask(lambda base: base.execute(set_mode, [str(person)]))
        path = f"/sandbox/chats/{person}/messages"
        who = {"user_id": person, "language_code": "en"}
        for number, file in enumerate(batch.files):
            album = {"media_group_id": f"{batch.tag}-{number // _AN_ALBUM}"}
            reply = await self._http.post(path, params=who, files={"document": file}, data=album)
            reply.raise_for_status()
        links = " ".join(map(self._house.site.url, batch.paths))
        reply = await self._http.post(path, params=who, json={"text": links})
        reply.raise_for_status()

    async def _outcome(self, sender: Sender) -> Outcome:
        reply = await self._http.get(f"/sandbox/chats/{sender.person}/messages")
        shown = [each for each in reply.json()["messages"] if each["from"] == "bot"]
        return await self._ask(lambda base: look_at(base, sender.person, sender.batch, shown))

    async def _ask(self, question: Callable[[AsyncConnection[Any]], Awaitable[T]]) -> T:
        """Ask the base, as often as it takes: it may just have been stopped."""
        while True:
            try:
                async with self._asking:
                    if self._connection is None or self._connection.closed:
                        self._connection = await AsyncConnection.connect(
                            self._house.database_url, autocommit=True
                        )
                    return await question(self._connection)
            except psycopg.OperationalError:
                await asyncio.sleep(_LOOK_SECONDS)
