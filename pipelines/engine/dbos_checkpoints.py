"""How DBOS writes checkpoints: one statement a step, in place of ten.

By itself DBOS looks before every step whether its result is on record, and whether the run was
cancelled, in a transaction of two statements; afterwards it writes the result in another one, of
two as well; and before each it asks the connection whether it still works. Many who ask at once
wait for that more than for their answers.

Here a step is recorded by one statement that makes sure of the run's owner itself. Nothing is
looked up before a step of a run that was begun here, for which nobody else can have recorded
anything, as long as it was this execution's own a moment ago. A run that was taken up, forked or
queued is looked up as ever. To its threads DBOS goes three times a step, here once, to record it.
As `dbos_internals` this needs what DBOS does not promise to keep.
"""

import asyncio
import select
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from cachetools import LRUCache
from dbos import _outcome, _sys_db_postgres
from dbos._context import current_owner_xid, get_local_dbos_context
from dbos._error import DBOSStepNondeterminismError, DBOSWorkflowConflictIDError
from dbos._sys_db import OperationResultInternal, RecordedResult, WorkflowStatusInternal, db_retry
from sqlalchemy import event

# No longer than DBOS takes to notice in the middle of a step that its run was cancelled elsewhere.
_OWNED_FOR_S = 1.0
_MOST_RUNS = 4096
_KEYS = ("workflow_uuid", "function_id")

_Result = TypeVar("_Result")


class OwnRuns:
    """The runs that were begun here by these executions, and when each was this process's last."""

    def __init__(self) -> None:
        self._owned: LRUCache[tuple[str, str], float] = LRUCache(_MOST_RUNS)
        self._lock = threading.Lock()

    def begin(self, run_id: str, owner: str, at: float) -> None:
        """Remember a run that had no record before."""
        with self._lock:
            self._owned[run_id, owner] = at

    def saw(self, run_id: str, owner: str, at: float) -> None:
        """Note that a run was still its execution's; of one that is not remembered, nothing."""
        with self._lock:
            if (run_id, owner) in self._owned:
                self._owned[run_id, owner] = at

    def are_sure(self, run_id: str, owner: str) -> bool:
        """Tell whether a run was its execution's own a moment ago, and is recorded by it alone."""
        with self._lock:
            at = self._owned.get((run_id, owner))
        return at is not None and time.monotonic() - at < _OWNED_FOR_S

    def forget(self, run_id: str) -> None:
        """Be sure no longer of a run and its branches: it was stopped here."""
        with self._lock:
            known = [key for key in self._owned if key[0] == run_id]
            known += [key for key in self._owned if key[0].startswith(f"{run_id}.")]
            for key in known:
                self._owned.pop(key, None)


class CheckpointDatabase(_sys_db_postgres.PostgresSystemDatabase):
    """The records of DBOS in Postgres, written in fewer statements."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.own_runs = OwnRuns()

    def init_workflow(
        self, status: WorkflowStatusInternal, *, creator_xid: str | None, **policy: Any
    ) -> tuple[Any, bool]:
        """Record a run; remember one that begins here and now."""
        at = time.monotonic()
        begun, is_ours = super().init_workflow(status, creator_xid=creator_xid, **policy)
        if is_ours and creator_xid is not None and begun == "PENDING":
            self.own_runs.begin(status["workflow_uuid"], creator_xid, at)
        return begun, is_ours

    def check_operation_execution(
        self, workflow_id: str, function_id: int, function_name: str, **key: Any
    ) -> RecordedResult | None:
        """Look up what is on record of a step, unless nothing can be."""
        if self.is_new(workflow_id):
            return None
        return super().check_operation_execution(workflow_id, function_id, function_name, **key)

    def is_new(self, workflow_id: str) -> bool:
        """Tell whether the run that goes on here began here, and is this execution's own."""
        owner = current_owner_xid(workflow_id)
        return owner is not None and self.own_runs.are_sure(workflow_id, owner)

    def record_operation_result(
        self,
        result: OperationResultInternal,
        *,
        completed_at_epoch_ms: int | None = None,
        owner_xid: str | None = None,
        owner_key: str | None = None,
    ) -> None:
        """Record a step of the execution that owns its run.

        Raises:
            DBOSWorkflowConflictIDError: it is not the run's owner any more.
            DBOSStepNondeterminismError: the step is on record, by this execution itself.
        """
        run_id, ended_at = result["workflow_uuid"], completed_at_epoch_ms
        owner = owner_xid or current_owner_xid(run_id)
        if owner is None or owner_key is not None or result["child_workflow_id"] is not None:
            super().record_operation_result(
                result, completed_at_epoch_ms=ended_at, owner_xid=owner_xid, owner_key=owner_key
            )
            return
        at = time.monotonic()
        # Outside the attempts: whether the record is our own is told by its time.
        self._record(result, owner, int(time.time() * 1000) if ended_at is None else ended_at)
        self.own_runs.saw(run_id, owner, at)

    @db_retry()
    def _record(self, result: OperationResultInternal, owner: str, ended_at: int) -> None:
        values = {
            "workflow_uuid": result["workflow_uuid"],
            "function_id": result["function_id"],
            "function_name": result["function_name"],
            "output": result["output"],
            "error": result["error"],
            "serialization": result["serialization"],
            "started_at_epoch_ms": result["started_at_epoch_ms"],
            "completed_at_epoch_ms": ended_at,
            "application_name": self.app_name,
        }
        bound = {"owner": owner, **{f"new_{name}": value for name, value in values.items()}}
        with self.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            recorded = self._execute_prepared(
                connection,
                "record_owned_step",
                bound,
                lambda: self._record_statement(tuple(values)),
                insert_columns=False,
            ).scalar()
        if recorded is None:
            raise DBOSWorkflowConflictIDError(result["workflow_uuid"])
        if int(recorded) != ended_at:
            raise DBOSStepNondeterminismError(result["workflow_uuid"], result["function_id"])

    def _record_statement(self, names: tuple[str, ...]) -> Any:
        """Insert a step where its run is the owner's; the run stays locked until that is done."""
        run, steps = self.tables.workflow_status, self.tables.operation_outputs
        new = {name: sa.bindparam(f"new_{name}", type_=steps.c[name].type) for name in names}
        owned = (
            sa.select(run.c.workflow_uuid)
            .where(
                run.c.workflow_uuid == new["workflow_uuid"],
                run.c.owner_xid == sa.bindparam("owner", type_=run.c.owner_xid.type),
            )
            .with_for_update(key_share=True)
            .cte("owned")
        )
        chosen = sa.select(*new.values(), self._now_ms_sql()).select_from(owned)
        return (
            self.dialect.insert(steps)
            .from_select([*names, "retention_timestamp"], chosen)
            .on_conflict_do_update(
                index_elements=list(_KEYS),
                set_={"completed_at_epoch_ms": steps.c.completed_at_epoch_ms},
            )
            .returning(steps.c.completed_at_epoch_ms)
        )


class StepOutcome(_outcome.Pending[_Result]):
    """A step that is under way, and goes to DBOS's threads for what blocks alone."""

    def then(self, next: Callable[..., Any], *, dbos: Any = None) -> "StepOutcome[Any]":  # noqa: A002
        """Have its result recorded."""
        return StepOutcome(partial(_recorded, self._func, next))

    def intercept(self, interceptor: Callable[[], Any], *, dbos: Any = None) -> "StepOutcome[Any]":
        """Look whether its result is on record, unless none can be."""
        looked_up = super().intercept(interceptor, dbos=dbos)

        async def run() -> Any:
            run_id = getattr(get_local_dbos_context(), "workflow_id", "")
            database = dbos._sys_db if dbos is not None else None
            is_new = isinstance(database, CheckpointDatabase) and database.is_new(run_id)
            return await (self._func() if is_new else looked_up())

        return StepOutcome(run)


async def _recorded(step: Callable[[], Awaitable[Any]], record: Callable[..., Any]) -> Any:
    """Do a step, then record what came of it: as DBOS does it, faults of recording included."""

    def fail(error: BaseException) -> Any:
        raise error

    try:
        value = await step()
        recorded = await asyncio.to_thread(record, lambda: value)
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is recorded and raised
        recorded = await asyncio.to_thread(record, partial(fail, error))
    if isinstance(recorded, _outcome.DeferredResult):
        return await recorded.resolve_async()
    return recorded


def write_few_statements() -> None:
    """Have DBOS write checkpoints so from its next launch on. Repeated, it does nothing."""
    _sys_db_postgres.PostgresSystemDatabase = CheckpointDatabase  # type: ignore[misc]
    _outcome.Pending = StepOutcome  # type: ignore[misc]
    if not event.contains(sa.pool.Pool, "checkout", _refuse_ended):
        event.listen(sa.pool.Pool, "checkout", _refuse_ended)


def _refuse_ended(connection: Any, record: Any, proxy: Any) -> None:
    """Have the pool connect anew where the server has said goodbye, at no round trip.

    Unasked, a server says nothing else; the socket is looked at, as our own pool does.
    """
    if not hasattr(connection, "pgconn"):  # SQLite
        return
    if not connection.closed:
        listening = select.poll()
        listening.register(connection.fileno(), select.POLLIN)
        if not listening.poll(0):
            return
    raise sa.exc.DisconnectionError("the server has ended the connection")
