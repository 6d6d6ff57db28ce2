"""A group in the sandbox, with people in it."""

import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.support.bot.bot_harness import House, Person, person_in
from tests.support.loopback import loopback_client

_ids = itertools.count(7001)


@dataclass
class Team:
    """A group with its creator and a member; both may be asked for in a topic."""

    house: House
    id: int
    topics: list[int]
    creator: Person
    member: Person
    people: AsyncExitStack = field(repr=False)

    async def change(self, what: str, **body: Any) -> dict[str, Any]:
        """Do something with the group."""
        async with loopback_client(self.house.sandbox.page_url) as http:
            reply = await http.post(f"/sandbox/groups/{self.id}/{what}", json=body)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def enter(self, user_id: int, **place: int) -> Person:
        """Follow the group as somebody."""
        place = {"chat_id": self.id, **place}
        return await self.people.enter_async_context(person_in(self.house, user_id, "en", **place))


@asynccontextmanager
async def team_in(
    house: House, *, owner: int | None = None, topics: tuple[str, ...] = ()
) -> AsyncIterator[Team]:
    creator, member = owner or next(_ids), next(_ids)
    async with AsyncExitStack() as people:
        asked = {"title": "Team", "creator": creator, "members": [member], "topics": topics}
        async with loopback_client(house.sandbox.page_url) as http:
            made = (await http.post("/sandbox/groups", json=asked)).json()
        places = [
            await people.enter_async_context(person_in(house, who, "en", chat_id=made["id"]))
            for who in (creator, member)
        ]
        ids = [each["id"] for each in made["topics"]]
        team = Team(house, made["id"], ids, *places, people)
        await team.creator.reads("Hello! To ask me, write @", "readable for everyone")
        yield team
