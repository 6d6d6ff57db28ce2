"""The inbox over PostgREST."""

from collections.abc import AsyncIterator

import pytest

from pipelines.gateways.supabase import SupabaseDatabase
from pipelines.store.store import Store
from tests.support.gateways.inbox_contract import InboxContract
from tests.support.gateways.postgrest_server import SERVICE_KEY, PostgrestServer


@pytest.fixture(scope="session")
async def postgrest() -> AsyncIterator[PostgrestServer]:
    async with PostgrestServer() as server:
        yield server


@pytest.fixture
async def store(postgrest: PostgrestServer, database_url: str) -> AsyncIterator[Store]:
    opened = Store(await SupabaseDatabase.connect(postgrest.serve(database_url), SERVICE_KEY))
    yield opened
    await opened.close()


class TestInboxOverSupabase(InboxContract):
    """The contract over PostgREST."""
