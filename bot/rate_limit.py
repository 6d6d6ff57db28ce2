"""Respect Telegram's "too many requests", chat by chat and not a moment early.

The library's own limiter makes every chat wait when one is told to. Here only that chat
waits. A request that is worth little late (a typing sign, a progress edit) is not repeated:
its caller passes `rate_limit_args=0`.
"""

import asyncio
import datetime as dt
import warnings
from collections.abc import Callable, Coroutine
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

Reply = bool | dict[str, Any] | list[dict[str, Any]]


class PatientPerChat(BaseRateLimiter[int]):
    """Waits as long as told and asks again, a bounded number of times."""

    def __init__(self, *, max_retries: int = 4, longest_wait: float = 120.0) -> None:
        self._max_retries = max_retries
        self._longest_wait = longest_wait
        self._not_before: dict[object, float] = {}

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
        """Make the request, later if its chat has been told to wait."""
        chat_id = data.get("chat_id")
        retries = self._max_retries if rate_limit_args is None else rate_limit_args
        while True:
            await self._wait(chat_id)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as error:
                seconds = seconds_of(error)
                self._hold(chat_id, seconds)
                if retries <= 0 or seconds > self._longest_wait:
                    raise
                retries -= 1

    def _hold(self, chat_id: object, seconds: float) -> None:
        now = asyncio.get_running_loop().time()
        self._not_before = {chat: at for chat, at in self._not_before.items() if at > now}
        self._not_before[chat_id] = now + seconds

    async def _wait(self, chat_id: object) -> None:
        now = asyncio.get_running_loop().time()
        if (at := self._not_before.get(chat_id, now)) > now:
            await asyncio.sleep(at - now)


def seconds_of(error: RetryAfter) -> float:
    """Return how long Telegram asked to wait."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns that the type will change; both work
        wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, dt.timedelta) else float(wait)
