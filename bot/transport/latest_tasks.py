"""One task a person: a newer one takes the place of the one before, which is cancelled."""

import asyncio
from typing import Any


class LatestTasks:
    """Remembers what is being done for whom."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[Any]] = {}

    def put(self, user_id: int, task: asyncio.Task[Any]) -> None:
        """Cancel what is still being done for this person, and remember this instead."""
        if (before := self._tasks.get(user_id)) is not None:
            before.cancel()
        self._tasks[user_id] = task
        task.add_done_callback(lambda ended: self._forget(user_id, ended))

    def _forget(self, user_id: int, ended: asyncio.Task[Any]) -> None:
        if self._tasks.get(user_id) is ended:
            del self._tasks[user_id]
