"""A closed bot over a real database, with an owner."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.people_harness import Office, office_in


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def office(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Office]:
    async with office_in(tmp_path_factory.mktemp("office"), shared_database_url) as office:
        yield office


@pytest.fixture
def owner(office: Office) -> Person:
    return office.owner
