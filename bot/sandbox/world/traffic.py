"""What the bot writes, noted with its time; and Telegram's limits to it, when they are asked for.

Telegram takes about one message a second in a chat and thirty a second in all; whoever goes on
gets 429 and is told how many seconds to wait. Source: core.telegram.org/bots/faq, "My bot is
hitting limits". Off by default, as people who try the bot out press faster than they would there.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.sandbox.errors import too_many_requests
from bot.sandbox.jsonvalues import JsonObject

REMEMBERED = 5000  # calls
_UNCOUNTED = frozenset({"sendchataction", "sendmessagedraft"})


@dataclass(frozen=True, slots=True)
class Quota:
    """At most so many messages in any span of so many seconds."""

    most: int
    seconds: float

    def wait(self, past: Iterable[float], now: float) -> float:
        """Return how long to wait until one more is within the quota; 0 if it is now."""
        recent = sorted(at for at in past if at > now - self.seconds)
        return recent[-self.most] + self.seconds - now if len(recent) >= self.most else 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What is enforced: of one chat, and of all of them together."""

    chat: Quota
    overall: Quota


@dataclass(frozen=True, slots=True)
class Written:
    """One call that writes or changes a message: what it said, when, and if it was let pass."""

    method: str
    chat_id: int
    text: str
    at: float  # seconds of a clock of this process
    refused_for: int = 0  # seconds that the bot was told to wait
    is_early: bool = False  # it came while the bot was still to wait

    def as_json(self) -> JsonObject:
        """Return it for the user side."""
        return {
            "method": self.method,
            "chat_id": self.chat_id,
            "text": self.text,
            "at": self.at,
            "refused_for": self.refused_for,
            "is_early": self.is_early,
        }


class Traffic:
    """Notes what the bot writes, and refuses what is too much while limits are set."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._written: deque[Written] = deque(maxlen=REMEMBERED)
        self._not_before: dict[int, float] = {}
        self.limits: Limits | None = None

    @property
    def written(self) -> tuple[Written, ...]:
        """The calls so far, in their order; the oldest are forgotten."""
        return tuple(self._written)

    def count(self, method: str, chat_id: int, text: str) -> None:
        """Note a call of a method, if it is one that writes.

        Raises:
            ApiError: the bot writes too much; it says how many seconds to wait.
        """
        if method in _UNCOUNTED or not method.startswith(("send", "edit")):
            return
        now = self._clock()
        is_early = self._not_before.get(chat_id, now) > now
        wait = math.ceil(self._wait(chat_id, now))
        self._written.append(Written(method, chat_id, text, now, wait, is_early))
        if wait:
            self._not_before[chat_id] = now + wait
            raise too_many_requests(wait)

    def _wait(self, chat_id: int, now: float) -> float:
        if self.limits is None:
            return 0.0
        passed = [each for each in self._written if not each.refused_for]
        here = [each.at for each in passed if each.chat_id == chat_id]
        return max(
            self._not_before.get(chat_id, now) - now,
            self.limits.chat.wait(here, now),
            self.limits.overall.wait((each.at for each in passed), now),
        )
