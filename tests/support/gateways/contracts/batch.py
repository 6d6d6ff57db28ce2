"""What both gateways promise about how batches end."""

import asyncio

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused, UserError
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    let_in,
    paragraphs,
    publish,
    stage,
)

ANNA, BORIS, OLGA = 1, 2, 3


async def count(admin: AsyncConnection, table: str) -> int:
    cursor = await admin.execute(f"select from {table}")
    return len(await cursor.fetchall())


class BatchContract:
    """Tests of settling, cancelling and deleting batches."""

    async def test_whoever_settles_a_batch_first_decides(self, store: Store) -> None:
        await let_in(store, ANNA)
        assert await store.batches.finalize_batch("b", "finished") == "finished"
        assert await store.batches.finalize_batch("b", "cancelled") == "finished"
        assert await store.batches.cancel_batch("b", owner=ANNA, actor=ANNA) == "finished"
        assert await store.batches.cancel_batch("c", owner=ANNA, actor=ANNA) == "cancelled"
        assert await store.batches.finalize_batch("c", "finished") == "cancelled"

    async def test_one_of_two_at_once_wins_for_both(self, store: Store) -> None:
        await let_in(store, ANNA)
        said = await asyncio.gather(
            *(store.batches.finalize_batch("b", "finished") for _ in range(4)),
            *(store.batches.cancel_batch("b", owner=ANNA, actor=ANNA) for _ in range(4)),
        )
        assert len(set(said)) == 1

    async def test_the_last_word_on_a_batch_is_known_when_it_is_being_said(
        self, store: Store
    ) -> None:
        await let_in(store, ANNA)
        await store.batches.finalize_batch("b", "finished")
        assert await store.batches.final_outcome("b") is None, "published, but nobody was told"
        for _ in range(2):
            assert await store.batches.claim_final_report("b") == "finished"
            assert await store.batches.final_outcome("b") == "finished"
        assert await store.batches.claim_final_report("unsettled") == "finished"
        assert await store.batches.cancel_batch("c", owner=ANNA, actor=ANNA) == "cancelled"
        assert await store.batches.final_outcome("c") == "cancelled"
        assert await store.batches.claim_final_report("c") == "cancelled"

    async def test_of_a_cancelled_batch_nothing_is_left(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await stage(store, document("b", owner_telegram_id=ANNA), [direction(0)])
        await store.artifacts.put_artifact("b", "0/content", b"bytes")
        await stage(store, document("other", owner_telegram_id=ANNA), [direction(1)])
        await store.artifacts.put_artifact("other", "0/content", b"bytes")
        await store.batches.cancel_batch("b", owner=ANNA, actor=ANNA)
        for table in ("documents", "documents_paragraphs", "paragraph_token_vectors", "artifacts"):
            assert await count(admin, table) == 1, table
        assert await store.staging.publish_batch("b") == 0

    async def test_nothing_comes_into_a_cancelled_batch_afterwards(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        staged = document("b", owner_telegram_id=ANNA)
        await stage(store, staged, [direction(0)])
        await store.batches.cancel_batch("b", owner=ANNA, actor=ANNA)
        with pytest.raises(UserError, match="batch-cancelled"):
            await store.staging.stage_document(document("b", item_idx=1))
        with pytest.raises(UserError, match="batch-cancelled"):
            await store.artifacts.put_artifact("b", "0/content", b"bytes")
        with pytest.raises(DatabaseRefused):
            await store.staging.stage_paragraphs(
                staged.document_id, "b", paragraphs([direction(1)])
            )
        assert await count(admin, "documents") == 0
        assert await count(admin, "artifacts") == 0

    async def test_cancelling_again_says_the_same(self, store: Store) -> None:
        await let_in(store, ANNA)
        for _ in range(2):
            assert await store.batches.cancel_batch("b", owner=ANNA, actor=ANNA) == "cancelled"

    async def test_whoever_does_not_own_it_neither_cancels_nor_deletes(self, store: Store) -> None:
        mine = document("b", owner_telegram_id=ANNA)
        await publish(store, mine, [direction(0)])
        for asker in (BORIS, None):
            with pytest.raises(UserError, match="batch-unknown"):
                await store.batches.cancel_batch("b", owner=ANNA, actor=asker)
            assert await store.batches.delete_batch("b", actor=asker) == 0
            assert await store.batches.delete_batch("absent", actor=asker) == 0
        assert await found_by(store, ANNA) == {mine.document_id}
        assert await store.batches.finalize_batch("b", "finished") == "finished", (
            "not settled by that"
        )

    async def test_the_owner_of_the_copy_acts_for_everybody_while_active(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await store.people.ensure_user(OLGA, "Olga", "en")
        assert not await store.people.acts_for(ANNA, OLGA)
        await store.people.claim_ownership(OLGA)
        assert await store.people.acts_for(ANNA, OLGA)
        assert await store.people.acts_for(None, OLGA)
        assert not await store.people.acts_for(OLGA, ANNA)
        assert not await store.people.acts_for(ANNA, None)
        assert not await store.people.acts_for(ANNA, ANNA), "nobody has let her in"
        await let_in(store, ANNA)
        assert await store.people.acts_for(ANNA, ANNA)
        await publish(store, document("b", owner_telegram_id=ANNA), [direction(0)])
        assert await store.batches.delete_batch("b", actor=OLGA) == 1
        await admin.execute("update users set is_active = false")
        assert not await store.people.acts_for(ANNA, OLGA)

    async def test_what_a_batch_added_is_deleted_with_its_chunks_and_vectors(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        others = document("other", owner_telegram_id=ANNA)
        await publish(store, others, [direction(0)])
        for n in range(2):
            new = document("b", item_idx=n, owner_telegram_id=ANNA, url=f"https://example.org/{n}")
            await stage(store, new, [direction(n + 1)], first=n)
        await store.staging.publish_batch("b")
        assert await store.batches.delete_batch("b", actor=ANNA) == 2
        assert await store.batches.delete_batch("b", actor=ANNA) == 0
        assert await found_by(store, ANNA) == {others.document_id}
        assert await count(admin, "documents_paragraphs") == 1
        assert await count(admin, "paragraph_token_vectors") == 1

    async def test_old_ends_and_what_runs_left_lying_are_forgotten(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        for batch_id in ("old", "new"):
            await store.batches.finalize_batch(batch_id, "finished")
            await store.artifacts.put_artifact(batch_id, "0/content", b"bytes")
        await admin.execute(
            "update batch_outcomes set finalized_at = now() - interval '31 days'"
            " where batch_id = 'old'"
        )
        await admin.execute(
            "update artifacts set created_at = now() - interval '31 days' where batch_id = 'old'"
        )
        assert await store.batches.prune_batches(30) == 1
        assert await store.batches.finalize_batch("old", "cancelled") == "cancelled", "forgotten"
        assert await store.batches.finalize_batch("new", "cancelled") == "finished"
        assert await store.artifacts.get_artifact("new", "0/content") == b"bytes"
        with pytest.raises(DatabaseRefused):
            await store.artifacts.get_artifact("old", "0/content")
