"""A running bot over a real database whose base has no answer, somebody who asks, and owners."""

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from bot.context import Limits
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.answers import Answer, Timings
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.requests import AnswerRequest
from pipelines.store.store import Store
from tests.support.bot.bot_harness import House, Person, Shown, person_in, running_bot

_ids = itertools.count(9001)
PER_DAY = 2


@dataclass
class Desk:
    """The bot, its database, and who is there."""

    house: House
    store: Store
    url: str

    async def sql(self, statement: str, *values: object) -> None:
        """Change something that no handler changes."""
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
            await connection.execute(statement, values)  # type: ignore[arg-type]

    async def appoint(self, person: Person) -> None:
        """Make somebody an owner who has a chat with the bot."""
        await self.store.people.appoint_owners((person.user_id,))
        before = len(await person.messages())
        await person.say("/mode")
        await person.reads_count(before + 1)

    async def knows_nothing(self, request: AnswerRequest) -> Answer:
        """Abstain, and keep the question on record as the pipeline does."""
        known = interaction_id_of(request.run_id)
        await self.store.interactions.log_interaction(
            Interaction(known, request.question, "Nothing.", request.user_id, request.asker)
        )
        language = request.interface_language or "en"
        return Answer("Nothing.", True, language, (), (), Timings(), interaction_id=known)


async def open_desk(folder: Path, url: str) -> AsyncIterator[Desk]:
    store = Store(await PostgresDatabase.connect(url))
    limits = Limits(owner_questions=PER_DAY)
    try:
        async with running_bot(folder, url, store=store, limits=limits) as house:  # type: ignore[arg-type]
            desk = Desk(house, store, url)
            house.runs.answering = desk.knows_nothing
            yield desk
    finally:
        await store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desk(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Desk]:
    async for desk in open_desk(tmp_path_factory.mktemp("desk"), shared_database_url):
        yield desk


@pytest.fixture
async def anna(desk: Desk) -> AsyncIterator[Person]:
    """Somebody who asks, in Russian."""
    async with person_in(desk.house, next(_ids), "ru") as person:
        yield person


@pytest.fixture
async def bob(desk: Desk) -> AsyncIterator[Person]:
    """Somebody who asks, in English."""
    async with person_in(desk.house, next(_ids), "en") as person:
        yield person


@pytest.fixture
async def olga(desk: Desk) -> AsyncIterator[Person]:
    """An owner whose Telegram is in Russian; no other test's owner is one any more."""
    await desk.sql("delete from user_roles")
    async with person_in(desk.house, next(_ids), "ru") as person:
        await desk.appoint(person)
        yield person


@pytest.fixture
async def oscar(desk: Desk, olga: Person) -> AsyncIterator[Person]:
    """Another owner, whose Telegram is in English."""
    async with person_in(desk.house, next(_ids), "en") as person:
        await desk.appoint(person)
        yield person


async def unanswered(person: Person, question: str = "Who keeps the key?") -> Shown:
    """Ask what the base has no answer to."""
    await person.say(question)
    return await person.reads("Nothing.")
