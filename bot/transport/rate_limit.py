"""Keep to what Telegram takes, chat by chat, and obey its "too many requests".

A message waits here until `pacing.py` lets it go. The library's own limiter makes every chat wait
when one is told to; here only that chat waits. What is only a sketch never waits: it is refused
here as Telegram would refuse it.
"""

import asyncio
import datetime as dt
import math
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.transport.pacing import Pace, Pacer
from bot.transport.turns import Turns

Reply = bool | dict[str, Any] | list[dict[str, Any]]

_WRITES = ("send", "edit")
_UNCOUNTED = frozenset({"sendChatAction", "sendMessageDraft"})


class RefusedHere(RetryAfter):
    """A sketch would be too much now; Telegram was not asked."""


class PerChatRateLimiter(BaseRateLimiter[int]):
    """Waits for a message's turn, and as long as told; asks again, a bounded number of times."""

    def __init__(
        self, pacer: Pacer | None = None, *, max_retries: int = 4, longest_wait: float = 120.0
    ) -> None:
        self._pacer = pacer or Pacer()
        self._max_retries = max_retries
        self._longest_wait = longest_wait
        # In a chat each in its order; what is said unasked does not keep replies waiting.
        self._replies, self._unasked = Turns(), Turns()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to free."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Reply]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Reply:
        """Make the request when its chat may have it; `rate_limit_args` is its Pace."""
        chat = data.get("chat_id")
        pace = Pace.REPLY if rate_limit_args is None else Pace(rate_limit_args)
        retries = 0 if pace is Pace.SKETCH else self._max_retries
        while True:
            is_counted = endpoint.startswith(_WRITES) and endpoint not in _UNCOUNTED
            try:
                async with self._turn(chat, pace) if is_counted else self._pause(chat):
                    return await callback(*args, **kwargs)
            except RefusedHere:
                raise
            except RetryAfter as error:
                seconds = seconds_of(error)
                self._pacer.hold(chat, seconds)
                if retries <= 0 or seconds > self._longest_wait:
                    raise
                retries -= 1

    @asynccontextmanager
    async def _pause(self, chat: Hashable) -> AsyncIterator[None]:
        await asyncio.sleep(self._pacer.held(chat))
        yield

    @asynccontextmanager
    async def _turn(self, chat: Hashable, pace: Pace) -> AsyncIterator[None]:
        """Wait until a message may be written, and count it while it is on its way and after.

        The next one that is said unasked comes so long after this one was answered, not after it
        was sent: on its way it may be late, and they would arrive together.
        """
        if pace is Pace.SKETCH:
            wait = self._pacer.wait(chat, pace)
            if wait > 0 or self._unasked.is_taken(chat):
                raise RefusedHere(max(1, math.ceil(wait)))
        async with AsyncExitStack() as line:
            turns = self._replies if pace is Pace.REPLY else self._unasked
            await line.enter_async_context(turns.turn(chat))
            while True:
                if (wait := self._pacer.wait(chat, pace)) <= 0:
                    break
                await asyncio.sleep(wait)
            moment = self._pacer.note(chat)
            if pace is Pace.REPLY:
                await line.aclose()
            try:
                yield
            finally:
                self._pacer.put_off(chat, moment)


def seconds_of(error: RetryAfter) -> float:
    """Return how long Telegram asked to wait."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns that the type will change; both work
        wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, dt.timedelta) else float(wait)
