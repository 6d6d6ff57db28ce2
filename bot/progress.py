"""Shows progress by editing one message: not too often, the latest state wins."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.outbox import Outbox

SECONDS_BETWEEN_EDITS = 1.2
REMEMBERED = 1000

Place = tuple[int, int]  # chat and message


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a progress message is to show, and the buttons that stay under it."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None


@dataclass(slots=True)
class _Line:
    """What one progress message should show next, and who keeps it up to date."""

    pending: Sketch | None
    editor: asyncio.Task[None]


class ProgressBoard:
    """Keeps progress messages up to date, one edit a chat at a time."""

    def __init__(self, outbox: Outbox, *, seconds_between: float = SECONDS_BETWEEN_EDITS) -> None:
        self._outbox = outbox
        self._seconds_between = seconds_between
        self._lines: dict[Place, _Line] = {}
        self._finished: OrderedDict[Place, None] = OrderedDict()
        self._free: dict[int, float] = {}  # chat -> when its next edit may be made

    def show(
        self,
        chat_id: int,
        message_id: int,
        text: str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Show this text soon, unless a later one comes first or the message is finished."""
        key, sketch = (chat_id, message_id), Sketch(text, keyboard)
        if key in self._finished:
            return
        if (line := self._lines.get(key)) is not None:
            line.pending = sketch
            return
        self._lines[key] = _Line(sketch, asyncio.create_task(self._keep(chat_id, message_id)))

    async def finish(self, chat_id: int, message_id: int) -> None:
        """Forget what was to be shown; when this returns no edit is on its way, and none comes.

        A step of a cancelled run may still say how far it is after the last word was written.
        """
        key = (chat_id, message_id)
        self._finished[key] = None
        if len(self._finished) > REMEMBERED:
            self._finished.popitem(last=False)
        if (line := self._lines.get(key)) is not None:
            line.pending = None
            await asyncio.shield(line.editor)

    async def _keep(self, chat_id: int, message_id: int) -> None:
        key = (chat_id, message_id)
        await self._turn(chat_id)
        while (sketch := self._lines[key].pending) is not None:
            self._lines[key].pending = None
            await self._outbox.sketch(chat_id, message_id, sketch.text, keyboard=sketch.keyboard)
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
