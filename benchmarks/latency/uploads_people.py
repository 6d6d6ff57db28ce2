"""People who send albums to the bot, all at once, and wait until each batch is over."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

from benchmarks.refused import CannotMeasure

PATIENCE_SECONDS = 600  # a hang, not a limit on how fast the bot is
OVER = "Done"
_ALONE = f"{OVER},"  # a file that came so late that it became a batch of its own
_COUNTED = re.compile(r"(?:Added|already there|did not work): (\d+)")
_IN_BASE = "You are in Base"
_THINGS = ("herons", "barges", "lanterns", "mills", "orchards", "ferries", "kilns", "weirs")
_PLACES = ("harbour", "valley", "marsh", "quarry", "island", "moor", "delta")


class Sender:
    """One person's chat with the bot: what the bot shows there now."""

    def __init__(self, http: httpx.AsyncClient, user_id: int) -> None:
        self._http = http
        self.user_id = user_id
        self._path = f"/sandbox/chats/{user_id}"
        self._params = {"user_id": user_id, "language_code": "en"}
        self._shown: dict[int, dict[str, Any]] = {}
        self._news = asyncio.Condition()

    @property
    def receipts(self) -> list[str]:
        """The last words on batches, as they stand in the chat."""
        return [text for text in self._texts() if text.startswith(OVER)]

    async def enter(self) -> None:
        """Say /start and choose the base."""
        await self._post("messages", json={"text": "/start"})
        await self._until(lambda: bool(self._shown))
        (greeting,) = self._shown.values()
        keys = (key for row in greeting["buttons"] for key in row)
        (data,) = (key["data"] for key in keys if key["text"] == "Base")
        await self._post("press", json={"message_id": greeting["message_id"], "data": data})
        await self._until(lambda: any(_IN_BASE in text for text in self._texts()))

    async def send_albums(self, count: int, files: int, *, apart: bool) -> None:
        """Send albums of so many files; `apart`: each when the one before it has been begun."""
        for album in range(count):
            for number in range(files):
                await self._post(
                    "messages",
                    files={"document": (f"{album}-{number}.txt", self._text(album, number))},
                    data={"media_group_id": f"{self.user_id}-{album}"},
                )
            if apart:
                await self._until(lambda begun=album + 2: len(self._shown) >= begun)

    async def send_files(self, album: str, files: Sequence[tuple[str, bytes]]) -> None:
        """Send files as one album."""
        for name, content in files:
            await self._post(
                "messages",
                files={"document": (name, content)},
                data={"media_group_id": f"{self.user_id}-{album}"},
            )

    async def add_note(self, number: int) -> float:
        """Send a small text alone; return after how many seconds it was said to be added."""
        ended = self._ended()
        started = time.perf_counter()
        name = f"note-{number}.txt"
        await self._post("messages", files={"document": (name, self._text(99, number))})
        await self._until(lambda: self._ended() > ended)
        return time.perf_counter() - started

    async def until_over(self, files: int) -> None:
        """Wait until it has been said of so many files what became of them."""
        await self._until(lambda: self._ended() >= files)

    def _ended(self) -> int:
        several = (int(count) for text in self.receipts for count in _COUNTED.findall(text))
        return sum(several) + sum(text.startswith(_ALONE) for text in self.receipts)

    def _text(self, album: int, number: int) -> bytes:
        """Write a note that nobody else writes."""
        thing, place = _THINGS[number % len(_THINGS)], _PLACES[album % len(_PLACES)]
        name = f"{thing}{self.user_id}x{album}x{number}"
        return (
            f"The {thing} of the {place} are counted under the name {name} every spring. "
            f"In year {1700 + number} keeper number {self.user_id} wrote down {album * 31 + number}"
            f" of these {thing} and sent the list of the {place} to the archive."
        ).encode()

    def _texts(self) -> list[str]:
        return [message["text"] for message in self._shown.values()]

    async def _until(self, holds: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._news:
                await self._news.wait_for(holds)
        except TimeoutError:
            raise CannotMeasure(f"chat {self.user_id} stands still: {self._texts()}") from None

    async def _post(self, what: str, **content: Any) -> None:
        reply = await self._http.post(f"{self._path}/{what}", params=self._params, **content)
        reply.raise_for_status()

    async def watch(self, opened: asyncio.Event) -> None:
        """Follow the chat until cancelled."""
        async with self._http.stream("GET", f"{self._path}/events", timeout=None) as stream:
            name = ""
            async for line in stream.aiter_lines():
                opened.set()
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: ") and name in ("message", "edit"):
                    await self._see(json.loads(line.removeprefix("data: ")))

    async def _see(self, message: dict[str, Any]) -> None:
        if message["from"] == "bot":
            async with self._news:
                self._shown[message["message_id"]] = message
                self._news.notify_all()


@asynccontextmanager
async def sender(page_url: str, user_id: int) -> AsyncIterator[Sender]:
    """Let somebody into a chat with the bot, in the mode in which things are added."""
    async with httpx.AsyncClient(base_url=page_url, timeout=60, trust_env=False) as http:
        person, opened = Sender(http, user_id), asyncio.Event()
        watching = asyncio.create_task(person.watch(opened))
        await opened.wait()
        try:
            await person.enter()
            yield person
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
