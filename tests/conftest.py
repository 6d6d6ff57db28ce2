"""A real Postgres for every test that asks for one: one server a session, one database a test."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.migrate import migrate
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.models import models_dir, packed, packed_models  # noqa: F401 - fixtures

# The server dies with the session: what a crash would lose, no test needs.
_HASTY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
_TEMPLATE = "paragraf_template"
_numbers = count(1)


def _execute(url: str, statement: str, *names: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _address(url: str, database: str) -> str:
    """Return the same server's address with another database, in the form of a URL."""
    host = conninfo_to_dict(url)["host"]
    return f"postgresql://postgres@/{database}?host={host}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a running, empty server."""
    # Not pytest's own folder: that is closed to the account the server runs under.
    with tempfile.TemporaryDirectory(prefix="paragraf-tests-") as folder:
        server = EmbeddedPostgres(Path(folder) / "postgres", settings=_HASTY)
        try:
            yield server.start()
        finally:
            server.stop()


@pytest.fixture(scope="session")
def template_database(postgres_server: str) -> str:
    """The name of a migrated database that nobody is connected to."""
    _execute(postgres_server, "create database {}", _TEMPLATE)
    # In a thread: there may be an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(migrate(_address(postgres_server, _TEMPLATE)))).result()
    return _TEMPLATE


@pytest.fixture
def empty_database_url(postgres_server: str) -> Iterator[str]:
    """The address of a database without our schema."""
    yield from _database(postgres_server, "template1")


@pytest.fixture
def database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a fresh migrated database, for one test."""
    yield from _database(postgres_server, template_database)


@pytest.fixture(scope="module")
def shared_database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a migrated database that the tests of one file share."""
    yield from _database(postgres_server, template_database)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A gateway to a database of this test's own."""
    opened = Store(await PostgresDatabase.connect(database_url))
    yield opened
    await opened.close()


def _database(server: str, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    _execute(server, "create database {} template {} strategy file_copy", name, template)
    yield _address(server, name)
    _execute(server, "drop database {} with (force)", name)
