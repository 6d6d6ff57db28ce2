"""Backoff: how long to wait before an endpoint is asked again."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds that double with each attempt, up to a limit, less a random part of a half."""

    first: float
    longest: float

    def seconds(self, attempt: int, fraction: float) -> float:
        """Return the wait after attempt 0, 1, …; `fraction` is a random number in 0..1."""
        full = min(self.longest, self.first * 2.0 ** min(attempt, 30))
        return full * (1.0 - 0.5 * fraction)


def read_retry_after(value: str | None, now: Callable[[], datetime]) -> float | None:
    """Return the seconds a `Retry-After` header asks for; None if it asks for nothing.

    Source: RFC 9110, 10.2.3: seconds, or a date.
    """
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now()).total_seconds())
