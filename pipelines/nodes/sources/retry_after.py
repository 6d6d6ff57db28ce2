"""What a `Retry-After` header asks for."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds_to_wait(retry_after: str | None, now: datetime) -> float:
    """Return the seconds from `now` on; 0 when it is missing or says nothing.

    Source: RFC 9110, 10.2.3: seconds, or a date.
    """
    stripped = (retry_after or "").strip()
    if stripped.isascii() and stripped.isdigit():
        return float(stripped[:9])
    try:
        moment = parsedate_to_datetime(stripped)
    except (ValueError, TypeError, OverflowError):
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
