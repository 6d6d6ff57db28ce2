"""Sends each message of a piece of work once, however often the work is repeated.

Work is what `engine/work_context.py` says it is: an update that is handled, a step of a run. When
it is attempted again after a crash, a message that was sent before is not sent again: whoever sends
it gets the one that there is, so that a reply of several parts goes on after the one that was sent.
A message is written down before it goes out and its number after that. Who finds one without a
number, left by a process that died in between, looks whether it is there (`lost_message`); if it
is not, or that cannot be told, it is sent: twice would be better than never.
"""

import hashlib
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
from telegram import InputFile
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)
from telegram.ext import BaseRateLimiter

from bot.transport.lost_message import EDIT, Ask, LostMessage, SeenNumbers, counter_of
from bot.transport.rate_limit import Pace, PerChatRateLimiter, Reply
from pipelines.concurrency import Turns
from pipelines.engine.work_context import Ownership, WorkContext, current_work_context
from pipelines.errors import ParagrafError
from pipelines.store.inbox import BegunMessage, InboxStore

logger = logging.getLogger(__name__)

# To Telegram. Before each request all that are idle are asked whether they are still open.
CONNECTIONS = httpx.Limits(max_connections=64, max_keepalive_connections=10)

_NOT_MESSAGES = frozenset({"sendChatAction", "sendMessageDraft", "sendMediaGroup"})
_SURELY_UNSENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,  # the proxy refused to connect
    httpx.UnsupportedProtocol,
    RuntimeError,  # the client is closed, as at the end of the process
)
_CHANGES = ("send", "edit", "delete")

_FRESH_S = 1.0
_APART = "apart"
_REFUSALS = (BadRequest, ChatMigrated, Forbidden, RetryAfter)

Callback = Callable[..., Coroutine[Any, Any, Reply]]
Data = dict[str, Any]

UNKNOWN = 0  # the id of a message that Telegram may have taken without a receipt


class TakenOver(NetworkError):
    """Another worker has taken over what this was about to speak for."""


class SendOnce(BaseRateLimiter[int]):
    """Stands before the rate limit and lets pass what was not sent yet."""

    def __init__(self, inner: PerChatRateLimiter | None = None) -> None:
        self._inner = inner or PerChatRateLimiter()
        self._store: InboxStore | None = None
        self._ownership: Ownership | None = None
        self._bot_id = 0
        self._seen = SeenNumbers()
        self._looking = Turns()

    def use_store(
        self, store: InboxStore, ownership: Ownership | None = None, *, bot_id: int = 0
    ) -> None:
        """Remember there from now on; before, every request passes."""
        self._store, self._ownership, self._bot_id = store, ownership, bot_id

    def see(self, chat_id: int, message_id: int) -> None:
        """Take note that a message is there: one that goes out later has a higher number."""
        self._seen.note(counter_of(self._bot_id, chat_id), message_id)

    async def initialize(self) -> None:
        """Prepare the rate limit."""
        await self._inner.initialize()

    async def shutdown(self) -> None:
        """Free what the rate limit holds."""
        await self._inner.shutdown()

    async def process_request(
        self,
        callback: Callback,
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Reply:
        """Make the request, or return what it was answered at an earlier attempt."""
        work, store = current_work_context(), self._store
        if work is not None and endpoint.startswith(_CHANGES):
            callback = self._while_ours(work, callback)
        ask = partial(self._ask, callback, kwargs)
        if work is None or store is None:
            reply = await ask(endpoint, data, rate_limit_args)
            if store is not None and _is_message(endpoint):
                await self._note_apart(store, data, reply)
            return reply
        if _is_message(endpoint):
            message = _Message(work, store, _digest(work, endpoint, data), data)
            send = partial(self._ask, self._while_open(message, callback), kwargs)
            look = partial(ask, EDIT, pace=Pace.REPLY)
            return await self._send_once(
                message, look, partial(send, endpoint, data, rate_limit_args)
            )
        reply = await ask(endpoint, data, rate_limit_args)
        if endpoint == "deleteMessage":
            await store.forget_sent_message(work.key, int(data["message_id"]))
        return reply

    async def _ask(
        self, callback: Callback, kwargs: dict[str, Any], name: str, data: Data, pace: int | None
    ) -> Reply:
        reply = await self._inner.process_request(callback, (name, data), kwargs, name, data, pace)
        if isinstance(reply, dict) and "message_id" in reply:
            self.see(reply["chat"]["id"], int(reply["message_id"]))
        return reply

    async def _send_once(
        self, message: "_Message", look: Ask, send: Callable[[], Awaitable[Reply]]
    ) -> Reply:
        begun = await self._begin(message)
        if begun.message_id is not None:
            return _stand_in(begun.message_id, message.data)
        if begun.is_repeated:
            if (found := await self._look_for(message, look)) is not None:
                return _stand_in(found, message.data)
            await self._begin(message)
        try:
            reply = await send()
        except TelegramError as error:
            if is_receipt_lost(error):
                logger.warning("no receipt for a message of %s; not sent twice", message.work.key)
                await message.note(UNKNOWN)
                return _stand_in(UNKNOWN, message.data)
            if _is_refused(error):
                await message.withdraw()
            raise
        if isinstance(reply, dict) and "message_id" in reply:
            await message.note(int(reply["message_id"]))
        return reply

    async def _note_apart(self, store: InboxStore, data: Data, reply: Reply) -> None:
        """Note what is sent for no work, so that nobody takes it for what they look for."""
        if not isinstance(reply, dict) or "message_id" not in reply:
            return
        number = str(reply["message_id"])
        message = _Message(WorkContext(_APART), store, f"{data['chat_id']}/{number}", data)
        try:
            await self._begin(message)
        except ParagrafError as error:  # it is sent, and belongs to no attempt that could fail
            logger.warning("a message of no update was not noted: %s", type(error).__name__)
        else:
            await message.note(int(number))

    async def _begin(self, message: "_Message") -> BegunMessage:
        counter = counter_of(self._bot_id, message.chat_id)
        # Not while another is looked for: it would get the other's buttons.
        async with self._looking.turn(message.chat_id):
            return await message.begin(counter, self._seen.highest(counter))

    async def _look_for(self, message: "_Message", look: Ask) -> int | None:
        """Return the number of a message that was begun before; None: it is to be sent."""
        counter = counter_of(self._bot_id, message.chat_id)
        async with self._looking.turn(message.chat_id):
            highest = self._seen.highest(counter)
            begun = await message.begin(counter, highest)  # with what others have begun by now
            if begun.message_id is not None:
                return begun.message_id
            lost = LostMessage(message.data, begun, highest)
            found = await lost.find(look)
        if found is None:
            logger.warning("a message of %s is sent again: not found", message.work.key)
            await message.withdraw()
            return None
        logger.info("a message of %s was there already", message.work.key)
        await message.note(found)
        return found

    def _while_open(self, message: "_Message", callback: Callback) -> Callback:
        """Keep what is written down true while it waits: for its turn, or as Telegram says."""
        begun_at = time.monotonic()

        async def request(*args: Any, **kwargs: Any) -> Reply:
            nonlocal begun_at
            if time.monotonic() - begun_at > _FRESH_S:  # many numbers were given since
                await message.withdraw()
                await self._begin(message)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter:
                begun_at = -math.inf
                await message.withdraw()
                raise

        return request

    def _while_ours(self, work: WorkContext, callback: Callback) -> Callback:
        """Look whether it is ours when the request's turn has come: it may wait for long."""

        async def request(*args: Any, **kwargs: Any) -> Reply:
            await self._see_that_it_is_ours(work)
            return await callback(*args, **kwargs)

        return request

    async def _see_that_it_is_ours(self, work: WorkContext) -> None:
        if self._ownership is None or work.epoch is None:
            return
        if not await self._ownership.holds(work.epoch):
            raise TakenOver("another worker has taken this over")


def is_receipt_lost(error: TelegramError) -> bool:
    """Tell whether Telegram may have taken a request without our hearing of it.

    It may, however the connection ended once there was one: what ends it after the request has
    left looks like what ends it before. So does a success whose body cannot be read.

    A status that Telegram answered is no such loss, not even 5xx. Its gateway answers so when
    what lies behind it is down or restarting, and then, as a rule, nothing has taken the message;
    were it the other way round, a restart over there would cost every answer of that minute. The
    library names what went wrong with the connection as the cause; a status has none, or the
    library's own error of a body that is no JSON.
    """
    cause = error.__cause__
    if cause is None or isinstance(cause, TelegramError):
        return False
    return not isinstance(cause, _SURELY_UNSENT)


def _is_refused(error: TelegramError) -> bool:
    """Tell whether Telegram has surely not taken a message; of a 5xx that is not quite sure."""
    return isinstance(error, _REFUSALS) or isinstance(error.__cause__, _SURELY_UNSENT)


def _is_message(endpoint: str) -> bool:
    return endpoint.startswith("send") and endpoint not in _NOT_MESSAGES


def _digest(work: WorkContext, endpoint: str, data: dict[str, Any]) -> str:
    """Name a message by what it says and where; equal ones of the same work by their number."""
    said = json.dumps([endpoint, data], sort_keys=True, default=_named)
    plain = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
    work.sent[plain] += 1
    return f"{plain}-{work.sent[plain]}"


def _named(value: object) -> str:
    """Name what JSON cannot carry: a file by its bytes, which it is not written with."""
    if isinstance(value, InputFile) and isinstance(value.input_file_content, bytes):
        return hashlib.sha256(value.input_file_content).hexdigest()
    return str(value)


def _stand_in(message_id: int, data: dict[str, Any]) -> Reply:
    """Return as much of the message that was sent as anybody needs: where it is."""
    chat = {"id": data.get("chat_id", 0), "type": "private"}
    return {"message_id": message_id, "date": int(time.time()), "chat": chat}


@dataclass(frozen=True, slots=True)
class _Message:
    """A message that a piece of work sends, and what is written down of it."""

    work: WorkContext
    store: InboxStore
    digest: str
    data: Data

    @property
    def chat_id(self) -> int:
        """Where it goes."""
        return int(self.data["chat_id"])

    async def begin(self, counter: str, seen: int) -> BegunMessage:
        """Write it down before it goes out."""
        return await self.store.begin_message(
            self.work.key, self.digest, counter=counter, chat=self.chat_id, seen=seen
        )

    async def note(self, message_id: int) -> None:
        """Write its number down."""
        try:
            await self.store.record_sent_message(self.work.key, self.digest, message_id)
        except ParagrafError as error:  # it is sent: to fail now would be to send it again
            logger.warning("a sent message could not be noted: %s", type(error).__name__)

    async def withdraw(self) -> None:
        """Strike it out, as it is not there; else it is looked for at the next attempt."""
        try:
            await self.store.withdraw_message(self.work.key, self.digest)
        except ParagrafError as error:
            logger.warning("a refused message stays noted: %s", type(error).__name__)
