"""Events for whoever watches a chat: a queue per watcher, closed together with the server."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from bot.sandbox.jsonvalues import JsonObject

_BACKLOG = 1000
_QUIET_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a chat, as its watchers are told."""

    name: str
    data: JsonObject


class Watcher:
    """One open event stream."""

    def __init__(self) -> None:
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._ended = False

    def tell(self, event: Event | None) -> None:
        """Queue an event; None, or falling too far behind, ends the stream."""
        if self._ended:
            return
        self._ended = event is None or self._events.qsize() >= _BACKLOG
        self._events.put_nowait(None if self._ended else event)

    async def wait(self, seconds: float) -> Event | None:
        """Return the next event or None at the end; raise TimeoutError when nothing happens."""
        return await asyncio.wait_for(self._events.get(), seconds)


class EventHub:
    """Hands events to the watchers of a chat."""

    def __init__(self) -> None:
        self._watchers: dict[int, set[Watcher]] = {}
        self._closed = False

    def publish(self, chat_id: int, name: str, data: JsonObject) -> None:
        """Tell everyone who watches this chat."""
        for watcher in self._watchers.get(chat_id, ()):
            watcher.tell(Event(name, data))

    def publish_everywhere(self, name: str, data: JsonObject) -> None:
        """Tell everyone who watches any chat."""
        for chat_id in list(self._watchers):
            self.publish(chat_id, name, data)

    @contextlib.contextmanager
    def watch(self, chat_id: int) -> Iterator[Watcher]:
        """Watch a chat for as long as the block lasts."""
        watcher = Watcher()
        if self._closed:
            watcher.tell(None)
        self._watchers.setdefault(chat_id, set()).add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[chat_id].discard(watcher)
            if not self._watchers[chat_id]:
                del self._watchers[chat_id]

    def close(self) -> None:
        """End every stream, now and from now on."""
        self._closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.tell(None)


async def server_sent(watcher: Watcher) -> AsyncIterator[str]:
    """Yield a watcher's events as a text/event-stream, with a comment when all is quiet."""
    yield ": open\n\n"
    while True:
        try:
            event = await watcher.wait(_QUIET_SECONDS)
        except TimeoutError:
            yield ": quiet\n\n"
            continue
        if event is None:
            return
        yield f"event: {event.name}\ndata: {json.dumps(event.data, ensure_ascii=False)}\n\n"
