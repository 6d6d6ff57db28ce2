"""/roles: one's own, and all of them for admins."""

import pytest

from pipelines.models.people import MACHINE
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.over_database.people_harness import Office, styles


async def test_made_changed_and_deleted(office: Office, owner: Person) -> None:
    await owner.say("/roles Бухгалтерия")
    card = await owner.reads("The role is made", "Бухгалтерия", "0 people, 0 documents")
    assert labels(card) == [
        "add documents",
        "change and delete others’ documents",
        "invite people",
        "Delete",
        "To the roles",
    ]
    await owner.press(card, "invite people")
    card = await owner.changed(card, "✓ invite people")
    assert "May also: invite people" in card["text"]
    role = {each.name: each for each in await office.administration.list_roles(-1)}["Бухгалтерия"]
    assert role.rights == {"invite"}
    await owner.press(card, "✓ invite people")
    card = await owner.changed(card, "invite people")
    await owner.press(card, "Delete")
    asked = await owner.reads("Delete the role “Бухгалтерия”?")
    assert styles(asked) == {"Yes, delete": "danger", "Cancel": None}
    await owner.press(asked, "Yes, delete")
    listed = await owner.reads("The role “Бухгалтерия” is deleted", "Roles. Tap one")
    assert "Бухгалтерия" not in labels(listed)


async def test_a_list_with_counts(office: Office, owner: Person) -> None:
    await office.admit("gardeners")
    await owner.say("/roles")
    listed = await owner.reads("Roles. Tap one", "“gardeners”: 1 person, 0 documents, no rights")
    assert labels(listed)[:3] == ["everyone", "owner", "admin"]
    await owner.press(listed, "owner")
    card = await owner.reads("Owners may do everything")
    assert labels(card) == ["To the roles"]
    await owner.press(card, "To the roles")
    await owner.press(await owner.reads("Roles. Tap one"), "everyone")
    assert "Delete" not in labels(await owner.reads("Everybody who was let in holds it"))


async def test_a_name_that_is_taken_opens_the_role(office: Office, owner: Person) -> None:
    await office.role("weavers")
    await owner.say("/roles weavers")
    await owner.reads("There is a role of this name", "weavers")


async def test_two_names_that_differ_in_case_alone_are_one(office: Office, owner: Person) -> None:
    """Else an invitation with the one gives the other: nobody minds the case of what they type."""
    number = await office.role("Юристы")
    for name in "юристы", "ЮРИСТЫ":
        assert await office.administration.make_role(name, actor=MACHINE) is None
        await owner.say(f"/roles {name}")
        await owner.reads("There is a role of this name", "Юристы")
    await owner.say("/roles Все")  # which is how it is called in Russian
    await owner.reads("There is a role of this name", "everyone")
    await owner.say("/roles Администратор")
    await owner.reads("There is a role of this name", "admin")
    for name in "Everyone", "OWNER", "Admin":
        assert await office.administration.make_role(name, actor=MACHINE) is None
    roles = {role.number: role.name for role in await office.administration.list_roles(MACHINE)}
    assert [key for key, name in roles.items() if name.lower() == "юристы"] == [number]


@pytest.mark.parametrize(
    "name", ["-dash", "dash-", "a/b", "a:b", "a" * 33, "“a”", "<b>", "а\u200bб"]
)
async def test_what_is_no_name(office: Office, name: str) -> None:
    admin = await office.admit("admin")
    await admin.say(f"/roles {name}")
    await admin.reads("A role’s name has 32 characters at most")


@pytest.mark.parametrize("name", ["a", "7", "Отдел 1.2_б-в", "a" * 32])
async def test_what_is_a_name(office: Office, name: str) -> None:
    admin = await office.admit("admin")
    await admin.say(f"/roles {name}")
    await admin.reads("The role is made", name)


async def test_others_see_their_own_and_what_these_may_do(office: Office) -> None:
    await office.role("hidden")
    porters = await office.role("porter")
    await office.administration.set_role_right(porters, "invite", is_on=True, actor=-1)
    member = await office.admit("porter", "reader", language="ru")
    await member.say("/roles")
    shown = await member.reads(
        "Ваши роли",
        "«все»: добавлять документы",
        "«porter»: приглашать",
        "«reader»: читать то, что ей открыто",
    )
    assert "hidden" not in shown["text"]
    assert labels(shown) == []


async def test_the_roles_that_every_copy_has_are_named_in_the_readers_language(
    office: Office,
) -> None:
    admin = await office.admit("admin", language="ru")
    await admin.say("/roles")
    listed = await admin.reads("«все»: людей", "«владелец»: людей", "«администратор»: людей")
    assert labels(listed)[:3] == ["все", "владелец", "администратор"]
    await admin.press(listed, "администратор")
    await admin.reads("администратор", "Администраторы отвечают")
