"""Any Postgres with pgvector, through psycopg and a pool."""

import asyncio
import select
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Any, LiteralString

import psycopg
from pgvector import Vector
from pgvector.psycopg.vector import register_vector_info
from psycopg import AsyncConnection, sql
from psycopg.adapt import PyFormat
from psycopg.rows import dict_row, scalar_row
from psycopg.types import TypeInfo
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from pipelines.errors import DatabaseRefused, SettingsInvalid
from pipelines.gateways.sqlstate import Fault, from_sqlstate
from pipelines.store.database import Json, Row

# The same limits as the migrations give to the role: SET ROLE alone does not apply those.
_WORK_AS_BOT = b"""
set role paragraf_bot;
set statement_timeout = '30s';
set lock_timeout = '10s';
set idle_in_transaction_session_timeout = '60s';
"""

_TABLE = "select * from public.{}({})"
_VALUE = "select public.{}({})"

NO_ADDRESS = "DATABASE_URL is not an address of the form postgresql://…"

Pool = AsyncConnectionPool[AsyncConnection[Any]]


class PostgresDatabase:
    """Calls the SQL functions as paragraf_bot, each call a transaction of its own."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    async def connect(
        cls, url: str, *, max_connections: int = 8, timeout_seconds: float = 15.0
    ) -> "PostgresDatabase":
        """Open a pool.

        Args:
            url: libpq's postgresql://… ; behind a pooler, its session mode.
            max_connections: of this process; further calls wait for one.
            timeout_seconds: for connecting, and for waiting for a connection.
        Raises:
            SettingsInvalid: the address cannot be read, or the migrations are not applied.
            DatabaseUnavailable: nobody answers there.
        """
        await _try_connection(url, timeout_seconds)
        pool: Pool = AsyncConnectionPool(
            url,
            kwargs={
                "autocommit": True,
                "application_name": "paragraf",
                "connect_timeout": max(2, int(timeout_seconds)),
                # A peer that is silently gone is noticed within a minute, not within hours.
                "keepalives_idle": 30,
                "keepalives_interval": 10,
                "keepalives_count": 3,
            },
            min_size=1,
            max_size=max_connections,
            timeout=timeout_seconds,
            configure=_work_as_bot,
            name="paragraf",
            open=False,
        )
        await pool.open()
        return cls(pool)

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.close()

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        """Call a function that returns a table; it always comes whole."""
        with translated(function):
            async with self._connection() as connection:
                cursor = connection.cursor(row_factory=dict_row, binary=True)
                await cursor.execute(_call(_TABLE, function, arguments), _sent(arguments))
                return await cursor.fetchall()

    async def value(self, function: str, /, *, unlimited: bool = False, **arguments: Any) -> Any:
        """Call a function that returns one value, or void."""
        with translated(function):
            async with self._connection() as connection, _time_limit(connection, unlimited):
                cursor = connection.cursor(row_factory=scalar_row, binary=True)
                await cursor.execute(_call(_VALUE, function, arguments), _sent(arguments))
                return await cursor.fetchone()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        """Lend a connection that the server has not ended meanwhile.

        The pool's own check waits longer with each dead connection it finds: half a minute
        when the server was restarted under a full pool.
        """
        connection = await self._waited_for()
        while connection.closed or _has_news(connection):
            await connection.close()
            await self._pool.putconn(connection)
            connection = await self._waited_for()
        try:
            yield connection
        finally:
            await self._pool.putconn(connection)

    async def _waited_for(self) -> AsyncConnection[Any]:
        """Take a connection, unless we are cancelled as it comes.

        The pool waits by `asyncio.wait_for`, which until Python 3.12 drops a cancellation that
        comes together with what it waited for. A task that was cancelled before may still clean up.
        """
        task = asyncio.current_task()
        assert task is not None
        before = task.cancelling()
        connection = await self._pool.getconn()
        if task.cancelling() > before:
            await self._pool.putconn(connection)
            raise asyncio.CancelledError
        return connection


@asynccontextmanager
async def _time_limit(connection: AsyncConnection[Any], unlimited: bool) -> AsyncIterator[None]:
    if not unlimited:
        yield
        return
    async with connection.transaction():
        await connection.execute("set local statement_timeout = 0")
        yield


def _has_news(connection: AsyncConnection[Any]) -> bool:
    """Tell whether something waits to be read. Unasked, a server only says goodbye."""
    listening = select.poll()
    listening.register(connection.fileno(), select.POLLIN)
    return bool(listening.poll(0))


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Raise psycopg's errors as ours.

    The original is left out on purpose: its DETAIL quotes the row, and with it document text.
    """
    try:
        yield
    except psycopg.Error as error:
        raise from_psycopg(error, doing) from None


def from_psycopg(error: psycopg.Error, doing: str) -> Fault:
    """Return the error of our tree for one of psycopg's."""
    if error.sqlstate is not None:
        return from_sqlstate(error.sqlstate, f"{doing}: {error.diag.message_primary}")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return from_sqlstate(None, f"{doing}: {error}")
    # Without a code it is the client's own: a value that cannot be sent.
    return DatabaseRefused(f"{doing}: {type(error).__name__}")


async def _try_connection(url: str, timeout_seconds: float) -> None:
    """Find out what is wrong: a pool that cannot connect only says that it waited."""
    try:
        connection = await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=max(2, int(timeout_seconds))
        )
    except psycopg.OperationalError as error:
        raise from_psycopg(error, "connect") from None
    except psycopg.ProgrammingError:
        raise SettingsInvalid(NO_ADDRESS) from None
    async with connection:
        try:
            await _work_as_bot(connection)
        except (psycopg.errors.InvalidParameterValue, psycopg.errors.InsufficientPrivilege):
            raise SettingsInvalid(
                "the database has no role paragraf_bot for us: run `paragraf migrate`,"
                " and let the user of DATABASE_URL be a member of that role"
            ) from None


async def _work_as_bot(connection: AsyncConnection[Any]) -> None:
    await connection.execute(_WORK_AS_BOT)
    info = await TypeInfo.fetch(connection, "extensions.vector")
    if info is not None:  # else the migrations are missing, which is said elsewhere
        register_vector_info(connection, info)


def _call(form: LiteralString, function: str, arguments: Mapping[str, Any]) -> bytes:
    formats = tuple((name, _format(value)) for name, value in arguments.items())
    return _written(form, function, formats)


@lru_cache(maxsize=1024)  # some for each function there is; to write one anew takes .1 ms
def _written(
    form: LiteralString, function: str, arguments: Sequence[tuple[str, PyFormat]]
) -> bytes:
    named = (
        sql.SQL("{} => {}").format(sql.Identifier(name), sql.Placeholder(name, sent))
        for name, sent in arguments
    )
    call = sql.SQL(form).format(sql.Identifier(function), sql.SQL(", ").join(named))
    return call.as_bytes(None)


def _format(value: Any) -> PyFormat:
    """As text, embeddings and bytes are several times as long and slower to write and read."""
    first = value[0] if isinstance(value, list) and value else value
    return PyFormat.BINARY if isinstance(first, Vector | bytes) else PyFormat.AUTO


def _sent(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: Jsonb(value.items) if isinstance(value, Json) else value
        for name, value in arguments.items()
    }
