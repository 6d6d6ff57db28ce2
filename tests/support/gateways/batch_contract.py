"""What both gateways promise about how batches end."""

import asyncio

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused, UserError
from pipelines.ports import Gateway
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
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

    async def test_whoever_settles_a_batch_first_decides(self, gateway: Gateway) -> None:
        assert await gateway.finalize_batch("b", "finished") == "finished"
        assert await gateway.finalize_batch("b", "cancelled") == "finished"
        assert await gateway.cancel_batch("b", owner=ANNA, asker=ANNA) == "finished"
        assert await gateway.cancel_batch("c", owner=ANNA, asker=ANNA) == "cancelled"
        assert await gateway.finalize_batch("c", "finished") == "cancelled"

    async def test_one_of_two_at_once_wins_for_both(self, gateway: Gateway) -> None:
        said = await asyncio.gather(
            *(gateway.finalize_batch("b", "finished") for _ in range(4)),
            *(gateway.cancel_batch("b", owner=ANNA, asker=ANNA) for _ in range(4)),
        )
        assert len(set(said)) == 1

    async def test_the_last_word_on_a_batch_is_known_when_it_is_being_said(
        self, gateway: Gateway
    ) -> None:
        await gateway.finalize_batch("b", "finished")
        assert await gateway.final_outcome("b") is None, "published, but nobody was told"
        for _ in range(2):
            assert await gateway.claim_final_report("b") == "finished"
            assert await gateway.final_outcome("b") == "finished"
        assert await gateway.claim_final_report("unsettled") == "finished"
        assert await gateway.cancel_batch("c", owner=ANNA, asker=ANNA) == "cancelled"
        assert await gateway.final_outcome("c") == "cancelled"
        assert await gateway.claim_final_report("c") == "cancelled"

    async def test_of_a_cancelled_batch_nothing_is_left(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        await stage(gateway, document("b", owner_telegram_id=ANNA), [direction(0)])
        await gateway.put_artifact("b", "0/content", b"bytes")
        await stage(gateway, document("other", owner_telegram_id=ANNA), [direction(1)])
        await gateway.put_artifact("other", "0/content", b"bytes")
        await gateway.cancel_batch("b", owner=ANNA, asker=ANNA)
        for table in ("documents", "documents_paragraphs", "paragraph_token_vectors", "artifacts"):
            assert await count(admin, table) == 1, table
        assert await gateway.publish_batch("b") == 0

    async def test_nothing_comes_into_a_cancelled_batch_afterwards(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        staged = document("b", owner_telegram_id=ANNA)
        await stage(gateway, staged, [direction(0)])
        await gateway.cancel_batch("b", owner=ANNA, asker=ANNA)
        with pytest.raises(UserError, match="batch-cancelled"):
            await gateway.stage_document(document("b", item_idx=1))
        with pytest.raises(UserError, match="batch-cancelled"):
            await gateway.put_artifact("b", "0/content", b"bytes")
        with pytest.raises(DatabaseRefused):
            await gateway.stage_paragraphs(staged.document_id, "b", paragraphs([direction(1)]))
        assert await count(admin, "documents") == 0
        assert await count(admin, "artifacts") == 0

    async def test_cancelling_again_says_the_same(self, gateway: Gateway) -> None:
        for _ in range(2):
            assert await gateway.cancel_batch("b", owner=ANNA, asker=ANNA) == "cancelled"

    async def test_whoever_does_not_own_it_neither_cancels_nor_deletes(
        self, gateway: Gateway
    ) -> None:
        mine = document("b", owner_telegram_id=ANNA)
        await publish(gateway, mine, [direction(0)])
        for asker in (BORIS, None):
            with pytest.raises(UserError, match="batch-not-yours"):
                await gateway.cancel_batch("b", owner=ANNA, asker=asker)
            with pytest.raises(UserError, match="batch-not-yours"):
                await gateway.delete_batch("b", asker=asker)
        assert await found_by(gateway, ANNA) == {mine.document_id}
        assert await gateway.finalize_batch("b", "finished") == "finished", "not settled by that"

    async def test_the_owner_of_the_copy_acts_for_everybody_while_active(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        await gateway.ensure_user(OLGA, "Olga", "en")
        assert not await gateway.acts_for(ANNA, OLGA)
        await gateway.claim_ownership(OLGA)
        assert await gateway.acts_for(ANNA, OLGA)
        assert await gateway.acts_for(None, OLGA)
        assert not await gateway.acts_for(OLGA, ANNA)
        assert not await gateway.acts_for(ANNA, None)
        assert await gateway.acts_for(ANNA, ANNA)
        await publish(gateway, document("b", owner_telegram_id=ANNA), [direction(0)])
        assert await gateway.delete_batch("b", asker=OLGA) == 1
        await admin.execute("update users set is_active = false")
        assert not await gateway.acts_for(ANNA, OLGA)

    async def test_what_a_batch_added_is_deleted_with_its_chunks_and_vectors(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        others = document("other", owner_telegram_id=ANNA)
        await publish(gateway, others, [direction(0)])
        for n in range(2):
            new = document("b", item_idx=n, owner_telegram_id=ANNA, url=f"https://example.org/{n}")
            await stage(gateway, new, [direction(n + 1)], first=n)
        await gateway.publish_batch("b")
        assert await gateway.delete_batch("b", asker=ANNA) == 2
        assert await gateway.delete_batch("b", asker=ANNA) == 0
        assert await found_by(gateway, ANNA) == {others.document_id}
        assert await count(admin, "documents_paragraphs") == 1
        assert await count(admin, "paragraph_token_vectors") == 1

    async def test_old_ends_and_what_runs_left_lying_are_forgotten(
        self, gateway: Gateway, admin: AsyncConnection
    ) -> None:
        for batch_id in ("old", "new"):
            await gateway.finalize_batch(batch_id, "finished")
            await gateway.put_artifact(batch_id, "0/content", b"bytes")
        await admin.execute(
            "update batch_outcomes set finalized_at = now() - interval '31 days'"
            " where batch_id = 'old'"
        )
        await admin.execute(
            "update artifacts set created_at = now() - interval '31 days' where batch_id = 'old'"
        )
        assert await gateway.prune_batches(30) == 1
        assert await gateway.finalize_batch("old", "cancelled") == "cancelled", "forgotten"
        assert await gateway.finalize_batch("new", "cancelled") == "finished"
        assert await gateway.get_artifact("new", "0/content") == b"bytes"
        with pytest.raises(DatabaseRefused):
            await gateway.get_artifact("old", "0/content")
