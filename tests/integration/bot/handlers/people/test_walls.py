"""What an hour of trying to get in, stay in and look on came to: each way is closed."""

from collections.abc import AsyncIterator

import psycopg
import pytest

from bot.access import Memberships
from pipelines.models.answers import Citation
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.over_database.people_harness import Office
from tests.support.bot.team_harness import Team, team_in
from tests.support.gateways.sample_documents import direction


@pytest.fixture(autouse=True)
async def shut(office: Office) -> AsyncIterator[None]:
    """Nobody comes in by an open door."""
    await office.store.people.set_front_door(is_open=False)
    yield
    await office.store.people.set_front_door(is_open=True)


async def member_by(office: Office, team: Team, role: str) -> Person:
    """Give the group a role, and let somebody in by it."""
    bot = office.house.application.bot.id
    await team.change("members", user_id=bot, status="administrator")
    number = await office.role(role)
    assert await office.administration.set_group_role(team.id, number, actor=MACHINE)
    member = await office.knock()
    await team.change("members", user_id=member.user_id, status="member")
    await member.say("/mode")
    await member.reads("Choose a mode")
    return member


async def answer_gap(office: Office, person: Person, name: str) -> str:
    """Have an admin answer what somebody asked once; return the document that it quotes."""
    store = office.store
    known = interaction_id_of(name)
    chat = str(person.user_id)
    asked = Interaction(known, "Who keeps the key?", "Nothing.", chat, person.user_id)
    await store.interactions.log_interaction(asked)
    await store.gaps.log_gap(
        known,
        direction(3),
        asker=person.user_id,
        cluster=None,
        question="Who keeps the key?",
        written=("Who keeps the key?",),
        language="en",
        interface_language="en",
    )
    library = Library(office.house, store)
    owner = office.owner.user_id
    document = await library.add(f"Keys {name}", "The porter keeps the key.", owner=owner)
    [passage] = await store.search.document_passages(document, asker=owner)
    quote = Citation(
        *(1, document, "Keys", None, None, None, None, 0),
        quote=passage.text,
        passage_id=passage.id,
        quote_at=0,
    )
    await store.gaps.settle_gap(str(known), quote, actor=owner, settled_as=name)
    await office.house.notifier._gaps.tell_gaps()
    return document


async def test_who_has_left_the_group_is_told_no_answer_of_later(office: Office) -> None:
    async with team_in(office.house, owner=office.owner.user_id) as team:
        member = await member_by(office, team, "flock")
        await team.change("members", user_id=member.user_id, status="left")
        await member.say("/docs")
        await member.reads("private bot")
        await answer_gap(office, member, "left")
        await member.say("/docs")
        await member.reads_count(3)
        assert not any("porter" in shown["text"] for shown in await member.messages())


async def test_an_answer_of_an_admin_is_read_as_the_audit_has_it(office: Office) -> None:
    person = await office.admit()
    document = await answer_gap(office, person, "read")
    await person.reads("The porter keeps the key")
    entries = await office.administration.list_audit(MACHINE, document_id=document)
    assert ("documents_read", person.user_id) in [(each.action, each.actor) for each in entries]


async def test_a_groups_role_that_is_taken_shuts_its_members_out_at_once(office: Office) -> None:
    async with team_in(office.house, owner=office.owner.user_id) as team:
        member = await member_by(office, team, "herd")
        assert await office.administration.set_group_role(team.id, None, actor=MACHINE)
        await member.say("/docs")
        await member.reads("private bot")


async def test_an_old_screen_opens_nothing_that_was_closed(office: Office) -> None:
    admin, rita = await office.admit("admin"), await office.admit()
    library = Library(office.house, office.store)
    document = await library.add("Salaries of all", "Rita earns nine.", owner=rita.user_id)
    await admin.say("/access Salaries")
    screen = await admin.reads("Salaries of all")
    everyone = await office.role("everyone")
    assert await office.administration.share_document(
        document, everyone, is_on=False, actor=rita.user_id
    )
    (button,) = [each for each in labels(screen) if "admin" in each]
    await admin.press(screen, button)
    await admin.sees_toasts(1)
    assert await office.store.documents.get_document(document, asker=admin.user_id) is None


async def test_a_correction_shows_admins_no_answer_that_they_may_not_read(office: Office) -> None:
    rita, admin = await office.admit(), await office.admit("admin")
    library, owner = Library(office.house, office.store), office.owner.user_id
    shared = await library.add("Prices", "A pass costs nine crowns.", owner=owner)
    newer = await library.add("Prices new", "A pass costs ten crowns.", owner=owner)
    private = await library.add("Diary", "ZIRCON is mine.", owner=rita.user_id, reader_role=None)
    (shown,) = await office.store.search.document_passages(shared, asker=rita.user_id)
    (right,) = await office.store.search.document_passages(newer, asker=rita.user_id)
    known, chat = interaction_id_of("walls-rule"), str(rita.user_id)
    said = "ZIRCON is mine [1]. A pass costs nine crowns [2]."
    await office.store.interactions.log_interaction(
        Interaction(
            known, "What does a pass cost?", said, chat, rita.user_id, documents=(shared, private)
        )
    )
    async with await psycopg.AsyncConnection.connect(office.url, autocommit=True) as connection:
        proposed = await connection.execute(
            "select state from propose_rule(%s, %s, %s, 'prefer', 'What does a pass cost?', 'en',"
            " array_fill(0.1::real, array[768])::extensions.vector, %s, %s, null, null, 'why')",
            [rita.user_id, chat, str(known), shown.id, right.id],
        )
        assert await proposed.fetchone() == ("draft",)
        for asker, is_shown in ((admin.user_id, False), (MACHINE, True)):
            listed = await connection.execute("select answered from list_rules(%s)", [asker])
            answered = [row[0] for row in await listed.fetchall()]
            assert any("ZIRCON" in (each or "") for each in answered) == is_shown
    assert await office.store.documents.delete_document(private, actor=rita.user_id)
    assert await office.tables_naming("ZIRCON is mine") == []


async def test_who_may_invite_nobody_opens_the_bot_to_no_group(office: Office) -> None:
    user = await office.admit()
    async with team_in(office.house, owner=user.user_id) as team:
        await team.creator.say("/group")
        shown = await team.creator.reads("Settings of this group")
        (asks,) = [each for each in labels(shown) if each.startswith("Who asks")]
        await team.creator.press(shown, asks)
        shown = await team.creator.changed(shown, "← Back")
        (members,) = [each for each in labels(shown) if "members" in each]
        await team.creator.press(shown, members)
        await team.creator.sees_toast("right to invite")
        await team.member.say("/ask Who keeps the key?")
        await team.member.reads("I answer only those who may use me")
        assert await office.store.people.get_user(team.member.user_id) is None


async def test_who_is_removed_while_telegram_is_asked_of_them_does_not_come_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = await office.admit()
    ask = Memberships.check

    async def remove_and_ask(self: Memberships, user_id: int, *, anew: bool = False) -> bool:
        await office.administration.remove_person(person.user_id, actor=MACHINE)
        return await ask(self, user_id, anew=anew)

    monkeypatch.setattr(Memberships, "check", remove_and_ask)
    await office.name(person, "Somebody Else")  # which is to be written down
    await person.say("/docs")
    await person.reads("private bot")
    assert await office.store.people.get_user(person.user_id) is None


async def test_who_was_removed_is_not_let_in_by_a_group_that_all_may_ask_in(
    office: Office,
) -> None:
    person = await office.admit()
    async with team_in(office.house, owner=office.owner.user_id) as team:
        preferences = office.house.application.bot_data.preferences
        policy = GroupPolicy(who_asks="members")
        await preferences.change_group(team.id, lambda _: policy, actor=MACHINE)
        await team.change("members", user_id=person.user_id, status="member")
        await office.administration.remove_person(person.user_id, actor=MACHINE)
        there = await team.enter(person.user_id)
        await there.say("/ask Who keeps the key?")
        await there.reads("I answer only those who may use me")
        await team.member.say("/ask How wide is it?")
        await team.member.reads("How wide is it? is the question")
