"""`paragraf runs`, and `show`, `retry` and `cancel` of one of them."""

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from rich.table import Table

from bot.commands.console import Console
from bot.settings import Settings
from bot.transport.reply_address import Origin
from pipelines.answer.following.records import unranked_passages
from pipelines.engine.records import NodeRecord, list_runs, show_run
from pipelines.engine.runner import Runner
from pipelines.run_control import cancel_run, retry_run
from pipelines.runs import PIPELINES
from pipelines.services import open_storage
from pipelines.store.store import Store

READER = "cli-reader"


@asynccontextmanager
async def _records(settings: Settings) -> AsyncIterator[Store]:
    """Open the engine's records, and take up nobody's work."""
    async with open_storage(settings.pipelines().database) as storage:
        runner = Runner(database_url=storage.runs_url, executor_id=READER, is_worker=False)
        await runner.launch()
        try:
            yield storage.store
        finally:
            await runner.close()


async def list_all(
    settings: Settings, console: Console, *, failed: bool, limit: int, as_json: bool
) -> int:
    """List the latest runs."""
    async with _records(settings):
        found = await list_runs(PIPELINES, failed=failed, limit=limit)
    if as_json:
        console.show(json.dumps([dataclasses.asdict(run) for run in found]))
        return 0
    table = Table("id", "pipeline", "status", "started", "seconds", "problem", box=None)
    for run in found:
        table.add_row(
            run.run_id,
            run.pipeline,
            run.status,
            _moment(run.started_at),
            _seconds(run.started_at, run.ended_at),
            run.problem or "",
        )
    console.out.print(table)
    return 0


async def show_one(settings: Settings, console: Console, run_id: str, *, as_json: bool) -> int:
    """Show one run, node by node."""
    async with _records(settings):
        record = await show_run(PIPELINES, run_id)
        unranked = await unranked_passages(run_id)
    if record is None:
        console.say("run-unknown", id=run_id)
        return 1
    if as_json:
        console.show(json.dumps({**dataclasses.asdict(record), "unranked": unranked}))
        return 0
    console.show(f"{record.summary.run_id}  {record.summary.pipeline}  {record.summary.status}")
    table = Table(
        "node", "branch", "outcome", "attempts", "in", "out", "started", "seconds", box=None
    )
    for node in record.nodes:
        table.add_row(*_cells(node))
    for name in record.not_reached:
        table.add_row(name, "", "–", style="dim")
    console.out.print(table)
    if record.is_erased:
        console.say("run-is-erased")
    if unranked:
        console.say("run-unranked", count=unranked)
    return 0


async def retry_one(settings: Settings, console: Console, run_id: str, *, as_json: bool) -> int:
    """Have the bot repeat what did not work of a run."""
    async with _records(settings):
        again = await retry_run(run_id, _below)
    if as_json:
        console.show(json.dumps({"run_id": again}))
    else:
        console.say("run-retried", id=again)
    return 0


async def cancel_one(settings: Settings, console: Console, run_id: str, *, as_json: bool) -> int:
    """Cancel a run; 1 when it is over."""
    async with _records(settings) as store:
        is_cancelled = await cancel_run(run_id, store.batches)
    if as_json:
        console.show(json.dumps({"run_id": run_id, "cancelled": is_cancelled}))
    else:
        console.say("run-cancelled" if is_cancelled else "run-over", id=run_id)
    return 0 if is_cancelled else 1


def _below(origin: str) -> str:
    """Have a report written below what is there, not over the receipt of the first try."""
    to = Origin.decode(origin)
    return "" if to is None else dataclasses.replace(to, progress_id=None).encode()


def _cells(node: NodeRecord) -> tuple[str, ...]:
    return (
        node.node,
        node.branch,
        node.outcome,
        str(node.attempts),
        str(node.items_in),
        str(node.items_out),
        _moment(node.started_at),
        _seconds(node.started_at, node.ended_at),
    )


def _moment(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, tz=UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _seconds(start: float | None, end: float | None) -> str:
    return f"{end - start:.2f}" if start is not None and end is not None else ""
