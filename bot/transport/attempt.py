"""One attempt at handling an update: how it goes, and whether it may be made again."""

import asyncio
from collections.abc import Awaitable, Generator
from dataclasses import dataclass, field
from typing import Any

from telegram.error import BadRequest, NetworkError, RetryAfter
from telegram.ext import Application

from pipelines.engine.work_context import WorkContext, current_work_context
from pipelines.errors import TransientError, UserError
from pipelines.store.inbox import TakenUpdate

ATTEMPTS = 3  # then an update is dead-lettered
DELAYS = 60  # of what fails for a passing reason: half an hour


@dataclass(slots=True)
class Attempt(WorkContext):
    """Handling one update once, with the tasks that its handlers begin."""

    update: TakenUpdate = field(kw_only=True)
    number: int = 1
    failure: Exception | None = None
    is_given_up: bool = False
    is_of_stranger: bool = False  # of whom nothing is kept
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def failure_is_transient(self) -> bool:
        """Whether what went wrong is expected to mend itself."""
        return self.failure is not None and is_transient(self.failure)

    def will_repeat(self, error: Exception) -> bool:
        """Take note of an error; tell whether the update will be handled again for it."""
        if isinstance(error, UserError):
            return False
        if is_transient(error):
            repeats = self.update.delays < DELAYS
        else:
            repeats = self.number < ATTEMPTS
            self.is_given_up = not repeats
        if repeats:
            self.failure = error
        return repeats

    def follow(self, task: asyncio.Task[Any]) -> None:
        """Count a task in: the update is not handled before it ends."""
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def wait_for_tasks(self) -> None:
        """Wait for the tasks, and for those that they began."""
        while self.tasks:
            await asyncio.wait(self.tasks)


def is_transient(error: Exception) -> bool:
    """Tell whether an error is expected to mend itself."""
    if isinstance(error, NetworkError):
        return not isinstance(error, BadRequest)  # which the library derives from it
    return isinstance(error, TransientError | RetryAfter)


def current_attempt() -> Attempt | None:
    """Return the attempt that is under way here, if one is."""
    work = current_work_context()
    return work if isinstance(work, Attempt) else None


class TaskTrackingApplication(Application):  # type: ignore[type-arg]
    """An application that tells each update's attempt of the tasks its handlers begin."""

    def create_task(
        self,
        coroutine: Generator[Any, None, Any] | Awaitable[Any],
        update: object | None = None,
        *,
        name: str | None = None,
    ) -> "asyncio.Task[Any]":
        """Begin a task; an update is not handled before its tasks have ended."""
        task: asyncio.Task[Any] = super().create_task(coroutine, update, name=name)
        if (attempt := current_attempt()) is not None:
            attempt.follow(task)
        return task
