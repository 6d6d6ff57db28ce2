"""One running bot for the handlers' tests of a file; every test brings people of its own."""

import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.bot.bot_harness import House, Person, person_in, running_bot

_ids = itertools.count(5001)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    async with running_bot(tmp_path_factory.mktemp("bot"), shared_database_url) as house:
        yield house


@pytest.fixture
async def anna(house: House) -> AsyncIterator[Person]:
    """Somebody whose Telegram is in Russian."""
    async with person_in(house, next(_ids), "ru") as person:
        yield person


@pytest.fixture
async def bob(house: House) -> AsyncIterator[Person]:
    """Somebody whose Telegram is in English."""
    async with person_in(house, next(_ids), "en") as person:
        yield person


@pytest.fixture
def base(bob: Person, house: House) -> Person:
    """Bob in documents mode."""
    house.store.modes[str(bob.user_id)] = "documents"
    return bob
