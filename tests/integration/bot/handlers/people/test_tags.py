"""Roles as tags beside names, in a group whose admins have switched that on.

A chat's updates are handled one after the other, each with all that it has begun: what the next
press shows says that the tags of the one before are put.
"""

import pytest
from telegram import ChatMember

from bot.transport.member_tags import put_right
from tests.integration.bot.handlers.people.test_people import card_of, named
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.over_database.people_harness import Office
from tests.support.bot.team_harness import Team, team_in

ROLE = "translators of old law"  # longer than a tag may be


async def tag_of(person: Person, team: Team) -> str | None:
    member = await team.house.application.bot.get_chat_member(team.id, person.user_id)
    assert member.status == ChatMember.MEMBER
    return getattr(member, "tag", None)


async def settings_of(team: Team) -> Shown:
    await team.creator.say("/group")
    return await team.creator.reads("Settings of this group")


async def promote(team: Team) -> None:
    bot = team.house.application.bot.id
    await team.change("members", user_id=bot, status="administrator")


async def switched(shown: Shown, to: str, team: Team) -> Shown:
    before = next(each for each in labels(shown) if each.startswith("Role beside the name"))
    await team.creator.press(shown, before)
    shown = await team.creator.changed(shown, "← Back")
    await team.creator.press(shown, to)
    shown = await team.creator.changed(shown, f"✓ {to}")
    await team.creator.press(shown, "← Back")
    return await team.creator.changed(shown, f"Role beside the name: {to}")


async def test_a_member_has_their_role_as_a_tag_until_it_is_taken(
    office: Office, owner: Person
) -> None:
    anna = await named(office, "Anna Tag", ROLE)
    async with team_in(office.house, owner=owner.user_id) as team:
        await promote(team)
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        await team.change("members", user_id=anna.user_id, status="member")
        shown = await switched(await settings_of(team), "yes", team)
        assert await tag_of(anna, team) == "translators of o"
        assert await tag_of(team.member, team) is None, "the group's own role says nothing"

        card = await card_of("Anna Tag", owner)
        await owner.press(card, f"✓ {ROLE}")
        card = await owner.changed(card, ROLE)
        await owner.press(card, "To the list")
        await owner.reads("“Anna Tag”: found 1")
        assert await tag_of(anna, team) is None

        assert await office.administration.give_role(
            await office.role(ROLE), anna.user_id, actor=-1
        )
        shown = await switched(shown, "no", team)
        await switched(shown, "yes", team)
        assert await tag_of(anna, team) == "translators of o"
        await switched(shown, "no", team)
        assert await tag_of(anna, team) is None


async def test_a_tag_goes_by_the_clock_after_a_role_was_taken_at_the_machine(
    office: Office, owner: Person
) -> None:
    boris = await named(office, "Boris Binder", "binders")
    async with team_in(office.house, owner=owner.user_id) as team:
        await promote(team)
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        await team.change("members", user_id=boris.user_id, status="member")
        await switched(await settings_of(team), "yes", team)
        assert await tag_of(boris, team) == "binders"
        binders = await office.role("binders")
        assert await office.administration.take_role(binders, boris.user_id, actor=-1)
        application = office.house.application
        await put_right(application.bot_data.store.people, application.bot)
        assert await tag_of(boris, team) is None


@pytest.mark.parametrize(
    ("name", "button"), [("Dora Suspended", "Suspend"), ("Dora Removed", "Remove…")]
)
async def test_the_tag_goes_with_the_person(
    office: Office, owner: Person, name: str, button: str
) -> None:
    dora = await named(office, name, "pilots")
    async with team_in(office.house, owner=owner.user_id) as team:
        await promote(team)
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        await team.change("members", user_id=dora.user_id, status="member")
        await switched(await settings_of(team), "yes", team)
        assert await tag_of(dora, team) == "pilots"

        card = await card_of(name, owner)
        await owner.press(card, button)
        if button == "Remove…":
            await owner.press(await owner.reads(f"Remove {name}?"), "Yes, remove")
        await owner.say("/help")
        await owner.reads("How it works")
        assert await tag_of(dora, team) is None
        assert await office.store.people.due_member_tags() == ()


async def test_what_telegram_refuses_is_one_line_of_the_log(
    office: Office, owner: Person, caplog: pytest.LogCaptureFixture
) -> None:
    emil = await named(office, "Emil Tag", "pilots")
    async with team_in(office.house, owner=owner.user_id) as team:
        await promote(team)
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        await team.change("members", user_id=emil.user_id, status="member")
        await switched(await settings_of(team), "yes", team)
        bot = team.house.application.bot.id
        await team.change("members", user_id=bot, status="member")
        caplog.clear()
        with caplog.at_level("INFO", "bot"):
            await owner.press(await card_of("Emil Tag", owner), "Suspend")
            await owner.say("/help")
            await owner.reads("How it works")
        [line] = [each for each in caplog.records if each.name.endswith("member_tags")]
        assert "Not enough rights to manage member tags" in line.getMessage()
        assert await office.store.people.due_member_tags() == (), "it is not tried for ever"


async def test_whoever_comes_in_is_tagged_and_admins_are_not(office: Office, owner: Person) -> None:
    bella, carl = await named(office, "Bella Tag", "pilots"), await named(office, "Carl Tag")
    number = await office.role("admin")
    assert await office.administration.give_role(number, carl.user_id, actor=-1)
    async with team_in(office.house, owner=owner.user_id) as team:
        await promote(team)
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        shown = await switched(await settings_of(team), "yes", team)
        for each in (bella, carl):
            await team.change("members", user_id=each.user_id, status="member")
        await team.creator.press(shown, "Role beside the name: yes")
        await team.creator.changed(shown, "✓ yes")
        assert await tag_of(bella, team) == "pilots"
        assert await tag_of(carl, team) is None, "in a group that would mean the group's admin"


async def test_it_is_said_what_is_missing(office: Office, owner: Person) -> None:
    async with team_in(office.house, owner=owner.user_id) as team:
        shown = await settings_of(team)
        await team.creator.press(shown, "Role beside the name: no")
        shown = await team.creator.changed(shown, "yes")
        await team.creator.press(shown, "yes")
        await team.creator.sees_toast("Give the group a role first")
        role = await office.role(f"team{-team.id}")
        assert await office.administration.set_group_role(team.id, role, actor=-1)
        await team.creator.press(shown, "yes")
        await team.creator.sees_toast("I may not set tags here")
        policy = await office.store.preferences.get_group_policy(team.id)
        assert not policy.shows_roles


async def test_an_admin_of_the_group_alone_shows_no_roles(office: Office, owner: Person) -> None:
    plain = await office.admit()
    async with team_in(office.house, owner=plain.user_id) as team:
        shown = await settings_of(team)
        await team.creator.press(shown, "Role beside the name: no")
        shown = await team.creator.changed(shown, "yes")
        await team.creator.press(shown, "yes")
        await team.creator.sees_toast("Only an admin of this bot")
