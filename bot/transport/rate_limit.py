"""Keep to what Telegram takes, chat by chat, and obey its "too many requests".

A message waits here until one more is within what Telegram takes: about one a second in a chat,
short bursts aside, twenty a minute in a group, and thirty a second in all chats together. Edits
count like messages. What the bot says unasked comes one by one, so that a burst is left for
replies. What is only a sketch never waits: it is refused here as Telegram would refuse it.

Counted here, because the Telegram library's own limiter tells no reply from an edit that can be
left out, and has every chat wait when one is told to; here only that chat waits. A draft is no
message: it is shown now or not at all, and when Telegram takes no more of them, messages still go.
Source:
core.telegram.org/bots/faq, "My bot is hitting limits, how do I avoid this?"
"""

import asyncio
import datetime as dt
import math
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cachetools import TLRUCache, TTLCache
from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from pipelines.concurrency import Turns


class Pace(IntEnum):
    """What a message is to those who get it; goes as the Telegram library's `rate_limit_args`.

    None of them is 0, which the library takes for nothing given.
    """

    SKETCH = 1  # how far something is: now or not at all
    REPLY = 2  # to what somebody has just done: in a short burst, too; what all else is
    REPORT = 3  # of what went on meanwhile: in its turn, apart from everything else in its chat
    FIRST_SKETCH = 4  # of an answer: a sketch that comes sooner in a group that is quiet


SKETCHES = frozenset({Pace.SKETCH, Pace.FIRST_SKETCH})


@dataclass(frozen=True, slots=True)
class Quota:
    """At most so many messages in any span of so many seconds."""

    most: int
    seconds: float

    def wait(self, past: Sequence[float], now: float) -> float:
        """Return the seconds until one more is within the quota, after those of the past."""
        return past[-self.most] + self.seconds - now if len(past) >= self.most else 0.0


APART = 1.05  # seconds
APART_IN_GROUP = 3.1
APART_AT_FIRST = 1.15  # in a group, which has this for each answer once
BURST = Quota(20, 20.0)
BURST_IN_GROUP = Quota(20, 61.0)
QUIET_GROUP = Quota(15, 61.0)  # the rest of that is left to replies
OVERALL = Quota(25, 1.05)
OVERALL_FOR_SKETCHES = Quota(15, 1.05)  # so that something is left for what matters
OVERALL_FOR_DRAFTS = Quota(20, 1.05)  # which are no messages, and take none of their room


class Pacer:
    """Remembers when what was written, and says how long one more message has to wait.

    Args:
        apart: seconds that lie before what the bot says unasked in a private chat.
        clock: counts seconds.
    """

    def __init__(
        self, *, apart: float = APART, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._apart = apart
        self._clock = clock
        longest = BURST_IN_GROUP.seconds
        self._in_chat: TTLCache[Hashable, list[float]] = TTLCache(math.inf, longest, timer=clock)
        self._overall: list[float] = []
        self._drafts: list[float] = []
        self._not_before: TLRUCache[Hashable, float] = TLRUCache(
            math.inf, ttu=lambda _chat, until, _now: until, timer=clock
        )

    def wait(self, chat: Hashable, pace: Pace) -> float:
        """Return the seconds until such a message may be written in a chat; 0 for now."""
        now, past, is_group = self._clock(), self._in_chat.get(chat, []), _is_group(chat)
        waits = [self.held(chat), (BURST_IN_GROUP if is_group else BURST).wait(past, now)]
        if pace is not Pace.REPLY:
            is_soon = pace is Pace.FIRST_SKETCH and QUIET_GROUP.wait(past, now) <= 0
            apart = APART_AT_FIRST if is_soon else APART_IN_GROUP
            waits.append(Quota(1, apart if is_group else self._apart).wait(past, now))
        overall = OVERALL_FOR_SKETCHES if pace in SKETCHES else OVERALL
        return max(*waits, overall.wait(self._overall, now))

    def note(self, chat: Hashable) -> float:
        """Count a message that is written in a chat now; return its moment."""
        now = self._clock()
        self._overall = [*self._overall[1 - OVERALL.most :], now]
        self._in_chat[chat] = [*self._in_chat.get(chat, [])[1 - BURST.most :], now]
        return now

    def take_draft(self, chat: Hashable) -> float:
        """Count a draft that is shown now; else return the seconds until one may be."""
        now = self._clock()
        wait = max(self.held(chat), OVERALL_FOR_DRAFTS.wait(self._drafts, now))
        if wait <= 0:
            self._drafts = [*self._drafts[1 - OVERALL_FOR_DRAFTS.most :], now]
        return wait

    def put_off(self, chat: Hashable, moment: float) -> None:
        """Count a message from now on: it was on its way until now, however it ended."""
        now, here = self._clock(), self._in_chat.get(chat, [])
        for past in (self._overall, here):
            if moment in past:
                past.remove(moment)
                past.append(now)
        self._in_chat[chat] = here  # remembered from now on, too

    def hold(self, chat: Hashable, seconds: float) -> None:
        """Have a chat wait for as long as Telegram said."""
        self._not_before[chat] = self._clock() + seconds

    def held(self, chat: Hashable) -> float:
        """Return the seconds that Telegram has this chat wait yet; 0 for none."""
        now = self._clock()
        return max(0.0, self._not_before.get(chat, now) - now)


def _is_group(chat: Hashable) -> bool:
    """Tell groups by their names, too: private chats have none."""
    return chat < 0 if isinstance(chat, int) else str(chat)[:1] in ("-", "@")


Reply = bool | dict[str, Any] | list[dict[str, Any]]

_WRITES = ("send", "edit")
_DRAFT = "sendMessageDraft"
_UNCOUNTED = frozenset({"sendChatAction", _DRAFT})


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
        """Make the request when its chat may have it; `rate_limit_args` is its Pace.

        Raises:
            RefusedHere: a draft that would come too soon; a newer one follows.
            RetryAfter: Telegram wants more patience than there is.
        """
        chat = data.get("chat_id")
        pace = Pace.REPLY if rate_limit_args is None else Pace(rate_limit_args)
        retries = 0 if pace in SKETCHES else self._max_retries
        while True:
            is_counted = endpoint.startswith(_WRITES) and endpoint not in _UNCOUNTED
            try:
                if endpoint == _DRAFT and (wait := self._pacer.take_draft(chat)) > 0:
                    raise RefusedHere(max(1, math.ceil(wait)))
                async with self._turn(chat, pace) if is_counted else self._pause(chat):
                    return await callback(*args, **kwargs)
            except RefusedHere:
                raise
            except RetryAfter as error:
                if endpoint == _DRAFT:  # the answer itself must not wait for it
                    raise
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
        if pace in SKETCHES:
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
