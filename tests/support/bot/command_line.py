"""The command line as somebody types it: in this process, or in one of its own."""

import asyncio
import json
import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from bot.cli import app
from bot.settings import Settings
from tests.support import ROOT

INGEST_KEYS = {
    *("source", "status", "reason", "document_id", "batch_id", "type", "title", "language"),
    *("pages", "chunks"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: its status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Read the one value on standard output."""
        return json.loads(self.out)


@dataclass(slots=True)
class CommandLine:
    """Runs `paragraf` with these settings and no others."""

    folder: Path  # where it is called
    settings: dict[str, str] = field(default_factory=dict)

    async def run(self, *arguments: str, **settings: str) -> Outcome:
        """Run a command in a thread of this process."""
        return await asyncio.to_thread(self._invoke, arguments, settings)

    async def start(self, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        """Start a command in a process of its own."""
        mine = {name: value for name, value in os.environ.items() if name not in _names()}
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "from bot.cli import app; app()"),
            *arguments,
            cwd=self.folder,
            env={**mine, "PYTHONPATH": str(ROOT), **self.settings, **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    def _invoke(self, arguments: tuple[str, ...], settings: dict[str, str]) -> Outcome:
        environment: dict[str, str | None] = dict.fromkeys(_names())
        environment |= {**self.settings, **settings}
        with chdir(self.folder), _logging_kept():
            result = CliRunner().invoke(app, list(arguments), env=environment)
        error = result.stderr
        if result.exc_info and result.exception and result.exc_info[0] is not SystemExit:
            error += "".join(traceback.format_exception(*result.exc_info))  # what a shell shows
        return Outcome(result.exit_code, result.stdout, error)


@contextmanager
def _logging_kept() -> Iterator[None]:
    """Take away the handlers that a command has set up: they write to what is closed by now."""
    loggers = [logging.getLogger(name) for name in (None, "dbos")]
    before = [(logger, list(logger.handlers), logger.level) for logger in loggers]
    try:
        yield
    finally:
        for logger, handlers, level in before:
            logger.handlers[:] = handlers
            logger.setLevel(level)


def _names() -> set[str]:
    """The names of all settings."""
    return {name.upper() for name in Settings.model_fields}
