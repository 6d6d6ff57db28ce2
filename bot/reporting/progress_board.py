"""Shows progress by editing one message: not too often, the latest state wins.

The last word on what is shown may be another worker's: before an edit the board looks whether it
was said, and after an edit once more, since Telegram may take an edit later than we sent it.
"""

import asyncio
import logging
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Protocol

from cachetools import LRUCache
from telegram import InlineKeyboardMarkup

from bot.transport.outbox import Outbox
from pipelines.errors import Failure, ParagrafError
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.requests import BatchReport
from pipelines.store.batches import BatchStore

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_EDITS = 1.2
REMEMBERED = 1000
PATIENCE_S = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # with a database that does not answer

Place = tuple[int, int]  # chat and message
SECONDS_BETWEEN_LOOKS = 1.0


class Ending(Protocol):
    """How something ends of which a message shows how far it is."""

    async def is_told(self) -> bool:
        """Tell whether somebody has turned the message into the last word, or is about to."""
        ...

    async def tell_again(self) -> None:
        """Write the last word once more."""
        ...


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a progress message is to show, and the buttons that stay under it."""

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    ending: Ending | None = None


@dataclass(slots=True)
class _Line:
    """What one progress message should show next, and who keeps it up to date."""

    pending: Sketch | None
    editor: asyncio.Task[None]
    over: asyncio.Event = field(default_factory=asyncio.Event)


class ProgressBoard:
    """Keeps progress messages up to date, one edit a chat at a time."""

    def __init__(self, outbox: Outbox, *, seconds_between: float = SECONDS_BETWEEN_EDITS) -> None:
        self._outbox = outbox
        self._seconds_between = seconds_between
        self._lines: dict[Place, _Line] = {}
        self._finished: LRUCache[Place, None] = LRUCache(REMEMBERED)
        self._looks: set[asyncio.Task[None]] = set()
        self._free: dict[int, float] = {}  # chat -> when its next edit may be made

    def show(
        self,
        chat_id: int,
        message_id: int,
        text: str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        ending: Ending | None = None,
    ) -> None:
        """Show this text soon, unless a later one comes first or the message is finished."""
        key, sketch = (chat_id, message_id), Sketch(text, keyboard, ending)
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
        if (line := self._lines.get(key)) is not None:
            line.pending = None
            line.over.set()
            await asyncio.shield(line.editor)

    async def _keep(self, chat_id: int, message_id: int) -> None:
        key = (chat_id, message_id)
        line = self._lines[key]
        await self._turn(chat_id, line.over)
        while (sketch := line.pending) is not None:
            line.pending = None
            if await _is_open(sketch.ending):
                shown = sketch.text, sketch.keyboard
                if await self._outbox.sketch(chat_id, message_id, shown[0], keyboard=shown[1]):
                    self._look_back(key, sketch.ending)
                elif line.pending is None and not line.over.is_set():
                    line.pending = sketch
            if line.pending is not None:
                await self._turn(chat_id, line.over)
        del self._lines[key]

    def _look_back(self, key: Place, ending: Ending | None) -> None:
        """Look, beside everything else, whether an edit was the last that should have been.

        In a context of its own: what the edit was made for may be another worker's by now, and the
        engine would take a look at its records for a part of the step that says how far it is.
        """
        if ending is not None and key not in self._finished:
            look = asyncio.create_task(self._amend(key, ending), context=Context())
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)

    async def _amend(self, key: Place, ending: Ending) -> None:
        """Say the last word again if an edit of ours may have come after it."""
        for pause_s in (*PATIENCE_S, None):
            try:
                if await ending.is_told() and key not in self._finished:
                    await ending.tell_again()
            except ParagrafError as error:
                logger.warning("not sure of a last word: %s", type(error).__name__)
            else:
                return
            if pause_s is not None:
                await asyncio.sleep(pause_s)

    async def _turn(self, chat_id: int, over: asyncio.Event) -> None:
        """Wait for this chat's next turn, and take it; no longer than until it is over."""
        now = asyncio.get_running_loop().time()
        at = max(now, self._free.get(chat_id, now))
        self._free = {chat: free for chat, free in self._free.items() if free > now}
        self._free[chat_id] = at + self._seconds_between
        with suppress(TimeoutError):
            async with asyncio.timeout(at - now):
                await over.wait()


async def _is_open(ending: Ending | None) -> bool:
    """Tell whether progress may be shown; when nobody can say, it is not worth the risk."""
    try:
        return ending is None or not await ending.is_told()
    except ParagrafError as error:
        logger.info("progress not shown: %s", type(error).__name__)
        return False


class BatchRecords(Protocol):
    """What is on record of batches."""

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        """Return what is on record of a batch."""
        ...


@dataclass(frozen=True, slots=True)
class BatchEnds:
    """Knows whether the last word on a batch is being said, and what it is."""

    store: BatchStore
    records: BatchRecords
    seconds_between: float = SECONDS_BETWEEN_LOOKS

    async def is_told(self, batch_id: str) -> bool:
        """Tell whether the end of a batch is told, now or before, by whichever worker."""
        return await self.store.final_outcome(batch_id) is not None

    async def last_word(self, batch_id: str) -> BatchReport | Failure | None:
        """Return what is said of a batch that has ended; None when nothing is known of it.

        A receipt is on record a moment after it was written: this waits for it.
        """
        if await self.store.final_outcome(batch_id) == "cancelled":
            return Failure("batch-cancelled")
        while batch := await self.records.find_batch(batch_id):
            if batch.is_over:
                return batch.report
            await asyncio.sleep(self.seconds_between)
        return None
