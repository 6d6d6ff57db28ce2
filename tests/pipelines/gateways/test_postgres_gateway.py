"""The psycopg gateway: the contract, and what is its own."""

from collections.abc import AsyncIterator

import pytest
from gateway_contract import GatewayContract
from reading_contract import library  # noqa: F401 - a fixture

from pipelines.gateways.postgres import PostgresGateway


@pytest.fixture
async def gateway(database_url: str) -> AsyncIterator[PostgresGateway]:
    opened = await PostgresGateway.connect(database_url)
    yield opened
    await opened.close()


class TestPostgresGateway(GatewayContract):
    """The contract over psycopg."""
