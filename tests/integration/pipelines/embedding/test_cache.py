"""EmbeddingMemory: what the base holds is not embedded again."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import numpy as np
import pytest
from psycopg import AsyncConnection

from pipelines.embedding.cache import EmbeddingCache
from pipelines.errors import DatabaseUnavailable, EmbeddingUnusable
from pipelines.models.documents import (
    Chunk,
    EmbeddedChunk,
    PassagePlan,
    Span,
)
from pipelines.store.staging import ParagraphRow
from pipelines.store.store import Store
from tests.support.pipelines.seeded_embedder import SeededEmbedder
from tests.support.pipelines.stored_documents import store_rows

BREAD = ("Knead the dough.", "Let it rise for two hours.", "Bake it until brown.")
MANY = tuple(f"Ship number {number} passed at night." for number in range(150))

Found = list[tuple[int, str, EmbeddedChunk]]


def planned(paragraphs: Sequence[str]) -> tuple[str, tuple[PassagePlan, ...]]:
    """A text and its passages, each a paragraph of two chunks: its first word, and the rest."""
    plans, start = [], 0
    for paragraph in paragraphs:
        word, end = start + paragraph.index(" "), start + len(paragraph)
        plans.append(PassagePlan(Span(start, end), (Span(start, word), Span(word + 1, end))))
        start = end + 2
    return "\n\n".join(paragraphs), tuple(plans)


async def embed(
    store: Store, embedder: SeededEmbedder, paragraphs: Sequence[str], *, asker: int | None = None
) -> Found:
    """Embed a document, but store nothing."""
    cache = EmbeddingCache(store.search, embedder, asker)
    return [item async for item in cache.embed(*planned(paragraphs))]


async def keep(
    store: Store,
    embedder: SeededEmbedder,
    paragraphs: Sequence[str],
    *,
    first: int = 10_000,
    publishes: bool = True,
    **changes: object,
) -> Found:
    """Embed a document and store its first chunks, as ingest does."""
    found = await embed(store, embedder, paragraphs)
    text, plans = planned(paragraphs)
    spans = [chunk for plan in plans for chunk in plan.chunks]
    rows = [
        ParagraphRow(
            number,
            Chunk(number, text[spans[number].start : spans[number].end], "en"),
            embedded,
            key,
        )
        for number, key, embedded in found[:first]
    ]
    await store_rows(store, embedder, rows, publishes=publishes, **changes)
    return found


def assert_same(found: Found, wanted: Found) -> None:
    """The very same numbers under the same keys, every chunk once, in order."""
    assert [number for number, _, _ in found] == list(range(len(wanted)))
    assert [key for _, key, _ in found] == [key for _, key, _ in wanted]
    for (_, _, one), (_, _, other) in zip(found, wanted, strict=True):
        assert one.embedding.tobytes() == other.embedding.tobytes()
        np.testing.assert_array_equal(one.token_vectors.vectors, other.token_vectors.vectors)
        np.testing.assert_array_equal(one.token_vectors.offsets, other.token_vectors.offsets)


async def without_memory(embedder: SeededEmbedder, paragraphs: Sequence[str]) -> Found:
    """What the embedder gives when it is asked for all."""
    text, plans = planned(paragraphs)
    keys = embedder.embedding_keys(text, plans)
    every = [embedded async for embedded in embedder.embed_document(text, plans)]
    embedder.embedded.clear()
    return [(n, key, each) for n, (key, each) in enumerate(zip(keys, every, strict=True))]


async def test_an_empty_base_remembers_nothing(store: Store) -> None:
    embedder = SeededEmbedder("m")
    wanted = await without_memory(embedder, BREAD)
    assert_same(await embed(store, embedder, BREAD), wanted)
    assert len(embedder.embedded) == 6
    assert await embed(store, embedder, ()) == []


@pytest.mark.parametrize("publishes", [True, False])
async def test_the_same_text_is_not_embedded_again(store: Store, publishes: bool) -> None:
    embedder = SeededEmbedder("m")
    wanted = await keep(store, embedder, MANY, publishes=publishes)
    embedder.embedded.clear()
    assert_same(await embed(store, embedder, MANY), wanted)
    assert embedder.embedded == []


async def test_of_a_new_version_only_what_changed_is_embedded(store: Store) -> None:
    embedder = SeededEmbedder("m")
    await keep(store, embedder, MANY)
    changed = ("A title.", *MANY[:70], "Ship number seventy sank.", *MANY[71:], "The end.")
    wanted = await without_memory(embedder, changed)
    assert_same(await embed(store, embedder, changed), wanted)
    assert embedder.embedded == ["A", "title.", "Ship", "number seventy sank.", "The", "end."]


async def test_a_passage_of_another_document_is_taken_wherever_it_stands(
    store: Store,
) -> None:
    embedder = SeededEmbedder("m")
    await keep(store, embedder, BREAD)
    moved = (BREAD[2], "Eat it.", BREAD[0])
    wanted = await without_memory(embedder, moved)
    assert_same(await embed(store, embedder, moved), wanted)
    assert embedder.embedded == ["Eat", "it."]


async def test_a_run_that_was_cut_short_goes_on_where_it_was(store: Store) -> None:
    embedder = SeededEmbedder("m")
    wanted = await keep(store, embedder, MANY, first=129, publishes=False)
    embedder.embedded.clear()
    assert_same(await embed(store, embedder, MANY), wanted)
    assert len(embedder.embedded) == 300 - 129


@pytest.mark.parametrize(("model", "layout"), [("other", "words"), ("m", "other")])
async def test_another_model_or_layout_is_not_taken(store: Store, model: str, layout: str) -> None:
    await keep(store, SeededEmbedder("m"), BREAD)
    other = SeededEmbedder(model, layout=layout)
    wanted = await without_memory(other, BREAD)
    assert_same(await embed(store, other, BREAD), wanted)
    assert len(other.embedded) == 6


async def test_a_passage_that_comes_twice_is_given_twice(store: Store) -> None:
    embedder = SeededEmbedder("m")
    await keep(store, embedder, BREAD[:1])
    twice = (*MANY[:80], *BREAD[:1], *MANY[80:], *BREAD[:1])
    wanted = await without_memory(embedder, twice)
    assert_same(await embed(store, embedder, twice), wanted)
    assert "Knead" not in embedder.embedded


async def test_what_was_deleted_meanwhile_is_embedded_by_the_next_attempt(
    store: Store, database_url: str
) -> None:
    embedder = SeededEmbedder("m")
    await keep(store, embedder, BREAD)
    longer = ("Buy flour.", *BREAD)
    wanted = await without_memory(embedder, longer)
    async with aclosing(EmbeddingCache(store.search, embedder).embed(*planned(longer))) as stream:
        assert [(await anext(stream))[0] for _ in range(2)] == [0, 1]
        async with await AsyncConnection.connect(database_url, autocommit=True) as admin:
            await admin.execute("delete from public.documents")
        with pytest.raises(DatabaseUnavailable):
            await anext(stream)
    embedder.embedded.clear()
    assert_same(await embed(store, embedder, longer), wanted)
    assert len(embedder.embedded) == 8


class Generous(SeededEmbedder):
    """Gives every chunk, whatever it was told to skip."""

    async def embed_document(
        self, text: str, passages: Sequence[PassagePlan], *, skip: frozenset[int] = frozenset()
    ) -> AsyncIterator[EmbeddedChunk]:
        async for chunk in super().embed_document(text, passages):
            yield chunk


async def test_an_embedder_that_gives_too_much_is_found_out(store: Store) -> None:
    await keep(store, SeededEmbedder("m"), BREAD)
    with pytest.raises(EmbeddingUnusable, match="more embeddings"):
        await embed(store, Generous("m"), BREAD)


@pytest.mark.parametrize("publishes", [True, False])
async def test_what_others_keep_to_themselves_is_embedded_again(
    store: Store, publishes: bool
) -> None:
    embedder = SeededEmbedder("m")
    for person in 1, 2:
        await store.people.ensure_user(person, None, "en")
    wanted = await keep(
        store, embedder, BREAD, publishes=publishes, owner_telegram_id=1, reader_role=None
    )
    for asker, embedded in ((1, 0), (2, 6), (None, 6)):
        embedder.embedded.clear()
        assert_same(await embed(store, embedder, BREAD, asker=asker), wanted)
        assert len(embedder.embedded) == embedded
