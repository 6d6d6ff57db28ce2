"""Runs that another process left unfinished, made ready to be taken up.

The engine checks at every step that it records whether the run is still that process's own, so
one that was only asleep writes nothing more once its runs are taken over.
"""

import asyncio
from collections.abc import Sequence

import sqlalchemy as sa
from dbos import DBOS
from sqlalchemy import event


async def take_over(workers: Sequence[str]) -> None:
    """Put what these workers were at back on its queue. Repeated, it does nothing."""
    await asyncio.to_thread(DBOS._recover_pending_workflows, list(workers))


def wait_for_connections() -> None:
    """Have every failure to connect count as a lost connection. Repeated, it does nothing.

    The engine waits for lost connections, but knows them by words that psycopg does not always
    use: "connection is bad: … failed" it took for a fault of the run, which then stood still.
    """
    if not event.contains(sa.Engine, "handle_error", _classify):
        event.listen(sa.Engine, "handle_error", _classify)


def _classify(context: sa.ExceptionContext) -> None:
    """Without a connection and a code, it was the server that could not be reached."""
    failed = isinstance(context.sqlalchemy_exception, sa.exc.OperationalError)
    code = getattr(context.original_exception, "sqlstate", None)
    if context.connection is None and failed and code is None:
        context.is_disconnect = True
