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


class Ownership(Protocol):
    """Whether what this worker has begun is still its own; see `Lease`."""

    @property
    def epoch(self) -> int: ...

    async def holds(self, epoch: int) -> bool: ...


@dataclass(slots=True)
class WorkContext:
    """One attempt at something that may be attempted again.

    `key` is the same at every attempt; `epoch` is the worker's when it began, None for a step of a
    command; `sent` counts equal messages, so that two of them are not taken for one; `run_id` is
    the run's whose step it is.
    """

    key: str
    epoch: int | None = None
    sent: Counter[str] = field(default_factory=Counter)
    run_id: str = ""


_current: ContextVar[WorkContext | None] = ContextVar("paragraf_work", default=None)


def set_work_context(work: WorkContext) -> None:
    """Do everything that follows in this task, and in tasks it begins, on behalf of this work."""
    _current.set(work)


def current_work_context() -> WorkContext | None:
    """Return what is being done here; None when nothing of it is ever repeated."""
    return _current.get()


def current_run_id() -> str:
    """Return the id of the run whose step is done here; "" outside of any."""
    work = _current.get()
    return work.run_id if work is not None else ""


@contextmanager
def work_context(work: WorkContext | None) -> Iterator[None]:
    """Do something on behalf of this work; tasks begun within belong to it too."""
    token = _current.set(work)
    try:
        yield
    finally:
        _current.reset(token)
