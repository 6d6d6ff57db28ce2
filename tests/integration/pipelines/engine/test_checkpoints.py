"""Checkpoints over Postgres: one statement a step, and nobody's but the owner's."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from dbos import DBOS
from dbos._dbos import _get_dbos_instance
from dbos._error import DBOSStepNondeterminismError, DBOSWorkflowConflictIDError
from psycopg import AsyncConnection

from pipelines.engine.execution import NodeEvent, Observer, unobserved
from pipelines.engine.records import show_run
from pipelines.engine.recovery import stop_run
from pipelines.engine.runner import Runner
from pipelines.errors import UserError
from pipelines.gateways.logins import hand_over
from tests.integration.pipelines.engine.test_toy_pipeline import LETTERS, Letter, Printer

RUN = "letter-1"


@asynccontextmanager
async def running(
    database_url: str, printer: Printer, observer: Observer = unobserved
) -> AsyncIterator[Runner]:
    runner = Runner(database_url=hand_over(database_url).engine, executor_id="post office")
    try:
        runner.add(LETTERS, printer, observer=observer)
        await runner.launch()
        yield runner
    finally:
        await runner.close()


@contextmanager
def statements_of_steps() -> Iterator[list[str]]:
    said: list[str] = []

    def hear(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "operation_outputs" in statement:
            said.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", hear)
    try:
        yield said
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", hear)


def after_trim(do: Callable[[], Awaitable[Any]]) -> Observer:
    async def observe(event: NodeEvent) -> None:
        if (event.node, event.phase) == ("trim", "ended"):
            await do()

    return observe


async def test_a_step_of_a_run_that_began_here_takes_one_statement(
    empty_database_url: str,
) -> None:
    async with running(empty_database_url, Printer()) as runner:
        with statements_of_steps() as said:
            printed = await runner.run("letters", Letter(" Dear all "), RUN)
        record = await show_run({"letters": LETTERS}, RUN)
    assert printed.text == "Dear all, printed"
    assert record is not None
    assert [one.node for one in record.nodes] == ["trim", "typeset", "print"]
    assert len(said) == len(record.nodes)


async def test_what_a_run_recorded_before_a_restart_is_looked_up(empty_database_url: str) -> None:
    waiting = Printer(has_paper=False)
    async with running(empty_database_url, waiting) as runner:
        asked = asyncio.create_task(runner.run("letters", Letter("Dear all"), RUN))
        await waiting.asked.wait()
    asked.cancel()
    printer = Printer()
    async with running(empty_database_url, printer) as runner:
        printed = await runner.run("letters", Letter("Dear all"), RUN)
    assert printed.text == "Dear all, printed"
    assert (waiting.pages, printer.pages) == (["Dear all in Garamond"], [])


async def test_a_run_that_is_stopped_between_two_steps_begins_no_other(
    empty_database_url: str,
) -> None:
    printer, observer = Printer(), after_trim(lambda: stop_run(RUN))
    async with running(empty_database_url, printer, observer) as runner:
        with pytest.raises(UserError, match="run-stopped"):
            await runner.run("letters", Letter("Dear all"), RUN)
    assert printer.pages == []


async def test_a_run_that_is_cancelled_elsewhere_records_nothing_more(
    empty_database_url: str,
) -> None:
    observer = after_trim(lambda: DBOS.cancel_workflow_async(RUN))
    async with running(empty_database_url, Printer(), observer) as runner:
        with pytest.raises(UserError, match="run-stopped"):
            await runner.run("letters", Letter("Dear all"), RUN)
        record = await show_run({"letters": LETTERS}, RUN)
    assert record is not None
    assert [one.node for one in record.nodes] == ["trim"]


async def test_only_the_owner_of_a_run_records_and_each_step_once(empty_database_url: str) -> None:
    printer = Printer(has_paper=False)
    async with running(empty_database_url, printer) as runner:
        asked = asyncio.create_task(runner.run("letters", Letter("Dear all"), RUN))
        await printer.asked.wait()
        database = _get_dbos_instance()._sys_db
        owner = database.get_workflow_owner(RUN)
        result: Any = {
            "workflow_uuid": RUN,
            "function_id": 77,
            "function_name": "trim",
            "output": "null",
            "error": None,
            "serialization": "portable_json",
            "started_at_epoch_ms": 1,
            "child_workflow_id": None,
        }
        with pytest.raises(DBOSWorkflowConflictIDError):
            database.record_operation_result(result, owner_xid="somebody else")
        for _ in range(2):  # a commit whose receipt was lost is tried again
            database.record_operation_result(result, owner_xid=owner, completed_at_epoch_ms=2)
        with pytest.raises(DBOSStepNondeterminismError):
            database.record_operation_result(result, owner_xid=owner, completed_at_epoch_ms=3)
        printer.paper.set()
        await asked


async def test_a_connection_that_the_server_ended_is_not_used_again(
    empty_database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    printer = Printer(has_paper=False)
    async with running(empty_database_url, printer) as runner:
        asked = asyncio.create_task(runner.run("letters", Letter("Dear all"), RUN))
        await printer.asked.wait()
        pool = _get_dbos_instance()._sys_db.engine.pool
        async with await AsyncConnection.connect(empty_database_url, autocommit=True) as own:
            idle = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid = %s"
            lent = [pool.connect() for _ in range(2)]
            ids = [each.driver_connection.info.backend_pid for each in lent]
            for each in lent:
                each.close()
            with caplog.at_level(logging.WARNING, "dbos"):
                for pid in ids:
                    await own.execute(idle, [pid])
                again = [pool.connect() for _ in range(2)]
                fresh = [each.driver_connection.info.backend_pid for each in again]
                for each in again:
                    each.close()
        printer.paper.set()
        assert (await asked).text == "Dear all, printed"
    assert not set(ids) & set(fresh)
