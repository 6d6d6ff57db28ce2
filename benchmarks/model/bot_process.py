"""The bot as a process of its own, which can be killed and started again."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

from benchmarks.refused import CannotMeasure
from bot.sandbox import Sandbox
from bot.settings import Settings

_ROOT = Path(__file__).parents[2]
TOKEN = "7654321:measured"  # noqa: S105 - opens nothing but the sandbox of this run
_LOOK_S = 0.05
_START_S = 180.0


class BotProcess:
    """At most one bot at a time; the environment of whoever measures sets nothing."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        names = {name.upper() for name in Settings.model_fields}
        inherited = {name: value for name, value in os.environ.items() if name not in names}
        path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        self._env = {**inherited, **settings, "PYTHONPATH": path}
        self._folder = folder
        self._process: Process | None = None

    async def start(self) -> None:
        """Start a bot; there is none. In a folder without a `.env`."""
        assert self._process is None
        with (self._folder / "bot.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"),
                env=self._env,
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )

    async def kill(self) -> None:
        """End it as the kernel does when memory runs out."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """End it as an operator does."""
        await self._end(signal.SIGTERM)

    def last_words(self) -> str:
        """Return the end of its log."""
        return (self._folder / "bot.log").read_text(encoding="utf-8", errors="replace")[-2000:]

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.returncode is None

    async def _end(self, by: signal.Signals) -> None:
        if (process := self._process) is None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(by)
        await process.wait()
        self._process = None


@asynccontextmanager
async def bot_in_sandbox(
    folder: Path, models_dir: Path, settings: Mapping[str, str]
) -> AsyncIterator[httpx.AsyncClient]:
    """Run a bot, and here the sandbox, which is Telegram to it; yield the way to the sandbox."""
    async with Sandbox(folder / "telegram", port=0, token=TOKEN) as sandbox:
        own = {
            "DATA_DIR": str(folder / "data"),
            "MODELS_DIR": str(models_dir),
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_BASE_URL": sandbox.page_url,
            "OPEN_ACCESS": "1",
        }
        bot = BotProcess(folder, {**own, **settings})
        try:
            await bot.start()
            async with sandbox_at(sandbox.page_url) as http:
                await _until_started(http, bot)
                yield http
        finally:
            await bot.stop()


@asynccontextmanager
async def sandbox_at(page_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Connect to a sandbox, with as many connections as there are people."""
    # The server ends a connection on which nothing comes for five seconds.
    limits = httpx.Limits(max_connections=None, keepalive_expiry=1.0)
    async with httpx.AsyncClient(
        base_url=page_url, timeout=60, trust_env=False, limits=limits
    ) as http:
        yield http


async def _until_started(http: httpx.AsyncClient, bot: BotProcess) -> None:
    """Wait until it has said which commands it knows."""
    deadline = asyncio.get_running_loop().time() + _START_S
    while bot.is_alive and asyncio.get_running_loop().time() < deadline:
        asked = await http.get("/sandbox/bot", params={"language_code": "en"})
        if asked.raise_for_status().json()["commands"]:
            return
        await asyncio.sleep(_LOOK_S)
    raise CannotMeasure(f"the bot does not start: {bot.last_words()}")
