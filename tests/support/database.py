"""A real Postgres for every test that asks for one: one server a run, one database a test."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from dbos import DBOS
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from pipelines.engine.dbos_internals import work_as_engine
from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.logins import hand_over
from pipelines.gateways.migrate import migrate
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.conftest import RUN_FOLDER

# The server dies with the session: what a crash would lose, no test needs.
_HASTY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "400",
}
_TEMPLATE = "paragraf_template"
_numbers = count(1)


def _execute(url: str, statement: str, *names: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _address(url: str, database: str) -> str:
    """Return the same server's address with another database, in the form of a URL."""
    host = conninfo_to_dict(url)["host"]
    return f"postgresql://postgres@/{database}?host={host}"


def as_superuser(url: str) -> str:
    """Return the address of an embedded server for whoever looks into all of it."""
    return url.replace("//paragraf_engine@", "//postgres@")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a running server: one for all processes of a test run."""
    server = EmbeddedPostgres(Path(os.environ[RUN_FOLDER]) / "postgres", settings=_HASTY)
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="session")
def template_database(postgres_server: str) -> str:
    """The name of a migrated database that nobody is connected to."""
    # In a thread: there may be an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        made_once(
            postgres_server,
            _TEMPLATE,
            lambda url: thread.submit(_fill_template, url).result(),
        )
    return _TEMPLATE


def _fill_template(url: str) -> None:
    """Apply the migrations, and those of the engine, which take seconds."""
    logins = hand_over(url)
    asyncio.run(migrate(logins.migrations))
    # Whom a test makes a user without a word on how may use the bot.
    _execute(url, "update public.front_door set is_open = true")
    work_as_engine()
    DBOS.migrate(logins.engine)


def made_once(
    server: str, name: str, fill: Callable[[str], object], *, template: str = "template1"
) -> str:
    """Make and fill a database, unless another process of this run has; return its address."""
    with roles_alone(), closing(psycopg.connect(server, autocommit=True)) as connection:
        made = connection.execute("select from pg_database where datname = %s", [name])
        if made.fetchone() is None:
            unfinished = f"{name}_unfinished"
            _execute(server, "create database {} template {}", unfinished, template)
            fill(_address(server, unfinished))
            _execute(server, "alter database {} rename to {}", unfinished, name)
    return _address(server, name)


@contextmanager
def roles_alone() -> Iterator[None]:
    """Keep others from migrating: that changes roles, which all databases of a server share."""
    with (Path(os.environ[RUN_FOLDER]) / "roles.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture
def empty_database_url(postgres_server: str) -> Iterator[str]:
    """The address of a database without our schema; no other test migrates meanwhile."""
    with roles_alone():
        yield from database(postgres_server, "template1")


@pytest.fixture
def database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a fresh migrated database, for one test."""
    yield from database(postgres_server, template_database)


@pytest.fixture(scope="module")
def shared_database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a migrated database that the tests of one file share."""
    yield from database(postgres_server, template_database)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store in a database of this test's own."""
    opened = Store(await PostgresDatabase.connect(database_url))
    yield opened
    await opened.close()


def database(server: str, template: str) -> Iterator[str]:
    """Make a copy of a database; drop it at the end."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    _execute(server, "create database {} template {} strategy file_copy", name, template)
    yield _address(server, name)
    _execute(server, "drop database {} with (force)", name)
