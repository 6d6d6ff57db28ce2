"""A group that has a role: its members are let in, and hold it for as long as they are members."""

from collections.abc import AsyncIterator

import pytest

from pipelines.models.people import MACHINE
from tests.support.bot.over_database.library_harness import Library
from tests.support.bot.over_database.people_harness import Office
from tests.support.bot.team_harness import Team, team_in

TITLE = "Heron ledger"


@pytest.fixture
async def team(office: Office) -> AsyncIterator[Team]:
    """A group of the owner's with a role, which may read a document; the bot is its admin."""
    async with team_in(office.house, owner=office.owner.user_id) as team:
        await team.change(
            "members", user_id=office.house.application.bot.id, status="administrator"
        )
        yield team


async def furnish(office: Office, team: Team) -> str:
    """Give the group its role, and the role a document."""
    name = f"team{-team.id}"
    role = await office.role(name)
    assert await office.administration.set_group_role(team.id, role, actor=MACHINE)
    document = await Library(office.house, office.store).add(
        TITLE, "Twelve herons.", owner=office.owner.user_id, reader_role=None
    )
    assert await office.administration.share_document(document, role, is_on=True, actor=MACHINE)
    return document


async def reads(office: Office, user_id: int, document: str) -> bool:
    return await office.store.documents.get_document(document, asker=user_id) is not None


async def test_a_member_is_let_in_and_reads_until_they_leave(office: Office, team: Team) -> None:
    document = await furnish(office, team)
    stranger = await office.knock()
    await stranger.say("/docs")
    await stranger.reads("private bot")
    member = await office.knock()
    await team.change("members", user_id=member.user_id, status="member")
    await member.say("/docs heron")
    await member.reads("found 1")
    assert await reads(office, member.user_id, document)
    assert not await reads(office, stranger.user_id, document)

    await team.change("members", user_id=member.user_id, status="left")
    await member.say("/docs heron")
    await member.reads("private bot")
    assert not await reads(office, member.user_id, document)


async def test_whoever_was_let_in_otherwise_stays_without_the_role(
    office: Office, team: Team
) -> None:
    document = await furnish(office, team)
    person = await office.admit()
    await team.change("members", user_id=person.user_id, status="member")
    await person.say("/docs heron")
    await person.reads("found 1")
    assert await reads(office, person.user_id, document)
    await team.change("members", user_id=person.user_id, status="kicked")
    await person.say("/docs heron")
    await person.reads_count(3)
    assert not await reads(office, person.user_id, document)


async def test_a_group_without_its_role_gives_nothing(office: Office, team: Team) -> None:
    document = await furnish(office, team)
    member = await office.knock()
    await team.change("members", user_id=member.user_id, status="member")
    await member.say("/docs heron")
    await member.reads("found 1")
    assert await office.administration.set_group_role(team.id, None, actor=MACHINE)
    assert not await reads(office, member.user_id, document)
