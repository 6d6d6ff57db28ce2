"""The whole product for a test: its settings, its people, and what it leaves behind."""

import asyncio
import os
import select
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.settings import Settings
from bot.stack import Stack
from tests.support.bot.bot_harness import Person, person_in
from tests.support.database import as_superuser

PATIENCE_SECONDS = 90  # a hang, not a limit on how fast the bot is
WORKING_OUT = "making it searchable"


def settings_for(data_dir: Path, models_dir: Path, **more: Any) -> Settings:
    """Return settings that owe nothing to the environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in Settings.model_fields:
            patch.delenv(name.upper(), raising=False)
        return Settings(
            _env_file=None,  # type: ignore[call-arg]
            data_dir=data_dir,
            models_dir=models_dir,
            sandbox_port=0,
            **more,
        )


@asynccontextmanager
async def visitor(stack: Stack, user_id: int, language: str = "en") -> AsyncIterator[Person]:
    """Let somebody in who waits for as long as a document takes."""
    async with person_in(stack, user_id, language) as person:  # type: ignore[arg-type]
        person.patience_seconds = PATIENCE_SECONDS
        yield person


async def enter(person: Person, mode: str) -> None:
    """Say /start and press one of the two modes."""
    before = len(await person.messages())
    await person.say("/start")
    greeting = (await person.reads_count(before + 1))[-1]
    await person.press(greeting, mode)
    await person.sees_toast(mode)


class DatabaseServer:
    """The Postgres that runs for a folder, watched until it ends."""

    def __init__(self, data_dir: Path) -> None:
        pid_file = data_dir / "postgres" / "data" / "postmaster.pid"
        self._watch = os.pidfd_open(int(pid_file.read_text().splitlines()[0]))

    def has_ended(self) -> bool:
        """Wait a moment for the process to end: removing its pid file is not quite the last."""
        ended, _, _ = select.select([self._watch], [], [], 20)
        os.close(self._watch)
        return bool(ended)


async def count(stack: Stack, statement: str, *values: Any) -> int:
    """Ask the database for a number."""
    async with await psycopg.AsyncConnection.connect(
        as_superuser(stack.storage.runs_url)
    ) as connection:
        row = await (await connection.execute(statement, values)).fetchone()
    assert row is not None
    return int(row[0])


async def until_none(stack: Stack, statement: str) -> None:
    """Wait until a count in the database is zero."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if not await count(stack, statement):
                return
            await asyncio.sleep(0.05)
