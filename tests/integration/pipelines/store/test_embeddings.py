"""Both gateways on moving a base to another model: whose it is, and what is prepared."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest

from pipelines.errors import DatabaseRefused, UserError
from pipelines.models.documents import EmbeddedChunk
from pipelines.store.embeddings import BaseEmbedding, NextEmbedding, ReembeddingProgress
from pipelines.store.store import Store
from tests.support.gateways.reembedding_moves import NEW, OLD, missing, prepare, read_as
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    publish,
    stage,
    token_vectors,
)


async def test_the_first_claim_holds(store: Store) -> None:
    assert await store.embeddings.claim_embedding(*OLD) == BaseEmbedding(*OLD, 0)
    await publish(store, document("b"), [direction(0)])
    assert await store.embeddings.claim_embedding(*OLD) == BaseEmbedding(*OLD, 0)
    assert await store.embeddings.claim_embedding(*NEW) == BaseEmbedding(*OLD, 0), (
        "it says what holds"
    )
    await read_as(store, *OLD)
    for other in NEW, (OLD[0], NEW[1]), (NEW[0], OLD[1]):
        with pytest.raises(UserError, match="embedding-changed"):
            await read_as(store, *other)


async def test_an_empty_base_takes_whatever_comes(store: Store) -> None:
    await read_as(store, *OLD)
    await store.embeddings.claim_embedding(*OLD)
    assert await store.embeddings.claim_embedding(*NEW) == BaseEmbedding(*NEW, 0)
    new = document("b")
    with pytest.raises(UserError, match="embedding-changed"):
        await store.staging.stage_document(new)
    await store.staging.stage_document(
        replace(new, embedding_model="other", embedding_layout="halves")
    )
    assert await store.embeddings.claim_embedding(*OLD) == BaseEmbedding(*NEW, 0), (
        "a staged one counts"
    )


async def test_claims_at_once_agree(store: Store) -> None:
    held = await asyncio.gather(*(store.embeddings.claim_embedding(f"m{n}", "l") for n in range(6)))
    assert len({last.model for last in held[-1:]}) == 1
    [final] = {await store.embeddings.claim_embedding(held[0].model, "l")}
    assert final.others == 0


async def test_the_first_document_claims_too(store: Store) -> None:
    await publish(store, document("b"), [direction(0)])
    other = document("c", embedding_model="other")
    with pytest.raises(UserError, match="embedding-changed"):
        await store.staging.stage_document(other)
    other = document("c", embedding_layout="other")
    with pytest.raises(UserError, match="embedding-changed"):
        await store.staging.stage_document(other)


async def test_what_is_prepared_serves_nobody(store: Store) -> None:
    known = await publish(store, document("b"), [direction(0), direction(1)])
    await store.embeddings.begin_reembedding(*NEW)
    assert await missing(store) == (known,)
    await prepare(store, known, [5])
    assert await store.embeddings.reembedding_progress() == ReembeddingProgress(1, 2)
    assert [c.is_done for c in await store.embeddings.chunks_to_reembed(known)] == [
        True,
        False,
    ]
    await prepare(store, known, [5, 6])
    assert await missing(store) == ()
    assert await store.embeddings.reembedding_progress() == ReembeddingProgress(2, 2)
    assert await found_by(store, None, 0) == {known}
    assert await found_by(store, None, 5) == set()
    await read_as(store, *OLD)


async def test_documents_come_in_order_and_in_parts(store: Store) -> None:
    ids = sorted([await publish(store, document(f"b{n}"), [direction(0)]) for n in range(5)])
    await store.embeddings.begin_reembedding(*NEW)
    first = await store.embeddings.documents_to_reembed(after=None, limit=2)
    rest = await store.embeddings.documents_to_reembed(after=first[-1], limit=10)
    assert [*first, *rest] == ids


async def test_beginning_again_keeps_what_is_there_unless_for_another_model(
    store: Store,
) -> None:
    known = await publish(store, document("b"), [direction(0), direction(1)])
    await store.embeddings.begin_reembedding(*NEW)
    await prepare(store, known, [5])
    await store.embeddings.begin_reembedding(*NEW)
    assert await store.embeddings.reembedding_progress() == ReembeddingProgress(1, 2)
    await store.embeddings.begin_reembedding("third", "halves")
    assert await store.embeddings.reembedding_progress() == ReembeddingProgress(0, 2)
    with pytest.raises(UserError, match="reembedding-replaced"):
        await prepare(store, known, [5])
    with pytest.raises(UserError, match="reembedding-replaced"):
        await store.embeddings.switch_embedding(*NEW)


async def test_chunks_that_are_gone_are_left_out(store: Store) -> None:
    staged = await stage(store, document("b"), [direction(0)])
    await store.embeddings.begin_reembedding(*NEW)
    [chunk] = await store.embeddings.chunks_to_reembed(staged)
    await store.staging.discard_document(staged)
    embedded = EmbeddedChunk(direction(1), token_vectors(1))
    await store.embeddings.put_next_embeddings(*NEW, [NextEmbedding(chunk.id, embedded, "key")])
    assert await store.embeddings.switch_embedding(*NEW)


async def test_an_embedding_that_is_none_is_refused(store: Store) -> None:
    known = await publish(store, document("b"), [direction(0)])
    await store.embeddings.begin_reembedding(*NEW)
    [chunk] = await store.embeddings.chunks_to_reembed(known)
    embedded = EmbeddedChunk(np.ones(767, np.float32), token_vectors(1))
    with pytest.raises(DatabaseRefused):
        await store.embeddings.put_next_embeddings(*NEW, [NextEmbedding(chunk.id, embedded, "key")])
