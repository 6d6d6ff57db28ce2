"""The queue of updates a bot has yet to confirm, read by long polling or by the webhook."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bot.sandbox.errors import ApiError
from bot.sandbox.jsonvalues import JsonObject
from bot.sandbox.limits import MAX_POLL_SECONDS
from bot.sandbox.world.archive import Archive

STOPPED = "stopped_message_generation"
REACTION = "message_reaction"
MEMBER = "chat_member"
_KIND = "update"
_ONLY_BY_NAME = frozenset(
    {STOPPED, REACTION, MEMBER}
)  # a bot gets these when it has asked for them
_TERMINATED = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)


class UpdateQueue:
    """Keeps updates in order until they are confirmed; one reader at a time.

    Ids begin at the clock's seconds when the sandbox is new: a bot that remembers the ids it has
    handled would take those of a sandbox begun anew for repetitions if they started at one.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        stored = archive.load(_KIND)
        self._pending: dict[int, JsonObject] = {
            int(key): stored[key] for key in sorted(stored, key=int)
        }
        self._messages = {message_of(update) for update in self._pending.values()}
        state = archive.load("queue").get("state", {})
        self._next_id: int = state.get("next_id", int(time.time()))
        self._allowed: list[str] = state.get("allowed", [])
        self._reader = 0
        self._terminated_by = _TERMINATED
        self._changed = asyncio.Event()
        self._closed = False

    @property
    def count(self) -> int:
        """Return how many updates wait."""
        return len(self._pending)

    def holds_message(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a message still waits for the bot to take it."""
        return (chat_id, message_id) in self._messages

    def add(self, kind: str, payload: JsonObject) -> None:
        """Queue an update unless the bot said that it does not want this kind."""
        if kind not in self._allowed and (self._allowed or kind in _ONLY_BY_NAME):
            return
        update_id = self._next_id
        self._next_id += 1
        update: JsonObject = {"update_id": update_id, kind: payload}
        with self._archive.transaction():
            self._archive.put(_KIND, update_id, update)
            self._remember()
        self._pending[update_id] = update
        self._messages.add(message_of(update))
        self.wake()

    def allow(self, kinds: Sequence[str]) -> None:
        """Remember which kinds the bot wants; updates that wait already stay."""
        self._allowed = list(kinds)
        self._remember()

    def confirm(self, offset: int) -> list[JsonObject]:
        """Forget and return every update before `offset`; a negative one counts from the end."""
        if offset < 0:
            kept = list(self._pending)[offset:]
            offset = kept[0] if kept else 0
        done = [update_id for update_id in self._pending if update_id < offset]
        with self._archive.transaction():
            for update_id in done:
                self._archive.delete(_KIND, update_id)
        confirmed = [self._pending.pop(update_id) for update_id in done]
        self._messages.difference_update(message_of(update) for update in confirmed)
        return confirmed

    def drop_all(self) -> None:
        """Forget every update that waits."""
        self.confirm(self._next_id)

    def head(self, limit: int) -> list[JsonObject]:
        """Return the oldest updates without confirming them."""
        return list(self._pending.values())[:limit]

    async def poll(self, limit: int, seconds: float) -> list[JsonObject]:
        """Wait for updates; a newer reader or a webhook ends the wait with a conflict."""
        self._reader += 1
        reader = self._reader
        self._terminated_by = _TERMINATED
        self.wake()
        deadline = time.monotonic() + min(seconds, MAX_POLL_SECONDS)
        while not self._pending and not self._closed:
            if not await self.wait_for_change(deadline - time.monotonic()):
                break
            if reader != self._reader:
                raise ApiError(409, self._terminated_by)
        return self.head(limit)

    def end_polling(self, reason: str) -> None:
        """End a wait that is under way, with this reason."""
        self._reader += 1
        self._terminated_by = f"Conflict: terminated by {reason}"
        self.wake()

    async def wait_for_change(self, seconds: float | None) -> bool:
        """Wait until something about the queue changes; False when nothing did in time."""
        changed = self._changed
        if seconds is not None and seconds <= 0:
            return False
        try:
            await asyncio.wait_for(changed.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def wake(self) -> None:
        """Wake everyone who waits for the queue."""
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """Let every wait return at once, now and from now on."""
        self._closed = True
        self.wake()

    def _remember(self) -> None:
        state: dict[str, Any] = {"next_id": self._next_id, "allowed": self._allowed}
        self._archive.put("queue", "state", state)


def message_of(update: JsonObject) -> tuple[int, int] | None:
    """Return the chat and the number of the message that an update brings, if it brings one."""
    message = update.get("message")
    if not isinstance(message, Mapping):
        return None
    chat, message_id = message.get("chat"), message.get("message_id")
    chat_id = chat.get("id") if isinstance(chat, Mapping) else None
    if not isinstance(chat_id, int) or not isinstance(message_id, int):
        return None
    return chat_id, message_id
