"""People who write to the bot, and note what they are shown and when: messages, edits, drafts."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import httpx

from benchmarks.refused import CannotMeasure
from bot.phrasebook import FluentPhrasebook

PATIENCE_S = 300.0  # a hang, not a limit on how fast the bot is
_BEGUN = ("Done", "Готово", "✗")  # how the last word on a batch begins
_TOGETHER = 10  # files of an album

Shown: TypeAlias = dict[str, Any]  # a message or a draft, as the sandbox shows it


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that somebody was shown, and when; seconds of `perf_counter`."""

    at: float
    kind: str  # message, edit, draft
    shown: Shown

    @property
    def text(self) -> str:
        """Return what it said."""
        return str(self.shown["text"])


class Chat:
    """One person's private chat with the bot."""

    def __init__(self, http: httpx.AsyncClient, user_id: int, language: str) -> None:
        self._http = http
        self._path = f"/sandbox/chats/{user_id}"
        self._params = {"user_id": str(user_id), "language_code": language}
        self._news = asyncio.Condition()
        self.user_id, self.language = user_id, language
        self.seen: list[Seen] = []

    async def enter(self, mode: str) -> None:
        """Say /start, and press the button of a mode: chat, documents."""
        label = FluentPhrasebook().say(f"button-{mode}", self.language)
        said = len(self.messages)
        await self.write("/start")
        # A card about a document may come between.
        await self.until(lambda: bool(self._keys(label, after=said)))
        before = len(self.seen)
        await self._post("press", json=self._keys(label, after=said)[0])
        await self.until(lambda: len(self.seen) > before)

    def _keys(self, label: str, *, after: int) -> list[dict[str, Any]]:
        """Return the presses on buttons so called, of the messages beyond the first `after`."""
        return [
            {"message_id": one.shown["message_id"], "data": key["data"]}
            for one in self.messages[after:]
            for row in one.shown["buttons"]
            for key in row
            if key["text"] == label
        ]

    async def write(self, text: str) -> float:
        """Write; return when."""
        at = time.perf_counter()
        await self._post("messages", json={"text": text})
        return at

    async def bring(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Send files, ten in an album, and wait until each is in the base.

        Raises:
            CannotMeasure: one was refused.
        """
        for first in range(0, len(files), _TOGETHER):
            ended = 1 + len(self._last_words())
            for name, content in files[first : first + _TOGETHER]:
                album = {"media_group_id": f"{self.user_id}-{first}"}
                await self._post("messages", files={"document": (name, content)}, data=album)
            await self.until(partial(self._has_ended, ended))
            if "✗" in (said := self._last_words()[-1]):
                raise CannotMeasure(f"not taken in: {said}")

    async def replies(self, count: int, *, after: int = 0) -> Sequence[Seen]:
        """Wait for so many messages of the bot beyond the first `after`; return all beyond."""
        await self.until(lambda: len(self.messages) >= after + count)
        return self.messages[after:]

    @property
    def messages(self) -> list[Seen]:
        """The messages of the bot, as they came."""
        return [one for one in self.seen if one.kind == "message"]

    @property
    def drafts(self) -> list[Seen]:
        """What was shown of messages while they were written."""
        return [one for one in self.seen if one.kind == "draft"]

    async def until(self, holds: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        """Wait until something holds of what was seen.

        Raises:
            CannotMeasure: it does not come to hold.
        """
        try:
            async with asyncio.timeout(patience_s), self._news:
                await self._news.wait_for(holds)
        except TimeoutError:
            last = [one.text for one in self.seen[-3:]]
            raise CannotMeasure(f"chat {self.user_id} stands still: {last}") from None

    async def watch(self, opened: asyncio.Event) -> None:
        """Note what is shown until cancelled."""
        url = f"{self._path}/events"
        async with self._http.stream("GET", url, timeout=None) as stream:
            kind = ""
            async for line in stream.aiter_lines():
                opened.set()
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: ") and kind in ("message", "edit", "draft"):
                    await self._see(kind, json.loads(line.removeprefix("data: ")))

    async def _see(self, kind: str, shown: Shown) -> None:
        if shown.get("from", "bot") == "bot":
            async with self._news:
                self.seen.append(Seen(time.perf_counter(), kind, shown))
                self._news.notify_all()

    def _has_ended(self, batches: int) -> bool:
        return len(self._last_words()) >= batches

    def _last_words(self) -> list[str]:
        """Return what was said of batches at their end."""
        now: dict[int, str] = {}
        for one in self.seen:
            if one.kind != "draft":
                now[one.shown["message_id"]] = one.text
        return [text for text in now.values() if text.startswith(_BEGUN)]

    async def _post(self, what: str, **content: Any) -> None:
        reply = await self._http.post(f"{self._path}/{what}", params=self._params, **content)
        reply.raise_for_status()


@asynccontextmanager
async def chat_of(
    http: httpx.AsyncClient, user_id: int, language: str = "en"
) -> AsyncIterator[Chat]:
    """Open a chat, and note what it shows."""
    chat, opened = Chat(http, user_id, language), asyncio.Event()
    watching = asyncio.create_task(chat.watch(opened))
    await opened.wait()
    try:
        yield chat
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
