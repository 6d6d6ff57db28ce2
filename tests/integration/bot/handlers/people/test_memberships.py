"""A group that has a role: its members are let in, and hold it for as long as they are members."""

from collections.abc import AsyncIterator

import pytest
from telegram.error import TimedOut

from bot.access import Memberships
from pipelines.models.people import MACHINE, AuditEntry
from tests.support.bot.over_database.library_harness import Library
from tests.support.bot.over_database.people_harness import Office
from tests.support.bot.team_harness import Team, team_in
from tests.support.eventually import eventually

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


async def about(office: Office, user_id: int, action: str) -> list[AuditEntry]:
    entries = await office.administration.list_audit(MACHINE, person=user_id)
    return [entry for entry in entries if entry.action == action]


async def comes_to(office: Office, user_id: int, document: str, *, is_read: bool) -> None:
    """Wait until somebody may read a document, or may not, by what the bot is told alone."""

    async def has_come() -> bool:
        return await reads(office, user_id, document) is is_read

    await eventually(has_come)


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


async def test_a_group_says_its_role_whatever_that_is_called(office: Office, team: Team) -> None:
    number = await office.role("none")
    await team.creator.say("/group")
    await team.creator.reads("Here I quote only what is readable for everyone in the base.")
    assert await office.administration.set_group_role(team.id, number, actor=MACHINE)
    await team.creator.say("/group")
    await team.creator.reads("for everyone in the base, and for the role “none”.")


async def test_who_leaves_loses_the_role_at_once_though_the_bot_is_no_admin(
    office: Office, team: Team
) -> None:
    document = await furnish(office, team)
    await team.change("members", user_id=office.house.application.bot.id, status="member")
    person = await office.admit()
    await team.change("members", user_id=person.user_id, status="member")
    await comes_to(office, person.user_id, document, is_read=True)
    await team.change("members", user_id=person.user_id, status="left")
    await comes_to(office, person.user_id, document, is_read=False)


async def test_who_left_where_nobody_says_so_is_asked_for(office: Office, team: Team) -> None:
    document = await furnish(office, team)
    await team.change("members", user_id=office.house.application.bot.id, status="member")
    person = await office.admit()
    await team.change("members", user_id=person.user_id, status="member")
    await comes_to(office, person.user_id, document, is_read=True)
    await team.change("members", user_id=person.user_id, status="left", quietly=True)
    patient = Memberships(office.store, office.house.application.bot)
    await patient.check_silent()
    assert await reads(office, person.user_id, document), "they were heard of a moment ago"
    soon = Memberships(office.store, office.house.application.bot, silent_seconds=0)
    await soon.check_silent()
    assert not await reads(office, person.user_id, document)


async def test_roles_that_come_and_go_with_a_group_are_audited(office: Office, team: Team) -> None:
    await furnish(office, team)
    person = await office.admit()
    for status in "member", "administrator", "left", "left":
        await team.change("members", user_id=person.user_id, status=status)
    gone = await eventually(lambda: about(office, person.user_id, "group_left"))
    came = await about(office, person.user_id, "group_joined")
    assert [(one.role, one.details) for one in (*came, *gone)] == 2 * [
        (f"team{-team.id}", {"chat": team.id})
    ]
    await office.owner.say(f"/audit {person.user_id}")
    await office.owner.reads(
        f"is in the group {team.id}, and holds its role “team{-team.id}”",
        f"is not in the group {team.id} any more, and does not hold its role “team{-team.id}”",
    )


async def test_every_group_that_somebody_is_held_to_be_in_is_asked_of(office: Office) -> None:
    """Also where there are more groups with a role than are asked of for others."""
    role = await office.role("many")
    for n in range(25):
        assert await office.administration.set_group_role(-88_000 + n, role, actor=MACHINE)
    person = await office.admit()
    last = -88_000 + 24
    await office.store.people.note_membership(last, person.user_id, is_member=True)
    assert await office.store.people.groups_of(person.user_id) == (last,)
    await Memberships(office.store, office.house.application.bot).check(person.user_id)
    assert await office.store.people.groups_of(person.user_id) == ()
    for n in range(25):
        assert await office.administration.set_group_role(-88_000 + n, None, actor=MACHINE)


async def test_who_leaves_while_the_group_has_no_role_gets_none_with_its_next(
    office: Office, team: Team
) -> None:
    document = await furnish(office, team)
    await team.change("members", user_id=office.house.application.bot.id, status="member")
    person = await office.admit()
    await team.change("members", user_id=person.user_id, status="member")
    await comes_to(office, person.user_id, document, is_read=True)
    assert await office.administration.set_group_role(team.id, None, actor=MACHINE)
    await team.change("members", user_id=person.user_id, status="left")
    await eventually_left(office, person.user_id)
    role = await office.role(f"team{-team.id}")
    assert await office.administration.set_group_role(team.id, role, actor=MACHINE)
    assert not await reads(office, person.user_id, document)


async def eventually_left(office: Office, user_id: int) -> None:
    async def has_left() -> bool:
        return bool(await about(office, user_id, "group_left"))

    await eventually(has_left)


async def test_a_press_makes_nobody_a_member_who_is_not_in_the_group(
    office: Office, team: Team
) -> None:
    document = await furnish(office, team)
    bot = office.house.application.bot
    await team.change("members", user_id=bot.id, status="member")  # told of nobody's changes
    person = await office.admit()
    memberships = Memberships(office.store, bot)
    assert not await memberships.see(team.id, person.user_id, has_written=False)
    assert not await reads(office, person.user_id, document)
    await team.change("members", user_id=person.user_id, status="member", quietly=True)
    assert not await memberships.see(team.id, person.user_id, has_written=False), "asked just now"
    later = Memberships(office.store, bot)
    assert await later.see(team.id, person.user_id, has_written=False)
    assert await reads(office, person.user_id, document)
    assert not await later.see(team.id, person.user_id, has_written=False), "it is known"


async def test_where_telegram_cannot_be_asked_it_is_asked_again(
    office: Office, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = await furnish(office, team)
    bot = office.house.application.bot
    await team.change("members", user_id=bot.id, status="member")
    person = await office.admit()
    await team.change("members", user_id=person.user_id, status="member", quietly=True)
    memberships = Memberships(office.store, bot)

    async def time_out(*_: object) -> None:
        raise TimedOut

    with monkeypatch.context() as patch:
        patch.setattr(type(bot), "get_chat_member", time_out)
        assert not await memberships.check(person.user_id)
        assert not await memberships.see(team.id, person.user_id, has_written=False)
    assert not await reads(office, person.user_id, document)
    assert await memberships.check(person.user_id)
    assert await reads(office, person.user_id, document)
    with monkeypatch.context() as patch:
        patch.setattr(type(bot), "get_chat_member", time_out)
        later = Memberships(office.store, bot)
        assert await later.check(person.user_id), "what was known holds"


async def test_who_writes_is_a_member_though_a_press_said_otherwise(
    office: Office, team: Team
) -> None:
    document = await furnish(office, team)
    person = await office.admit()
    memberships = Memberships(office.store, office.house.application.bot)
    assert not await memberships.see(team.id, person.user_id, has_written=False)
    assert await memberships.see(team.id, person.user_id, has_written=True)
    assert await reads(office, person.user_id, document)
