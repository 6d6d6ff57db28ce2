"""Links into Telegram: which of them lead to a post that anybody may read."""

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

_HOSTS = {"t.me", "www.t.me", "telegram.me", "www.telegram.me", "telegram.dog"}
# With /s/ it is the channel's page; a number between is the topic of a group.
_POST = re.compile(r"/(?:s/)?([A-Za-z]\w{3,31})/(?:\d{1,12}/)?(\d{1,12})/?", re.ASCII)


def is_telegram(url: str) -> bool:
    """Say whether a link leads into Telegram."""
    return _parts(url) is not None


def post_of(url: str) -> str | None:
    """Return "channel/number" of a post in a public channel or group; None for all other links."""
    parts = _parts(url)
    match = _POST.fullmatch(parts.path) if parts else None
    return f"{match[1]}/{match[2]}" if match else None


def page_of(url: str) -> str | None:
    """Return the address that an "instant view" link shows; None for all other links."""
    parts = _parts(url)
    if parts is None or parts.path != "/iv":
        return None
    address = parse_qs(parts.query).get("url", [""])[0]
    return address if address.startswith(("http://", "https://")) else None


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    is_web = parts.scheme.lower() in {"http", "https"}
    return parts if is_web and (parts.hostname or "").rstrip(".") in _HOSTS else None
