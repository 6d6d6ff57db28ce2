"""What a database must be able to do for us: call a function, and give its rows or its value.

Every method of a store is one SQL function of the same name. A row is what a driver makes of one:
psycopg gives uuids, dates and bytes where PostgREST gives text; the readers below take both.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

Row = Mapping[str, Any]

# What Postgres cannot store as text: NUL, and halves of surrogate pairs, which are not UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Database(Protocol):
    """Arguments are str, int, float, bool, None, bytes, Vector, lists of these, and Json."""

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        """Call a function that returns a table.

        Args:
            paged: it may return more rows than an answer over HTTP holds. It must be read-only and
                order them, as it is then called once a page.
        Raises:
            ParagrafError: every error of a driver, as one of ours.
        """
        ...

    async def value(self, function: str, /, *, unlimited: bool = False, **arguments: Any) -> Any:
        """Call a function that returns one value, or void (None).

        Args:
            unlimited: it may take as long as it takes. PostgREST takes the time limit from the
                function's own settings. Source: docs.postgrest.org, "Functions".
        Raises:
            ParagrafError: every error of a driver, as one of ours.
        """
        ...

    async def close(self) -> None:
        """Give back the connections."""
        ...


@dataclass(frozen=True, slots=True)
class Json:
    """An argument of type jsonb, as against an array."""

    items: Sequence[Mapping[str, Any]] | Mapping[str, Any]


def storable(text: str) -> str:
    """Replace each character that Postgres cannot store by U+FFFD; offsets stay true."""
    return _UNSTORABLE.sub("\ufffd", text)


def storable_or_none(text: str | None) -> str | None:
    """Do the same where there may be no text."""
    return None if text is None else storable(text)


def bytes_of(value: bytes | str) -> bytes:
    r"""Read a bytea: bytes from psycopg, "\x…" from PostgREST."""
    return bytes.fromhex(value.removeprefix("\\x")) if isinstance(value, str) else value


def date_of(value: datetime | str) -> datetime:
    """Read a timestamptz: a datetime from psycopg, text from PostgREST."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def date_or_none(value: datetime | str | None) -> datetime | None:
    """Read a timestamptz that may be null."""
    return None if value is None else date_of(value)


def text_or_none(value: object) -> str | None:
    """Read a uuid that may be null, as text."""
    return None if value is None else str(value)
