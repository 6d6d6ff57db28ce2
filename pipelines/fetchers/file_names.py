"""What a file that is fetched by link is called."""

import re
from contextlib import suppress
from urllib.parse import unquote

_EXTENDED = re.compile(r"filename\*\s*=\s*\"?([\w!#$&+^`{}~-]*)'[\w-]*'([^;\"]+)", re.IGNORECASE)
_QUOTED = re.compile(r'filename\s*=\s*"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_BARE = re.compile(r"filename\s*=\s*([^;\s\"]+)", re.IGNORECASE)
_LONGEST = 255


def file_name_of(path: str, disposition: str) -> str | None:
    """Return the name a `Content-Disposition` gives, else the last part of the address's path.

    It is a label: no folder is left in it. Source: RFC 6266.
    """
    name = _declared(disposition) or unquote(path.rsplit("/", 1)[-1])
    last = re.split(r"[/\\]", name)[-1].strip()
    return last[-_LONGEST:] or None


def _declared(disposition: str) -> str:
    if match := _EXTENDED.search(disposition):
        try:
            return unquote(match[2], encoding=match[1] or "utf-8", errors="replace")
        except LookupError:
            return unquote(match[2])
    if match := _QUOTED.search(disposition):
        return _as_sent(re.sub(r"\\(.)", r"\1", match[1]))
    match = _BARE.search(disposition)
    return _as_sent(match[1]) if match else ""


def _as_sent(name: str) -> str:
    """Read a name that was sent as plain UTF-8 bytes, as most sites do, or escaped."""
    with suppress(UnicodeError):
        name = name.encode("latin-1").decode()
    return unquote(name) if "%" in name and " " not in name else name
