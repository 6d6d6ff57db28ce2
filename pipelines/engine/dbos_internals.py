"""What the engine needs of DBOS that DBOS does not promise to keep.

In a file of its own, so that an upgrade of DBOS has one place to be checked against, and what is
told in `execution`, `runner` and `recovery` is told in the engine's own words.
"""

import logging
import re
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, _error, _utils
from dbos._dbos import _get_dbos_instance
from sqlalchemy import event

RunCancelled = _error.DBOSAwaitedWorkflowCancelledError  # a run that was waited for
RunTakenOver = _error.DBOSWorkflowConflictIDError  # ends a run here; its result comes from there
UNLIMITED_QUEUE = _utils.INTERNAL_QUEUE_NAME
recover_pending = DBOS._recover_pending_workflows  # of executors; each goes back on its queue


_BRANCH = re.compile(r"\.\w+\.\d+$")  # after the id of the run that it belongs to
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


def preempt(run_id: str) -> None:
    """End the steps that a cancelled run and its branches are at here now.

    By itself DBOS looks for such only once a second.
    """
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
