"""Sends each message of a piece of work once, however often the work is repeated.

Work is what `engine/work_context.py` says it is: an update that is handled, a step of a run. When
it is attempted again after a crash, a message that was sent before is not sent again: whoever sends
it gets the one that there is, so that a reply of several parts goes on after the one that was sent.
Between Telegram's taking a message and our noting it there is a moment that nobody can look
into; whoever dies then sends that one message twice, because losing it would be worse.
"""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
from telegram import InputFile
from telegram.error import NetworkError, TelegramError
from telegram.ext import BaseRateLimiter

from bot.transport.rate_limit import PerChatRateLimiter, Reply
from pipelines.engine.work_context import Ownership, WorkContext, current_work_context
from pipelines.errors import ParagrafError
from pipelines.store.inbox import InboxStore

logger = logging.getLogger(__name__)

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

Callback = Callable[..., Coroutine[Any, Any, Reply]]


UNKNOWN = 0  # the id of a message that Telegram may have taken without a receipt


class TakenOver(NetworkError):
    """Another worker has taken over what this was about to speak for."""


class SendOnce(BaseRateLimiter[int]):
    """Stands before the rate limit and lets pass what was not sent yet."""

    def __init__(self, inner: PerChatRateLimiter | None = None) -> None:
        self._inner = inner or PerChatRateLimiter()
        self._store: InboxStore | None = None
        self._ownership: Ownership | None = None

    def use_store(self, store: InboxStore, ownership: Ownership | None = None) -> None:
        """Remember there from now on; before, every request passes."""
        self._store, self._ownership = store, ownership

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
        if work is None or store is None or not _is_message(endpoint):
            reply = await self._inner.process_request(
                callback, args, kwargs, endpoint, data, rate_limit_args
            )
            if work is not None and store is not None and endpoint == "deleteMessage":
                await store.forget_sent_message(work.key, int(data["message_id"]))
            return reply
        digest = _digest(work, endpoint, data)
        known = await store.find_sent_message(work.key, digest)
        if known is not None:
            return _stand_in(known, data)
        try:
            reply = await self._inner.process_request(
                callback, args, kwargs, endpoint, data, rate_limit_args
            )
        except TelegramError as error:
            if not is_receipt_lost(error):
                raise
            logger.warning("no receipt for a message of %s; not sent twice", work.key)
            await _note(store, work, digest, UNKNOWN)
            return _stand_in(UNKNOWN, data)
        if isinstance(reply, dict) and "message_id" in reply:
            await _note(store, work, digest, int(reply["message_id"]))
        return reply

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


async def _note(store: InboxStore, work: WorkContext, digest: str, message_id: int) -> None:
    try:
        await store.record_sent_message(work.key, digest, message_id)
    except ParagrafError as error:  # it is sent: to fail now would be to send it again
        logger.warning("a sent message could not be noted: %s", type(error).__name__)
