"""Speaks to whoever sits at the terminal, in the terminal's language."""

import locale
import sys

from rich.console import Console as RichConsole

from bot.phrasebook import FluentPhrasebook
from bot.views.progress import failure_text
from pipelines.errors import Failure


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
        return failure_text(failure, self.language, self.phrases)

    def say(self, key: str, **values: str | int | float) -> None:
        """Print an interface text."""
        self.err.print(self.text(key, **values), markup=False)

    def complain(self, message: str) -> None:
        """Print a fault."""
        self.err.print(message, style="red", markup=False)

    def show(self, text: str) -> None:
        """Print a result."""
        self.out.print(text.encode("utf-8", "replace").decode(), markup=False)
