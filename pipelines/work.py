"""On whose behalf something is done right now: an update that is handled, or a step of a run.

Whoever sends messages looks here, so that work which is repeated after a crash does not send
them again, and work that another worker has taken over sends nothing at all.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol


class Standing(Protocol):
    """Whether what this worker has begun is still its own; see `Lease`."""

    @property
    def term(self) -> int: ...

    async def holds(self, term: int) -> bool: ...


@dataclass(slots=True)
class Work:
    """One attempt at something that may be attempted again.

    `key` is the same at every attempt; `term` is the worker's when it began, None for a step of a
    command; `sent` counts equal messages, so that two of them are not taken for one.
    """

    key: str
    term: int | None = None
    sent: Counter[str] = field(default_factory=Counter)


_current: ContextVar[Work | None] = ContextVar("paragraf_work", default=None)


def begin_work(work: Work) -> None:
    """Do everything that follows in this task, and in tasks it begins, on behalf of this work."""
    _current.set(work)


def current_work() -> Work | None:
    """Return what is being done here; None when nothing of it is ever repeated."""
    return _current.get()


@contextmanager
def working(work: Work | None) -> Iterator[None]:
    """Do something on behalf of this work; tasks begun within belong to it too."""
    token = _current.set(work)
    try:
        yield
    finally:
        _current.reset(token)
