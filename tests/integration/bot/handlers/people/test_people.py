"""/people: the list, a card, roles, and the door."""

from bot.handlers.errors import tell_owners
from pipelines.models.chat import Turn
from pipelines.models.people import MACHINE
from pipelines.models.preferences import UserSettings
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.over_database.people_harness import Office, styles


async def named(office: Office, name: str, *roles: str) -> Person:
    """Let somebody of this name in."""
    person = await office.admit(*roles)
    await office.name(person, name)
    await person.say("/mode")
    await person.reads("Choose a mode")
    return person


async def card_of(name: str, admin: Person) -> Shown:
    """Look somebody up, and open their card."""
    await admin.say(f"/people {name}")
    found = await admin.reads(f"“{name}”: found 1")
    await admin.press(found, f"1. {name}")
    return await admin.reads("Documents:")


async def test_a_list_and_a_card(office: Office, owner: Person) -> None:
    await office.role("accounting")
    boris = await named(office, "Boris", "accounting")
    await owner.say("/people")
    listed = await owner.reads("whoever was here last first")
    assert "1. Boris: accounting, here " in listed["text"]
    card = await card_of("Boris", owner)
    for part in f"id {boris.user_id}", "Roles: accounting", "Let in by an admin", "Was here on":
        assert part in card["text"]
    assert {"✓ accounting", "admin", "Suspend", "Remove…", "To the list"} <= set(labels(card))
    assert styles(card)["Suspend"] == "danger"
    await owner.press(card, "To the list")
    await owner.reads("“Boris”: found 1")


async def test_built_in_roles_are_named_in_the_readers_language(office: Office) -> None:
    admin = await office.admit("admin", language="ru")
    await named(office, "Ada", "admin")
    await admin.say("/people Ada")
    found = await admin.reads("«Ada»: найдено: 1", "1. Ada: администратор, последний визит")
    await admin.press(found, "1. Ada")
    await admin.reads("Роли: администратор")


async def test_pages(office: Office, owner: Person) -> None:
    for number in range(9):
        await named(office, f"Paged {number}")
    await owner.say("/people paged")
    first = await owner.reads("found 9", "8. Paged 1")
    assert "Paged 0" not in first["text"]
    await owner.press(first, "More ›")
    second = await owner.reads("9. Paged 0")
    assert labels(second) == ["9. Paged 0", "‹ Back", "Everybody"]
    await owner.press(second, "Everybody")
    await owner.reads("whoever was here last first")


async def test_roles_are_given_and_taken(office: Office, owner: Person) -> None:
    await office.role("kitchen")
    clara = await named(office, "Clara")
    card = await card_of("Clara", owner)
    await owner.press(card, "kitchen")
    card = await owner.changed(card, "✓ kitchen")
    assert await office.roles_of(clara) == ("kitchen",)
    await owner.press(card, "✓ kitchen")
    await owner.changed(card, "kitchen")
    assert await office.roles_of(clara) == ()


async def test_a_role_of_a_group_is_not_taken_here(office: Office, owner: Person) -> None:
    number = await office.role("choir")
    dora = await named(office, "Dora")
    await office.administration.set_group_role(-77, number, actor=-1)
    await office.store.people.note_membership(-77, dora.user_id, is_member=True)
    card = await card_of("Dora", owner)
    await owner.press(card, "✓ choir")
    await owner.sees_toast("held as a member of a group")
    assert await office.roles_of(dora) == ("choir",)


async def test_suspended_and_back(office: Office, owner: Person) -> None:
    emil = await named(office, "Emil")
    card = await card_of("Emil", owner)
    await owner.press(card, "Suspend")
    card = await owner.changed(card, "Let back in")
    assert "Suspended: nothing is answered" in card["text"]
    await emil.say("What is new?")
    await emil.reads("This is a private bot")
    await owner.press(card, "Let back in")
    await owner.changed(card, "Suspend")
    await emil.say("What is new?")
    await emil.reads("What is new? is the question")


async def test_removed_with_what_is_theirs_alone(office: Office, owner: Person) -> None:
    library = Library(office.house, office.store)
    fritz = await named(office, "Fritz")
    alone = await library.add("Fritz' diary", owner=fritz.user_id, reader_role=None)
    shared = await library.add("Fritz' recipe", owner=fritz.user_id)
    chat = str(fritz.user_id)
    turns = [Turn("user", "Where is the diary?"), Turn("assistant", "In the drawer.")]
    await office.store.chats.insert_and_trim_pairs(chat, turns, 5, run_id="fritz-1")
    await office.store.chats.set_mode(chat, "documents")
    await office.store.preferences.set_user_settings(fritz.user_id, UserSettings())
    card = await card_of("Fritz", owner)
    await owner.press(card, "Remove…")
    asked = await owner.reads("Remove Fritz? They have 2 documents.", "cannot be undone")
    assert styles(asked) == {"Yes, remove": "danger", "Cancel": None}
    await owner.press(asked, "Cancel")
    card = await owner.reads("Documents: 2")
    await owner.press(card, "Remove…")
    await owner.press(await owner.reads("Remove Fritz?"), "Yes, remove")
    await owner.reads("Fritz is removed.")
    documents = office.store.documents
    assert await documents.get_document(shared, asker=owner.user_id) is not None
    assert await documents.get_document(alone, asker=fritz.user_id) is None
    assert await office.store.people.get_user(fritz.user_id) is None
    await fritz.say("hello")
    await fritz.reads("This is a private bot")
    assert await office.tables_naming("In the drawer.") == []
    for table in "user_state", "user_settings", "users":
        assert table not in await office.tables_naming(chat)
    deleted = await office.administration.list_audit(MACHINE, document_id=alone)
    assert deleted[0].action == "document_deleted"


async def test_an_admin_looks_after_neither_owners_nor_admins(
    office: Office, owner: Person
) -> None:
    admin = await named(office, "Gerda", "admin")
    await office.name(owner, "The Owner")
    await owner.say("/help")
    await owner.reads("How it works", "/people", "/audit")
    card = await card_of("The Owner", admin)
    assert not {"Suspend", "Remove…", "admin", "✓ owner"} & set(labels(card))
    mine = await card_of("Gerda", admin)
    assert not {"Suspend", "Remove…", "✓ admin"} & set(labels(mine))


async def test_others_see_nobody(office: Office) -> None:
    member = await office.admit()
    for command in "/people", "/audit", "/roles secret plans":
        await member.say(command)
    shown = await member.reads_count(4)
    assert {each["text"] for each in shown[1:]} == {"Only the owner and admins may look at this."}
    roles = await office.administration.list_roles(-1)
    assert "secret plans" not in [role.name for role in roles]


async def test_a_card_of_somebody_who_is_no_admin_any_more_does_nothing(
    office: Office, owner: Person
) -> None:
    admin = await named(office, "Hugo", "admin")
    ida = await named(office, "Ida")
    card = await card_of("Ida", admin)
    await office.administration.take_role(
        await office.role("admin"), admin.user_id, actor=owner.user_id
    )
    for label in "Suspend", "Remove…", "To the list":
        await admin.press(card, label)
    await admin.sees_toasts(3)
    known = await office.store.people.get_user(ida.user_id)
    assert known is not None
    assert known.is_active
    assert (await admin.messages())[-1]["text"] == card["text"]


async def test_who_was_an_owner_hears_of_no_trouble(office: Office, owner: Person) -> None:
    former = await office.admit("owner")
    assert office.house.application.bot_data.access.owners >= {former.user_id, owner.user_id}
    number = await office.role("owner")
    assert await office.administration.take_role(number, former.user_id, actor=MACHINE)
    assert await tell_owners(office.house.application, "two-pollers") == {owner.user_id}
