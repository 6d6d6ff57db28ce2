"""What outlives the bot: a Postgres, a Bot API server, a site, and the one who forks bots."""

import asyncio
import os
import select
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.chaos.environment.bots import Bots, raising_bots
from benchmarks.chaos.environment.site import Site, open_site
from bot.sandbox import Sandbox
from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.migrate import migrate

TOKEN = "7654321:chaos"  # noqa: S105 - opens nothing but the sandbox of this run


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a run of the benchmark needs."""

    database_url: str
    postgres: EmbeddedPostgres
    postgres_folder: Path
    sandbox: Sandbox
    site: Site
    bots: Bots

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
    # What was written outlives every process without being forced to the disk: no power is cut.
    postgres = EmbeddedPostgres(folder / "postgres", settings={"fsync": "off"})
    url = await asyncio.to_thread(postgres.start)
    try:
        await migrate(url)
        async with (
            open_site() as site,
            Sandbox(folder / "telegram", port=0, token=TOKEN) as sandbox,
            raising_bots(_settings(folder, url, sandbox), folder) as bots,
        ):
            yield House(url, postgres, folder / "postgres", sandbox, site, bots)
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
        "readable_by_everyone": False,  # so that a person's search is over that person's batch
    }


def _wait_for_end(watched: int) -> None:
    select.select([watched], [], [], 30)
    os.close(watched)
