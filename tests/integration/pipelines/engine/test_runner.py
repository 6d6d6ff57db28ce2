"""The engine: order, switches, branches, retries, refusals, faults, restarts, records."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from dbos._dbos import _get_dbos_instance
from psycopg import AsyncConnection, sql
from sqlalchemy.exc import OperationalError

from pipelines.engine.execution import NodeEvent
from pipelines.engine.records import find_run, list_runs, show_run
from pipelines.engine.recovery import take_over
from pipelines.engine.runner import Runner
from pipelines.errors import DatabaseUnavailable
from pipelines.gateways.logins import hand_over
from tests.support import ROOT
from tests.support.pipelines.toy_pipeline import TOY, Basket, Kitchen


class Diary:
    """A runner over a diary file, and the events seen while it works."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "diary"
        self.events: list[NodeEvent] = []
        self.served = asyncio.Event()
        self.runner = Runner(database_url=f"sqlite:///{folder}/runs.sqlite", executor_id="test")
        self.runner.add(TOY, Kitchen(self.file), observer=self.observe)

    async def observe(self, event: NodeEvent) -> None:
        self.events.append(event)
        if event.node == "serve" and event.phase == "ended":
            self.served.set()

    @property
    def calls(self) -> list[str]:
        return self.file.read_text().splitlines()

    async def run(self, *fruits: str, run_id: str = "run-1") -> Basket:
        basket = await self.runner.run("toy", Basket(fruits), run_id)
        assert isinstance(basket, Basket)
        return basket


@pytest.fixture
async def diary(tmp_path: Path) -> AsyncIterator[Diary]:
    diary = Diary(tmp_path)
    await diary.runner.launch()
    yield diary
    await diary.runner.close()


async def test_nobody_waits_for_its_database_after_the_end(
    empty_database_url: str, tmp_path: Path
) -> None:
    """Python waits for the thread of a look-up when it exits: the process would stay for ever."""
    runner = Runner(database_url=hand_over(empty_database_url).engine, executor_id="test")
    runner.add(TOY, Kitchen(tmp_path / "diary"))
    await runner.launch()
    async with _gone(empty_database_url):
        asking = asyncio.create_task(find_run("nobody"))
        await asyncio.sleep(0.5)
        assert not asking.done()
        await runner.close()
        await asyncio.wait([asking], timeout=60)  # longer than it waits between two tries
    await asyncio.wait([asking])  # not to leave that thread to the test if it waits still
    with pytest.raises(OperationalError):
        await asking


async def test_a_look_at_a_queue_that_outlives_the_engine_ends_without_an_error(
    tmp_path: Path,
) -> None:
    """A thread of DBOS asks of what kind its failure was, however late it failed."""
    diary = Diary(tmp_path)
    await diary.runner.launch()
    instance = _get_dbos_instance()
    await diary.runner.close()
    late = OperationalError("select", {}, RuntimeError("gone"))
    assert not instance._sys_db.is_lock_conflict(late)


@asynccontextmanager
async def _gone(database_url: str) -> AsyncIterator[None]:
    """Have a database take no connection, and lose those it has, until the block ends."""
    name = urlsplit(database_url).path[1:]
    elsewhere = urlsplit(database_url)._replace(path="/postgres").geturl()
    async with await AsyncConnection.connect(elsewhere, autocommit=True) as connection:
        allows = sql.SQL("alter database {} allow_connections {}")
        await connection.execute(allows.format(sql.Identifier(name), False))
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name]
        )
        try:
            yield
        finally:
            await connection.execute(allows.format(sql.Identifier(name), True))


async def test_a_stopped_engine_leaves_the_dead_to_others(tmp_path: Path) -> None:
    """Whoever beats until the very end must not fall for it."""
    diary = Diary(tmp_path)
    await diary.runner.launch()
    await diary.runner.close()
    with pytest.raises(DatabaseUnavailable, match="takes nothing over"):
        await take_over(["nobody"])


async def test_a_transaction_of_ours_does_not_hold_up_the_first_start(
    empty_database_url: str, tmp_path: Path
) -> None:
    runner = Runner(database_url=hand_over(empty_database_url).engine, executor_id="test")
    runner.add(TOY, Kitchen(tmp_path / "diary"))
    async with await AsyncConnection.connect(empty_database_url) as connection:
        await connection.execute("set idle_in_transaction_session_timeout = '5s'")
        await connection.commit()
        await connection.execute("select %s", [1])  # a transaction that holds a snapshot
        launching = asyncio.create_task(runner.launch())
        await asyncio.sleep(0.5)
        try:
            await connection.commit()
            await launching
        finally:
            await runner.close()


async def test_goes_through_sequence_switch_and_branches(diary: Diary) -> None:
    basket = await diary.run("apple", "grape")
    assert basket.said == "served"
    assert basket.fruits == ("apple: peeled", "grape: ")
    assert diary.calls == ["wash", "peel apple", "serve"]


async def test_gathers_in_order_whatever_ends_first(diary: Diary) -> None:
    basket = await diary.run("kiwi", "apple", "pear")
    assert [fruit.split(":")[0] for fruit in basket.fruits] == ["kiwi", "apple", "pear"]


async def test_a_passing_fault_is_tried_again_up_to_the_policy(diary: Diary) -> None:
    basket = await diary.run("kiwi", "coconut")
    assert basket.fruits == ("kiwi: peeled", "coconut: source-unavailable")
    assert diary.calls.count("peel kiwi") == 3
    assert diary.calls.count("peel coconut") == 3


@pytest.mark.parametrize(
    ("fruit", "told"), [("coconut", "SourceUnavailable"), ("snail", "TimeoutError")]
)
async def test_a_fault_that_was_to_be_expected_is_one_line_of_the_log(
    diary: Diary, caplog: pytest.LogCaptureFixture, fruit: str, told: str
) -> None:
    await diary.run(fruit)
    (line,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert "gave up at peel [" in line.getMessage()
    assert told in line.getMessage()
    assert "\n" not in line.getMessage()
    assert line.exc_info is None


async def test_nobody_waits_for_an_attempt_that_does_not_follow(diary: Diary) -> None:
    basket = await diary.run("durian")
    assert basket.fruits == ("durian: source-unavailable",)
    assert diary.calls.count("peel durian") == 3


async def test_a_refusal_is_not_tried_again_and_stops_nobody_else(diary: Diary) -> None:
    basket = await diary.run("stone", "apple")
    assert basket.fruits == ("stone: source-broken", "apple: peeled")
    assert diary.calls.count("peel stone") == 1


async def test_an_unexpected_error_takes_the_error_branch_and_is_logged(
    diary: Diary, caplog: pytest.LogCaptureFixture
) -> None:
    basket = await diary.run("bomb", "apple")
    assert basket.fruits == ("bomb: internal-error", "apple: peeled")
    logged = [record for record in caplog.records if record.name == "pipelines.engine.execution"]
    assert len(logged) == 1
    assert "ZeroDivisionError" in (logged[0].exc_text or "")
    give_up = next(event for event in diary.events if event.node == "give_up")
    assert give_up.value.failure.error_id in logged[0].getMessage()


async def test_a_node_past_its_time_limit_ends_as_too_slow(diary: Diary) -> None:
    basket = await diary.run("snail", "apple")
    assert basket.fruits == ("snail: step-too-slow", "apple: peeled")


async def test_a_fault_outside_a_branch_takes_the_error_branch_of_the_whole(diary: Diary) -> None:
    basket = await diary.run("explosive")
    assert basket.said == "internal-error"
    assert diary.calls[-2:] == ["serve", "excuse"]


async def test_the_same_id_again_does_nothing_again(diary: Diary) -> None:
    first = await diary.run("apple")
    again = await diary.run("apple")
    assert first == again
    assert diary.calls == ["wash", "peel apple", "serve"]


async def test_a_queued_run_is_taken_up(diary: Diary) -> None:
    await diary.runner.enqueue("toy", Basket(("apple",)), "queued-1")
    await asyncio.wait_for(diary.served.wait(), 30)
    assert diary.calls == ["wash", "peel apple", "serve"]


async def test_the_record_is_laid_over_the_declaration(diary: Diary) -> None:
    await diary.run("kiwi", "stone")
    record = await show_run({"toy": TOY}, "run-1")
    assert record is not None
    assert record.summary.status == "success"
    assert record.not_reached == ("excuse",)
    rows = [
        (r.node, r.branch, r.outcome, r.attempts, r.items_in, r.items_out) for r in record.nodes
    ]
    assert rows == [
        ("wash", "", "ok", 1, 2, 2),
        ("peel", "fruits.0", "ok", 3, 1, 1),
        ("peel", "fruits.1", "refused: source-broken", 1, 1, 0),
        ("give_up", "fruits.1", "ok", 1, 1, 1),
        ("serve", "", "ok", 1, 2, 2),
    ]
    assert all(r.started_at and r.ended_at and r.ended_at >= r.started_at for r in record.nodes)
    summaries = await list_runs({"toy": TOY})
    assert [summary.run_id for summary in summaries] == ["run-1"]
    assert await list_runs({"toy": TOY}, failed=True) == []
    assert await show_run({"toy": TOY}, "no-such-run") is None


@pytest.mark.parametrize("die_at", ["wash", "peel pear", "give_up stone", "serve"])
def test_a_killed_run_goes_on_without_redoing_what_was_finished(
    tmp_path: Path, die_at: str
) -> None:
    program = [
        sys.executable,
        str(ROOT / "tests" / "support" / "pipelines" / "toy_pipeline.py"),
        str(tmp_path),
    ]
    died = subprocess.run([*program, die_at], capture_output=True, check=False)
    assert died.returncode == 9, died.stderr
    resumed = subprocess.run([*program, ""], capture_output=True, check=True)
    assert resumed.stdout == b"served"
    calls = (tmp_path / "diary").read_text().splitlines()
    repeated = {call for call in calls if calls.count(call) > 1}
    assert repeated <= {die_at, "peel apple", "peel pear", "peel stone", "give_up stone"}
    assert calls.count("serve") == (2 if die_at == "serve" else 1)
    assert calls.count("wash") == (2 if die_at == "wash" else 1)
