"""What the store tests share."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from psycopg import AsyncConnection
from psycopg.rows import dict_row

Admin = AsyncConnection[dict[str, Any]]


@pytest.fixture
async def admin(database_url: str) -> AsyncIterator[Admin]:
    """A connection of the database's superuser, to look and to meddle."""
    async with await AsyncConnection.connect(
        database_url, autocommit=True, row_factory=dict_row
    ) as connection:
        yield connection
