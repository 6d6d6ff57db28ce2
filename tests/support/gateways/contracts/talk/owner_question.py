"""What both gateways promise about questions that were passed on to owners."""

import asyncio
from dataclasses import replace

from psycopg import AsyncConnection

from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.owner_questions import OwnerPrompt, OwnerQuestion
from pipelines.models.people import MACHINE, Addressee
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import direction, document, publish

ANNA, BORIS, CLARA, DAVID = 1, 2, 3, 4  # the last two are owners
GROUP = -100
ASKED = Interaction(
    interaction_id_of("run-owner"), query="Who?", response="", chat=str(ANNA), asker=ANNA
)


async def people(store: Store) -> None:
    for person, name in ((ANNA, "Anna"), (BORIS, "Boris"), (CLARA, "Clara"), (DAVID, None)):
        await store.people.ensure_user(person, name, "en")
    await store.people.appoint_owners((CLARA, DAVID))
    await store.interactions.log_interaction(ASKED)


async def passed(
    store: Store,
    question: str = ASKED.id,
    *,
    asker: int = ANNA,
    chat_id: int = ANNA,
    thread_id: int | None = None,
    press: str = "p",
    per_day: int = 10,
) -> str:
    return await store.owner_questions.pass_to_owners(
        question,
        asker=asker,
        chat_id=chat_id,
        thread_id=thread_id,
        message_id=7,
        language="en",
        passed_by=press,
        per_day=per_day,
    )


class OwnerQuestionContract:
    """Tests of what is passed on, by whom, and who settles it."""

    async def test_owners_who_have_come_by_may_be_asked_by_others(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        owners = store.owner_questions.owners_to_ask
        assert await owners(ANNA) == ()
        await store.people.appoint_owners((CLARA,))
        assert await owners(ANNA) == (), "she has never spoken to the bot"
        await people(store)
        assert await owners(ANNA) == (Addressee(CLARA, "en"), Addressee(DAVID, "en"))
        assert await owners(CLARA) == (Addressee(DAVID, "en"),)
        await admin.execute("update users set is_active = false where telegram_id = %s", [DAVID])
        assert await owners(CLARA) == ()

    async def test_a_question_is_passed_on_once_by_its_asker(self, store: Store) -> None:
        assert await passed(store) == "forgotten"
        await people(store)
        assert await passed(store, asker=BORIS, chat_id=BORIS) == "forgotten"
        assert await passed(store, asker=BORIS) == "forgotten"
        results = await asyncio.gather(*(passed(store, press=press) for press in "ppq"))
        assert sorted(results) in (["known", "passed", "passed"], ["known", "known", "passed"])
        assert await passed(store, press="r") == "known"
        shared = replace(ASKED, id=interaction_id_of("in-a-group"), chat=f"{GROUP}/5", asker=None)
        await store.interactions.log_interaction(shared)
        assert await passed(store, shared.id, chat_id=GROUP) == "forgotten", "another topic"
        assert await passed(store, shared.id, chat_id=GROUP, thread_id=5) == "passed"

    async def test_nobody_floods_the_owners(self, store: Store, admin: AsyncConnection) -> None:
        await people(store)
        more = [replace(ASKED, id=interaction_id_of(f"more-{n}")) for n in range(4)]
        for one in more:
            await store.interactions.log_interaction(one)
        assert [await passed(store, one.id, per_day=2) for one in more[:3]] == [
            *("passed", "passed", "too_many")
        ]
        await store.owner_questions.withdraw_from_owners(more[0].id, "another press")
        assert await passed(store, more[2].id, per_day=2) == "too_many"
        await store.owner_questions.withdraw_from_owners(more[0].id, "p")
        assert await passed(store, more[2].id, per_day=2) == "passed"
        await store.chats.clear_history(str(ANNA))
        await store.interactions.log_interaction(more[3])
        assert await passed(store, more[3].id, per_day=2) == "too_many", "also after clearing"
        await admin.execute("update owner_question_counts set day = day - 1")
        assert await passed(store, more[3].id, per_day=2) == "passed"

    async def test_only_owners_see_a_question(self, store: Store) -> None:
        await people(store)
        questions = store.owner_questions
        await passed(store)
        seen = OwnerQuestion(ASKED.id, "Who?", ANNA, "Anna", ANNA, None, 7, "en")
        assert await questions.get_owner_question(ASKED.id, actor=CLARA) == seen
        assert await questions.get_owner_question(ASKED.id, actor=ANNA) is None
        await questions.record_owner_prompt(ASKED.id, CLARA, 5)
        await questions.record_owner_prompt(ASKED.id, CLARA, 6)
        await questions.record_owner_prompt(ASKED.id, BORIS, 6)
        assert await questions.list_owner_prompts(ASKED.id) == (OwnerPrompt(CLARA, 6, "en"),)
        assert await questions.find_owner_prompt(CLARA, 6) == ASKED.id
        assert await questions.find_owner_prompt(CLARA, 5) is None
        assert await questions.find_owner_prompt(BORIS, 6) is None, "he is no owner"

    async def test_the_first_owners_word_counts(self, store: Store) -> None:
        await people(store)
        questions = store.owner_questions
        settle = questions.settle_owner_question
        assert await settle(ASKED.id, actor=CLARA, state="declined", settled_as="m") == "gone"
        await passed(store)
        assert await settle(ASKED.id, actor=BORIS, state="declined", settled_as="m") == "gone"
        said = {"actor": CLARA, "answer": "I do.\x00", "settled_as": "m"}
        assert await settle(ASKED.id, state="answered", **said) == "settled"
        assert await settle(ASKED.id, state="answered", **said) == "settled", "handled again"
        assert await settle(ASKED.id, actor=DAVID, state="declined", settled_as="n") == "over"
        settled = await questions.get_owner_question(ASKED.id, actor=DAVID)
        assert settled is not None
        assert (settled.state, settled.settled_name) == ("answered", "Clara")
        assert settled.answer == "I do.\ufffd"
        assert settled.settled_at is not None
        await questions.withdraw_from_owners(ASKED.id, "p")
        assert await questions.get_owner_question(ASKED.id, actor=CLARA) is not None

    async def test_an_answer_goes_with_the_document_it_became(self, store: Store) -> None:
        await people(store)
        await passed(store)
        questions = store.owner_questions
        settle = questions.settle_owner_question
        await settle(ASKED.id, actor=CLARA, state="answered", answer="I do.", settled_as="m")

        async def answer() -> str | None:
            seen = await questions.get_owner_question(ASKED.id, actor=CLARA)
            assert seen is not None
            return seen.answer

        await questions.note_answer_batch(ASKED.id, "added", actor=CLARA)
        await questions.note_answer_batch(ASKED.id, "other", actor=BORIS)
        added = await publish(store, document("added"), [direction(0)])
        other = await publish(store, document("other"), [direction(1)])
        assert await store.documents.delete_document(other, actor=MACHINE)
        assert await answer() == "I do.", "Boris is no owner"
        assert await store.documents.delete_document(added, actor=MACHINE)
        assert await answer() is None

    async def test_who_was_suspended_gets_no_answer(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await people(store)
        await passed(store)
        await admin.execute("update users set is_active = false where telegram_id = %s", [ANNA])
        settle = store.owner_questions.settle_owner_question
        assert await settle(ASKED.id, actor=CLARA, state="answered", settled_as="m") == "suspended"
        assert await settle(ASKED.id, actor=CLARA, state="declined", settled_as="m") == "settled"

    async def test_in_a_group_whoever_may_ask_is_answered_unless_shut_out(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await people(store)
        await store.people.set_front_door(is_open=False)
        settle, chat = store.owner_questions.settle_owner_question, str(GROUP)
        for run, is_active, ending in ("a", True, "settled"), ("b", False, "suspended"):
            asked = replace(ASKED, id=interaction_id_of(run), chat=chat, asker=GROUP)
            await store.interactions.log_interaction(asked)
            assert await passed(store, asked.id, chat_id=GROUP) == "passed"
            await admin.execute(
                "update users set is_active = %s where telegram_id = 1", [is_active]
            )
            assert await settle(asked.id, actor=CLARA, state="answered", settled_as=run) == ending

    async def test_what_is_cleared_is_forgotten_by_owners_too(self, store: Store) -> None:
        await people(store)
        await passed(store)
        await store.owner_questions.record_owner_prompt(ASKED.id, CLARA, 5)
        await store.chats.clear_history(str(ANNA))
        assert await store.owner_questions.get_owner_question(ASKED.id, actor=CLARA) is None
        assert await store.owner_questions.find_owner_prompt(CLARA, 5) is None
