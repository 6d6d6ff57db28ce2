"""The inbox over psycopg."""

from collections.abc import AsyncIterator

import pytest

from pipelines.gateways.postgres import PostgresGateway
from tests.support.gateways.inbox_contract import InboxContract


@pytest.fixture
async def gateway(database_url: str) -> AsyncIterator[PostgresGateway]:
    opened = await PostgresGateway.connect(database_url)
    yield opened
    await opened.close()


class TestInboxOverPostgres(InboxContract):
    """The contract over psycopg."""
