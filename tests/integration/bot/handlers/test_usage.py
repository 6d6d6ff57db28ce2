"""`/usage`: what the language model took; everybody's is an owner's to see."""

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.context import Limits, ModelTerms
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.chat import Usage
from pipelines.models.usage import Prices
from pipelines.store.store import Store
from tests.support.bot.bot_harness import House, Person, person_in, running_bot
from tests.support.loopback import loopback_client

TERMS = ModelTerms(
    daily_tokens=10_000, prices=Prices(prompt=100.0, completion=1000.0, currency="€")
)
_ids = itertools.count(8701)


@dataclass
class Metered:
    """A bot with a language model, and the count of what it took."""

    house: House
    store: Store


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def metered(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Metered]:
    store = Store(await PostgresDatabase.connect(shared_database_url))
    folder = tmp_path_factory.mktemp("usage")
    limits = Limits(model=TERMS)
    try:
        async with running_bot(folder, shared_database_url, store=store, limits=limits) as house:  # type: ignore[arg-type]
            yield Metered(house, store)
    finally:
        await store.close()


@pytest.fixture
async def jane(metered: Metered) -> AsyncIterator[Person]:
    async with person_in(metered.house, next(_ids), "en") as person:
        yield person


async def test_who_asked_nothing_took_nothing(metered: Metered, jane: Person) -> None:
    await jane.say("/usage")
    await jane.reads("Today: nothing yet", "10,000 are left")


async def test_help_and_the_menu_name_it(metered: Metered, jane: Person) -> None:
    await jane.say("/help")
    await jane.reads("How it works", "/usage – what the language model took")
    async with loopback_client(metered.house.sandbox.page_url) as user:
        shown = (await user.get("/sandbox/bot?language_code=en")).json()
    assert "usage" in [each["command"] for each in shown["commands"]]


async def test_it_tells_what_was_taken_and_what_it_cost(metered: Metered, jane: Person) -> None:
    for _ in range(2):
        await metered.store.usage.add_model_usage(jane.user_id, "m", Usage(4_000, 500))
    await jane.say("/usage")
    shown = await jane.reads("Today: 2 requests · 9,000 tokens · about 1.80 €", "1,000 are left")
    assert "This month: 2 requests" in shown["text"]
    await metered.store.usage.add_model_usage(jane.user_id, "m", Usage(4_000, 500))
    await jane.say("/usage")
    await jane.reads("limit of 10,000 tokens a day is used up")


async def test_everybodys_is_for_an_owner_alone(metered: Metered, jane: Person) -> None:
    usage = metered.store.usage
    for n in range(25):
        await usage.add_model_usage(9_900 + n, "m", Usage(1_000_000 + n, 0))
    await usage.add_model_usage(None, "m", Usage(5_000_000, 0))
    await jane.say("/usage")
    assert "Everybody" not in (await jane.reads("Today"))["text"]
    await metered.store.people.appoint_owners((jane.user_id,))
    await jane.say("/usage")
    shown = await jane.reads("Everybody, this month", "1. The base itself, and the terminal")
    assert "2. 9924: 1 request · 1,000,024 tokens · about 100.00 €" in shown["text"]
    assert "20. 9906" in shown["text"]
    assert "21." not in shown["text"]
    assert "more people" in shown["text"]
