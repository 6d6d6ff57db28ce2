"""What both gateways promise about answers, and about what is said of them."""

import asyncio
from dataclasses import replace
from uuid import UUID

from psycopg import AsyncConnection

from pipelines.models.chat import Turn
from pipelines.models.interactions import (
    AwaitedText,
    Feedback,
    Interaction,
    SeenInteraction,
    ShownAnswer,
    Tally,
    interaction_id_of,
)
from pipelines.models.people import MACHINE
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import document, publish_rows

ANNA, BORIS = 1, 2
CHAT, GROUP = str(ANNA), "-100"
GROUND = str(UUID(int=5))
ANSWER = Interaction(
    interaction_id_of("run-1"),
    query="And\x00 in Kazan?",
    response="Nine crowns [1].",
    chat=CHAT,
    asker=ANNA,
    run_id="run-1",
    language="en",
    reading="What is the toll in Kazan?",
    is_single=True,
    documents=(GROUND,),
    passages=(7, 3),
    quotes=("Nine crowns.",),
    left_out=("Ten.",),
)


async def logged(store: Store, interaction: Interaction = ANSWER) -> None:
    for person in (ANNA, BORIS):
        await store.people.ensure_user(person, None, None)
    await publish_rows(store, document("ground", document_id=GROUND), [])
    await store.interactions.log_interaction(interaction)


async def seen(store: Store, asker: int = ANNA, chat: str = CHAT) -> SeenInteraction | None:
    return await store.interactions.get_interaction(ANSWER.id, asker=asker, chat=chat)


async def reads(store: Store) -> list[tuple[int | None, object]]:
    """Return who read what, the newest first."""
    entries = await store.administration.list_audit(MACHINE)
    return [(each.actor, each.details) for each in entries if each.action == "documents_read"]


class InteractionContract:
    """Tests of answers, their ratings, and texts that were asked for."""

    async def test_an_answer_is_logged_once(self, store: Store, admin: AsyncConnection) -> None:
        await logged(store, replace(ANSWER, model="m", steps=9))
        await logged(store, replace(ANSWER, response="other"))
        kept = replace(ANSWER, query="And\ufffd in Kazan?")
        assert await seen(store) == SeenInteraction(kept)
        rows = await admin.execute(
            "select q.id::text, u.telegram_id, q.query_text, q.response_text, q.model_provider,"
            " q.agent_steps from query_logs as q join users as u on u.id = q.user_id"
        )
        (row,) = await rows.fetchall()
        assert tuple(row.values()) == (
            *(ANSWER.id, ANNA, kept.query, ANSWER.response),
            *("m", 5),
        )

    async def test_it_is_audited_who_read_what_in_which_answer(self, store: Store) -> None:
        await logged(store)
        await logged(store)
        in_group = replace(
            ANSWER, id=interaction_id_of("run-2"), asker=int(GROUP), chat=GROUP, reader=BORIS
        )
        await logged(store, in_group)
        nothing = replace(ANSWER, id=interaction_id_of("run-3"), documents=())
        await logged(store, nothing)
        assert await reads(store) == [
            (BORIS, {"answer": in_group.id, "documents": [GROUND]}),
            (ANNA, {"answer": ANSWER.id, "documents": [GROUND]}),
        ]

    async def test_what_was_quoted_elsewhere_is_audited_once_an_hour(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await logged(store)
        other = str(UUID(int=6))
        for documents in (GROUND,), (GROUND,), (GROUND, other), (other,), ():
            await store.administration.note_documents_read(documents, reader=BORIS)
        once = [(BORIS, {"documents": [other]}), (BORIS, {"documents": [GROUND]})]
        assert (await reads(store))[:-1] == once
        await admin.execute("alter table audit_log disable trigger audit_log_refuse_change")
        await admin.execute("update audit_log set at = at - interval '61 minutes'")
        await admin.execute("alter table audit_log enable trigger audit_log_refuse_change")
        await store.administration.note_documents_read((GROUND,), reader=BORIS)
        assert (await reads(store))[0] == once[1]

    async def test_an_answer_is_its_askers_and_in_a_group_the_groups(self, store: Store) -> None:
        await logged(store)
        assert await seen(store, BORIS) is None
        assert await seen(store, BORIS, str(BORIS)) is None
        assert not await store.interactions.rate_interaction(
            ANSWER.id, asker=BORIS, chat=CHAT, rating="positive"
        )
        shared = replace(ANSWER, id=interaction_id_of("run-2"), chat=GROUP)
        await logged(store, shared)
        for chat, is_allowed in ((GROUP, True), (CHAT, False), ("-7", False)):
            assert is_allowed == await store.interactions.rate_interaction(
                shared.id, asker=BORIS, chat=chat, rating="positive"
            )

    async def test_everybody_in_a_group_has_one_vote(self, store: Store) -> None:
        await logged(store, replace(ANSWER, chat=GROUP, asker=None))
        texts = store.interactions
        for person, rating in ((ANNA, "negative"), (BORIS, "positive"), (ANNA, "positive")):
            await texts.rate_interaction(ANSWER.id, asker=person, chat=GROUP, rating=rating)
        counted = await texts.count_ratings(ANSWER.id, asker=None, chat=GROUP)
        assert counted == Tally(positive=2)
        assert await texts.count_ratings(ANSWER.id, asker=BORIS, chat=CHAT) == Tally()

    async def test_in_a_group_a_text_is_taken_that_replies_to_what_asked(
        self, store: Store
    ) -> None:
        texts = store.interactions
        await texts.await_text(GROUP, ANNA, "correction", ANSWER.id, 4)
        assert await texts.take_text(GROUP, ANNA, 5) is None
        assert await texts.take_text(GROUP, ANNA, 5, 3) is None
        assert await texts.take_text(GROUP, BORIS, 5, 4) is None
        assert await texts.take_text(GROUP, ANNA, 5, 4) is not None

    async def test_the_message_that_shows_an_answer_is_known(self, store: Store) -> None:
        texts, topic = store.interactions, f"{GROUP}/7"
        await logged(store, replace(ANSWER, chat=topic, asker=None))
        for _ in range(2):  # a step may be repeated
            await texts.record_shown_answer(ANSWER.id, 12)
        assert await texts.find_shown_answer(int(GROUP), 12) == ShownAnswer(ANSWER.id, topic)
        assert await texts.find_shown_answer(int(GROUP), 13) is None
        assert await texts.find_shown_answer(int(CHAT), 12) is None
        await store.chats.clear_history(topic)
        assert await texts.find_shown_answer(int(GROUP), 12) is None

    async def test_a_persons_last_word_counts(self, store: Store) -> None:
        await logged(store)
        said = {"asker": ANNA, "chat": CHAT}
        rate = store.interactions.rate_interaction
        assert await rate(ANSWER.id, rating="negative", **said)
        assert await rate(ANSWER.id, rating="negative", reason="outdated", **said)
        assert await rate(ANSWER.id, rating="negative", correction="Ten\x00.", **said)
        assert (now := await seen(store)) is not None
        assert now.feedback == Feedback("negative", "outdated", "Ten\ufffd.")
        assert await rate(ANSWER.id, rating="positive", **said)
        assert (now := await seen(store)) is not None
        assert now.feedback == Feedback("positive")
        assert await rate(ANSWER.id, rating=None, **said)
        assert (now := await seen(store)) is not None
        assert now.feedback is None
        assert not await rate(interaction_id_of("none"), rating="positive", **said)

    async def test_offers_are_kept_and_tell_the_rating(self, store: Store) -> None:
        await logged(store)
        assert await store.interactions.offer_questions(ANSWER.id, ["Who\x00?", "Why?"]) is None
        await store.interactions.rate_interaction(
            ANSWER.id, asker=ANNA, chat=CHAT, rating="positive"
        )
        assert await store.interactions.offer_questions(ANSWER.id, ["When?"]) == "positive"
        assert (now := await seen(store)) is not None
        assert now.interaction.offered == ("When?",)
        assert await store.interactions.offer_questions(interaction_id_of("none"), ["x"]) is None

    async def test_a_text_is_taken_once_by_whoever_was_asked(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        texts = store.interactions
        assert await texts.take_text(CHAT, ANNA, 5) is None
        await texts.await_text(CHAT, ANNA, "correction", ANSWER.id, 4)
        assert await texts.take_text(CHAT, BORIS, 5) is None
        assert await texts.take_text(GROUP, ANNA, 5) is None
        taken = await asyncio.gather(*(texts.take_text(CHAT, ANNA, 5) for _ in range(2)))
        assert taken == [AwaitedText("correction", ANSWER.id, 4)] * 2, "a repeated update"
        assert await texts.take_text(CHAT, ANNA, 6) is None
        await texts.await_text(CHAT, ANNA, "correction", ANSWER.id, 7)
        await texts.stop_awaiting_text(CHAT, ANNA)
        assert await texts.take_text(CHAT, ANNA, 8) is None
        await texts.await_text(CHAT, ANNA, "correction", ANSWER.id, 9)
        assert await texts.take_text(CHAT, ANNA, 10, kinds=("owner_answer",)) is None
        await admin.execute("update awaited_texts set asked_at = now() - interval '2 hours'")
        assert await texts.take_text(CHAT, ANNA, 10) is None

    async def test_clearing_forgets_answers_and_what_was_said_of_them(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await logged(store)
        await logged(store, replace(ANSWER, id=interaction_id_of("run-2"), chat=GROUP))
        await store.interactions.rate_interaction(
            ANSWER.id, asker=ANNA, chat=CHAT, rating="positive"
        )
        await store.interactions.await_text(CHAT, ANNA, "correction", ANSWER.id, 4)
        pair = Turn("user", "Why?"), Turn("assistant", "Because.")
        await store.chats.insert_and_trim_pairs(CHAT, pair, 15)
        assert await store.chats.clear_history(CHAT) == 2
        assert await seen(store) is None
        assert await store.interactions.take_text(CHAT, ANNA, 5) is None
        for table, left in (("interactions", 1), ("query_logs", 1), ("feedback", 0)):
            (row,) = await (await admin.execute(f"select count(*) from {table}")).fetchall()  # type: ignore[arg-type]
            assert row["count"] == left, table

    async def test_what_is_old_is_forgotten(self, store: Store, admin: AsyncConnection) -> None:
        await logged(store)
        await logged(store, replace(ANSWER, id=interaction_id_of("run-2")))
        for table, column in (("interactions", '"timestamp"'), ("query_logs", "created_at")):
            await admin.execute(
                f"update {table} set {column} = now() - interval '31 days' where id = %s",  # type: ignore[arg-type]
                [ANSWER.id],
            )
        assert await store.interactions.prune_interactions(30) == 1
        assert await store.interactions.prune_interactions(30) == 0
        assert await seen(store) is None
        (row,) = await (await admin.execute("select count(*) from query_logs")).fetchall()
        assert row["count"] == 1
