"""Speaks to whoever sits at the terminal, in the terminal's language; shows progress on a bar."""

import locale
import sys
from collections.abc import Sequence

from rich.console import Console as RichConsole
from rich.progress import Progress, TaskID

from bot.phrasebook import FluentPhrasebook
from bot.views.receipts import failure_text
from pipelines.errors import Failure
from pipelines.models.answers import Answer, Draft
from pipelines.models.interactions import Offer
from pipelines.models.requests import BatchReport, ItemProgress

ENDED = {"stored", "known", "refused", "failed"}


class Console:
    """Interface texts on standard error, so that standard output is for results alone."""

    def __init__(self, *, language: str | None = None) -> None:
        self.language = language or locale.getlocale()[0] or "en"
        self.phrases = FluentPhrasebook()
        # Piped output is for programs and files: nothing is cut to a window that is not there.
        self.out = RichConsole(
            soft_wrap=True, highlight=False, emoji=False, width=None if sys.stdout.isatty() else 240
        )
        self.err = RichConsole(stderr=True, soft_wrap=True, highlight=False, emoji=False)

    def text(self, key: str, **values: str | int | float) -> str:
        """Return an interface text in the terminal's language."""
        return self.phrases.say(key, self.language, **values)

    def failure(self, failure: Failure) -> str:
        """Return the sentence for a failure, with the id that the log shows too."""
        return failure_text(failure, self.language, self.phrases, in_chat=False)

    def say(self, key: str, **values: str | int | float) -> None:
        """Print an interface text."""
        self.err.print(self.text(key, **values), markup=False)

    def complain(self, message: str) -> None:
        """Print a fault."""
        self.err.print(message, style="red", markup=False)

    def show(self, text: str) -> None:
        """Print a result."""
        self.out.print(text.encode("utf-8", "replace").decode(), markup=False)


class ConsoleNotifier:
    """The pipelines' Notifier for a command: progress on a bar, the end by return value."""

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

    async def drafted(self, origin: str, draft: Draft) -> None:
        """Show nothing of an answer before it is whole."""

    async def answered(self, origin: str, answer: Answer) -> int:
        """Say nothing: the command prints the answer."""
        return 0

    async def offered(self, origin: str, answer: Answer, offer: Offer) -> None:
        """Offer nothing: a terminal has no buttons."""

    async def disagreed(self, batch_id: str) -> None:
        """Ask nothing: nobody decides here."""

    async def failed(self, origin: str, failure: Failure) -> None:
        """Keep the failure for the command to print."""
        self.failure = failure
