"""Workers that die, sleep and come back: every run is finished, by one of them, once."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from tests.support import ROOT

HERE = ROOT / "tests" / "support" / "pipelines"
PATIENCE_SECONDS = 90


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """What the workers' steps note."""
    file = tmp_path / "diary"
    file.touch()
    return file


async def start(
    url: str, name: str, bot: int, diary: Path, what: str, *more: str
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", str(HERE / "worker_process.py")),
        *(url, name, str(bot), str(diary), what, *more),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def end(process: asyncio.subprocess.Process) -> str:
    """Wait for a process to end; return what it said."""
    out, err = await asyncio.wait_for(process.communicate(b"\n"), PATIENCE_SECONDS)
    assert process.returncode == 0, err.decode()
    return out.decode()


@asynccontextmanager
async def serving(url: str, name: str, bot: int, diary: Path) -> AsyncIterator[None]:
    """Have another worker that takes what comes."""
    process = await start(url, name, bot, diary, "serve")
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), PATIENCE_SECONDS) == b"ready\n"
    try:
        yield
    finally:
        await end(process)


async def status(url: str, run_id: str) -> str | None:
    query = "select status from dbos.workflow_status where workflow_uuid = %s"
    async with await psycopg.AsyncConnection.connect(url) as connection:
        row = await (await connection.execute(query, [run_id])).fetchone()
        return row[0] if row else None


async def until_done(url: str, run_id: str) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if await status(url, run_id) == "SUCCESS":
                return
            await asyncio.sleep(0.1)


async def until_noted(diary: Path, line: str) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if line in _lines(diary):
                return
            await asyncio.sleep(0.05)


async def test_a_worker_that_was_stopped_writes_nothing_twice_when_it_wakes(
    database_url: str, diary: Path
) -> None:
    sleeper = await start(database_url, "sleeper", 5, diary, "hold")
    await until_noted(diary, "hold sleeper")
    async with serving(database_url, "heir", 5, diary):
        await until_done(database_url, "errand-5-1")
        sleeper.send_signal(signal.SIGCONT)
        assert await end(sleeper) == "held finished\n", "it hears of the other's result"
    lines = _lines(diary)
    assert lines == ["begin sleeper", "hold sleeper", "hold heir", "finish heir", "awake sleeper"]


async def test_the_living_finish_what_a_dead_worker_began_and_what_it_left_queued(
    database_url: str, diary: Path
) -> None:
    async with serving(database_url, "heir", 5, diary):
        dead = await start(database_url, "dead", 5, diary, "die")
        assert await asyncio.wait_for(dead.wait(), PATIENCE_SECONDS) == 9
        await until_done(database_url, "errand-5-1")
        gone = await start(database_url, "gone", 5, diary, "leave", "errand-5-2")
        assert await asyncio.wait_for(gone.wait(), PATIENCE_SECONDS) == 9
        await until_done(database_url, "errand-5-2")
    lines = _lines(diary)
    assert [line for line in lines if line.startswith("finish")] == ["finish heir"] * 2


async def test_two_bots_on_one_database_leave_each_other_s_runs_alone(
    database_url: str, diary: Path
) -> None:
    for run_id, what in (("errand-5-1", "die"), ("errand-5-2", "leave")):
        dead = await start(database_url, "dead", 5, diary, what, run_id)
        assert await asyncio.wait_for(dead.wait(), PATIENCE_SECONDS) == 9
    async with serving(database_url, "stranger", 6, diary):
        own = await start(database_url, "other stranger", 6, diary, "leave", "errand-6-1")
        await own.wait()
        await until_done(database_url, "errand-6-1")
        assert await status(database_url, "errand-5-1") != "SUCCESS"
    async with serving(database_url, "heir", 5, diary):
        await until_done(database_url, "errand-5-1")
        await until_done(database_url, "errand-5-2")
    finished = [line for line in _lines(diary) if line.startswith("finish")]
    assert finished[0].endswith("stranger")
    assert finished[1:] == ["finish heir"] * 2


def _lines(diary: Path) -> list[str]:
    return diary.read_text().splitlines()
