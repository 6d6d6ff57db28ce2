"""A bot that is closed to strangers, over a real database, with an owner; every test brings others.

Ids are never used twice, so that tests may share a database.
"""

import itertools
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from telegram import Bot

from bot.access import Access, Memberships, digest_of, new_invitation_token
from bot.context import Limits
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.people import MACHINE
from pipelines.store.access.administration import AdministrationStore
from pipelines.store.store import Store
from tests.support.bot.bot_harness import House, Person, Shown, person_in, running_bot
from tests.support.loopback import loopback_client

_ids = itertools.count(940_001)


@dataclass
class Office:
    """A closed bot, its owner, and everybody who knocks."""

    house: House
    store: Store
    url: str
    people: AsyncExitStack = field(repr=False)
    owner: Person = field(init=False)

    @property
    def administration(self) -> AdministrationStore:
        return self.store.administration

    async def knock(self, language: str = "en") -> Person:
        """Let a stranger come to the door."""
        return await self.people.enter_async_context(person_in(self.house, next(_ids), language))

    async def name(self, person: Person, name: str) -> None:
        """Call somebody so, who has written before."""
        async with loopback_client(self.house.sandbox.page_url) as http:
            reply = await http.post(f"/sandbox/users/{person.user_id}", json={"name": name})
        assert reply.status_code == 200, reply.text

    async def admit(self, *roles: str, language: str = "en") -> Person:
        """Let somebody in who holds these roles, and whom the bot has seen."""
        person = await self.knock(language)
        assert await self.administration.approve_person(person.user_id, role=None, actor=MACHINE)
        for role in roles:
            number = await self.role(role)
            assert await self.administration.give_role(number, person.user_id, actor=MACHINE)
        await person.say("/help")
        await person.reads_count(1)
        return person

    async def role(self, name: str) -> int:
        """Return the number of a role, which is made if there is none."""
        for role in await self.administration.list_roles(MACHINE):
            if role.name == name:
                return role.number
        made = await self.administration.make_role(name, actor=MACHINE)
        assert made is not None
        return made

    async def roles_of(self, person: Person) -> tuple[str, ...]:
        """Return what somebody holds."""
        found = await self.administration.find_person(person.user_id, actor=MACHINE)
        return found.roles if found is not None else ()

    async def invite(self, *, role: str | None = None, uses: int = 1, days: int = 7) -> str:
        """Make an invitation, and return its token."""
        token = new_invitation_token()
        number = await self.role(role) if role is not None else None
        made = await self.administration.make_invitation(
            digest_of(token), role=number, uses=uses, days=days, actor=MACHINE
        )
        assert made is not None
        return token

    async def tables_naming(self, words: str) -> list[str]:
        """Return the tables of ours that have a row in which this stands."""
        async with await psycopg.AsyncConnection.connect(self.url) as connection:
            rows = await connection.execute(
                "select tablename from pg_tables where schemaname = 'public'"
            )
            names = [name for (name,) in await rows.fetchall()]
            naming = []
            for name in names:
                found = await connection.execute(
                    f"select exists (select from public.{name} as t where strpos(t::text, %s) > 0)",
                    [words],
                )
                if await found.fetchone() == (True,):
                    naming.append(name)
        return sorted(naming)


@asynccontextmanager
async def office_in(
    folder: Path, url: str, *, limits: Limits | None = None
) -> AsyncIterator[Office]:
    """Open a bot that lets in nobody but its owner, and whom somebody has let in."""
    store = Store(await PostgresDatabase.connect(url))
    owner_id = next(_ids)
    await store.people.appoint_owners((owner_id,))

    def closed(_store: object, bot: Bot) -> Access:
        memberships = Memberships(store, bot)
        return Access(store, owner_ids=frozenset({owner_id}), memberships=memberships)

    try:
        async with (
            running_bot(folder, url, store=store, access=closed, limits=limits) as house,  # type: ignore[arg-type]
            AsyncExitStack() as people,
        ):
            office = Office(house, store, url, people)
            office.owner = await people.enter_async_context(person_in(house, owner_id, "en"))
            await office.owner.say("/help")
            await office.owner.reads("How it works")
            yield office
    finally:
        await store.close()


def token_in(message: Shown) -> str:
    """Return the token that the message of an invitation holds."""
    found = re.search(r"\?start=([A-Za-z0-9_-]{22})\b", message["text"])
    assert found is not None, message["text"]
    return found[1]


def styles(message: Shown) -> dict[str, str | None]:
    """Return the colours of a message's buttons, by their texts."""
    return {key["text"]: key.get("style") for row in message["buttons"] for key in row}
