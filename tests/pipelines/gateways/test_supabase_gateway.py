"""The Supabase gateway: the contract, and what is its own."""

from collections.abc import AsyncIterator

import pytest
from gateway_contract import GatewayContract
from postgrest_server import SERVICE_KEY, PostgrestServer
from reading_contract import library  # noqa: F401 - a fixture

from pipelines.gateways.supabase import SupabaseGateway


@pytest.fixture(scope="session")
async def postgrest() -> AsyncIterator[PostgrestServer]:
    async with PostgrestServer() as server:
        yield server


@pytest.fixture
def supabase_url(postgrest: PostgrestServer, database_url: str) -> str:
    return postgrest.serve(database_url)


@pytest.fixture
async def gateway(supabase_url: str) -> AsyncIterator[SupabaseGateway]:
    opened = await SupabaseGateway.connect(supabase_url, SERVICE_KEY)
    yield opened
    await opened.close()


class TestSupabaseGateway(GatewayContract):
    """The contract over PostgREST."""
