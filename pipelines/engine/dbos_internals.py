"""What the engine needs of DBOS that DBOS does not promise to keep.

In a file of its own, so that an upgrade of DBOS has one place to be checked against, and what is
told in `execution`, `runner` and `recovery` is told in the engine's own words.
"""

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, _error, _utils
from dbos._dbos import _get_dbos_instance
from sqlalchemy import event

from pipelines.engine.dbos_checkpoints import CheckpointDatabase

RunCancelled = _error.DBOSAwaitedWorkflowCancelledError  # a run that was waited for
RunTakenOver = _error.DBOSWorkflowConflictIDError  # ends a run here; its result comes from there
UNLIMITED_QUEUE = _utils.INTERNAL_QUEUE_NAME
EngineError = _error.DBOSException
recover_pending = DBOS._recover_pending_workflows  # of executors; each goes back on its queue


# How the portable serializer writes nothing, and an error of which nothing is told.
_NO_INPUT = json.dumps({"namedArgs": {}, "positionalArgs": []}, separators=(",", ":"))
_NO_ERROR = json.dumps({"name": "Error", "message": "erased"})

_BRANCH = re.compile(r"\.\w+\.\d+$")  # after the id of the run that it belongs to
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')  # in a record
_FEW = 20  # ids that a record is searched for in the database, at no cost here
_LOT = 200  # runs asked for at once: SQLite takes no expression of more than 1,000 parts
logger = logging.getLogger(__name__)


def wait_for_connections() -> None:
    """Have every failure to connect count as a lost connection. Repeated, it does nothing.

    DBOS waits for lost connections, but knows them by words that psycopg does not always use:
    "connection is bad: … failed" it took for a fault of the run, which then stood still.
    """
    if not event.contains(sa.Engine, "handle_error", _classify):
        event.listen(sa.Engine, "handle_error", _classify)


def work_as_engine() -> None:
    """Have DBOS work as the role that owns its tables. Repeated, it does nothing more."""
    if not event.contains(sa.Engine, "do_connect", _connect):
        event.listen(sa.Engine, "do_connect", _connect)


def _connect(
    dialect: sa.Dialect, record: Any, arguments: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Connect and take the role; with what is no Postgres, leave it to SQLAlchemy."""
    if dialect.name != "postgresql":
        return None
    connection: Any = dialect.connect(*arguments, **named)
    connection.autocommit = True  # else the pool's first rollback would take it back
    connection.execute("set role paragraf_engine")
    connection.autocommit = False
    return connection


def _classify(context: sa.ExceptionContext) -> None:
    """Without a connection and a code, it was the server that could not be reached."""
    failed = isinstance(context.sqlalchemy_exception, sa.exc.OperationalError)
    code = getattr(context.original_exception, "sqlstate", None)
    if context.connection is None and failed and code is None:
        context.is_disconnect = True


def destroy() -> None:
    """End DBOS here, and let go of whoever still asks its database. Blocks.

    Whatever loses its connection DBOS tries again without an end, in threads that Python waits for
    when it exits: with a server of our own, which goes next, the process would stay for ever.
    Whoever still waits between two attempts asks the instance of what kind its failure was: it
    keeps its database to be asked.
    """
    instance = _get_dbos_instance()
    database = instance._sys_db_field
    DBOS.destroy(destroy_registry=True)
    if database is not None:  # else it was never launched
        database._retry_connection_errors = False
        instance._sys_db_field = database


def preempt(run_id: str) -> None:
    """End the steps that a cancelled run and its branches are at here now.

    By itself DBOS looks for such only once a second.
    """
    database = _get_dbos_instance()._sys_db
    if isinstance(database, CheckpointDatabase):
        database.own_runs.forget(run_id)
    for watcher in _get_dbos_instance()._cancellation_watchers.values():
        for (workflow_id, _), waiters in watcher._waiters.items():
            if workflow_id == run_id or workflow_id.startswith(f"{run_id}."):
                for waiter in waiters:
                    if not waiter.done():
                        waiter.set_result(None)


class _CancelledRuns(logging.Filter):
    """Says in one line that a run was cancelled, where DBOS shows a traceback of each branch."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything else through."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, RunCancelled):
            return True
        run_id = DBOS.workflow_id or error.workflow_id
        if not _BRANCH.search(run_id):
            logger.warning("run %s was cancelled", run_id)
        return False


def take_over_log() -> None:
    """Have DBOS log where secrets are hidden, not on its own way, and a cancelled run in a line."""
    log = logging.getLogger("dbos")
    log.handlers.clear()
    log.propagate = True
    if not any(isinstance(each, _CancelledRuns) for each in log.filters):
        log.addFilter(_CancelledRuns())


@dataclass(frozen=True, slots=True)
class Erasure:
    """Which records to erase: of these runs, and of pipelines what was begun before a moment.

    pipelines: all of their runs. naming: those of their runs that have one of `run_ids` on record.
    left_of_node, left_of_run: what stays of an output. patience: see `erase_runs`.
    """

    run_ids: tuple[str, ...]
    pipelines: tuple[str, ...]
    naming: tuple[str, ...]
    begun_before: datetime
    patience: timedelta
    ended: tuple[str, ...]
    left_of_node: Callable[[dict[str, Any]], Any]
    left_of_run: Callable[[dict[str, Any]], Any]


def erase_records(erasure: Erasure) -> bool:
    """Write over inputs, outputs and errors, a run a transaction. Blocks; see `erase_runs`."""
    database = _get_dbos_instance()._sys_db
    tables, engine = database.tables, database.engine
    lost = _epoch_ms(erasure.begun_before - erasure.patience)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("pragma secure_delete = on")
        is_done = not _may_name_yet(connection, tables, erasure, lost)
        runs = _runs(connection, tables, erasure)
        connection.commit()
        for run_id, (status, created_at) in runs.items():
            if status not in erasure.ended and created_at >= lost:
                is_done = False
                continue
            _erase_one(connection, tables, run_id, erasure)
            connection.commit()
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
    return is_done


def _runs(connection: sa.Connection, tables: Any, erasure: Erasure) -> dict[str, tuple[str, int]]:
    """Find what is not erased yet: status and time of each run, with its branches."""
    run = tables.workflow_status.c
    before = run.created_at < _epoch_ms(erasure.begun_before)
    found = _unerased(connection, tables, sa.and_(_of(run, erasure.pipelines), before))
    runs = sorted({*erasure.run_ids, *_naming(connection, tables, erasure)})
    for at in range(0, len(runs), _LOT):
        whole = [
            sa.or_(
                run.workflow_uuid == each,
                run.workflow_uuid.startswith(f"{each}.", autoescape=True),
            )
            for each in runs[at : at + _LOT]
        ]
        found |= _unerased(connection, tables, sa.or_(*whole))
    return found


def _unerased(
    connection: sa.Connection, tables: Any, condition: sa.ColumnElement[bool]
) -> dict[str, tuple[str, int]]:
    run, given = tables.workflow_status.c, tables.workflow_input.c
    rows = connection.execute(
        sa.select(run.workflow_uuid, run.status, run.created_at)
        .join(tables.workflow_input, given.workflow_uuid == run.workflow_uuid)
        .where(given.inputs != _NO_INPUT, condition)
    )
    return {run_id: (status, created_at) for run_id, status, created_at in rows}


def _of(run: Any, pipelines: tuple[str, ...]) -> sa.ColumnElement[bool]:
    named = [
        sa.or_(run.name == name, run.name.startswith(f"{name}.", autoescape=True))
        for name in pipelines
    ]
    return sa.or_(sa.false(), *named)


def _naming(connection: sa.Connection, tables: Any, erasure: Erasure) -> set[str]:
    """Find the runs of which a node has put out one of the ids, whatever else it has."""
    if not (ids := frozenset(erasure.run_ids)):
        return set()
    run, given, steps = (
        tables.workflow_status.c,
        tables.workflow_input.c,
        tables.operation_outputs.c,
    )
    rows = connection.execute(
        sa.select(run.workflow_uuid, steps.output)
        .join(tables.workflow_input, given.workflow_uuid == run.workflow_uuid)
        .join(tables.operation_outputs, steps.workflow_uuid == run.workflow_uuid)
        .where(
            given.inputs != _NO_INPUT,
            steps.output.is_not(None),
            run.created_at < _epoch_ms(erasure.begun_before),
            _of(run, erasure.naming),
            *_sifted(steps.output, ids),
        ),
        execution_options={"yield_per": _LOT},
    )
    return {
        _BRANCH.sub("", run_id)
        for run_id, output in rows
        if not ids.isdisjoint(_STRING.findall(output))
    }


def _sifted(output: Any, ids: frozenset[str]) -> list[sa.ColumnElement[bool]]:
    """Have the database leave out what holds none of a few ids; for many it takes longer."""
    if len(ids) > _FEW:
        return []
    return [sa.or_(*(output.contains(each, autoescape=True) for each in sorted(ids)))]


def _may_name_yet(connection: sa.Connection, tables: Any, erasure: Erasure, lost: int) -> bool:
    """Tell whether a run of those pipelines is under way that may have read what is gone."""
    run = tables.workflow_status.c
    return bool(
        connection.execute(
            sa.select(
                sa.exists().where(
                    _of(run, erasure.naming),
                    run.status.not_in(erasure.ended),
                    run.created_at < _epoch_ms(erasure.begun_before),
                    run.created_at >= lost,
                )
            )
        ).scalar()
    )


def _erase_one(connection: sa.Connection, tables: Any, run_id: str, erasure: Erasure) -> None:
    steps, made = tables.operation_outputs, tables.workflow_output
    for function_id, output, error in connection.execute(
        sa.select(steps.c.function_id, steps.c.output, steps.c.error).where(
            steps.c.workflow_uuid == run_id
        )
    ).all():
        connection.execute(
            sa.update(steps)
            .where(steps.c.workflow_uuid == run_id, steps.c.function_id == function_id)
            .values(output=_erased(output, erasure.left_of_node), error=error and _NO_ERROR)
        )
    for output, error in connection.execute(
        sa.select(made.c.output, made.c.error).where(made.c.workflow_uuid == run_id)
    ).all():
        connection.execute(
            sa.update(made)
            .where(made.c.workflow_uuid == run_id)
            .values(output=_erased(output, erasure.left_of_run), error=error and _NO_ERROR)
        )
    for table in (tables.workflow_events, tables.workflow_events_history, tables.streams):
        connection.execute(sa.delete(table).where(table.c.workflow_uuid == run_id))
    # Last: it is what tells that a record is erased.
    given = tables.workflow_input
    connection.execute(
        sa.update(given).where(given.c.workflow_uuid == run_id).values(inputs=_NO_INPUT)
    )


def _erased(output: str | None, keep: Callable[[dict[str, Any]], Any]) -> str | None:
    if output is None:
        return None
    value = json.loads(output)
    return json.dumps(keep(value) if isinstance(value, dict) else None)


def _epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
