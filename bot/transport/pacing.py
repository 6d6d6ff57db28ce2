"""How much the bot may write: when one more message is within what Telegram takes.

About one message a second in a chat, short bursts aside, twenty a minute in a group, and thirty a
second in all chats together. Edits count like messages. What the bot says unasked comes one by
one, so that a burst is left for replies. Source: core.telegram.org/bots/faq, "My bot is hitting
limits, how do I avoid this?" Counted here, because the Telegram library's own limiter tells no
reply from an edit that can be left out, and has every chat wait when one is told to.
"""

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum


class Pace(IntEnum):
    """What a message is to those who get it; goes as the Telegram library's `rate_limit_args`.

    None of them is 0, which the library takes for nothing given.
    """

    SKETCH = 1  # how far something is: now or not at all
    REPLY = 2  # to what somebody has just done: in a short burst, too; what all else is
    REPORT = 3  # of what went on meanwhile: in its turn, apart from everything else in its chat


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
BURST = Quota(20, 20.0)
BURST_IN_GROUP = Quota(20, 61.0)
OVERALL = Quota(25, 1.05)
OVERALL_FOR_SKETCHES = Quota(15, 1.05)  # so that something is left for what matters


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
        self._in_chat: dict[Hashable, list[float]] = {}
        self._overall: list[float] = []
        self._not_before: dict[Hashable, float] = {}

    def wait(self, chat: Hashable, pace: Pace) -> float:
        """Return the seconds until such a message may be written in a chat; 0 for now."""
        now, past, is_group = self._clock(), self._in_chat.get(chat, []), _is_group(chat)
        waits = [self.held(chat), (BURST_IN_GROUP if is_group else BURST).wait(past, now)]
        if pace is not Pace.REPLY:
            waits.append(Quota(1, APART_IN_GROUP if is_group else self._apart).wait(past, now))
        overall = OVERALL_FOR_SKETCHES if pace is Pace.SKETCH else OVERALL
        return max(*waits, overall.wait(self._overall, now))

    def note(self, chat: Hashable) -> float:
        """Count a message that is written in a chat now; return its moment."""
        now, longest = self._clock(), BURST_IN_GROUP.seconds
        self._overall = [*self._overall[1 - OVERALL.most :], now]
        here = [*self._in_chat.get(chat, [])[1 - BURST.most :], now]
        recent = {c: past for c, past in self._in_chat.items() if past[-1] > now - longest}
        self._in_chat = recent | {chat: here}
        return now

    def put_off(self, chat: Hashable, moment: float) -> None:
        """Count a message from now on: it was on its way until now, however it ended."""
        now = self._clock()
        for past in (self._overall, self._in_chat.get(chat, [])):
            if moment in past:
                past.remove(moment)
                past.append(now)

    def hold(self, chat: Hashable, seconds: float) -> None:
        """Have a chat wait for as long as Telegram said."""
        now = self._clock()
        waiting = {key: at for key, at in self._not_before.items() if at > now}
        self._not_before = waiting | {chat: now + seconds}

    def held(self, chat: Hashable) -> float:
        """Return the seconds that Telegram has this chat wait yet; 0 for none."""
        now = self._clock()
        return max(0.0, self._not_before.get(chat, now) - now)


def _is_group(chat: Hashable) -> bool:
    """Tell groups by their names, too: private chats have none."""
    return chat < 0 if isinstance(chat, int) else str(chat)[:1] in ("-", "@")
