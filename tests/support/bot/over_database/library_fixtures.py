"""A running bot over a real database of made-up documents; every test brings its own people."""

import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.bot.bot_harness import Person, person_in, running_bot
from tests.support.bot.over_database.library_harness import Library

_ids = itertools.count(8001)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def library(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Library]:
    store = Store(await PostgresDatabase.connect(shared_database_url))
    try:
        folder = tmp_path_factory.mktemp("library")
        async with running_bot(folder, shared_database_url, store=store) as house:  # type: ignore[arg-type]
            yield Library(house, store)
    finally:
        await store.close()


@pytest.fixture
async def bob(library: Library) -> AsyncIterator[Person]:
    """Somebody whose Telegram is in English."""
    async with person_in(library.house, next(_ids), "en") as person:
        yield person


@pytest.fixture
async def anna(library: Library) -> AsyncIterator[Person]:
    """Somebody whose Telegram is in Russian."""
    async with person_in(library.house, next(_ids), "ru") as person:
        yield person
