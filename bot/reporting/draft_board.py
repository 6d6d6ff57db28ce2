"""Shows answers while they are written: the latest state wins, nothing waits, nothing raises.

In a private chat an answer is a draft, which Telegram shows for half a minute and which the answer
takes the place of. Groups have no drafts: there a message is edited, which becomes the answer; its
id is kept, so that after a restart the same one does.

The last word on an answer is said once. Whoever says it calls `finish`, after which nothing of it
is shown any more; while `stop` has a run cancelled, an answer that comes meanwhile waits there.

Who waits for which answer is in memory only, so that each can be stopped: after a restart the
question is handled again, and its answer stands here again.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

from cachetools import LRUCache, TTLCache
from telegram import InlineKeyboardMarkup

from bot.transport.buttons import ANYBODY, Action, button, fits, keyboard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from bot.transport.reply_address import Origin, run_name
from bot.views.answers.draft import draft_view, placeholder, stopped_view
from bot.views.answers.sources import citation_rows
from pipelines.concurrency import Turns
from pipelines.engine.work_context import WorkContext, current_work_context, work_context
from pipelines.errors import ParagrafError
from pipelines.models.answers import Draft
from pipelines.ports import Phrasebook

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_FRAMES = 0.4
SECONDS_BETWEEN_EDITS = 1.2
FRAMES_PER_SECOND = 20  # of all drafts: Telegram takes thirty messages a second, answers too
SECONDS_OF_A_FRAME = 20.0  # after which it is shown again: Telegram shows a draft for thirty
SECONDS_BEFORE_HINT = 4.0  # that /stop would end it
LONGEST_WAIT = 2.0  # for a frame on its way, before the last word is said
LONGEST_SILENCE = 900.0  # of a run, after which its draft is left to fade
REMEMBERED = 1000
_NO_DRAFTS_FOR = 3600.0  # seconds
_PLACE, _STOPPED = "place", "stopped"


class SentMessages(Protocol):
    """Remembers which messages were sent for a piece of work."""

    async def find_sent_message(self, work: str, digest: str) -> int | None: ...

    async def record_sent_message(self, work: str, digest: str, message_id: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Finished:
    """What was shown of an answer when its last word is said."""

    message_id: int | None = None  # which is to become the answer
    last: Draft | None = None
    is_stopped: bool = False  # by whoever asked: whoever waits for it says so


@dataclass(slots=True)
class _Line:
    """An answer that is being written, and who keeps its picture up to date."""

    to: Origin
    draft: Draft
    began: float
    heard: float
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    first_words: asyncio.Event = field(default_factory=asyncio.Event)
    is_frozen: bool = False
    shown: Draft | None = None  # what was taken last, how it looked, and when
    picture: Piece | None = None
    shown_at: float = 0.0
    message_id: int | None = None
    keeper: asyncio.Task[None] | None = None


class DraftBoard:
    """Keeps what is shown of answers up to date, each in a task of its own."""

    def __init__(
        self,
        outbox: Outbox,
        phrases: Phrasebook,
        *,
        sent: SentMessages | None = None,
        seconds_between: float = SECONDS_BETWEEN_FRAMES,
        seconds_between_edits: float = SECONDS_BETWEEN_EDITS,
        seconds_of_a_frame: float = SECONDS_OF_A_FRAME,
        seconds_before_hint: float = SECONDS_BEFORE_HINT,
    ) -> None:
        """Prepare; `sent` remembers the messages that become answers."""
        self._outbox = outbox
        self._phrases = phrases
        self._sent = sent
        self._seconds_between = seconds_between
        self._seconds_between_edits = seconds_between_edits
        self._seconds_of_a_frame = seconds_of_a_frame
        self._seconds_before_hint = seconds_before_hint
        self._lines: dict[str, _Line] = {}
        self._finished: LRUCache[str, Finished] = LRUCache(REMEMBERED)
        self._last_words = Turns()
        self._without_drafts: TTLCache[int, bool] = TTLCache(REMEMBERED, _NO_DRAFTS_FOR)

    def show(self, to: Origin, draft: Draft) -> None:
        """Show this soon, unless something later comes first or the last word is said.

        What was quoted stands until a model has written something, and does not come after that.
        """
        run_id, now = draft.run_id, asyncio.get_running_loop().time()
        if run_id in self._finished:
            return
        line = self._lines.get(run_id)
        if line is None:
            line = self._lines[run_id] = _Line(to, draft, now, now)
            line.keeper = asyncio.create_task(self._keep(run_id, line))
        before = line.draft
        if before.text and not before.is_quoted and draft.is_quoted:
            return
        if draft.text and (not before.text or before.is_quoted):
            line.first_words.set()
        if before.is_quoted and not draft.text:
            draft = replace(draft, text=before.text, citations=before.citations, is_quoted=True)
        line.draft, line.heard = draft, now
        line.woken.set()

    def is_shown(self, run_id: str) -> bool:
        """Whether something of an answer stands in its chat just now."""
        line = self._lines.get(run_id)
        if line is None or line.shown is None:
            return False
        age = asyncio.get_running_loop().time() - line.shown_at
        return _is_group(line) or age < self._seconds_of_a_frame

    async def finish(self, run_id: str) -> Finished:
        """Show no more of an answer: when this returns nothing is on its way, and nothing comes.

        What is said outside of any run, "", has no answer that is shown.
        """
        if not run_id:
            return Finished()
        async with self._last_words.turn(run_id):
            if run_id not in self._finished:
                self._finished[run_id] = await self._end(run_id, is_stopped=False)
            return self._finished[run_id]

    async def stop(self, run_id: str, cancel: Callable[[], Awaitable[bool]]) -> bool:
        """Show nothing more of an answer, and have its run cancelled; False if it was too late.

        Raises:
            ParagrafError: what `cancel` raises; the answer goes on.
        """
        line = self._lines.get(run_id)
        if line is not None:
            line.is_frozen = True
        async with self._last_words.turn(run_id):
            if run_id in self._finished:
                return self._finished[run_id].is_stopped
            is_stopped = False
            try:
                is_stopped = await cancel()
            finally:
                if is_stopped:
                    self._finished[run_id] = await self._end(run_id, is_stopped=True)
                elif line is not None:
                    line.is_frozen = False
                    line.woken.set()
            return is_stopped

    async def close(self) -> None:
        """Draw nothing more; what is shown fades, or is gone on with at the next start."""
        keepers = [line.keeper for line in self._lines.values() if line.keeper is not None]
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)

    async def tell_stopped(self, to: Origin, run_id: str) -> None:
        """Say that an answer was stopped, once, below what was shown of it."""
        ended = await self.finish(run_id)
        work = _work_of(run_id)
        if self._sent is not None and await self._sent.find_sent_message(work, _STOPPED):
            return
        pieces = stopped_view(ended.last, to.language, self._phrases)
        citations = ended.last.citations if ended.last is not None else ()
        rows = citation_rows(citations, ANYBODY if to.is_group else to.user_id)
        asked = to.reply_to or to.question_id
        if asked and to.viewpoint is None:  # else the message is more than the question
            label = self._phrases.say("button-answer-again", to.language)
            rows = [*rows, [button(label, Action.ANSWER_EDITED, to.user_id)]]
        if asked and to.offers_note(is_answered=False):
            label = self._phrases.say("button-save-note", to.language)
            rows = [*rows, [button(label, Action.SAVE_ASKED, to.user_id)]]
        await self._outbox.deliver(
            to.chat_id,
            pieces,
            over=ended.message_id,
            keyboard=keyboard(*rows) if rows else None,
            reply_to=asked,
            thread_id=to.thread_id,
        )
        if self._sent is not None:
            await self._sent.record_sent_message(work, _STOPPED, 1)

    async def _end(self, run_id: str, *, is_stopped: bool) -> Finished:
        line = self._lines.pop(run_id, None)
        if line is None:
            return Finished(await self._known_place(run_id), is_stopped=is_stopped)
        for event in (line.over, line.first_words, line.woken):
            event.set()
        assert line.keeper is not None
        done, _ = await asyncio.wait({line.keeper}, timeout=LONGEST_WAIT)
        if not done:
            line.keeper.cancel()
        return Finished(line.message_id, line.shown, is_stopped)

    async def _keep(self, run_id: str, line: _Line) -> None:
        loop = asyncio.get_running_loop()
        while not line.over.is_set():
            line.woken.clear()
            line.first_words.clear()
            pause = 0.0 if line.is_frozen else await self._draw(run_id, line)
            if pause is None or loop.time() - line.heard > LONGEST_SILENCE:
                return
            is_free = not pause and not _is_group(line)  # first words need not wait for their turn
            await _wait(
                line.first_words if is_free else line.over, max(pause, self._pause_of(line))
            )
            await _wait(line.woken, 0.0 if pause else self._until_again(line))

    def _pause_of(self, line: _Line) -> float:
        least = self._seconds_between_edits if _is_group(line) else self._seconds_between
        others = len(self._lines) - 1
        return max(least, others / FRAMES_PER_SECOND)

    def _until_again(self, line: _Line) -> float:
        """Return how long a picture may stand: until it fades, or the way to stop it is named."""
        now = asyncio.get_running_loop().time()
        hint = line.began + self._seconds_before_hint - now
        fades = line.shown_at + self._seconds_of_a_frame - now
        return max(0.05, min(hint, fades) if hint > 0 else fades)

    async def _draw(self, run_id: str, line: _Line) -> float | None:
        """Show what is to be shown; return the seconds to wait before more, None to give up."""
        draft, now = line.draft, asyncio.get_running_loop().time()
        offers_stop = not _is_group(line) and now - line.began >= self._seconds_before_hint
        piece = draft_view(draft, self._phrases, offers_stop=offers_stop)
        if _is_group(line) and draft.is_quoted and _tells_nothing_else(draft, line.shown):
            return 0.0  # an edit now would put off that with the model's first sentence
        stands = _is_group(line) or now - line.shown_at < self._seconds_of_a_frame
        if piece == line.picture and stands:
            return 0.0
        show = self._edit if _is_group(line) else self._show_draft
        wait = await show(run_id, line, piece)
        if wait == 0.0:
            line.shown, line.picture = draft, piece
            line.shown_at = asyncio.get_running_loop().time()
        return wait

    async def _show_draft(self, run_id: str, line: _Line, piece: Piece) -> float | None:
        chat = line.to.chat_id
        if chat in self._without_drafts:
            return None
        wait = await self._outbox.draft(chat, draft_id_of(run_id), piece)
        if wait is None:
            self._without_drafts[chat] = True
        return wait

    async def _edit(self, run_id: str, line: _Line, piece: Piece) -> float | None:
        if line.message_id is None:
            line.message_id = await self._known_place(run_id) or await self._place(run_id, line)
            if line.message_id is None:
                return None
        keys = self._stopping(run_id, line)
        chat = line.to.chat_id
        is_shown = await self._outbox.sketch(
            chat, line.message_id, piece, keyboard=keys, is_first=line.shown is None
        )
        return 0.0 if is_shown else self._seconds_between_edits

    def _stopping(self, run_id: str, line: _Line) -> InlineKeyboardMarkup | None:
        to, name = line.to, run_name(run_id, line.to.chat_id) or ""
        if not fits(Action.STOP_ANSWER, to.user_id, name):
            return None
        label = self._phrases.say("button-stop-answer", line.draft.language)
        return keyboard([button(label, Action.STOP_ANSWER, to.user_id, name)])

    async def _place(self, run_id: str, line: _Line) -> int | None:
        """Send the message that becomes the answer; it is the run's, whichever step shows it."""
        step = current_work_context()
        work = WorkContext(_work_of(run_id), step.epoch if step is not None else None)
        with work_context(work):
            message_id = await self._outbox.place(
                line.to.chat_id,
                placeholder(line.draft.language, self._phrases),
                keyboard=self._stopping(run_id, line),
                reply_to=line.to.reply_to or line.to.question_id,
                thread_id=line.to.thread_id,
            )
        if message_id and self._sent is not None:
            try:
                await self._sent.record_sent_message(_work_of(run_id), _PLACE, message_id)
            except ParagrafError as error:
                logger.warning("a message could not be noted: %s", type(error).__name__)
        return message_id

    async def _known_place(self, run_id: str) -> int | None:
        """Return the message that was sent for an answer before a restart."""
        if self._sent is None:
            return None
        try:
            return await self._sent.find_sent_message(_work_of(run_id), _PLACE)
        except ParagrafError as error:
            logger.warning("a message could not be looked for: %s", type(error).__name__)
            return None


def draft_id_of(run_id: str) -> int:
    """Return the number of a run's draft: always the same, never 0."""
    return int.from_bytes(hashlib.sha256(run_id.encode()).digest()[:4]) >> 1 | 1


def _work_of(run_id: str) -> str:
    return f"{run_id}/draft"


def _tells_nothing_else(draft: Draft, shown: Draft | None) -> bool:
    """Say whether only what is quoted is new."""
    return shown is not None and (shown.stage, shown.detail) == (draft.stage, draft.detail)


def _is_group(line: _Line) -> bool:
    return line.to.chat_id < 0


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


@dataclass(slots=True)
class Answering:
    """The runs that somebody waits for, in the order they began."""

    _asked: dict[str, Origin] = field(default_factory=dict)
    _turns: Turns = field(default_factory=Turns)

    @asynccontextmanager
    async def turn(self, run_id: str, asked: Origin) -> AsyncIterator[None]:
        """Wait for the answers before it in its chat, and count a run in until the block ends.

        Whatever was gathered for a while is answered outside the turn of its update.
        """
        async with self._turns.turn(asked.chat_id):
            self._asked[run_id] = asked
            try:
                yield
            finally:
                self._asked.pop(run_id, None)

    def runs_in(self, chat_id: int, user_id: int | None = None) -> tuple[str, ...]:
        """Return the runs of a chat; with a user, of those that they asked for."""
        return tuple(
            run_id
            for run_id, asked in self._asked.items()
            if asked.chat_id == chat_id and user_id in (None, asked.user_id)
        )
