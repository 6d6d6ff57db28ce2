"""What both gateways promise about settings and policies."""

import uuid
from dataclasses import replace

from pipelines.models.answers import Citation
from pipelines.models.chat import Turn
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy, UserSettings
from pipelines.store.store import Store
from tests.support.gateways.history import history_of
from tests.support.gateways.sample_documents import direction, document, publish

ANNA, BORIS, OLGA = 11, 12, 13
GROUP, SUPERGROUP = -4001, -1001000004001
PAIR = [Turn("user", "How long?"), Turn("assistant", "A week.")]


async def _answer_in(memory: str, store: Store) -> str:
    """Put an answer on record there; return its id."""
    known = interaction_id_of(uuid.uuid4().hex)
    said = Interaction(known, "How long?", "A week.", memory, None)
    await store.interactions.log_interaction(said)
    return known


async def _pass_on(question: str, store: Store) -> None:
    """Have somebody of the group pass a question on to an owner."""
    await store.people.ensure_user(ANNA, "Anna", "en", admitted_by="approval")
    passed = await store.owner_questions.pass_to_owners(
        question,
        asker=ANNA,
        chat_id=GROUP,
        thread_id=None,
        message_id=5,
        language="en",
        passed_by="p",
        per_day=10,
    )
    assert passed == "passed"


async def _settle(question: str, document_id: str, store: Store) -> None:
    """Answer a question with the beginning of a document."""
    [passage] = await store.search.document_passages(document_id, asker=OLGA)
    quote = Citation(
        *(1, document_id, "Keys", None, None, None, None, 0),
        quote=passage.text,
        passage_id=passage.id,
        quote_at=0,
    )
    assert await store.gaps.settle_gap(question, quote, actor=OLGA, settled_as="x") == "settled"


class PreferenceContract:
    """Tests of what people set."""

    async def test_settings_are_kept_by_person(self, store: Store) -> None:
        assert await store.preferences.get_user_settings(1) == UserSettings()
        wanted = UserSettings("en", "short", False, True, "private", True, True)
        for settings in (wanted, replace(wanted, language=None), wanted):
            await store.preferences.set_user_settings(1, settings)
            assert await store.preferences.get_user_settings(1) == settings
        assert await store.preferences.get_user_settings(2) == UserSettings()

    async def test_a_group_that_moves_keeps_policy_and_memory(self, store: Store) -> None:
        policy = GroupPolicy(False, "members", "users", "asker", shows_roles=True)
        await store.preferences.set_group_policy(GROUP, policy, actor=MACHINE)
        await store.chats.insert_and_trim_pairs(str(GROUP), PAIR, 15)
        await store.chats.keep_question(str(GROUP), "How wide?", asker=None, message_id=5)
        known = await _answer_in(str(GROUP), store)
        await store.interactions.record_shown_answer(known, 5)
        for _ in range(2):
            await store.preferences.move_group(GROUP, SUPERGROUP)
        assert await store.preferences.get_group_policy(SUPERGROUP) == policy
        assert await store.preferences.get_group_policy(GROUP) == GroupPolicy()
        assert len(await history_of(store, str(SUPERGROUP), 15)) == 2
        assert await history_of(store, str(GROUP), 15) == ()
        [waiting] = await store.chats.get_pending_questions(str(SUPERGROUP))
        assert (waiting.question, waiting.message_id) == ("How wide?", None)
        for chat, is_there in ((GROUP, False), (SUPERGROUP, True)):
            seen = await store.interactions.get_interaction(known, asker=1, chat=str(chat))
            assert (seen is not None) == is_there
            assert await store.interactions.find_shown_answer(chat, 5) is None, "numbered anew"

    async def test_what_a_group_waits_for_comes_to_it_where_it_has_moved(
        self, store: Store
    ) -> None:
        """By its rights: it holds its role under the new id, and nothing under the old one."""
        role = await store.administration.make_role("millers", actor=MACHINE)
        assert role is not None
        assert await store.administration.set_group_role(GROUP, role, actor=MACHINE)
        await store.people.appoint_owners((OLGA,))
        await store.people.ensure_user(OLGA, "Olga", "en")
        new = document("keys", owner_telegram_id=OLGA, reader_role="millers")
        await publish(store, new, [direction(0)])
        known = interaction_id_of(uuid.uuid4().hex)
        said = Interaction(known, "Who keeps it?", "Nothing.", str(GROUP), GROUP)
        await store.interactions.log_interaction(said)
        await store.gaps.log_gap(
            *(known, direction(0)),
            asker=GROUP,
            cluster=None,
            question="Who keeps it?",
            written=("Who keeps it?",),
            language="en",
            interface_language="en",
        )
        await store.chats.keep_question(str(GROUP), "How wide?", asker=GROUP, message_id=5)
        await _pass_on(known, store)

        await store.preferences.move_group(GROUP, SUPERGROUP)
        [waiting] = await store.chats.get_pending_questions(str(SUPERGROUP))
        assert waiting.asker == SUPERGROUP
        passed = await store.owner_questions.get_owner_question(known, actor=OLGA)
        assert passed is not None
        assert (passed.chat_id, passed.message_id) == (SUPERGROUP, None)
        await _settle(known, new.document_id, store)
        [told] = await store.gaps.claim_gap_answers()
        assert (told.asker, told.chat) == (SUPERGROUP, str(SUPERGROUP))

    async def test_a_group_is_open_to_its_members_as_long_as_who_opened_it_may_invite(
        self, store: Store
    ) -> None:
        preferences, administration = store.preferences, store.administration
        await store.people.ensure_user(ANNA, None, None, admitted_by="approval")
        opened = GroupPolicy(who_asks="members")
        assert not await preferences.set_group_policy(GROUP, opened, actor=ANNA)
        assert await preferences.get_group_policy(GROUP) == GroupPolicy()
        inviters = await administration.make_role("inviters", actor=MACHINE)
        assert inviters is not None
        assert await administration.set_role_right(inviters, "invite", is_on=True, actor=MACHINE)
        assert await administration.give_role(inviters, ANNA, actor=MACHINE)
        assert await preferences.set_group_policy(GROUP, opened, actor=ANNA)
        await store.people.ensure_user(BORIS, None, None, admitted_by="approval")
        folded = replace(opened, answers_to="asker")
        assert await preferences.set_group_policy(GROUP, folded, actor=BORIS), "opens nothing more"
        assert await preferences.get_group_policy(GROUP) == folded
        assert await administration.take_role(inviters, ANNA, actor=MACHINE)
        assert (await preferences.get_group_policy(GROUP)).who_asks == "users"
        entries = await administration.list_audit(MACHINE, limit=50)
        set_by = [each.actor for each in entries if each.action == "group_policy_set"]
        assert set_by == [BORIS, ANNA]

    async def test_a_group_is_forgotten_with_its_topics_and_no_other(self, store: Store) -> None:
        await store.preferences.set_group_policy(
            GROUP, GroupPolicy(who_asks="members"), actor=MACHINE
        )
        mine = [str(GROUP), f"{GROUP}/7"]
        others = [f"{GROUP}1", f"{GROUP}1/7"]
        answers = {memory: await _answer_in(memory, store) for memory in (*mine, *others)}
        for memory in (*mine, *others):
            await store.chats.insert_and_trim_pairs(memory, PAIR, 15)
            await store.chats.keep_question(memory, "How wide?", asker=None, message_id=5)
        await store.preferences.forget_group(GROUP)
        assert await store.preferences.get_group_policy(GROUP) == GroupPolicy()
        for memory in mine:
            assert await history_of(store, memory, 15) == ()
            assert not await store.chats.get_pending_questions(memory)
        for memory in others:
            assert len(await history_of(store, memory, 15)) == 2
            assert await store.chats.get_pending_questions(memory)
        for memory, known in answers.items():
            seen = await store.interactions.get_interaction(known, asker=1, chat=memory)
            assert (seen is not None) == (memory in others)

    async def test_the_wording_answered_last_is_known(self, store: Store) -> None:
        async def save(question: str, run_id: str) -> None:
            turns = [Turn("user", question), Turn("assistant", "A week.")]
            await store.chats.insert_and_trim_pairs("7", turns, 15, run_id=run_id)

        await save("How long?", "answer-1-7-5-100")
        await save("Another", "answer-1-7-5-1001")
        assert await store.chats.get_answered_question("7", "answer-1-7-5-100") == "How long?"
        await save("How wide?", "answer-1-7-5-100-9")
        assert await store.chats.get_answered_question("7", "answer-1-7-5-100") == "How wide?"
        assert await store.chats.get_answered_question("8", "answer-1-7-5-100") is None
