"""The inbox over psycopg."""

from collections.abc import AsyncIterator

import pytest

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.gateways.contracts.inbox import InboxContract


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    opened = Store(await PostgresDatabase.connect(database_url))
    yield opened
    await opened.close()


class TestInboxOverPostgres(InboxContract):
    """The contract over psycopg."""
