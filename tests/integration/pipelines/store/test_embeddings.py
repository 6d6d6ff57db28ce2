"""Both gateways on moving a base to another model: whose it is, and what is prepared."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest

from pipelines.errors import DatabaseRefused, UserError
from pipelines.gateways.functions import FunctionGateway
from pipelines.models.documents import EmbeddedChunk
from pipelines.store.embeddings import BaseEmbedding, NextEmbedding, ReembeddingProgress
from tests.support.gateways.reembedding_moves import NEW, OLD, missing, prepare, read_as
from tests.support.gateways.sample_documents import (
    direction,
    document,
    found_by,
    publish,
    stage,
    token_vectors,
)


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
