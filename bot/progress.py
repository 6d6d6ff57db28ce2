"""Shows progress by editing one message: not too often, the latest state wins."""

import asyncio
from dataclasses import dataclass

from bot.outbox import Outbox

SECONDS_BETWEEN_EDITS = 1.2


@dataclass(slots=True)
class _Line:
    """What one progress message should show next, and who keeps it up to date."""

    pending: str | None
    editor: asyncio.Task[None]


class ProgressBoard:
    """Keeps progress messages up to date, one edit a chat at a time."""

    def __init__(self, outbox: Outbox, *, seconds_between: float = SECONDS_BETWEEN_EDITS) -> None:
        self._outbox = outbox
        self._seconds_between = seconds_between
        self._lines: dict[tuple[int, int], _Line] = {}
        self._free: dict[int, float] = {}  # chat -> when its next edit may be made

    def show(self, chat_id: int, message_id: int, text: str) -> None:
        """Show this text soon, unless a later one comes first."""
        key = (chat_id, message_id)
        if (line := self._lines.get(key)) is not None:
            line.pending = text
            return
        self._lines[key] = _Line(text, asyncio.create_task(self._keep(chat_id, message_id)))

    async def finish(self, chat_id: int, message_id: int) -> None:
        """Forget what was to be shown; when this returns no edit is on its way."""
        line = self._lines.get((chat_id, message_id))
        if line is not None:
            line.pending = None
            await asyncio.shield(line.editor)

    async def _keep(self, chat_id: int, message_id: int) -> None:
        key = (chat_id, message_id)
        await self._turn(chat_id)
        while (text := self._lines[key].pending) is not None:
            self._lines[key].pending = None
            await self._outbox.sketch(chat_id, message_id, text)
            if self._lines[key].pending is not None:
                await self._turn(chat_id)
        del self._lines[key]

    async def _turn(self, chat_id: int) -> None:
        """Wait for this chat's next turn, and take it."""
        now = asyncio.get_running_loop().time()
        at = max(now, self._free.get(chat_id, now))
        self._free = {chat: free for chat, free in self._free.items() if free > now}
        self._free[chat_id] = at + self._seconds_between
        if at > now:
            await asyncio.sleep(at - now)
