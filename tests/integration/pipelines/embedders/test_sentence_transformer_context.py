"""What a chunk takes in of what stands around it, and what it does not."""

from pathlib import Path

import numpy as np

from pipelines.embedders.sentence_transformer import (
    LateChunking,
    SentenceTransformerEmbedder,
    load_embedder,
)
from pipelines.model_threads import ModelThreads
from pipelines.models.documents import (
    PassagePlan,
    Span,
)
from pipelines.nodes.chunking.embedding_layout import unit_rows
from tests.support.embedders.planned_texts import (
    PARAGRAPHS,
    alone,
    assert_valid,
    embed,
    half,
    planned,
    sentences,
    whole,
)


async def test_what_stands_outside_its_passage_changes_nothing(
    packed: SentenceTransformerEmbedder,
) -> None:
    first, second, third = PARAGRAPHS
    sides = [planned(order) for order in ((first, second), (third, first, second))]
    here, there = [
        (await embed(packed, text, plans), packed.embedding_keys(text, plans))
        for text, plans in sides
    ]
    skipped = len(sentences(third))
    assert here[1] == there[1][skipped:]  # the keys say as much
    for old, new in zip(here[0], there[0][skipped:], strict=True):
        assert old.embedding @ new.embedding > 0.9995


async def test_of_a_passage_that_is_read_a_chunk_takes_its_own_place(
    packed_folder: Path, tmp_path: Path
) -> None:
    chunking = LateChunking(0.5, "passage")
    packed = await load_embedder(str(packed_folder), tmp_path, chunking=chunking)
    berlin, whale, salt = (
        "Berlin is the capital of Germany.",
        "A whale feeds its calves with milk.",
        "Salt dissolves in warm water.",
    )
    text, plans = planned([PARAGRAPHS[0], f"{berlin} {whale} {salt}"])
    chunks = (await embed(packed, text, plans))[-3:]
    own, context = ([half(chunk, side) for chunk in chunks] for side in ("own", "context"))
    cosines = np.stack(context) @ np.stack(own).T
    assert cosines.argmax(axis=1).tolist() == [0, 1, 2]
    await packed.close()


async def test_a_passage_of_one_chunk_is_its_own_context(
    packed: SentenceTransformerEmbedder,
) -> None:
    text = "Berlin is the capital of Germany."
    (chunk,) = await embed(packed, text, whole(text))
    own, context = unit_rows(half(chunk, "own")), unit_rows(half(chunk, "context"))
    np.testing.assert_allclose(own, context, atol=1e-6)


async def test_a_sentence_takes_in_its_passage(packed: SentenceTransformerEmbedder) -> None:
    text = "Berlin is the capital of Germany. Its population is 3.78 million."
    other = "Vienna is the capital of Austria. Its population is 3.78 million."
    plans = [PassagePlan(Span(0, len(text)), (Span(0, 33), Span(34, len(text))))]
    (_, here), (_, there) = await embed(packed, text, plans), await embed(packed, other, plans)
    own, context = (
        unit_rows(half(here, side)) @ unit_rows(half(there, side)) for side in ("own", "context")
    )
    assert own > 0.9999
    assert context < 0.99
    np.testing.assert_array_equal(here.token_vectors.vectors, there.token_vectors.vectors)
    question = (await packed.embed_query("What is the population of Berlin?")).embedding
    assert question @ here.embedding > question @ there.embedding


async def test_the_weight_of_the_context_is_a_choice(toy_models, tmp_path: Path) -> None:
    folder = toy_models.build("toy-choice", dim=32)
    text = "berlin is the capital. its population was counted."
    embedder = await load_embedder(
        folder, tmp_path, threads=ModelThreads(threads=1), chunking=LateChunking(1.0, "passage")
    )
    (chunk,) = await embed(embedder, text, alone(Span(0, 22)))
    assert not chunk.embedding[:384].any()
    await embedder.close()


async def test_where_the_document_is_the_context_a_passage_takes_it_in(
    packed_folder: Path, tmp_path: Path
) -> None:
    chunking = LateChunking(0.5, "document")
    embedder = await load_embedder(str(packed_folder), tmp_path, chunking=chunking)
    assert embedder.layout == "pair-384-w0.5-document"
    fact, filler = "Its population is 3.78 million.", [paragraph[:66] for paragraph in PARAGRAPHS]
    text, plans = planned(["Berlin is the capital of Germany.", fact, *filler * 10])
    other, same_plans = planned(["Vienna is the capital of Austria.", fact, *filler * 10])
    here, there = await embed(embedder, text, plans), await embed(embedder, other, same_plans)
    assert_valid(plans, here)
    assert half(here[1], "own") @ half(there[1], "own") * 2 > 0.9995
    assert half(here[1], "context") @ half(there[1], "context") * 2 < 0.997
    assert here[-1].embedding @ there[-1].embedding > 0.9995  # in another window
    keys = embedder.embedding_keys(text, plans), embedder.embedding_keys(other, same_plans)
    assert not {*keys[0]} & {*keys[1]}
    skip = frozenset(range(12)) | {15}
    kept = [chunk for i, chunk in enumerate(here) if i not in skip]
    for old, new in zip(kept, await embed(embedder, text, plans, skip), strict=True):
        assert old.embedding @ new.embedding > 0.9995
    await embedder.close()
