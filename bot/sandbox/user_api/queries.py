"""Queries of people in chats where the bot is no member, until it answers, and what it answered.

They are as short-lived as the typing that makes them: nothing of them outlives a restart.
"""

import asyncio
import secrets
from dataclasses import dataclass, field

from bot.sandbox.world.values import Button, Formatted

_REMEMBERED = 200  # queries


@dataclass(frozen=True, slots=True)
class Result:
    """One of the results that an inline query is answered with."""

    result_id: str
    title: str
    description: str
    message: Formatted
    buttons: tuple[tuple[Button, ...], ...] = ()
    preview_disabled: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """All of them, and the button above them: its text, and what it gives to /start."""

    results: tuple[Result, ...]
    button: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """An inline query, or with `message_id` the call of a guest."""

    query_id: str
    chat_id: int
    user_id: int
    message_id: int | None = None
    answered: asyncio.Future[Answered] = field(default_factory=asyncio.Future)


class Queries:
    """Keeps the last queries of all people."""

    def __init__(self) -> None:
        self._queries: dict[str, Query] = {}

    def add(self, *, chat_id: int, user_id: int, message_id: int | None = None) -> Query:
        """Begin a query; what the same person typed before waits no more, nor does the oldest."""
        query = Query(str(secrets.randbits(62)), chat_id, user_id, message_id)
        if message_id is None:
            for other in [one for one in self._queries.values() if one.user_id == user_id]:
                if other.message_id is None and not other.answered.done():
                    self.forget(other)
        self._queries[query.query_id] = query
        if len(self._queries) > _REMEMBERED:
            self.forget(next(iter(self._queries.values())))
        return query

    def get(self, query_id: str) -> Query | None:
        """Return a query, answered or not."""
        return self._queries.get(query_id)

    def forget(self, query: Query) -> None:
        """Take no answer to a query any more."""
        self._queries.pop(query.query_id, None)
        query.answered.cancel()
