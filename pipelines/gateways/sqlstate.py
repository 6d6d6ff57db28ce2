"""What a driver's error means for the caller: try again, or never.

Both gateways name a database error by its SQLSTATE, so one table serves both.
Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
"""

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, UserError

# The first two characters name the class.
_UNAVAILABLE_CLASSES = frozenset(
    {
        "08",  # connection
        "53",  # disk full, out of memory, too many connections
        "58",  # the server's own system: input and output
    }
)
_UNAVAILABLE = frozenset(
    {
        "25006",  # read-only: a standby, or a full disk on a hosted database
        "25P03",  # idle in transaction for too long
        "40001",  # serialization failure
        "40P01",  # deadlock
        "55P03",  # lock not available in time
        "57014",  # statement took too long
        "57P01",  # server shuts down, or an administrator ended the connection
        "57P02",  # server restarts after a crash
        "57P03",  # server is starting
        "57P05",  # idle for too long
    }
)


Fault = DatabaseUnavailable | DatabaseRefused | UserError


def from_sqlstate(sqlstate: str | None, message: str) -> Fault:
    """Return the error of our tree for a five-character SQLSTATE; None is a lost connection."""
    if sqlstate is None:
        return DatabaseUnavailable(message)
    if sqlstate == "PF001":  # ours: the list is in supabase/migrations/*_foundation.sql
        return UserError("embedding-changed")
    if sqlstate == "PF002":
        return UserError("reembedding-replaced")
    if sqlstate == "PF005":
        return UserError("batch-unknown")
    if sqlstate == "PF006":
        return UserError("batch-cancelled")
    if sqlstate == "PF007":
        return UserError("may-not-add")
    described = f"{sqlstate}: {message}"
    if sqlstate[:2] in _UNAVAILABLE_CLASSES or sqlstate in _UNAVAILABLE:
        return DatabaseUnavailable(described)
    return DatabaseRefused(described)
