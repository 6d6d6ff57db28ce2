"""What the store tests share."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from psycopg import AsyncConnection
from psycopg.rows import dict_row

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.gateways.supabase import SupabaseDatabase
from pipelines.store.store import Store
from tests.support.gateways.postgrest_server import SERVICE_KEY, PostgrestServer

Admin = AsyncConnection[dict[str, Any]]


@pytest.fixture
async def admin(database_url: str) -> AsyncIterator[Admin]:
    """A connection of the database's superuser, to look and to meddle."""
    async with await AsyncConnection.connect(
        database_url, autocommit=True, row_factory=dict_row
    ) as connection:
        yield connection


@pytest.fixture(params=["postgres", "supabase"])
async def either_gateway(request: pytest.FixtureRequest, database_url: str) -> AsyncIterator:
    """Both gateways in turn: for what the drivers do, not for what the SQL does."""
    if request.param == "postgres":
        opened: Store = Store(await PostgresDatabase.connect(database_url))
        yield opened
        await opened.close()
        return
    async with PostgrestServer() as server:
        opened = Store(await SupabaseDatabase.connect(server.serve(database_url), SERVICE_KEY))
        yield opened
        await opened.close()
