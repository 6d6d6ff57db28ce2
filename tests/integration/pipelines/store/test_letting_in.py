"""Who is let in, by what, and until when: decided in SQL, whatever the bot remembers."""

import asyncio
from dataclasses import replace

import pytest
from psycopg import AsyncConnection

from pipelines.errors import UserError
from pipelines.models.chat import Turn
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from pipelines.store.store import Store
from tests.support.eventually import eventually
from tests.support.gateways.sample_documents import direction, document, found_by, publish, stage

ANNA, BORIS, CARLA = 31, 32, 33
GROUP = -5001


async def role_with(store: Store, name: str, *, invites: bool = False) -> int:
    number = await store.administration.make_role(name, actor=MACHINE)
    assert number is not None
    if invites:
        await store.administration.set_role_right(number, "invite", is_on=True, actor=MACHINE)
    return number


async def invite(store: Store, token: str, role: int | None, actor: int) -> None:
    made = await store.administration.make_invitation(token, role=role, uses=9, days=9, actor=actor)
    assert made is not None


async def test_an_open_door_that_is_shut_shuts_out_who_came_by_it(store: Store) -> None:
    await publish(store, document("b"), [direction(0)])
    await store.people.set_front_door(is_open=True)
    await store.people.ensure_user(ANNA, None, None)
    await store.people.ensure_user(BORIS, None, None, admitted_by="approval")
    assert await found_by(store, ANNA)
    await store.people.set_front_door(is_open=False)
    assert not await found_by(store, ANNA)
    assert await found_by(store, BORIS)


async def test_who_leaves_the_group_that_let_them_in_reads_and_adds_no_more(store: Store) -> None:
    await store.people.set_front_door(is_open=False)
    known = await publish(store, document("b"), [direction(0)])
    team = await role_with(store, "team")
    await store.administration.set_group_role(GROUP, team, actor=MACHINE)
    await store.people.ensure_user(CARLA, None, None, admitted_by="group")
    await store.people.note_membership(GROUP, CARLA, is_member=True)
    assert await found_by(store, CARLA)
    await store.people.note_membership(GROUP, CARLA, is_member=False)
    assert not await found_by(store, CARLA)
    assert await store.documents.still_readable([known], asker=CARLA) == ()
    user = await store.people.get_user(CARLA)
    assert user is not None
    assert not user.rights


async def test_a_member_adds_where_an_inviter_lets_all_and_takes_it_back(store: Store) -> None:
    await store.people.set_front_door(is_open=False)
    await store.people.ensure_user(CARLA, None, None, admitted_by="group")
    theirs = document("b", owner_telegram_id=CARLA)
    with pytest.raises(UserError, match="may-not-add"):
        await store.staging.stage_document(theirs)
    opened = GroupPolicy(who_adds="members")
    assert await store.preferences.set_group_policy(GROUP, opened, actor=MACHINE)
    await publish(store, theirs, [direction(0)])
    assert not await found_by(store, CARLA), "in private nobody let them in"
    assert await store.batches.delete_batch("b", actor=CARLA) == 1


async def test_a_role_that_was_taken_comes_back_by_no_link_of_ones_own(store: Store) -> None:
    finance = await role_with(store, "finance", invites=True)
    inviters = await role_with(store, "inviters", invites=True)
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    for role in (finance, inviters):
        await store.administration.give_role(role, ANNA, actor=MACHINE)
    await invite(store, "token", finance, ANNA)
    assert await store.people.redeem_invitation("token", BORIS) == "finance"
    await store.administration.take_role(finance, ANNA, actor=MACHINE)
    for person in (ANNA, CARLA):
        assert await store.people.redeem_invitation("token", person) is None


async def test_who_was_removed_comes_back_by_no_link_of_before(store: Store) -> None:
    await invite(store, "token", None, MACHINE)
    assert await store.people.redeem_invitation("token", BORIS) == "everyone"
    assert await store.administration.remove_person(BORIS, actor=MACHINE)
    assert await store.people.redeem_invitation("token", BORIS) is None
    assert await store.people.redeem_invitation("token", CARLA) == "everyone"
    await invite(store, "another", None, MACHINE)
    assert await store.people.redeem_invitation("another", BORIS) == "everyone"


async def test_of_who_is_removed_meanwhile_nothing_more_comes_in(store: Store) -> None:
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    await stage(store, document("b", owner_telegram_id=ANNA), [direction(0)])
    assert await store.administration.remove_person(ANNA, actor=MACHINE)
    with pytest.raises(UserError, match="may-not-add"):
        await store.staging.stage_document(document("b", item_idx=1, owner_telegram_id=ANNA))
    with pytest.raises(UserError, match="may-not-add"):
        await store.watches.add_watch(
            actor=ANNA, url="https://example.org", every="daily", origin="", reader_role=None
        )
    assert await store.staging.publish_batch("b") == 0
    assert await store.people.get_user(ANNA) is None


async def test_what_is_closed_to_an_admin_they_do_not_open_again(store: Store) -> None:
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    await store.people.ensure_user(BORIS, None, None, admitted_by="approval")
    roles = {role.name: role.number for role in await store.administration.list_roles(MACHINE)}
    await store.administration.give_role(roles["admin"], BORIS, actor=MACHINE)
    share = store.administration.share_document
    private = document("b", owner_telegram_id=ANNA, reader_role="admin")
    known = await publish(store, private, [direction(0)])
    await share(known, roles["admin"], is_on=True, actor=MACHINE)
    assert await share(known, roles["everyone"], is_on=True, actor=BORIS)
    for role in ("everyone", "admin"):
        assert await share(known, roles[role], is_on=False, actor=ANNA)
    absent = "00000000-0000-4000-8000-000000000000"
    for document_id in (known, absent):
        assert not await share(document_id, roles["admin"], is_on=True, actor=BORIS)
        assert not await store.documents.rename_document(document_id, "Mine", actor=BORIS)
        assert not await store.documents.delete_document(document_id, actor=BORIS)
        readers = await store.administration.document_readers(document_id, actor=BORIS)
        assert readers.total == 0


async def test_a_deleted_role_and_a_group_that_is_left_stand_in_the_audit(
    store: Store, admin: AsyncConnection
) -> None:
    team = await role_with(store, "team")
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    await store.administration.give_role(team, ANNA, actor=MACHINE)
    known = await publish(store, document("b"), [direction(0)])
    await store.administration.share_document(known, team, is_on=True, actor=MACHINE)
    await store.administration.set_group_role(GROUP, team, actor=MACHINE)
    await store.people.note_membership(GROUP, ANNA, is_member=True)
    await store.administration.delete_role(team, actor=MACHINE)
    last = (await store.administration.list_audit(MACHINE, person=ANNA, limit=1))[0]
    assert (last.action, last.role) == ("role_taken", "team")
    last = (await store.administration.list_audit(MACHINE, document_id=known, limit=1))[0]
    assert (last.action, last.role) == ("document_closed", "team")
    await store.preferences.forget_group(GROUP)
    last = (await store.administration.list_audit(MACHINE, person=ANNA, limit=1))[0]
    assert last.action == "group_left"


async def test_the_audit_says_who_may_read_a_new_version(store: Store) -> None:
    """Whoever may read the former one, whatever new documents are open to."""
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    roles = {role.name: role.number for role in await store.administration.list_roles(MACHINE)}
    versions = [
        document(batch, owner_telegram_id=ANNA, version_key="file:plan", reader_role="everyone")
        for batch in ("first", "second")
    ]
    first = await publish(store, versions[0], [direction(0)])
    await store.administration.share_document(first, roles["everyone"], is_on=False, actor=ANNA)
    second = await publish(store, versions[1], [direction(0)])
    assert await store.documents.list_readers([second]) == {second: ()}
    (added,) = await store.administration.list_audit(MACHINE, document_id=second)
    assert (added.action, added.role) == ("document_added", None)
    (*_, added) = await store.administration.list_audit(MACHINE, document_id=first)
    assert (added.action, added.role) == ("document_added", "everyone")


async def test_a_role_is_deleted_beside_somebody_who_comes_in_by_it(
    store: Store, admin: AsyncConnection
) -> None:
    """Each takes the invitation first, and the role then: else one of them would fail."""
    role = await role_with(store, "guests")
    await invite(store, "token", role, MACHINE)
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")

    async def is_waiting() -> bool:
        waiting = await admin.execute("select from pg_locks where not granted")
        return await waiting.fetchone() is not None

    async with admin.transaction():  # as redeem_invitation does
        await admin.execute("select from invitations where token_sha256 = 'token' for update")
        deleting = asyncio.create_task(store.administration.delete_role(role, actor=MACHINE))
        await eventually(is_waiting)
        await admin.execute(
            "insert into user_roles select u.id, r.id from users as u, roles as r"
            f" where u.telegram_id = {ANNA} and r.number = {role}"
        )
    assert await deleting
    assert await store.people.roles_of(ANNA) == ()


@pytest.mark.parametrize("way", ["removed", "suspended"])
async def test_of_who_is_shut_out_meanwhile_nothing_is_kept(
    store: Store, admin: AsyncConnection, way: str
) -> None:
    """What an answer writes down that was allowed to a moment before."""
    await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
    if way == "removed":
        assert await store.administration.remove_person(ANNA, actor=MACHINE)
    else:
        assert await store.administration.set_person_active(ANNA, is_active=False, actor=MACHINE)
    turns = [Turn("user", "How wide?"), Turn("assistant", "Nine.")]
    for chat, asker in ((str(ANNA), ANNA), (str(GROUP), GROUP)):
        await store.chats.insert_and_trim_pairs(chat, turns, 9, run_id="run", asker=ANNA)
        await store.chats.keep_question(chat, "How?", asker=asker, message_id=1, person=ANNA)
        known = interaction_id_of(f"{way}{chat}")
        said = Interaction(known, "How wide?", "Nine.", chat, asker, reader=ANNA)
        await store.interactions.log_interaction(replace(said, documents=(known,)))
    for table in "chat_messages", "interactions", "query_logs", "pending_questions":
        rows = await (await admin.execute(f"select from {table}")).fetchall()
        assert rows == [], table
    assert "documents_read" not in {
        e.action for e in await store.administration.list_audit(MACHINE)
    }


@pytest.mark.parametrize("way", ["setting", "command"])
async def test_who_is_made_an_owner_is_in_however_they_came(store: Store, way: str) -> None:
    """Nobody but whoever is at the machine looks after owners: else they would stay out."""
    await store.people.set_front_door(is_open=False)
    await store.people.ensure_user(ANNA, None, None, admitted_by="open")
    assert await store.administration.set_person_active(ANNA, is_active=False, actor=MACHINE)
    if way == "setting":
        await store.people.appoint_owners((ANNA,))
    else:
        roles = {role.name: role.number for role in await store.administration.list_roles(MACHINE)}
        assert await store.administration.give_role(roles["owner"], ANNA, actor=MACHINE)
    user = await store.people.get_user(ANNA)
    assert user is not None
    assert (user.is_owner, user.is_active, user.is_admin) == (True, True, True)
    assert user.admitted_by == "owner"
    audit = await store.administration.list_audit(MACHINE, person=ANNA, limit=2)
    assert [entry.action for entry in audit] == ["role_given", "person_restored"]


async def test_the_records_of_who_was_removed_are_to_be_erased(
    store: Store, admin: AsyncConnection
) -> None:
    for person in ANNA, BORIS:
        await store.people.ensure_user(person, None, None, admitted_by="approval")
    watch = await store.watches.add_watch(
        actor=ANNA, url="https://example.org", every="daily", origin="", reader_role=None
    )
    batches = [f"ingest-1-{ANNA}-7-8", f"watch-{watch}-9", f"ingest-1-{ANNA}-8-9"]
    others = [f"ingest-1-{BORIS}-7-8", f"ingest-1-9{ANNA}-7-8", f"ingest-{ANNA}-{BORIS}-1-2"]
    for batch in (*batches[:2], *others):
        await store.batches.finalize_batch(batch, "finished")
    await store.batches.record_message_runs(1, ANNA, [3], batches[2])  # it goes on still
    await store.artifacts.put_artifact(f"offer-{ANNA}", "1", b"[]")
    assert await store.administration.remove_person(ANNA, actor=MACHINE)
    erasures = await store.batches.list_erasures()
    named = {each.batch_id for each in erasures if not each.batch_id.startswith("removed-")}
    assert named == set(batches)
    assert all(each.erases_answers for each in erasures)
    assert await (await admin.execute("select from artifacts")).fetchall() == []
