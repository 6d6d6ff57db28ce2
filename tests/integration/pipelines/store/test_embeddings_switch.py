"""Both gateways on the switch to another model: all at once, and of nothing that is missing."""

import asyncio
from dataclasses import replace

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseUnavailable, UserError
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.documents import EmbeddedChunk
from pipelines.store.embeddings import BaseEmbedding, NextEmbedding
from pipelines.store.store import Store
from tests.support.gateways.reembedding_moves import (
    NEW,
    OLD,
    missing,
    one,
    prepare,
    read_as,
    until_somebody_waits,
)
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    paragraphs,
    publish,
    stage,
    token_vectors,
)


async def test_the_switch_moves_everything_at_once(store: Store, admin: AsyncConnection) -> None:
    known = await publish(store, document("b"), [direction(0), direction(1)])
    staged = await stage(store, document("c"), [direction(2)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5, 6])
    await prepare(store, staged, [7])
    before = await store.embeddings.chunks_to_reembed(known)
    assert await store.embeddings.switch_embedding(*NEW)
    assert await store.embeddings.claim_embedding(*NEW) == BaseEmbedding(*NEW, 0)
    with pytest.raises(UserError, match="embedding-changed"):
        await read_as(store, *OLD)
    assert await found_by(store, None, 0) == set()
    assert await found_by(store, None, 5) == {known}
    assert await found_by(store, None, 7) == set(), "staged ones stay unseen"
    await store.staging.publish_batch("c")
    assert await found_by(store, None, 7) == {staged}

    after = await store.embeddings.chunks_to_reembed(known)
    assert [c.id for c in after] == [c.id for c in before], "what cites them still finds them"
    vectors = await store.search.get_token_vectors([c.id for c in after], asker=None)
    assert all(found.vectors.shape[1] == 8 for found in vectors.values())
    keys = await admin.execute("select embedding_key from documents_paragraphs order by id")
    assert [row["embedding_key"] for row in await keys.fetchall()] == ["key 5", "key 6", "key 7"]
    assert await one(await admin.execute("select count(*) from next_embeddings")) == 0
    assert await store.embeddings.switch_embedding(*NEW), "said again, it is done already"


async def test_nothing_is_switched_while_a_chunk_is_missing(store: Store) -> None:
    known = await publish(store, document("b"), [direction(0), direction(1)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5])
    assert not await store.embeddings.switch_embedding(*NEW)
    await read_as(store, *OLD)
    assert await found_by(store, None, 0) == {known}
    assert await found_by(store, None, 5) == set()
    late = await publish(store, document("late"), [direction(3)])
    await prepare(store, known, [5, 6])
    assert not await store.embeddings.switch_embedding(*NEW)
    assert await missing(store) == (late,)
    await prepare(store, late, [7])
    assert await store.embeddings.switch_embedding(*NEW)
    assert await found_by(store, None, 7) == {late}


async def test_after_the_switch_the_former_model_stages_nothing(store: Store) -> None:
    await store.embeddings.begin_reembedding(*NEW)
    assert await store.embeddings.switch_embedding(*NEW)
    new = document("b")
    with pytest.raises(UserError, match="embedding-changed"):
        await store.staging.stage_document(new)
    await store.staging.stage_document(
        replace(new, embedding_model="other", embedding_layout="halves")
    )


async def test_chunks_of_the_former_model_do_not_get_into_a_document_that_was_moved(
    store: Store,
) -> None:
    new = document("b")
    old, moved = ({"model": m, "layout": la} for m, la in (OLD, NEW))
    await store.staging.stage_document(new)
    first, second, third = paragraphs([direction(0), direction(1), direction(2)])
    await store.staging.stage_paragraphs(new.document_id, "b", [first], **old)
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, new.document_id, [5])
    assert await store.embeddings.switch_embedding(*NEW)
    with pytest.raises(UserError, match="embedding-changed"):
        await store.staging.stage_paragraphs(new.document_id, "b", [second], **old)
    await store.staging.stage_paragraphs(new.document_id, "b", [third], **moved)
    await store.staging.publish_batch("b")
    assert len(await store.embeddings.chunks_to_reembed(new.document_id)) == 2
    assert await found_by(store, None, 1) == set()


async def test_the_switch_waits_for_a_document_that_is_being_staged(
    store: Store, admin: AsyncConnection
) -> None:
    known = await publish(store, document("b"), [direction(0)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5])
    async with admin.transaction():
        await admin.execute(
            "insert into documents (id, batch_id, item_idx, type, language, content_sha256,"
            " embedding_model, embedding_layout, reader_role) values"
            " (gen_random_uuid(), 'late', 0, 'web', 'ru', 'x', 'made-up', 'made-up', 'everyone')"
        )
        await admin.execute(
            "insert into documents_paragraphs (document_id, type, paragraph_text, paragraph_idx,"
            " passage_idx, language, embedding, batch_id, idx_in_batch)"
            " select id, 'web', 't', 0, 0, 'ru', array_fill(1, array[768])::extensions.vector,"
            " 'late', 0 from documents where batch_id = 'late'"
        )
        switching = asyncio.create_task(store.embeddings.switch_embedding(*NEW))
        await until_somebody_waits(admin)
    assert await switching is False
    assert len(await missing(store)) == 1


async def test_there_and_back_again(store: Store) -> None:
    known = await publish(store, document("b"), [direction(0)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5])
    assert await store.embeddings.switch_embedding(*NEW)
    await store.embeddings.begin_reembedding(*OLD)
    [chunk] = await store.embeddings.chunks_to_reembed(known)
    assert not chunk.is_done
    embedded = EmbeddedChunk(direction(0), token_vectors(1))
    await store.embeddings.put_next_embeddings(*OLD, [NextEmbedding(chunk.id, embedded, "key")])
    assert await store.embeddings.switch_embedding(*OLD)
    assert await found_by(store, None, 0) == {known}
    vectors = await store.search.get_token_vectors([chunk.id], asker=None)
    assert vectors[chunk.id].vectors.shape == (1, 4)


async def test_a_switch_may_take_longer_than_other_calls(
    database_url: str, admin: AsyncConnection
) -> None:
    store = Store(await PostgresDatabase.connect(database_url, max_connections=1))
    known = await publish(store, document("b"), [direction(0)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5])
    await admin.execute(
        "create function linger() returns trigger language plpgsql set search_path = '' as"
        " $$ begin perform pg_catalog.pg_sleep(0.5); return new; end $$;"
        "create trigger linger before update on documents_paragraphs"
        " for each row execute function linger();"
        "create trigger linger before insert on user_state"
        " for each row execute function linger()"
    )
    async with store.database._pool.connection() as connection:
        await connection.execute("set statement_timeout = '400ms'")
    with pytest.raises(DatabaseUnavailable, match="57014"):
        await store.chats.set_mode("1", "chat")
    assert await store.embeddings.switch_embedding(*NEW)
    assert await found_by(store, None, 5) == {known}
    with pytest.raises(DatabaseUnavailable, match="57014"):
        await store.chats.set_mode("1", "chat")
    await store.close()
