"""The inbox: updates are written down before anybody confirms them, and handled once each.

In order within a chat, different chats at the same time. An update is handled when its handlers
and the tasks they began have ended, and those of earlier updates of its chat: the pieces of an
album end with the one that collects them. What fails for a passing reason waits, and its chat
with it; what fails otherwise three times is dead-lettered. What a dead process had taken is taken
up.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from telegram import Update

from bot.context import BotApplication
from bot.handlers.errors import report_dead_letter
from bot.transport.attempt import ATTEMPTS, Attempt
from bot.transport.send_once import SendOnce
from bot.updates.triage import WantedUpdates, is_urgent, reacted_message
from pipelines.concurrency import Turns
from pipelines.engine.lease import Lease
from pipelines.engine.work_context import work_context
from pipelines.errors import ParagrafError, TransientError
from pipelines.store.inbox import Ending, InboxStore, NewUpdate, TakenUpdate

logger = logging.getLogger(__name__)

AT_ONCE = 500  # updates that one worker takes at a time
SECONDS_BETWEEN_LOOKS = 2.0
LONGEST_DELAY = 30.0
SECONDS_BETWEEN_PRUNINGS = 3600.0
_WRITERS = ("from", "user")
_MESSAGES = ("message", "edited_message")  # calls as a guest are numbered by others'
_INLINE = -(2**53)  # below the ids of all chats

Json = dict[str, Any]
T = TypeVar("T")


class Inbox:
    """Takes updates in for one worker and sees to it that each is handled."""

    def __init__(
        self,
        store: InboxStore,
        lease: Lease,
        application: BotApplication,
        *,
        seconds_between_looks: float = SECONDS_BETWEEN_LOOKS,
        retry_seconds: float = 1.0,
    ) -> None:
        self._store = store
        self._lease = lease
        self._application = application
        self._wanted = WantedUpdates(application.bot)
        limiter = application.bot.rate_limiter
        assert isinstance(limiter, SendOnce)
        self._limiter = limiter
        self._seconds_between_looks = seconds_between_looks
        self._retry_seconds = retry_seconds
        self._turns = Turns()
        self._tasks: dict[asyncio.Task[None], int] = {}  # with their updates
        # By chat: the end of its last update, which tells the one that is to be tried again;
        # and that one, before which no later update has its turn.
        self._ends: dict[int, asyncio.Future[int | None]] = {}
        self._held: dict[int, int] = {}

    async def receive(self, updates: Sequence[Json]) -> None:
        """Write updates down; when this returns they may be confirmed. Handling them goes on.

        Raises:
            ParagrafError: they could not be written down, and must come again.
        """
        for chat, message_id in messages_in(updates):
            self._limiter.see(chat, message_id)
        wanted = [u for u in self._wanted.among(updates) if await self._is_on_answer(u)]
        new = [NewUpdate(int(u["update_id"]), chat_of(u), json.dumps(u)) for u in wanted]
        in_hand = set(self._tasks.values())
        taken = await self._store.receive_updates(
            self._lease.worker, new, silent_seconds=self._lease.silent_seconds, limit=AT_ONCE
        )
        for chat, message_id in messages_in([json.loads(update.payload) for update in taken]):
            self._limiter.see(chat, message_id)
        in_hand.update(update.update_id for update in taken)
        for update in taken:
            # The database gives nothing that comes after an update which still has to wait, once
            # it has been told of that one.
            held = self._held.get(update.chat, update.update_id)
            if held < update.update_id and held not in in_hand:
                del self._held[update.chat]
            urgent = is_urgent(json.loads(update.payload))
            task = asyncio.create_task(
                self._handle_at_once(update) if urgent else self._handle(update)
            )
            self._tasks[task] = update.update_id
            task.add_done_callback(self._tasks.pop)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Inbox"]:
        """Take up what was left, then look for more of it until the block ends."""
        await self.receive([])
        looking = asyncio.create_task(self._keep_looking())
        try:
            yield self
        finally:
            looking.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(looking, *self._tasks, return_exceptions=True)

    async def _is_on_answer(self, update: Json) -> bool:
        """Tell whether an update is no reaction of a group, or one to an answer of ours.

        What people of a group make of each other's messages is not written down.
        """
        if (reacted := reacted_message(update)) is None:
            return True
        answers = self._application.bot_data.store.interactions
        return await answers.find_shown_answer(*reacted) is not None

    async def _keep_looking(self) -> None:
        prune_at = 0.0
        while True:
            now = asyncio.get_running_loop().time()
            try:
                if now >= prune_at:
                    await self._store.prune_inbox()
                    prune_at = now + SECONDS_BETWEEN_PRUNINGS
                await asyncio.sleep(self._seconds_between_looks)
                await self.receive([])
            except ParagrafError as error:
                logger.warning("the inbox cannot be looked at: %s", type(error).__name__)
                await asyncio.sleep(self._seconds_between_looks)

    async def _handle_at_once(self, update: TakenUpdate) -> None:
        """Handle what stops an answer, in nobody's turn: the answer holds its chat's."""
        attempt = self._attempt_at(update)
        try:
            if await self._begin(attempt):
                await self._process(attempt)
                await attempt.wait_for_tasks()
                await self._conclude(attempt, None)
        except asyncio.CancelledError:
            await self._give_back(attempt)
            raise

    def _attempt_at(self, update: TakenUpdate) -> Attempt:
        key = f"update-{self._lease.worker.bot}-{update.update_id}"
        return Attempt(key, self._lease.epoch, update=update)

    async def _handle(self, update: TakenUpdate) -> None:
        attempt = self._attempt_at(update)
        end: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        before = None
        try:
            async with self._turns.turn(update.chat):
                if self._held.get(update.chat, update.update_id) < update.update_id:
                    await self._settle(attempt, "back")
                    return
                if not await self._begin(attempt):
                    return
                before = self._ends.get(update.chat)
                self._ends[update.chat] = end
                await self._process(attempt)
            await attempt.wait_for_tasks()
            to_repeat = await before if before is not None else None
            end.set_result(await self._conclude(attempt, to_repeat))
        except asyncio.CancelledError:
            await self._give_back(attempt)
            raise
        finally:
            if not end.done():
                end.set_result(None)
            if self._ends.get(update.chat) is end:
                del self._ends[update.chat]

    async def _give_back(self, attempt: Attempt) -> None:
        """Leave an update to whoever takes it up next."""
        for task in attempt.tasks:
            task.cancel()
        number = attempt.update.update_id
        try:
            await self._store.finish_updates(self._lease.worker, [number], "back")
        except ParagrafError as error:  # it is taken up once this worker counts as dead
            logger.warning("update %s not given back: %s", number, type(error).__name__)

    async def _begin(self, attempt: Attempt) -> bool:
        """Count the attempt; False if there is none to be made."""
        update = attempt.update
        if update.repeated:
            worker = self._lease.worker
            number = await _persist(lambda: self._store.begin_update(worker, update.update_id))
            if number is None:
                return False
            attempt.number = number
        if self._held.get(update.chat, update.update_id) >= update.update_id:
            self._held.pop(update.chat, None)
        if attempt.number <= ATTEMPTS:
            return True
        # Told first: killed between the two, it is told twice rather than never.
        await report_dead_letter(self._application, update)
        await self._settle(attempt, "dead")
        return False

    async def _process(self, attempt: Attempt) -> None:
        update = attempt.update
        work = self._hand_over(attempt)
        [fault] = await asyncio.gather(work, return_exceptions=True)
        if isinstance(fault, Exception):  # it could not even be read: handlers report their own
            logger.error("update %s could not be handled", update.update_id, exc_info=fault)
            if not attempt.will_repeat(fault):
                await report_dead_letter(self._application, update)
        elif isinstance(fault, BaseException):
            raise fault
        if attempt.failure is not None:
            self._held[update.chat] = update.update_id

    async def _hand_over(self, attempt: Attempt) -> None:
        with work_context(attempt):
            payload = json.loads(attempt.update.payload)
            update = Update.de_json(payload, self._application.bot)
            await self._application.process_update(update)

    async def _conclude(self, attempt: Attempt, to_repeat: int | None) -> int | None:
        """Settle an update; return the one of its chat that is to be tried again, if one is."""
        update = attempt.update
        if to_repeat is not None and to_repeat < update.update_id:
            await self._settle(attempt, "back")
            return to_repeat
        if attempt.failure is None:
            done: Ending = "forgotten" if attempt.is_of_stranger else "done"
            await self._settle(attempt, "dead" if attempt.is_given_up else done)
            return None
        self._held[update.chat] = update.update_id
        times = update.delays if attempt.failure_is_transient else attempt.number - 1
        seconds = min(self._retry_seconds * 2.0**times, LONGEST_DELAY)
        await self._settle(attempt, "delay" if attempt.failure_is_transient else "retry", seconds)
        return update.update_id

    async def _settle(self, attempt: Attempt, how: Ending, seconds: float = 0.0) -> None:
        ids = [attempt.update.update_id]
        worker = self._lease.worker
        await _persist(lambda: self._store.finish_updates(worker, ids, how, seconds=seconds))


def chat_of(update: Json) -> int:
    """Return the chat whose order an update keeps; for want of one, whoever it comes from.

    What somebody types in other chats does not wait for the answers in the chat with us.
    """
    if isinstance(query := update.get("inline_query"), dict):
        return _INLINE - chat_of({"query": query})
    for content in update.values():
        if isinstance(content, dict):
            message = content.get("message")
            inner = message if isinstance(message, dict) else {}
            for who in (content.get("chat"), inner.get("chat"), *map(content.get, _WRITERS)):
                if isinstance(who, dict) and isinstance(who.get("id"), int):
                    return int(who["id"])
    return 0


def messages_in(updates: Sequence[Json]) -> Iterator[tuple[int, int]]:
    """Name the messages of the bot's own chats that updates are about, by chat and number."""
    for update in updates:
        pressed = update.get("callback_query") or {}
        for content in (*map(update.get, _MESSAGES), pressed.get("message")):
            match content:
                case {"chat": {"id": int(chat)}, "message_id": int(message)}:
                    yield chat, message


async def _persist(act: Callable[[], Awaitable[T]]) -> T:
    """Do something in the database, as soon as it can be reached."""
    pause = 0.25
    while True:
        try:
            return await act()
        except TransientError as error:
            logger.warning("the inbox cannot be written: %s", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(2 * pause, 10.0)
