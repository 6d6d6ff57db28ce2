"""What both gateways promise about people, modes and histories."""

import asyncio
from dataclasses import replace
from uuid import UUID

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused
from pipelines.models.answers import Exchange
from pipelines.models.chat import Turn
from pipelines.models.people import MACHINE
from pipelines.store.store import Store
from tests.support.gateways.history import history_of
from tests.support.gateways.sample_documents import document, publish_rows

USER = "4242"


def pair(n: int) -> list[Turn]:
    return [Turn("user", f"question {n}"), Turn("assistant", f"answer {n}")]


def said(turns: tuple[Turn, ...]) -> list[str]:
    return [turn.message for turn in turns]


class ChatContract:
    """Tests of people, modes and histories."""

    async def test_a_user_is_made_once_and_refreshed(self, store: Store) -> None:
        first = await store.people.ensure_user(2**40, "Анна", "ru")
        again = await store.people.ensure_user(2**40, None, None)
        assert again == first
        assert UUID(first.id).version == 4
        assert (first.telegram_id, first.is_owner, first.is_active) == (2**40, False, True)

    async def test_what_is_not_said_is_kept(self, store: Store, admin: AsyncConnection) -> None:
        await store.people.ensure_user(1, "Анна", "ru")
        await store.people.ensure_user(1, None, "en")
        rows = await admin.execute("select display_name, language from users")
        assert await rows.fetchall() == [{"display_name": "Анна", "language": "en"}]

    async def test_the_first_to_claim_owns(self, store: Store) -> None:
        assert not await store.people.has_owner()
        assert await store.people.claim_ownership(7)
        assert await store.people.has_owner()
        assert not await store.people.claim_ownership(8)
        assert await store.people.claim_ownership(7), "the owner asks again"
        assert (await store.people.ensure_user(7, None, None)).is_owner
        assert not (await store.people.ensure_user(8, None, None)).is_owner

    async def test_of_many_claims_at_once_one_wins(self, store: Store) -> None:
        claims = await asyncio.gather(*(store.people.claim_ownership(n) for n in range(1, 9)))
        assert claims.count(True) == 1

    async def test_a_mode_is_kept_until_changed(self, store: Store) -> None:
        assert await store.chats.get_mode(USER) is None
        await store.chats.set_mode(USER, "documents")
        assert await store.chats.get_mode(USER) == "documents"
        await store.chats.set_mode(USER, "chat")
        assert await store.chats.get_mode(USER) == "chat"
        assert await store.chats.get_mode("other") is None

    async def test_an_unknown_mode_is_refused(self, store: Store) -> None:
        with pytest.raises(DatabaseRefused):
            await store.chats.set_mode(USER, "admin")  # type: ignore[arg-type]

    async def test_history_comes_oldest_first(self, store: Store) -> None:
        for n in range(3):
            await store.chats.insert_and_trim_pairs(USER, pair(n), 15)
        assert await history_of(store, USER, 2) == (*pair(1), *pair(2))
        assert await history_of(store, USER, 0) == ()
        assert await history_of(store, "other", 15) == ()

    async def test_the_oldest_pairs_are_trimmed(self, store: Store) -> None:
        for n in range(5):
            await store.chats.insert_and_trim_pairs(USER, pair(n), 3)
        assert await history_of(store, USER, 15) == (*pair(2), *pair(3), *pair(4))

    async def test_several_pairs_in_one_call(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs(USER, [*pair(0), *pair(1), *pair(2)], 2)
        assert await history_of(store, USER, 15) == (*pair(1), *pair(2))

    async def test_no_pairs_change_nothing(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs(USER, pair(0), 15)
        await store.chats.insert_and_trim_pairs(USER, [], 0)
        assert await history_of(store, USER, 15) == tuple(pair(0))

    async def test_nothing_is_kept_when_zero_pairs_are(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs(USER, pair(0), 15)
        await store.chats.insert_and_trim_pairs(USER, pair(1), 0)
        assert await history_of(store, USER, 15) == ()

    async def test_another_users_history_is_left_alone(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs("other", pair(0), 15)
        await store.chats.insert_and_trim_pairs(USER, pair(1), 0)
        assert await history_of(store, "other", 15) == tuple(pair(0))

    async def test_calls_at_once_tear_no_pair(self, store: Store) -> None:
        await asyncio.gather(
            *(store.chats.insert_and_trim_pairs(USER, pair(n), 4) for n in range(12))
        )
        turns = await history_of(store, USER, 15)
        assert len(turns) == 8
        numbers = [message.rsplit(" ", 1)[1] for message in said(turns)]
        assert numbers[::2] == numbers[1::2]
        assert [turn.role for turn in turns] == ["user", "assistant"] * 4

    async def test_text_that_postgres_cannot_store_loses_nothing_else(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs(
            USER, [Turn("user", "a\x00b\ud800c 😀"), Turn("assistant", "'\"\\; --")], 1
        )
        assert said(await history_of(store, USER, 1)) == [
            "a\ufffdb\ufffdc 😀",
            "'\"\\; --",
        ]

    async def test_what_an_answer_was_about_is_kept_with_it(self, store: Store) -> None:
        document_id = await publish_rows(store, document("exchanges"), [])
        about = Exchange(
            *("Who?", "answer 1"),
            subject=("Ada\x00 Moss",),
            passages=(7, 3),
            documents=(document_id,),
            quotes=("Ада 😀",),
            kind="question",
        )
        await store.chats.insert_and_trim_pairs(USER, pair(0), 15)
        await store.chats.insert_and_trim_pairs(USER, pair(1), 15, exchange=about)
        talk = Exchange("", "answer 2", kind="greeting")
        await store.chats.insert_and_trim_pairs(USER, pair(2), 15, exchange=talk)
        kept = replace(about, subject=("Ada\ufffd Moss",))
        assert await store.chats.get_exchanges(USER, 15, asker=None) == (kept, talk)
        assert await store.chats.get_exchanges(USER, 1, asker=None) == (talk,)
        assert await store.chats.get_exchanges("other", 15, asker=None) == ()
        await store.chats.clear_history(USER)
        assert await store.chats.get_exchanges(USER, 15, asker=None) == ()

    async def test_clearing_tells_how_many(self, store: Store) -> None:
        await store.chats.insert_and_trim_pairs(USER, pair(0), 15)
        await store.chats.insert_and_trim_pairs("other", pair(1), 15)
        assert await store.chats.clear_history(USER) == 2
        assert await store.chats.clear_history(USER) == 0
        assert await history_of(store, "other", 15) == tuple(pair(1))

    async def test_a_question_waits_until_it_is_forgotten(self, store: Store) -> None:
        assert not await store.chats.get_pending_questions(USER)
        await store.chats.keep_question(USER, "Why?", asker=7, message_id=3)
        [first] = await store.chats.get_pending_questions(USER)
        assert (first.question, first.asker, first.message_id) == ("Why?", 7, 3)
        await store.chats.keep_question(USER, "Who?", asker=7, message_id=5)
        [later] = await store.chats.get_pending_questions(USER)
        assert (later.question, later.id != first.id) == ("Who?", True)
        await store.chats.forget_question(USER, first.id)
        assert await store.chats.get_pending_questions(USER) == (later,)
        await store.chats.forget_question(USER, later.id)
        assert not await store.chats.get_pending_questions(USER)

    async def test_questions_that_were_promised_an_answer_wait_together(self, store: Store) -> None:
        async def waiting() -> list[tuple[str, bool]]:
            kept = await store.chats.get_pending_questions(USER)
            return [(each.question, each.is_promised) for each in kept]

        await store.chats.keep_question(USER, "Why?", asker=7, message_id=3, is_promised=True)
        await store.chats.keep_question(USER, "Who?", asker=7, message_id=5)
        await store.chats.keep_question(USER, "Why?", asker=7, message_id=6)
        assert await waiting() == [("Why?", True)]
        await store.chats.keep_question(USER, "Who?", asker=7, message_id=7)
        assert await waiting() == [("Why?", True), ("Who?", False)]
        await store.chats.forget_question(USER)
        assert await waiting() == [("Why?", True)]
        for number in range(5):
            asked = f"When is day {number}?"
            await store.chats.keep_question(USER, asked, asker=7, message_id=9, is_promised=True)
        assert await waiting() == [(f"When is day {number}?", True) for number in range(5)]
        await store.chats.keep_question("other", "How?", asker=8, message_id=1, is_promised=True)
        assert len(await waiting()) == 5

    async def test_a_question_without_a_promise_waits_for_an_hour(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        for user, is_promised in ((USER, False), ("other", True)):
            await store.chats.keep_question(
                user, "Why?", asker=7, message_id=3, is_promised=is_promised
            )
        await admin.execute("update pending_questions set kept_at = now() - interval '2 hours'")
        assert not await store.chats.get_pending_questions(USER)
        assert await store.chats.get_pending_questions("other")

    async def test_a_question_of_whoever_was_shut_out_waits_no_longer(self, store: Store) -> None:
        await store.people.ensure_user(7, None, None)
        await store.chats.keep_question("-5", "Why?", asker=-5, message_id=3, person=7)
        [kept] = await store.chats.get_pending_questions("-5")
        assert (kept.asker, kept.person) == (-5, 7)
        for is_active in False, True:
            await store.administration.set_person_active(7, is_active=is_active, actor=MACHINE)
            assert bool(await store.chats.get_pending_questions("-5")) == is_active

    async def test_clearing_forgets_the_question_too(self, store: Store) -> None:
        await store.chats.keep_question(USER, "Why?", asker=7, message_id=3, is_promised=True)
        assert await store.chats.clear_history(USER) == 0
        assert not await store.chats.get_pending_questions(USER)
