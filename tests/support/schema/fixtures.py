"""A large library, built once."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg.rows import TupleRow

from tests.support.database import database, made_once
from tests.support.schema.large_library import fill

Connection = psycopg.Connection[TupleRow]


@pytest.fixture(scope="session")
def large_database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a database of 21,000 chunks; tests leave it as it is."""

    def fill_it(url: str) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            fill(connection)

    made_once(postgres_server, "large", fill_it, template=template_database)
    # A copy for this process: tests count how often its index is walked.
    yield from database(postgres_server, "large")


@pytest.fixture
def admin(database_url: str) -> Iterator[Connection]:
    """The superuser, on a fresh database."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection
