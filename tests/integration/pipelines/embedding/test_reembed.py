"""Moving a base to another model: nothing mixes, nothing is lost, and it can be stopped."""

import asyncio
from contextlib import aclosing

import pytest
from psycopg import AsyncConnection

from pipelines.embedding.reembed import Reembedding, claim_embedding, rebuild_document
from pipelines.errors import DatabaseUnavailable, SettingsInvalid, UserError
from pipelines.gateways.postgres import PostgresGateway
from pipelines.models.documents import Chunk, PassagePlan, Span
from pipelines.store.embeddings import ReembeddingProgress, StoredChunk
from pipelines.store.staging import ParagraphRow
from tests.support.pipelines.seeded_embedder import SeededEmbedder
from tests.support.pipelines.stored_documents import store_rows

BREAD = (("Knead the dough.", "", 0), ("Let it rise for two hours.", " ", 0), ("Bake it.", "", 1))
SHIPS = tuple((f"Ship number {n} passed at night.", "", n) for n in range(40))


async def add(
    gateway: PostgresGateway,
    embedder: SeededEmbedder,
    chunks: tuple[tuple[str, str, int], ...],
    *,
    publishes: bool = True,
) -> str:
    """Put a document into the base, embedded by this model: text, lead and passage of chunks."""
    stored = [StoredChunk(n, t, p, lead, False) for n, (t, lead, p) in enumerate(chunks)]
    text, passages = rebuild_document(stored)
    keys = embedder.embedding_keys(text, passages)
    rows = []
    async for embedded in embedder.embed_document(text, passages):
        chunk = stored[len(rows)]
        given = Chunk(len(rows), chunk.text, "en", passage_idx=chunk.passage_idx, lead=chunk.lead)
        rows.append(ParagraphRow(len(rows), given, embedded, keys[len(rows)]))
    return await store_rows(gateway, embedder, rows, publishes=publishes)


async def similarity(gateway: PostgresGateway, embedder: SeededEmbedder, text: str) -> float:
    """How near the nearest chunk is."""
    query = await embedder.embed_query(text)
    found = await gateway.search_documents(
        query.embedding, top_k=1, threshold=-1.0, floor=0.0, asker=None
    )
    return found[0].similarity


async def finish(reembedding: Reembedding) -> ReembeddingProgress:
    """Prepare all and switch; return the last progress."""
    seen = [progress async for progress in reembedding.prepare()]
    assert await reembedding.switch()
    return seen[-1]


def test_a_document_is_put_together_again() -> None:
    text = "Knead the dough. Let it rise for two hours.\n\nBake it."
    chunks = [StoredChunk(n, t, p, lead, False) for n, (t, lead, p) in enumerate(BREAD)]
    rebuilt, passages = rebuild_document(chunks)
    assert rebuilt == text
    assert passages == (
        PassagePlan(Span(0, 43), (Span(0, 16), Span(17, 43))),
        PassagePlan(Span(45, 53), (Span(45, 53),)),
    )
    assert rebuild_document([]) == ("", ())


async def test_the_former_embeddings_serve_until_the_switch(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new", dim=24)
    await claim_embedding(gateway, old)
    await add(gateway, old, BREAD)
    await add(gateway, old, SHIPS)
    staged = await add(gateway, old, (("A staged line.", "", 0),), publishes=False)
    reembedding = Reembedding(gateway, new)
    assert await reembedding.is_needed()
    seen = [progress async for progress in reembedding.prepare()]
    assert seen[0] == ReembeddingProgress(0, 44)
    assert seen[-1] == ReembeddingProgress(44, 44)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert await similarity(gateway, old, "Bake it.") > 0.99
    await claim_embedding(gateway, old)

    assert await reembedding.switch()
    assert await similarity(gateway, new, "Bake it.") > 0.99
    assert await similarity(gateway, new, "Let it rise for two hours.") > 0.99
    assert await similarity(gateway, old, "Bake it.") < 0.5
    await claim_embedding(gateway, new)
    with pytest.raises(UserError, match="embedding-changed"):
        await gateway.get_token_vectors([], asker=None, model=old.model, layout=old.layout)
    chunks = await gateway.chunks_to_reembed(staged)
    await gateway.publish_batch(staged)
    vectors = await gateway.get_token_vectors([chunks[0].id], asker=None)
    assert vectors[chunks[0].id].vectors.shape == (3, 24)
    assert not await Reembedding(gateway, new).is_needed()


async def test_stopped_in_the_middle_it_goes_on_where_it_was(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(gateway, old, SHIPS)
    await add(gateway, old, BREAD)
    async with aclosing(Reembedding(gateway, new).prepare()) as progress:
        async for now in progress:
            if now.done:
                break
    assert await similarity(gateway, old, "Bake it.") > 0.99
    assert 0 < now.done < 43
    first = len(new.embedded)
    again = SeededEmbedder("new")
    last = await finish(Reembedding(gateway, again))
    assert last == ReembeddingProgress(43, 43)
    assert len(again.embedded) == 43 - now.done
    assert first <= now.done + 1, "at most what was not yet stored is embedded twice"
    assert await similarity(gateway, again, "Ship number 39 passed at night.") > 0.99
    assert await similarity(gateway, again, "Ship number 0 passed at night.") > 0.99


async def test_what_comes_meanwhile_is_embedded_too(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(gateway, old, BREAD)
    reembedding = Reembedding(gateway, new)
    async for _ in reembedding.prepare():
        pass
    await add(gateway, old, SHIPS)
    assert not await reembedding.switch()
    assert await similarity(gateway, old, "Ship number 7 passed at night.") > 0.99
    await finish(reembedding)
    assert len(new.embedded) == 43, "each chunk once"
    assert await similarity(gateway, new, "Ship number 7 passed at night.") > 0.99
    with pytest.raises(UserError, match="embedding-changed"):
        await add(gateway, old, BREAD)


async def test_there_and_back_again(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new", dim=32)
    await add(gateway, old, BREAD)
    for embedder in new, old, new:
        await finish(Reembedding(gateway, embedder))
        await claim_embedding(gateway, embedder)
        assert await similarity(gateway, embedder, "Knead the dough.") > 0.99


async def test_a_third_model_in_the_middle(gateway: PostgresGateway) -> None:
    old, new, third = (SeededEmbedder(name) for name in ("old", "new", "third"))
    await add(gateway, old, BREAD)
    first, second = Reembedding(gateway, new), Reembedding(gateway, third)
    async with aclosing(first.prepare()) as progress:
        assert await anext(progress) == ReembeddingProgress(0, 3)
        async with aclosing(second.prepare()) as others:
            await anext(others)
            with pytest.raises(UserError, match="reembedding-replaced"):
                await anext(progress)
    await finish(second)
    with pytest.raises(UserError, match="reembedding-replaced"):
        await first.switch()
    assert await similarity(gateway, third, "Knead the dough.") > 0.99


async def test_an_empty_base(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await claim_embedding(gateway, old)
    assert not await Reembedding(gateway, new).is_needed(), "there is nothing to mix with"
    assert await finish(Reembedding(gateway, new)) == ReembeddingProgress(0, 0)
    await claim_embedding(gateway, new)


async def test_another_model_is_refused_and_told_what_to_do(gateway: PostgresGateway) -> None:
    old = SeededEmbedder("old")
    await add(gateway, old, BREAD)
    with pytest.raises(SettingsInvalid, match=r"by old, and EMBEDDING_MODEL is new.*reembed"):
        await claim_embedding(gateway, SeededEmbedder("new"))
    with pytest.raises(SettingsInvalid, match=r"layout words.*halves.*reembed"):
        await claim_embedding(gateway, SeededEmbedder("old", layout="halves"))
    await claim_embedding(gateway, old)


async def test_a_base_that_is_mixed_already_is_mended(
    gateway: PostgresGateway, database_url: str
) -> None:
    old = SeededEmbedder("old")
    await add(gateway, old, SHIPS)
    odd = await add(gateway, old, BREAD)
    async with await AsyncConnection.connect(database_url, autocommit=True) as admin:
        await admin.execute("alter table documents disable trigger documents_check_embedding")
        await admin.execute("update documents set embedding_layout = 'x' where id = %s", (odd,))
        await admin.execute("alter table documents enable trigger documents_check_embedding")
        await admin.execute("delete from embedding_state")
    with pytest.raises(SettingsInvalid, match="1 documents were not embedded by old"):
        await claim_embedding(gateway, old)
    again = SeededEmbedder("old")
    assert await Reembedding(gateway, again).is_needed()
    await finish(Reembedding(gateway, again))
    assert len(again.embedded) == 3, "the others are right as they are"
    await claim_embedding(gateway, old)
    assert await similarity(gateway, old, "Knead the dough.") > 0.99


class LosingGateway(PostgresGateway):
    """A gateway whose answer to the first switch is lost on the way."""

    lost = 0

    async def switch_embedding(self, model: str, layout: str) -> bool:
        switched = await super().switch_embedding(model, layout)
        if not self.lost:
            self.lost += 1
            raise DatabaseUnavailable("lost by the test")
        return switched


async def test_a_lost_answer_is_asked_for_again(database_url: str) -> None:
    gateway = await LosingGateway.connect(database_url)
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(gateway, old, BREAD)
    await finish(Reembedding(gateway, new, pause_seconds=0))
    assert gateway.lost == 1
    await claim_embedding(gateway, new)
    await gateway.close()


async def test_a_database_that_is_gone_is_said_in_the_end(database_url: str) -> None:
    gateway = await PostgresGateway.connect(database_url)
    await gateway.close()
    with pytest.raises(DatabaseUnavailable):
        await Reembedding(gateway, SeededEmbedder("new"), attempts=2, pause_seconds=0).switch()


async def test_questions_go_on_while_the_base_is_switched(gateway: PostgresGateway) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(gateway, old, SHIPS)
    reembedding = Reembedding(gateway, new)
    async for _ in reembedding.prepare():
        pass
    switching = asyncio.create_task(reembedding.switch())
    refused = False
    while not refused:
        near = await similarity(gateway, old, "Ship number 7 passed at night.")
        try:  # as the answer pipeline does: what was read counts if it holds afterwards
            await gateway.get_token_vectors([], asker=None, model=old.model, layout=old.layout)
        except UserError:
            refused = True
        else:
            assert near > 0.99
    assert await switching
