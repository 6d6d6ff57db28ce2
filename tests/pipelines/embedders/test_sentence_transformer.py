import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.embedders.calibration import estimate_floors
from pipelines.embedders.sentence_transformer import (
    LateChunking,
    SentenceTransformerEmbedder,
    load_embedder,
)
from pipelines.errors import ModelBroken, SpanOutOfRange
from pipelines.lanes import Lanes
from pipelines.models import (
    EmbeddedChunk,
    FloatArray,
    PassagePlan,
    Span,
)
from pipelines.nodes.pool import unit_rows
from pipelines.nodes.quantize import dequantize_rows
from pipelines.ports import Embedder

PARAGRAPHS = (
    "Berlin is the capital of Germany. Its population is 3.78 million. " * 6,
    "Кит — морское млекопитающее. Он дышит лёгкими и кормит детёнышей молоком. " * 6,
    "水は酸素と水素からできている。海の水は塩からい。" * 12,
)
ALPHABETS = st.one_of(
    st.text(max_size=60),
    st.text("абвгд ёй.\n", max_size=60),
    st.text("the capital of berlin.\n", max_size=200),
    st.text("\u200b\ufeff\u00ad \t\n", max_size=8),
    st.text("👩‍👧🎉☕️水は", max_size=30),
)


Plans = Sequence[PassagePlan]


async def embed(
    embedder: Embedder, text: str, plans: Plans, skip: frozenset[int] = frozenset()
) -> list[EmbeddedChunk]:
    return [chunk async for chunk in embedder.embed_document(text, plans, skip=skip)]


def alone(*spans: Span) -> list[PassagePlan]:
    """Each span a passage of one chunk."""
    return [PassagePlan(span, (span,)) for span in spans]


def whole(text: str) -> list[PassagePlan]:
    return alone(Span(0, len(text)))


def sentences(text: str, start: int = 0) -> tuple[Span, ...]:
    edges = [start + i + 1 for i, char in enumerate(text) if char in ".。"]
    return tuple(Span(a, b) for a, b in pairwise([start, *edges]))


def planned(paragraphs: Sequence[str]) -> tuple[str, list[PassagePlan]]:
    """A text and its passages: paragraphs, cut into sentences."""
    plans, start = [], 0
    for paragraph in paragraphs:
        span = Span(start, start + len(paragraph))
        plans.append(PassagePlan(span, sentences(paragraph, start)))
        start = span.end + 2
    return "\n\n".join(paragraphs), plans


def chunks_of(plans: Plans) -> list[Span]:
    return [chunk for plan in plans for chunk in plan.chunks]


def assert_covered(text: str, chunk: EmbeddedChunk) -> None:
    """Every visible character of a chunk has a token."""
    seen = {i for a, b in chunk.token_vectors.offsets.tolist() for i in range(a, b)}
    assert seen == {i for i, char in enumerate(text) if not char.isspace()}


def half(chunk: EmbeddedChunk, side: str) -> FloatArray:
    return chunk.embedding[:384] if side == "own" else chunk.embedding[384:]


def assert_valid(plans: Plans, chunks: Sequence[EmbeddedChunk]) -> None:
    spans = chunks_of(plans)
    assert len(chunks) == len(spans)
    for span, chunk in zip(spans, chunks, strict=True):
        assert chunk.embedding.shape == (768,)
        assert chunk.embedding.dtype == np.float32
        assert np.linalg.norm(chunk.embedding) == pytest.approx(1, abs=1e-4)
        vectors, offsets = chunk.token_vectors.vectors, chunk.token_vectors.offsets
        assert vectors.dtype == np.int8
        assert offsets.dtype == np.int32
        assert offsets.shape == (len(vectors), 2)
        assert all(0 <= a < b <= span.end - span.start for a, b in offsets.tolist())


@st.composite
def texts_with_plans(draw: st.DrawFn) -> tuple[str, list[PassagePlan]]:
    """Any text, cut anywhere; passages may overlap, and chunks leave gaps."""
    text = draw(st.lists(ALPHABETS, min_size=1, max_size=4).map("".join).filter(bool))
    edges = draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=12, unique=True))
    plans = []
    for start, last in pairwise(sorted(edges)):
        cuts = sorted({start, last, *draw(st.lists(st.integers(start, last), max_size=4))})
        chunks = tuple(Span(a, b) for a, b in pairwise(cuts) if draw(st.booleans()))
        first = draw(st.integers(plans[-1].span.start if plans else 0, start))
        plans.append(PassagePlan(Span(first, draw(st.integers(last, len(text)))), chunks))
    return text, plans


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(case=texts_with_plans())
async def test_any_text_cut_anywhere_gives_one_valid_row_per_chunk(
    packed: SentenceTransformerEmbedder, case: tuple[str, list[PassagePlan]]
) -> None:
    text, plans = case
    assert_valid(plans, await embed(packed, text, plans))
    assert len(packed.embedding_keys(text, plans)) == len(chunks_of(plans))


@settings(deadline=None, max_examples=5, suppress_health_check=list(HealthCheck))
@given(data=st.data())
async def test_what_is_skipped_changes_nothing_in_the_others(
    packed: SentenceTransformerEmbedder, data: st.DataObject
) -> None:
    text, plans = planned(data.draw(st.permutations(PARAGRAPHS)))
    number = len(chunks_of(plans))
    skip = data.draw(st.frozensets(st.integers(0, number - 1)) | st.just(frozenset(range(number))))
    every, some = await embed(packed, text, plans), await embed(packed, text, plans, skip)
    kept = [chunk for i, chunk in enumerate(every) if i not in skip]
    for one, other in zip(kept, some, strict=True):
        assert one.embedding @ other.embedding > 0.9995
        np.testing.assert_array_equal(one.token_vectors.offsets, other.token_vectors.offsets)
        rows = zip(
            dequantize_rows(one.token_vectors.vectors),
            dequantize_rows(other.token_vectors.vectors),
            strict=True,
        )
        assert all(a @ b > 0.99 for a, b in rows)


async def test_what_is_skipped_is_not_read(packed: SentenceTransformerEmbedder) -> None:
    text, plans = planned(PARAGRAPHS)
    every = frozenset(range(len(chunks_of(plans))))
    assert await embed(packed, text, plans, every) == []
    assert await embed(packed, "", []) == []


@settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
async def test_row_i_belongs_to_span_i(
    packed: SentenceTransformerEmbedder, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(PARAGRAPHS))
    text, plans = planned(order)
    together = await embed(packed, text, plans)
    for span, chunk in zip(chunks_of(plans), together, strict=True):
        sentence = text[span.start : span.end]
        assert_covered(sentence, chunk)
        if span.start % 5 == 0:  # some will do
            (expected,) = await embed(packed, sentence, whole(sentence))
            assert half(chunk, "own") @ half(expected, "own") * 2 > 0.999


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


async def test_a_document_is_read_in_groups_of_passages_without_a_seam(
    toy_models, tmp_path: Path
) -> None:
    embedder = await load_embedder(toy_models.build("toy-groups", dim=32), tmp_path)
    paragraphs = ["berlin. " + "the wide field " * (n % 9) + "is counted." for n in range(1200)]
    text, plans = planned(paragraphs)
    assert len(text) > 2 * 48_000
    chunks = await embed(embedder, text, plans)
    assert_valid(plans, chunks)
    for span, chunk in zip(chunks_of(plans), chunks, strict=True):
        assert_covered(text[span.start : span.end], chunk)
    for first, last in zip(chunks[:18], chunks[-24:-6], strict=True):  # nine paragraphs, again
        assert first.embedding @ last.embedding > 0.999
    await embedder.close()


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


async def test_nothing_of_a_long_chunk_is_dropped(packed: SentenceTransformerEmbedder) -> None:
    filler = "Вода состоит из кислорода и водорода. " * 400
    text = f"{filler}The secret word is xylophone."
    (chunk,) = await embed(packed, text, whole(text))
    assert_covered(text, chunk)
    tail = dequantize_rows(chunk.token_vectors.vectors[-8:])
    question = (await packed.embed_query("xylophone")).token_embeddings
    filler_rows = dequantize_rows(chunk.token_vectors.vectors[:-20])
    assert (question @ tail.T).max() > (question @ filler_rows.T).max()


async def test_a_document_longer_than_the_window_is_read_to_the_end(
    packed: SentenceTransformerEmbedder,
) -> None:
    text, plans = planned(["".join(PARAGRAPHS) * 4])  # one passage, several windows
    chunks = await embed(packed, text, plans)
    assert_valid(plans, chunks)
    for span, chunk in zip(chunks_of(plans), chunks, strict=True):
        assert_covered(text[span.start : span.end], chunk)


async def test_chunks_come_before_the_document_is_finished(
    packed: SentenceTransformerEmbedder,
) -> None:
    text, plans = planned(PARAGRAPHS * 20)
    stream = packed.embed_document(text, plans)
    first = await anext(aiter(stream))
    assert first.embedding.shape == (768,)
    await stream.aclose()
    assert (await packed.embed_query("and then?")).embedding.shape == (768,)


@pytest.mark.parametrize("spans", [[Span(3, 3)], [Span(2, 5), Span(0, 2)], [Span(0, 7)]])
async def test_spans_that_cannot_be_are_refused(
    packed: SentenceTransformerEmbedder, spans: list[Span]
) -> None:
    with pytest.raises(SpanOutOfRange):
        await embed(packed, "berlin", alone(*spans))


@pytest.mark.parametrize("question", ["", "🎉", "\u200b", "why " * 700, "why " * 5000, "</s>"])
async def test_any_question_gets_a_valid_embedding(
    packed: SentenceTransformerEmbedder, question: str
) -> None:
    query = await packed.embed_query(question)
    assert np.linalg.norm(query.embedding) == pytest.approx(1, abs=1e-4)
    assert query.token_embeddings.shape[1] == 384
    lengths = np.linalg.norm(query.token_embeddings, axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-4)
    assert query.token_embeddings.dtype == query.embedding.dtype == np.float32
    assert query.token_weights.dtype == np.float32
    assert query.token_weights.shape == (len(query.token_embeddings),)
    assert query.token_weights.sum() == pytest.approx(1.0 if len(lengths) else 0.0, abs=1e-4)


async def test_a_repeated_question_is_remembered_and_a_forgotten_one_is_read_again(
    packed: SentenceTransformerEmbedder,
) -> None:
    first = await packed.embed_query("the very first question")
    assert await packed.embed_query("the very first question") is first
    for number in range(256):
        await packed.embed_query(f"q{number}")
    again = await packed.embed_query("the very first question")
    assert again is not first
    np.testing.assert_allclose(again.embedding, first.embedding, atol=1e-3)


async def test_questions_and_uploads_at_once_get_what_they_would_get_alone(
    packed: SentenceTransformerEmbedder,
) -> None:
    text, plans = planned(PARAGRAPHS)
    quiet = await embed(packed, text, plans)
    first, second, *queries = await asyncio.gather(
        embed(packed, text, plans),
        embed(packed, text, plans),
        *(packed.embed_query(f"question number {number} of many") for number in range(8)),
    )
    for busy in (first, second):
        for a, b in zip(quiet, busy, strict=True):
            np.testing.assert_allclose(a.embedding, b.embedding, atol=1e-3)
    assert len({query.embedding.tobytes() for query in queries}) == 8


async def test_token_spans_are_the_tokens_of_the_text(packed: SentenceTransformerEmbedder) -> None:
    text = "Берлин — столица Германии.\n\nA second paragraph."
    spans = await packed.token_spans(text)
    assert "".join(text[span.start : span.end] for span in spans) == "".join(text.split())
    assert await packed.token_spans(" \n ") == ()


async def test_the_packed_model_says_what_it_is(packed: SentenceTransformerEmbedder) -> None:
    assert packed.model.startswith("intfloat/multilingual-e5-small")
    assert packed.layout == "pair-384-w0.3-chunks"
    floors = (packed.similarity_floor, packed.max_sim_floor, packed.max_sim_cross_floor)
    assert floors == (0.66, 0.69, 0.54)


async def test_estimated_floors_come_close_to_the_measured_ones(
    packed: SentenceTransformerEmbedder,
) -> None:
    floors = await packed.lanes.question(estimate_floors, packed._encoder, packed._rarity)
    assert floors.similarity == pytest.approx(packed.similarity_floor, abs=0.05)
    assert floors.max_sim == pytest.approx(packed.max_sim_floor, abs=0.05)
    assert floors.max_sim_cross < floors.max_sim


@pytest.mark.parametrize(
    ("dim", "window", "pooling", "dense", "layout"),
    [
        (32, 64, "mean", None, "pair-32-w0.3-chunks"),
        (32, 64, "cls", None, "pair-32-w0-chunks"),
        (512, 64, "mean", None, "blend-512-w0.3-chunks"),
        (1024, 64, "mean", None, "blend-1024-w0.3-chunks"),
        (768, 4096, "mean", None, "blend-768-w1-document"),
        (32, 64, "mean", 48, "pair-48-w0.3-chunks"),
    ],
)
async def test_any_sentence_transformers_model_can_take_its_place(
    toy_models,
    tmp_path: Path,
    dim: int,
    window: int,
    pooling: str,
    dense: int | None,
    layout: str,
) -> None:
    name = f"toy-{dim}-{window}-{pooling}-{dense}"
    folder = toy_models.build(name, dim=dim, window=window, pooling=pooling, dense=dense)
    embedder = await load_embedder(folder, tmp_path)
    assert embedder.layout == layout
    assert 0 <= embedder.similarity_floor < 1
    text, plans = planned([*["berlin is the capital. its population was counted."] * 30, "\u200b"])
    plans[-1] = PassagePlan(plans[-1].span, (plans[-1].span,))
    plans = [*alone(Span(0, 22)), *plans, *alone(Span(len(text) - 1, len(text)))]
    assert_valid(plans, await embed(embedder, text, plans))
    assert_valid(whole("\u200b"), await embed(embedder, "\u200b", whole("\u200b")))
    assert_valid(whole(text), await embed(embedder, text, whole(text)))
    query = await embedder.embed_query("berlin " * 200)
    assert np.linalg.norm(query.embedding) == pytest.approx(1, abs=1e-4)
    await embedder.close()


async def test_the_weight_of_the_context_is_a_choice(toy_models, tmp_path: Path) -> None:
    folder = toy_models.build("toy-choice", dim=32)
    text = "berlin is the capital. its population was counted."
    embedder = await load_embedder(
        folder, tmp_path, lanes=Lanes(threads=1), chunking=LateChunking(1.0, "passage")
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


async def test_a_model_that_cannot_be_had_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path), tmp_path)
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path / "no" / "such" / "folder"), tmp_path)
