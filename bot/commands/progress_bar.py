"""The pipelines' Notifier for a command: progress on a bar, the end by return value."""

from collections.abc import Sequence

from rich.progress import Progress, TaskID

from pipelines.errors import Failure
from pipelines.models.answers import Answer
from pipelines.models.requests import BatchReport, ItemProgress

ENDED = {"stored", "known", "refused", "failed"}


class ConsoleNotifier:
    """Moves a progress bar; `batch` says where a batch begins on it."""

    def __init__(self, bar: Progress | None = None, task: TaskID | None = None) -> None:
        self._bar = bar
        self._task = task
        self._before = 0
        self.failure: Failure | None = None

    def begin_batch(self, done_before: int) -> None:
        """Count a new batch on top of what is done."""
        self._before = done_before

    async def progressed(
        self, origin: str, items: Sequence[ItemProgress], *, batch_id: str = ""
    ) -> None:
        """Move the bar and name what is at work."""
        if self._bar is None or self._task is None:
            return
        ended = sum(item.state in ENDED for item in items)
        at_work = next((item.label for item in items if item.state == "running"), "")
        self._bar.update(self._task, completed=self._before + ended, description=at_work[-40:])

    async def ingested(self, origin: str, report: BatchReport) -> None:
        """Say nothing: the command prints the report."""

    async def answered(self, origin: str, answer: Answer) -> None:
        """Say nothing: the command prints the answer."""

    async def failed(self, origin: str, failure: Failure) -> None:
        """Keep the failure for the command to print."""
        self.failure = failure
