"""Keep to what Telegram takes, chat by chat, and obey its "too many requests".

A message waits here until `pacing.py` lets it go. The library's own limiter makes every chat wait
when one is told to; here only that chat waits. What is only a sketch never waits: it is refused
here as Telegram would refuse it.
"""

import asyncio
import datetime as dt
import math
import warnings
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.pacing import Pace, Pacer
from bot.sequential import Turns

Reply = bool | dict[str, Any] | list[dict[str, Any]]

_WRITES = ("send", "edit")
_UNCOUNTED = frozenset({"sendChatAction", "sendMessageDraft"})


class PatientPerChat(BaseRateLimiter[int]):
    """Waits for a message's turn, and as long as told; asks again, a bounded number of times."""

    def __init__(
        self, pacer: Pacer | None = None, *, max_retries: int = 4, longest_wait: float = 120.0
    ) -> None:
        self._pacer = pacer or Pacer()
        self._max_retries = max_retries
        self._longest_wait = longest_wait
        # Of each kind in a chat, in their order; reports do not keep replies waiting.
        self._turns = {pace: Turns() for pace in Pace}

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
            if chat is not None and endpoint.startswith(_WRITES) and endpoint not in _UNCOUNTED:
                await self._take_turn(chat, pace)
            else:
                await asyncio.sleep(self._pacer.held(chat))
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as error:
                seconds = seconds_of(error)
                self._pacer.hold(chat, seconds)
                if retries <= 0 or seconds > self._longest_wait:
                    raise
                retries -= 1

    async def _take_turn(self, chat: Hashable, pace: Pace) -> None:
        """Wait until a message may be written, and count it."""
        if pace is Pace.SKETCH and (wait := self._pacer.wait(chat, pace)) > 0:
            raise RetryAfter(math.ceil(wait))
        async with self._turns[pace].turn(chat):
            while True:
                if (wait := self._pacer.wait(chat, pace)) <= 0:
                    break
                await asyncio.sleep(wait)
            self._pacer.note(chat)


def seconds_of(error: RetryAfter) -> float:
    """Return how long Telegram asked to wait."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns that the type will change; both work
        wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, dt.timedelta) else float(wait)
