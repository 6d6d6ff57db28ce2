"""What outlives the bot: a Postgres, a Bot API server, a site, and the one who forks bots."""

import asyncio
import json
import os
import select
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.chaos.material import page_of
from benchmarks.chaos.points import Orders
from bot.sandbox import Sandbox
from pipelines.gateways.embedded import EmbeddedPostgres
from pipelines.gateways.migrate import migrate

TOKEN = "7654321:chaos"  # noqa: S105 - opens nothing but the sandbox of this run


class Bots:
    """Bots that are born, killed and born again."""

    def __init__(self, forker: Process, settings: dict[str, Any], folder: Path) -> None:
        self._forker = forker
        self._line = {
            "settings": settings,
            "orders": str(folder / "orders"),
            "log": str(folder / "calls.log"),
            "errors": str(folder / "errors.log"),
        }
        self.log, self.errors = folder / "calls.log", folder / "errors.log"
        self._news = asyncio.Condition()
        self._pid = 0
        self._ready = False
        self.born_at = 0.0
        self._reading = asyncio.create_task(self._read())

    @property
    def is_alive(self) -> bool:
        """Tell whether there is a bot."""
        return self._pid != 0

    async def bear(self) -> None:
        """Start a bot; there is none."""
        assert not self.is_alive
        assert self._forker.stdin is not None
        self.born_at, self._ready = time.monotonic(), False
        self._forker.stdin.write(json.dumps(self._line).encode() + b"\n")
        await self._forker.stdin.drain()
        async with self._news:
            await self._news.wait_for(lambda: self.is_alive)

    async def until_ready(self) -> None:
        """Wait until the bot has started, or has died of an order while it did."""
        async with asyncio.timeout(60), self._news:
            await self._news.wait_for(lambda: self._ready or not self.is_alive)

    async def until_dead(self) -> None:
        """Wait for its death."""
        async with self._news:
            await self._news.wait_for(lambda: not self.is_alive)

    async def kill(self) -> None:
        """End the bot as the kernel does when memory runs out."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        await self.until_dead()

    async def close(self) -> None:
        """End the bot and the one who bears them."""
        if self.is_alive:
            await self.kill()
        self._reading.cancel()
        assert self._forker.stdin is not None
        self._forker.stdin.close()
        await self._forker.wait()

    async def _read(self) -> None:
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


@dataclass
class Site:
    """A site on loopback: every page is there but those that are gone."""

    port: int = 0

    def url(self, path: str) -> str:
        """Return the address of a page."""
        return f"http://127.0.0.1:{self.port}/{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split()[1].strip("/")
            gone = path.endswith("gone") or not path.startswith("k")
            body = b"" if gone else page_of(path)
            status = "404 Not Found" if gone else "200 OK"
            writer.write(
                f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                + body
            )
            await writer.drain()
        writer.close()


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a run of the benchmark needs."""

    database_url: str
    postgres: EmbeddedPostgres
    postgres_folder: Path
    sandbox: Sandbox
    site: Site
    bots: Bots
    orders: Orders

    def stop_postgres(self) -> None:
        """Stop Postgres as a power cut does, and start it again. Blocks."""
        pid_file = self.postgres_folder / "data" / "postmaster.pid"
        with suppress(FileNotFoundError, ProcessLookupError):
            pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
            watched = os.pidfd_open(pid)
            os.kill(pid, signal.SIGQUIT)
            _wait_for_end(watched)
        self.postgres.start()


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[House]:
    """Open everything but the bot; close it at the end."""
    postgres = EmbeddedPostgres(folder / "postgres")
    url = await asyncio.to_thread(postgres.start)
    try:
        await migrate(url)
        site = Site()
        server = await asyncio.start_server(site.serve, "127.0.0.1", 0)
        site.port = server.sockets[0].getsockname()[1]
        async with server, Sandbox(folder / "telegram", port=0, token=TOKEN) as sandbox:
            orders = Orders(folder / "orders")
            forker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-W", "ignore", "-m", "benchmarks.chaos.subject"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=(folder / "forker.log").open("wb"),
            )
            bots = Bots(forker, _settings(folder, url, sandbox), folder)
            try:
                yield House(url, postgres, folder / "postgres", sandbox, site, bots, orders)
            finally:
                await bots.close()
                orders.close()
    finally:
        await asyncio.to_thread(postgres.stop)


def _settings(folder: Path, url: str, sandbox: Sandbox) -> dict[str, Any]:
    (folder / "bot").mkdir(exist_ok=True)
    return {
        "telegram_token": TOKEN,
        "telegram_base_url": sandbox.page_url,
        "open_access": True,
        "data_dir": str(folder / "bot"),
        "database_url": url,
        "allow_private_urls": True,
    }


def _wait_for_end(watched: int) -> None:
    select.select([watched], [], [], 30)
    os.close(watched)
