"""Texts cut into passages and chunks, and what must hold of whatever is made of them."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import strategies as st

from pipelines.models.documents import (
    EmbeddedChunk,
    FloatArray,
    PassagePlan,
    Span,
)
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
