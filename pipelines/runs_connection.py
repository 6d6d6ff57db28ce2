"""What the engine takes for a lost connection, which it waits out, and not for the end of a run.

It knows failed connections by words that psycopg does not always use: "connection is bad: … failed"
it took for a fault of the run, which then stood still until the next start.
"""

import sqlalchemy as sa
from sqlalchemy import event


def wait_for_connections() -> None:
    """Have every failure to connect count as a lost connection. Repeated, it does nothing."""
    if not event.contains(sa.Engine, "handle_error", _tell):
        event.listen(sa.Engine, "handle_error", _tell)


def _tell(context: sa.ExceptionContext) -> None:
    """Without a connection and a code, it was the server that could not be reached."""
    failed = isinstance(context.sqlalchemy_exception, sa.exc.OperationalError)
    code = getattr(context.original_exception, "sqlstate", None)
    if context.connection is None and failed and code is None:
        context.is_disconnect = True
