"""One row a chunk, of any text cut anywhere, and one embedding of any question."""

import asyncio
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.embedders.sentence_transformer import (
    SentenceTransformerEmbedder,
    load_embedder,
)
from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import (
    PassagePlan,
    Span,
)
from pipelines.nodes.chunking.embedding_layout import unit_rows
from tests.support.embedders.planned_texts import (
    PARAGRAPHS,
    alone,
    assert_covered,
    assert_valid,
    chunks_of,
    embed,
    half,
    planned,
    texts_with_plans,
    whole,
)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(case=texts_with_plans())
async def test_any_text_cut_anywhere_gives_one_valid_row_per_chunk(
    packed: SentenceTransformerEmbedder, case: tuple[str, list[PassagePlan]]
) -> None:
    text, plans = case
    assert_valid(plans, await embed(packed, text, plans))
    assert len(packed.embedding_keys(text, plans)) == len(chunks_of(plans))


@settings(max_examples=3, suppress_health_check=list(HealthCheck))
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
            unit_rows(one.token_vectors.vectors),
            unit_rows(other.token_vectors.vectors),
            strict=True,
        )
        assert all(a @ b > 0.99 for a, b in rows)


async def test_what_is_skipped_is_not_read(packed: SentenceTransformerEmbedder) -> None:
    text, plans = planned(PARAGRAPHS)
    every = frozenset(range(len(chunks_of(plans))))
    assert await embed(packed, text, plans, every) == []
    assert await embed(packed, "", []) == []


@settings(max_examples=4, suppress_health_check=list(HealthCheck))
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


async def test_nothing_of_a_long_chunk_is_dropped(packed: SentenceTransformerEmbedder) -> None:
    filler = "Вода состоит из кислорода и водорода. " * 200
    text = f"{filler}The secret word is xylophone."
    (chunk,) = await embed(packed, text, whole(text))
    assert_covered(text, chunk)
    tail = unit_rows(chunk.token_vectors.vectors[-8:])
    question = (await packed.embed_query("xylophone")).token_embeddings
    filler_rows = unit_rows(chunk.token_vectors.vectors[:-20])
    assert (question @ tail.T).max() > (question @ filler_rows.T).max()


async def test_a_document_longer_than_the_window_is_read_to_the_end(
    packed: SentenceTransformerEmbedder,
) -> None:
    text, plans = planned(["".join(PARAGRAPHS) * 4])  # one passage, several windows
    chunks = await embed(packed, text, plans)
    assert_valid(plans, chunks)
    for span, chunk in zip(chunks_of(plans), chunks, strict=True):
        assert_covered(text[span.start : span.end], chunk)


async def test_chunks_come_before_the_document_is_finished(toy_models, tmp_path: Path) -> None:
    embedder = await load_embedder(toy_models.build("toy-stream", dim=32), tmp_path)
    text, plans = planned(["berlin. the wide field is counted. " * 9] * 300)
    stream = embedder.embed_document(text, plans)
    first = await anext(aiter(stream))
    assert first.embedding.shape == (768,)
    await stream.aclose()
    assert (await embedder.embed_query("and then?")).embedding.shape == (768,)
    await embedder.close()


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
    assert query.token_offsets is not None
    assert query.token_offsets.shape == (len(query.token_embeddings), 2)


async def test_the_tokens_of_a_question_know_where_they_stand(
    packed: SentenceTransformerEmbedder,
) -> None:
    question = "How tall is the lighthouse?"
    offsets = (await packed.embed_query(question)).token_offsets
    assert offsets is not None
    said = "".join(question[start:end] for start, end in offsets.tolist())
    assert said == question.replace(" ", "")


async def test_a_repeated_question_is_remembered_and_a_forgotten_one_is_read_again(
    toy_models, tmp_path: Path
) -> None:
    embedder = await load_embedder(toy_models.build("toy-questions", dim=32), tmp_path)
    first = await embedder.embed_query("the very first question")
    assert await embedder.embed_query("the very first question") is first
    for number in range(256):
        await embedder.embed_query(f"q{number}")
    again = await embedder.embed_query("the very first question")
    assert again is not first
    np.testing.assert_allclose(again.embedding, first.embedding, atol=1e-3)
    await embedder.close()


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


async def test_questions_that_come_together_are_read_together(
    packed: SentenceTransformerEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"Which ship carried {number} barrels?" for number in range(12)]
    alone_ = [await packed.embed_query(text) for text in texts]
    packed._queries.clear()
    batches: list[int] = []
    read = packed._encoder.read

    def counted(rows, side):
        batches.append(len(rows))
        return read(rows, side)

    monkeypatch.setattr(packed._encoder, "read", counted)
    together = await asyncio.gather(*map(packed.embed_query, texts))
    assert sum(batches) == len(texts)
    assert len(batches) <= 3
    for one, other in zip(alone_, together, strict=True):
        assert one.embedding @ other.embedding > 0.999


async def test_whoever_leaves_takes_nobodys_question_along(
    packed: SentenceTransformerEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, loop = asyncio.Event(), asyncio.get_running_loop()
    read = packed._encoder.read

    def told(rows, side):
        loop.call_soon_threadsafe(reads.set)
        return read(rows, side)

    monkeypatch.setattr(packed._encoder, "read", told)
    texts = [f"Who repaired {number} sails?" for number in range(6)]
    asked = [asyncio.create_task(packed.embed_query(text)) for text in texts]
    await reads.wait()
    for task in asked[::2]:
        task.cancel()
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert not any(isinstance(one, BaseException) for one in ended[1::2])
