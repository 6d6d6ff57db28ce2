"""A real bot process: killed between receiving and handling, and behind a webhook."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bot.sandbox import Sandbox
from tests.support.bot.bot_harness import Person, person_in
from tests.support.bot.command_line import CommandLine
from tests.support.bot.stack_harness import PATIENCE_SECONDS
from tests.support.loopback import loopback_client

TOKEN = "31337:" + "z" * 35
ANNA, BORIS = 9101, 9102


@dataclass
class Place:
    """A Bot API server and the settings of a bot that uses it."""

    sandbox: Sandbox
    paragraf: CommandLine
    url: str

    async def states(self) -> list[str]:
        async with await psycopg.AsyncConnection.connect(self.url) as connection:
            rows = await connection.execute("select state from inbox order by update_id")
            return [state for (state,) in await rows.fetchall()]

    async def until_states(self, *states: str) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                if await self.states() == list(states):
                    return
                await asyncio.sleep(0.02)


@asynccontextmanager
async def place(folder: Path, models_dir: Path, url: str, **more: str) -> AsyncIterator[Place]:
    async with Sandbox(folder / "telegram", port=0, token=TOKEN) as sandbox:
        settings = {
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_BASE_URL": sandbox.page_url,
            "OPEN_ACCESS": "true",
            "DATABASE_URL": url,
            "DATA_DIR": str(folder / "data"),
            "MODELS_DIR": str(models_dir),
        }
        yield Place(sandbox, CommandLine(folder, settings | more), url)


@asynccontextmanager
async def somebody(where: Place, user_id: int) -> AsyncIterator[Person]:
    async with person_in(where, user_id) as person:  # type: ignore[arg-type]
        person.patience_seconds = PATIENCE_SECONDS
        yield person


async def stop(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGINT)
    _, err = await asyncio.wait_for(process.communicate(), PATIENCE_SECONDS)
    assert process.returncode == 0, err.decode()
    assert "Traceback" not in err.decode()


async def test_what_came_before_a_kill_is_handled_after_it_once(
    tmp_path: Path, models_dir: Path, database_url: str
) -> None:
    async with place(tmp_path, models_dir, database_url) as where, somebody(where, ANNA) as anna:
        doomed = await where.paragraf.start("run")
        # The models are still being loaded: questions are written down and wait for them.
        await anna.say("Who keeps the bees?")
        await anna.say("And who keeps the goats?")
        await where.until_states("taken", "taken")
        doomed.kill()
        await doomed.communicate()
        running = await where.paragraf.start("run")
        replies = await anna.reads_count(2)
        await where.until_states("done", "done")
        await stop(running)
        assert len(await anna.messages()) == 2, "an answer each"
        empty = "There is nothing in the base yet"
        assert all(empty in reply["text"] for reply in replies)


async def test_updates_come_through_the_webhook(
    tmp_path: Path, models_dir: Path, database_url: str
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    async with (
        place(tmp_path, models_dir, database_url, WEBHOOK_URL=address, WEB_PORT=str(port)) as where,
        somebody(where, BORIS) as boris,
        loopback_client(address) as http,
    ):
        await boris.say("/start")
        running = await where.paragraf.start("run")
        await boris.reads("Hello! This is Paragraf")
        assert (await http.get("/health")).json() == {"status": "ok"}
        assert (await http.post("/telegram", json={"update_id": 1})).status_code == 403
        await where.until_states("done")
        await stop(running)
