"""Moving a base to another model: nothing mixes, nothing is lost, and it can be stopped."""

import asyncio
from contextlib import aclosing

import pytest
from psycopg import AsyncConnection

from pipelines.embedding.reembed import Reembedding, claim_embedding, rebuild_document
from pipelines.errors import DatabaseUnavailable, SettingsInvalid, UserError
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.documents import Chunk, PassagePlan, Span
from pipelines.store.embeddings import ReembeddingProgress, StoredChunk
from pipelines.store.staging import ParagraphRow
from pipelines.store.store import Store
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.seeded_embedder import SeededEmbedder
from tests.support.pipelines.stored_documents import store_rows

BREAD = (("Knead the dough.", "", 0), ("Let it rise for two hours.", " ", 0), ("Bake it.", "", 1))
SHIPS = tuple((f"Ship number {n} passed at night.", "", n) for n in range(40))


async def add(
    store: Store,
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
    return await store_rows(store, embedder, rows, publishes=publishes)


async def similarity(store: Store, embedder: SeededEmbedder, text: str) -> float:
    """How near the nearest chunk is."""
    query = await embedder.embed_query(text)
    found = await store.search.search_documents(
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


async def test_the_former_embeddings_serve_until_the_switch(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new", dim=24)
    await claim_embedding(store.embeddings, old)
    await add(store, old, BREAD)
    await add(store, old, SHIPS)
    staged = await add(store, old, (("A staged line.", "", 0),), publishes=False)
    reembedding = Reembedding(store.embeddings, new)
    assert await reembedding.is_needed()
    seen = [progress async for progress in reembedding.prepare()]
    assert seen[0] == ReembeddingProgress(0, 44)
    assert seen[-1] == ReembeddingProgress(44, 44)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert await similarity(store, old, "Bake it.") > 0.99
    await claim_embedding(store.embeddings, old)

    assert await reembedding.switch()
    assert await similarity(store, new, "Bake it.") > 0.99
    assert await similarity(store, new, "Let it rise for two hours.") > 0.99
    assert await similarity(store, old, "Bake it.") < 0.5
    await claim_embedding(store.embeddings, new)
    with pytest.raises(UserError, match="embedding-changed"):
        await store.search.get_token_vectors([], asker=None, model=old.model, layout=old.layout)
    chunks = await store.embeddings.chunks_to_reembed(staged)
    await store.staging.publish_batch(staged)
    vectors = await store.search.get_token_vectors([chunks[0].id], asker=None)
    assert vectors[chunks[0].id].vectors.shape == (3, 24)
    assert not await Reembedding(store.embeddings, new).is_needed()


async def test_stopped_in_the_middle_it_goes_on_where_it_was(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(store, old, SHIPS)
    await add(store, old, BREAD)
    async with aclosing(Reembedding(store.embeddings, new).prepare()) as progress:
        async for now in progress:
            if now.done:
                break
    assert await similarity(store, old, "Bake it.") > 0.99
    assert 0 < now.done < 43
    first = len(new.embedded)
    again = SeededEmbedder("new")
    last = await finish(Reembedding(store.embeddings, again))
    assert last == ReembeddingProgress(43, 43)
    assert len(again.embedded) == 43 - now.done
    assert first <= now.done + 1, "at most what was not yet stored is embedded twice"
    assert await similarity(store, again, "Ship number 39 passed at night.") > 0.99
    assert await similarity(store, again, "Ship number 0 passed at night.") > 0.99


async def test_what_comes_meanwhile_is_embedded_too(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(store, old, BREAD)
    reembedding = Reembedding(store.embeddings, new)
    async for _ in reembedding.prepare():
        pass
    await add(store, old, SHIPS)
    assert not await reembedding.switch()
    assert await similarity(store, old, "Ship number 7 passed at night.") > 0.99
    await finish(reembedding)
    assert len(new.embedded) == 43, "each chunk once"
    assert await similarity(store, new, "Ship number 7 passed at night.") > 0.99
    with pytest.raises(UserError, match="embedding-changed"):
        await add(store, old, BREAD)


async def test_there_and_back_again(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new", dim=32)
    await add(store, old, BREAD)
    for embedder in new, old, new:
        await finish(Reembedding(store.embeddings, embedder))
        await claim_embedding(store.embeddings, embedder)
        assert await similarity(store, embedder, "Knead the dough.") > 0.99


async def test_a_third_model_in_the_middle(store: Store) -> None:
    old, new, third = (SeededEmbedder(name) for name in ("old", "new", "third"))
    await add(store, old, BREAD)
    first, second = Reembedding(store.embeddings, new), Reembedding(store.embeddings, third)
    async with aclosing(first.prepare()) as progress:
        assert await anext(progress) == ReembeddingProgress(0, 3)
        async with aclosing(second.prepare()) as others:
            await anext(others)
            with pytest.raises(UserError, match="reembedding-replaced"):
                await anext(progress)
    await finish(second)
    with pytest.raises(UserError, match="reembedding-replaced"):
        await first.switch()
    assert await similarity(store, third, "Knead the dough.") > 0.99


async def test_an_empty_base(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await claim_embedding(store.embeddings, old)
    assert not await Reembedding(store.embeddings, new).is_needed(), "there is nothing to mix with"
    assert await finish(Reembedding(store.embeddings, new)) == ReembeddingProgress(0, 0)
    await claim_embedding(store.embeddings, new)


async def test_another_model_is_refused_and_told_what_to_do(store: Store) -> None:
    old = SeededEmbedder("old")
    await add(store, old, BREAD)
    with pytest.raises(SettingsInvalid, match=r"by old, and EMBEDDING_MODEL is new.*reembed"):
        await claim_embedding(store.embeddings, SeededEmbedder("new"))
    with pytest.raises(SettingsInvalid, match=r"layout words.*halves.*reembed"):
        await claim_embedding(store.embeddings, SeededEmbedder("old", layout="halves"))
    await claim_embedding(store.embeddings, old)


async def test_a_base_that_is_mixed_already_is_mended(store: Store, database_url: str) -> None:
    old = SeededEmbedder("old")
    await add(store, old, SHIPS)
    odd = await add(store, old, BREAD)
    async with await AsyncConnection.connect(database_url, autocommit=True) as admin:
        await admin.execute("alter table documents disable trigger documents_check_embedding")
        await admin.execute("update documents set embedding_layout = 'x' where id = %s", (odd,))
        await admin.execute("alter table documents enable trigger documents_check_embedding")
        await admin.execute("delete from embedding_state")
    with pytest.raises(SettingsInvalid, match="1 documents were not embedded by old"):
        await claim_embedding(store.embeddings, old)
    again = SeededEmbedder("old")
    assert await Reembedding(store.embeddings, again).is_needed()
    await finish(Reembedding(store.embeddings, again))
    assert len(again.embedded) == 3, "the others are right as they are"
    await claim_embedding(store.embeddings, old)
    assert await similarity(store, old, "Knead the dough.") > 0.99


class LosingDatabase(HookedDatabase):
    """A database whose answer to the first switch is lost on the way."""

    lost = 0

    def after_switch_embedding(self, **arguments: object) -> None:
        if not self.lost:
            self.lost += 1
            raise DatabaseUnavailable("lost by the test")


async def test_a_lost_answer_is_asked_for_again(database_url: str) -> None:
    database = await LosingDatabase.connect(database_url)
    store = Store(database)
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(store, old, BREAD)
    await finish(Reembedding(store.embeddings, new, pause_seconds=0))
    assert database.lost == 1
    await claim_embedding(store.embeddings, new)
    await store.close()


async def test_a_database_that_is_gone_is_said_in_the_end(database_url: str) -> None:
    store = Store(await PostgresDatabase.connect(database_url))
    await store.close()
    with pytest.raises(DatabaseUnavailable):
        await Reembedding(
            store.embeddings, SeededEmbedder("new"), attempts=2, pause_seconds=0
        ).switch()


async def test_questions_go_on_while_the_base_is_switched(store: Store) -> None:
    old, new = SeededEmbedder("old"), SeededEmbedder("new")
    await add(store, old, SHIPS)
    reembedding = Reembedding(store.embeddings, new)
    async for _ in reembedding.prepare():
        pass
    switching = asyncio.create_task(reembedding.switch())
    refused = False
    while not refused:
        near = await similarity(store, old, "Ship number 7 passed at night.")
        try:  # as the answer pipeline does: what was read counts if it holds afterwards
            await store.search.get_token_vectors([], asker=None, model=old.model, layout=old.layout)
        except UserError:
            refused = True
        else:
            assert near > 0.99
    assert await switching
