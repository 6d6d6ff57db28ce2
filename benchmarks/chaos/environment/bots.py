"""Bots that are born, killed and born again, and what each of them did until then."""

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.chaos.points import Moment
from benchmarks.chaos.process.tally import Order


class Bots:
    """At most one bot at a time."""

    def __init__(self, forker: Process, settings: dict[str, Any], folder: Path) -> None:
        self._forker = forker
        self._settings = settings
        self._log, self._order = folder / "calls.log", folder / "order.json"
        self.errors = folder / "errors.log"
        self.reading: list[str] = []  # SQL functions that leave nothing
        self.born_at = 0.0
        self._news = asyncio.Condition()
        self._pid = 0
        self._ready = False
        self._listening = asyncio.create_task(self._listen())

    @property
    def is_alive(self) -> bool:
        """Tell whether there is a bot."""
        return self._pid != 0

    async def bear(self, order: Order | None = None) -> None:
        """Start a bot, which dies when it is ordered to; there is none."""
        assert not self.is_alive
        assert self._forker.stdin is not None
        (order or Order()).write(self._order)
        self._log.unlink(missing_ok=True)
        line = {
            "settings": self._settings,
            "reading": self.reading,
            "order": str(self._order),
            "log": str(self._log),
            "errors": str(self.errors),
        }
        self.born_at, self._ready = time.monotonic(), False
        self._forker.stdin.write(json.dumps(line).encode() + b"\n")
        await self._forker.stdin.drain()
        async with self._news:
            await self._news.wait_for(lambda: self.is_alive)

    async def until_ready(self) -> None:
        """Wait until the bot has started, or has died of its order while it did."""
        async with asyncio.timeout(60), self._news:
            await self._news.wait_for(lambda: self._ready or not self.is_alive)

    async def kill(self) -> None:
        """End the bot as the kernel does when memory runs out, if it has not died meanwhile."""
        self._send_kill()
        async with self._news:
            await self._news.wait_for(lambda: not self.is_alive)

    def moments(self) -> list[Moment]:
        """Return what the bot that lives, or lived last, has come past."""
        if not self._log.exists():
            return []
        return [Moment.read(line) for line in self._log.read_text(encoding="utf-8").splitlines()]

    def words(self) -> str:
        """Return the last words of the log."""
        return self.errors.read_text(encoding="utf-8")[-2000:] if self.errors.exists() else ""

    async def close(self) -> None:
        """End the bot and the one who bears them."""
        self._listening.cancel()  # it may have been, with all else: so nobody waits for news here
        self._send_kill()
        assert self._forker.stdin is not None
        self._forker.stdin.close()
        await self._forker.wait()

    def _send_kill(self) -> None:
        if self.is_alive:  # else it would be sent to 0: everybody here, the caller included
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    async def _listen(self) -> None:
        assert self._forker.stdout is not None
        async for line in self._forker.stdout:
            word, _, pid = line.decode().partition(" ")
            async with self._news:
                match word:
                    case "born":
                        self._pid = int(pid)
                    case "dead":
                        self._pid = 0
                    case "ready":
                        self._ready = True
                self._news.notify_all()


@asynccontextmanager
async def raising_bots(settings: dict[str, Any], folder: Path) -> AsyncIterator[Bots]:
    """Load the code once; end every bot with the block."""
    forker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", "-m", "benchmarks.chaos.process.subject"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=(folder / "forker.log").open("wb"),
    )
    bots = Bots(forker, settings, folder)
    try:
        yield bots
    finally:
        await bots.close()
