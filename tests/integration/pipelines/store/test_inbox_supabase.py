"""The inbox over PostgREST."""

from collections.abc import AsyncIterator

import pytest

from pipelines.gateways.supabase import SupabaseGateway
from tests.support.gateways.inbox_contract import InboxContract
from tests.support.gateways.postgrest_server import SERVICE_KEY, PostgrestServer


@pytest.fixture(scope="session")
async def postgrest() -> AsyncIterator[PostgrestServer]:
    async with PostgrestServer() as server:
        yield server


@pytest.fixture
async def gateway(postgrest: PostgrestServer, database_url: str) -> AsyncIterator[SupabaseGateway]:
    opened = await SupabaseGateway.connect(postgrest.serve(database_url), SERVICE_KEY)
    yield opened
    await opened.close()


class TestInboxOverSupabase(InboxContract):
    """The contract over PostgREST."""
