"""Embeddings and token vectors for a large library, mixed of those of a few thousand sentences.

Reading 100,000 chunks takes an hour; mixing what the packed model made of real sentences keeps
what search is sensitive to: how far texts of one topic, of two topics and of two languages are
from each other, in how many directions they differ, and what the tokens of a sentence look like.

A chunk's own reading is the mean of its sentences' (the model pools by mean), moved by a share of
the difference of two other sentences of their topic, as other names and numbers in it would move
it. Its context is the mean of its passage's chunks. Token vectors are its sentences' own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.speed.sentences import Frame, Sentence
from pipelines.models.documents import (
    FloatArray,
    Int8Array,
    Int32Array,
    PassagePlan,
    Span,
    TokenVectors,
)
from pipelines.nodes.chunking.embedding_layout import Layout, lay_out_chunks, unit_rows
from pipelines.ports import Embedder

_MOVED = 0.6  # of a difference between two sentences of one topic and language
_LAYOUT = Layout(384, 0.5)  # the packed model's


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """What the model made of one sentence of every frame.

    own: float32 [frames, 384], unit rows.
    tokens: int8 [tokens of a frame, 384], one array a frame.
    """

    frames: tuple[Frame, ...]
    own: FloatArray
    tokens: tuple[Int8Array, ...]


async def read_sample(embedder: Embedder, sentences: Sequence[Sentence]) -> Sample:
    """Embed sentences, each as a passage of its own."""
    text = "\n".join(sentence.text for sentence in sentences)
    plans, at = [], 0
    for sentence in sentences:
        span = Span(at, at + len(sentence.text))
        plans.append(PassagePlan(span, (span,)))
        at = span.end + 1
    read = [chunk async for chunk in embedder.embed_document(text, plans)]
    return Sample(
        frames=tuple(sentence.frame for sentence in sentences),
        own=unit_rows(np.stack([chunk.embedding[: _LAYOUT.dim] for chunk in read])),
        tokens=tuple(chunk.token_vectors.vectors for chunk in read),
    )


def mix(
    sample: Sample, passages: Sequence[Sequence[Sequence[int]]], random: np.random.Generator
) -> FloatArray:
    """Embed the chunks of passages.

    Args:
        passages: of each its chunks, and of each chunk the numbers of its frames; all of one
            topic and language in a passage.
    Returns:
        float32 [chunks, 768], unit rows.
    """
    chunks = [chunk for passage in passages for chunk in passage]
    own = np.stack([sample.own[list(chunk)].mean(axis=0) for chunk in chunks])
    own = unit_rows(own + _MOVED * _differences(sample, chunks, random))
    lengths = [len(passage) for passage in passages]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    means = np.add.reduceat(own, starts) / np.array(lengths, dtype=np.float32)[:, None]
    return lay_out_chunks(own, np.repeat(means, lengths, axis=0), _LAYOUT)


def token_vectors(sample: Sample, chunk: Sequence[int], length: int) -> TokenVectors:
    """Give a chunk of so many characters its sentences' tokens, spread evenly over it."""
    vectors = np.concatenate([sample.tokens[number] for number in chunk])
    edges = np.linspace(0, length, len(vectors) + 1).astype(np.int32)
    offsets: Int32Array = np.stack([edges[:-1], edges[1:]], axis=1)
    return TokenVectors(vectors, offsets)


def _differences(
    sample: Sample, chunks: Sequence[Sequence[int]], random: np.random.Generator
) -> FloatArray:
    """Subtract two random sentences of the chunk's topic and language: float32 [chunks, 384]."""
    groups: dict[tuple[str, int], list[int]] = {}
    for number, frame in enumerate(sample.frames):
        groups.setdefault((frame.language, frame.topic), []).append(number)
    of_chunk = [groups[(f.language, f.topic)] for f in (sample.frames[c[0]] for c in chunks)]
    draws = random.random((2, len(chunks)))
    one, other = (
        sample.own[[group[int(at * len(group))] for group, at in zip(of_chunk, row, strict=True)]]
        for row in draws
    )
    return np.asarray(one - other, dtype=np.float32)
