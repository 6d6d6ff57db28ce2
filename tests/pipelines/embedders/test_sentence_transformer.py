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
from pipelines.models import EmbeddedChunk, FloatArray, Span
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


async def embed(embedder: Embedder, text: str, spans: Sequence[Span]) -> list[EmbeddedChunk]:
    return [chunk async for chunk in embedder.embed_document(text, spans)]


def sentences(text: str) -> list[Span]:
    edges = [i + 1 for i, char in enumerate(text) if char in ".。"]
    return [Span(a, b) for a, b in pairwise([0, *edges])]


def assert_covered(text: str, chunk: EmbeddedChunk) -> None:
    """Every visible character of a chunk has a token."""
    seen = {i for a, b in chunk.token_vectors.offsets.tolist() for i in range(a, b)}
    assert seen == {i for i, char in enumerate(text) if not char.isspace()}


def half(chunk: EmbeddedChunk, side: str) -> FloatArray:
    return chunk.embedding[:384] if side == "own" else chunk.embedding[384:]


def assert_valid(text: str, spans: Sequence[Span], chunks: Sequence[EmbeddedChunk]) -> None:
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
def texts_with_spans(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """Any text, cut anywhere; spans may overlap and leave gaps."""
    text = draw(st.lists(ALPHABETS, min_size=1, max_size=4).map("".join).filter(bool))
    starts = sorted(draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=6)))
    return text, [Span(at, draw(st.integers(at + 1, len(text)))) for at in starts]


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(case=texts_with_spans())
async def test_any_text_cut_anywhere_gives_one_valid_row_per_span(
    packed: SentenceTransformerEmbedder, case: tuple[str, list[Span]]
) -> None:
    text, spans = case
    assert_valid(text, spans, await embed(packed, text, spans))


@settings(deadline=None, max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
async def test_row_i_belongs_to_span_i(
    packed: SentenceTransformerEmbedder, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(PARAGRAPHS))
    text = "\n\n".join(order)
    spans = [Span(text.index(paragraph), text.index(paragraph) + 66) for paragraph in order]
    together = await embed(packed, text, spans)
    for span, chunk in zip(spans, together, strict=True):
        alone = text[span.start : span.end]
        (expected,) = await embed(packed, alone, [Span(0, len(alone))])
        assert half(chunk, "own") @ half(expected, "own") * 2 > 0.999
        assert_covered(alone, chunk)


async def test_what_stands_far_away_changes_nothing(packed: SentenceTransformerEmbedder) -> None:
    first, second, third = PARAGRAPHS
    long = first * 2  # long enough, as what follows it, to be a region of its own
    before, after = f"{long}\n\n{second * 2}", f"{long}\n\n{third * 2}"
    spans = sentences(long)
    for old, new in zip(
        await embed(packed, before, spans), await embed(packed, after, spans), strict=True
    ):
        assert old.embedding @ new.embedding > 0.9999


async def test_a_sentence_takes_in_its_paragraph(packed: SentenceTransformerEmbedder) -> None:
    text = "Berlin is the capital of Germany. Its population is 3.78 million."
    other = "Vienna is the capital of Austria. Its population is 3.78 million."
    spans = [Span(34, len(text))]
    (here,), (there,) = await embed(packed, text, spans), await embed(packed, other, spans)
    assert half(here, "own") @ half(there, "own") * 2 > 0.9999
    assert half(here, "context") @ half(there, "context") * 2 < 0.99
    question = (await packed.embed_query("What is the population of Berlin?")).embedding
    assert question @ here.embedding > question @ there.embedding


async def test_nothing_of_a_long_chunk_is_dropped(packed: SentenceTransformerEmbedder) -> None:
    filler = "Вода состоит из кислорода и водорода. " * 400
    text = f"{filler}The secret word is xylophone."
    (chunk,) = await embed(packed, text, [Span(0, len(text))])
    assert_covered(text, chunk)
    tail = dequantize_rows(chunk.token_vectors.vectors[-8:])
    question = (await packed.embed_query("xylophone")).token_embeddings
    filler_rows = dequantize_rows(chunk.token_vectors.vectors[:-20])
    assert (question @ tail.T).max() > (question @ filler_rows.T).max()


async def test_a_document_longer_than_the_window_is_read_to_the_end(
    packed: SentenceTransformerEmbedder,
) -> None:
    text = "".join(PARAGRAPHS) * 4  # one paragraph, several windows
    spans = sentences(text)
    chunks = await embed(packed, text, spans)
    assert_valid(text, spans, chunks)
    for span, chunk in zip(spans, chunks, strict=True):
        assert_covered(text[span.start : span.end], chunk)


async def test_chunks_come_before_the_document_is_finished(
    packed: SentenceTransformerEmbedder,
) -> None:
    text = "\n\n".join(PARAGRAPHS * 20)
    spans = sentences(text)
    stream = packed.embed_document(text, spans)
    first = await anext(aiter(stream))
    assert first.embedding.shape == (768,)
    await stream.aclose()
    assert (await packed.embed_query("and then?")).embedding.shape == (768,)


@pytest.mark.parametrize("spans", [[Span(3, 3)], [Span(2, 5), Span(0, 2)], [Span(0, 7)]])
async def test_spans_that_cannot_be_are_refused(
    packed: SentenceTransformerEmbedder, spans: list[Span]
) -> None:
    with pytest.raises(SpanOutOfRange):
        await embed(packed, "berlin", spans)


@pytest.mark.parametrize("question", ["", "🎉", "\u200b", "why " * 5000, "</s>"])
async def test_any_question_gets_a_valid_embedding(
    packed: SentenceTransformerEmbedder, question: str
) -> None:
    query = await packed.embed_query(question)
    assert np.linalg.norm(query.embedding) == pytest.approx(1, abs=1e-4)
    assert query.token_embeddings.shape[1] == 384
    lengths = np.linalg.norm(query.token_embeddings, axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-4)
    assert query.token_embeddings.dtype == query.embedding.dtype == np.float32


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
    text = "\n\n".join(PARAGRAPHS)
    spans = sentences(text)
    quiet = await embed(packed, text, spans)
    first, second, *queries = await asyncio.gather(
        embed(packed, text, spans),
        embed(packed, text, spans),
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
    assert packed.layout == "pair-384-w0.5-r128-sentences"
    floors = (packed.similarity_floor, packed.max_sim_floor, packed.max_sim_cross_floor)
    assert floors == (0.68, 0.69, 0.60)


async def test_estimated_floors_come_close_to_the_measured_ones(
    packed: SentenceTransformerEmbedder,
) -> None:
    floors = await packed.lanes.question(estimate_floors, packed._encoder)
    assert floors.similarity == pytest.approx(packed.similarity_floor, abs=0.05)
    assert floors.max_sim == pytest.approx(packed.max_sim_floor, abs=0.05)
    assert floors.max_sim_cross < floors.max_sim


@pytest.mark.parametrize(
    ("dim", "window", "pooling", "dense", "layout"),
    [
        (32, 64, "mean", None, "pair-32-w0.5-r128-sentences"),
        (32, 64, "cls", None, "pair-32-w0-r128-sentences"),
        (512, 64, "mean", None, "blend-512-w0.5-r128-sentences"),
        (1024, 64, "mean", None, "blend-1024-w0.5-r128-sentences"),
        (768, 4096, "mean", None, "blend-768-w1-rdocument-sentences"),
        (32, 64, "mean", 48, "pair-48-w0.5-r128-sentences"),
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
    text = "berlin is the capital. its population was counted.\n\n" * 30 + "\u200b"
    spans = [*sentences(text), Span(0, len(text))]
    spans = [*sorted(spans, key=lambda span: span.start), Span(len(text) - 1, len(text))]
    assert_valid(text, spans, await embed(embedder, text, spans))
    assert_valid("\u200b", [Span(0, 1)], await embed(embedder, "\u200b", [Span(0, 1)]))
    query = await embedder.embed_query("berlin " * 200)
    assert np.linalg.norm(query.embedding) == pytest.approx(1, abs=1e-4)
    await embedder.close()


async def test_the_weight_of_the_context_is_a_choice(toy_models, tmp_path: Path) -> None:
    folder = toy_models.build("toy-choice", dim=32)
    text = "berlin is the capital. its population was counted."
    embedder = await load_embedder(
        folder, tmp_path, lanes=Lanes(threads=1), chunking=LateChunking(1.0, reach=8)
    )
    (chunk,) = await embed(embedder, text, [Span(0, 22)])
    assert not chunk.embedding[:384].any()
    await embedder.close()


async def test_a_model_that_cannot_be_had_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path), tmp_path)
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path / "no" / "such" / "folder"), tmp_path)
