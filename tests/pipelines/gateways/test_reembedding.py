"""Both gateways on moving a base to another model: who may write what, and the switch."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from made_up import (
    direction,
    document,
    found_by,
    paragraphs,
    publish,
    stage,
    token_vectors,
)
from postgrest_server import SERVICE_KEY, PostgrestServer
from psycopg import AsyncConnection, AsyncCursor

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, UserError
from pipelines.gateways.functions import FunctionGateway
from pipelines.gateways.postgres import PostgresGateway
from pipelines.gateways.supabase import SupabaseGateway
from pipelines.models import EmbeddedChunk, TokenVectors
from pipelines.stored_embeddings import BaseEmbedding, NextEmbedding, ReembeddingProgress

OLD = ("made-up", "made-up")
NEW = ("other", "halves")


@pytest.fixture(params=["postgres", "supabase"])
async def gateway(request: pytest.FixtureRequest, database_url: str) -> AsyncIterator:
    if request.param == "postgres":
        opened: FunctionGateway = await PostgresGateway.connect(database_url)
        yield opened
        await opened.close()
        return
    async with PostgrestServer() as server:
        opened = await SupabaseGateway.connect(server.serve(database_url), SERVICE_KEY)
        yield opened
        await opened.close()


def wider(tokens: int, dim: int) -> TokenVectors:
    """Token vectors of a model that has more numbers a token."""
    starts = np.arange(tokens, dtype=np.int32)
    return TokenVectors(
        np.full((tokens, dim), 7, np.int8), np.stack([starts, starts + 1], axis=1).astype(np.int32)
    )


async def prepare(gateway: FunctionGateway, document_id: str, axes: Sequence[int]) -> None:
    """Give chunk i of a document its next embedding: axis axes[i]."""
    chunks = await gateway.chunks_to_reembed(document_id)
    made = [
        NextEmbedding(chunk.id, EmbeddedChunk(direction(axis), wider(3, 8)), f"key {axis}")
        for chunk, axis in zip(chunks, axes, strict=False)
    ]
    await gateway.put_next_embeddings(*NEW, made)


async def missing(gateway: FunctionGateway) -> tuple[str, ...]:
    return await gateway.documents_to_reembed(after=None, limit=10)


async def read_as(gateway: FunctionGateway, model: str, layout: str) -> None:
    """Read embeddings, none of them, as one who compares them with this model's."""
    await gateway.get_token_vectors([], asker=None, model=model, layout=layout)


async def one(cursor: AsyncCursor) -> object:
    """The single value of a result, whatever its column is called."""
    row = await cursor.fetchone()
    assert row is not None
    [value] = row.values()
    return value


# ── who the base belongs to ──────────────────────────────────────────────────────────────


async def test_the_first_claim_holds(gateway: FunctionGateway) -> None:
    assert await gateway.claim_embedding(*OLD) == BaseEmbedding(*OLD, 0)
    await publish(gateway, document("b"), [direction(0)])
    assert await gateway.claim_embedding(*OLD) == BaseEmbedding(*OLD, 0)
    assert await gateway.claim_embedding(*NEW) == BaseEmbedding(*OLD, 0), "it says what holds"
    await read_as(gateway, *OLD)
    for other in NEW, (OLD[0], NEW[1]), (NEW[0], OLD[1]):
        with pytest.raises(UserError, match="embedding-changed"):
            await read_as(gateway, *other)


async def test_an_empty_base_takes_whatever_comes(gateway: FunctionGateway) -> None:
    await read_as(gateway, *OLD)
    await gateway.claim_embedding(*OLD)
    assert await gateway.claim_embedding(*NEW) == BaseEmbedding(*NEW, 0)
    new = document("b")
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.stage_document(new)
    await gateway.stage_document(replace(new, embedding_model="other", embedding_layout="halves"))
    assert await gateway.claim_embedding(*OLD) == BaseEmbedding(*NEW, 0), "a staged one counts"


async def test_claims_at_once_agree(gateway: FunctionGateway) -> None:
    held = await asyncio.gather(*(gateway.claim_embedding(f"m{n}", "l") for n in range(6)))
    assert len({last.model for last in held[-1:]}) == 1
    [final] = {await gateway.claim_embedding(held[0].model, "l")}
    assert final.others == 0


async def test_the_first_document_claims_too(gateway: FunctionGateway) -> None:
    await publish(gateway, document("b"), [direction(0)])
    other = document("c", embedding_model="other")
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.stage_document(other)
    other = document("c", embedding_layout="other")
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.stage_document(other)


# ── preparing ────────────────────────────────────────────────────────────────────────────


async def test_what_is_prepared_serves_nobody(gateway: FunctionGateway) -> None:
    known = await publish(gateway, document("b"), [direction(0), direction(1)])
    await gateway.begin_reembedding(*NEW)
    assert await missing(gateway) == (known,)
    await prepare(gateway, known, [5])
    assert await gateway.reembedding_progress() == ReembeddingProgress(1, 2)
    assert [c.is_done for c in await gateway.chunks_to_reembed(known)] == [True, False]
    await prepare(gateway, known, [5, 6])
    assert await missing(gateway) == ()
    assert await gateway.reembedding_progress() == ReembeddingProgress(2, 2)
    assert await found_by(gateway, None, 0) == {known}
    assert await found_by(gateway, None, 5) == set()
    await read_as(gateway, *OLD)


async def test_documents_come_in_order_and_in_parts(gateway: FunctionGateway) -> None:
    ids = sorted([await publish(gateway, document(f"b{n}"), [direction(0)]) for n in range(5)])
    await gateway.begin_reembedding(*NEW)
    first = await gateway.documents_to_reembed(after=None, limit=2)
    rest = await gateway.documents_to_reembed(after=first[-1], limit=10)
    assert [*first, *rest] == ids


async def test_beginning_again_keeps_what_is_there_unless_for_another_model(
    gateway: FunctionGateway,
) -> None:
    known = await publish(gateway, document("b"), [direction(0), direction(1)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5])
    await gateway.begin_reembedding(*NEW)
    assert await gateway.reembedding_progress() == ReembeddingProgress(1, 2)
    await gateway.begin_reembedding("third", "halves")
    assert await gateway.reembedding_progress() == ReembeddingProgress(0, 2)
    with pytest.raises(UserError, match="reembedding-replaced"):
        await prepare(gateway, known, [5])
    with pytest.raises(UserError, match="reembedding-replaced"):
        await gateway.switch_embedding(*NEW)


async def test_chunks_that_are_gone_are_left_out(gateway: FunctionGateway) -> None:
    staged = await stage(gateway, document("b"), [direction(0)])
    await gateway.begin_reembedding(*NEW)
    [chunk] = await gateway.chunks_to_reembed(staged)
    await gateway.discard_document(staged)
    embedded = EmbeddedChunk(direction(1), token_vectors(1))
    await gateway.put_next_embeddings(*NEW, [NextEmbedding(chunk.id, embedded, "key")])
    assert await gateway.switch_embedding(*NEW)


async def test_an_embedding_that_is_none_is_refused(gateway: FunctionGateway) -> None:
    known = await publish(gateway, document("b"), [direction(0)])
    await gateway.begin_reembedding(*NEW)
    [chunk] = await gateway.chunks_to_reembed(known)
    embedded = EmbeddedChunk(np.ones(767, np.float32), token_vectors(1))
    with pytest.raises(DatabaseRefused):
        await gateway.put_next_embeddings(*NEW, [NextEmbedding(chunk.id, embedded, "key")])


# ── the switch ───────────────────────────────────────────────────────────────────────────


async def test_the_switch_moves_everything_at_once(
    gateway: FunctionGateway, admin: AsyncConnection
) -> None:
    known = await publish(gateway, document("b"), [direction(0), direction(1)])
    staged = await stage(gateway, document("c"), [direction(2)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5, 6])
    await prepare(gateway, staged, [7])
    before = await gateway.chunks_to_reembed(known)
    assert await gateway.switch_embedding(*NEW)
    assert await gateway.claim_embedding(*NEW) == BaseEmbedding(*NEW, 0)
    with pytest.raises(UserError, match="embedding-changed"):
        await read_as(gateway, *OLD)
    assert await found_by(gateway, None, 0) == set()
    assert await found_by(gateway, None, 5) == {known}
    assert await found_by(gateway, None, 7) == set(), "staged ones stay unseen"
    await gateway.publish_batch("c")
    assert await found_by(gateway, None, 7) == {staged}

    after = await gateway.chunks_to_reembed(known)
    assert [c.id for c in after] == [c.id for c in before], "what cites them still finds them"
    vectors = await gateway.get_token_vectors([c.id for c in after], asker=None)
    assert all(found.vectors.shape[1] == 8 for found in vectors.values())
    keys = await admin.execute("select embedding_key from documents_paragraphs order by id")
    assert [row["embedding_key"] for row in await keys.fetchall()] == ["key 5", "key 6", "key 7"]
    assert await one(await admin.execute("select count(*) from next_embeddings")) == 0
    assert await gateway.switch_embedding(*NEW), "said again, it is done already"


async def test_nothing_is_switched_while_a_chunk_is_missing(gateway: FunctionGateway) -> None:
    known = await publish(gateway, document("b"), [direction(0), direction(1)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5])
    assert not await gateway.switch_embedding(*NEW)
    await read_as(gateway, *OLD)
    assert await found_by(gateway, None, 0) == {known}
    assert await found_by(gateway, None, 5) == set()
    late = await publish(gateway, document("late"), [direction(3)])
    await prepare(gateway, known, [5, 6])
    assert not await gateway.switch_embedding(*NEW)
    assert await missing(gateway) == (late,)
    await prepare(gateway, late, [7])
    assert await gateway.switch_embedding(*NEW)
    assert await found_by(gateway, None, 7) == {late}


async def test_after_the_switch_the_former_model_stages_nothing(gateway: FunctionGateway) -> None:
    await gateway.begin_reembedding(*NEW)
    assert await gateway.switch_embedding(*NEW)
    new = document("b")
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.stage_document(new)
    await gateway.stage_document(replace(new, embedding_model="other", embedding_layout="halves"))


async def test_chunks_of_the_former_model_do_not_get_into_a_document_that_was_moved(
    gateway: FunctionGateway,
) -> None:
    new = document("b")
    old, moved = ({"model": m, "layout": la} for m, la in (OLD, NEW))
    await gateway.stage_document(new)
    first, second, third = paragraphs([direction(0), direction(1), direction(2)])
    await gateway.stage_paragraphs(new.document_id, "b", [first], **old)
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, new.document_id, [5])
    assert await gateway.switch_embedding(*NEW)
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.stage_paragraphs(new.document_id, "b", [second], **old)
    await gateway.stage_paragraphs(new.document_id, "b", [third], **moved)
    await gateway.publish_batch("b")
    assert len(await gateway.chunks_to_reembed(new.document_id)) == 2
    assert await found_by(gateway, None, 1) == set()


async def test_the_switch_waits_for_a_document_that_is_being_staged(
    gateway: FunctionGateway, admin: AsyncConnection
) -> None:
    known = await publish(gateway, document("b"), [direction(0)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5])
    async with admin.transaction():
        await admin.execute(
            "insert into documents (id, batch_id, item_idx, type, language, content_sha256,"
            " embedding_model, embedding_layout, readable_by_everyone) values"
            " (gen_random_uuid(), 'late', 0, 'web', 'ru', 'x', 'made-up', 'made-up', true)"
        )
        await admin.execute(
            "insert into documents_paragraphs (document_id, type, paragraph_text, paragraph_idx,"
            " passage_idx, language, embedding, batch_id, idx_in_batch)"
            " select id, 'web', 't', 0, 0, 'ru', array_fill(1, array[768])::extensions.vector,"
            " 'late', 0 from documents where batch_id = 'late'"
        )
        switching = asyncio.create_task(gateway.switch_embedding(*NEW))
        await until_somebody_waits(admin)
    assert await switching is False
    assert len(await missing(gateway)) == 1


async def until_somebody_waits(admin: AsyncConnection) -> None:
    """Return when another connection waits for a lock."""
    waiting = 0
    while not waiting:
        waiting = await one(
            await admin.execute(
                "select count(*) from pg_locks as l join pg_stat_activity as a using (pid)"
                " where not l.granted and a.datname = current_database()"
            )
        )


async def test_a_base_of_two_layouts_is_what_most_of_it_is(
    gateway: FunctionGateway, admin: AsyncConnection
) -> None:
    many = await publish(gateway, document("b"), [direction(0), direction(1)])
    few = await publish(gateway, document("c"), [direction(2)])
    # as a version without this file left it
    await admin.execute("alter table documents disable trigger documents_check_embedding")
    await admin.execute("update documents set embedding_layout = 'older' where id = %s", (few,))
    await admin.execute("alter table documents enable trigger documents_check_embedding")
    await admin.execute("delete from embedding_state")
    assert await gateway.claim_embedding(*NEW) == BaseEmbedding(*OLD, 1)
    await gateway.begin_reembedding(*OLD)
    assert await missing(gateway) == (few,), "the others are right as they are"
    [chunk] = await gateway.chunks_to_reembed(few)
    embedded = EmbeddedChunk(direction(9), token_vectors(2))
    await gateway.put_next_embeddings(*OLD, [NextEmbedding(chunk.id, embedded, "key")])
    assert await gateway.switch_embedding(*OLD)
    assert await gateway.claim_embedding(*OLD) == BaseEmbedding(*OLD, 0)
    assert await found_by(gateway, None, 9) == {few}
    assert await found_by(gateway, None, 0) == {many}


async def test_there_and_back_again(gateway: FunctionGateway) -> None:
    known = await publish(gateway, document("b"), [direction(0)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5])
    assert await gateway.switch_embedding(*NEW)
    await gateway.begin_reembedding(*OLD)
    [chunk] = await gateway.chunks_to_reembed(known)
    assert not chunk.is_done
    embedded = EmbeddedChunk(direction(0), token_vectors(1))
    await gateway.put_next_embeddings(*OLD, [NextEmbedding(chunk.id, embedded, "key")])
    assert await gateway.switch_embedding(*OLD)
    assert await found_by(gateway, None, 0) == {known}
    vectors = await gateway.get_token_vectors([chunk.id], asker=None)
    assert vectors[chunk.id].vectors.shape == (1, 4)


async def test_a_switch_may_take_longer_than_other_calls(
    database_url: str, admin: AsyncConnection
) -> None:
    gateway = await PostgresGateway.connect(database_url, max_connections=1)
    known = await publish(gateway, document("b"), [direction(0)])
    await gateway.begin_reembedding(*NEW)
    await prepare(gateway, known, [5])
    await admin.execute(
        "create function linger() returns trigger language plpgsql set search_path = '' as"
        " $$ begin perform pg_catalog.pg_sleep(0.5); return new; end $$;"
        "create trigger linger before update on documents_paragraphs"
        " for each row execute function linger();"
        "create trigger linger before insert on user_state"
        " for each row execute function linger()"
    )
    async with gateway._pool.connection() as connection:
        await connection.execute("set statement_timeout = '100ms'")
    with pytest.raises(DatabaseUnavailable, match="57014"):
        await gateway.set_mode("1", "chat")
    assert await gateway.switch_embedding(*NEW)
    assert await found_by(gateway, None, 5) == {known}
    with pytest.raises(DatabaseUnavailable, match="57014"):
        await gateway.set_mode("1", "chat")
    await gateway.close()
