"""Read many short texts at once, each by itself, in the batches that are fastest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pipelines.embedders.context import cut_ids, kept_rows
from pipelines.embedders.tokens import Tokens
from pipelines.model_threads import ModelThreads
from pipelines.models.documents import FloatArray, Int32Array, Span
from pipelines.nodes.chunking.pool import unit_rows
from pipelines.nodes.chunking.windows import Window, plan_windows

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder, Reading


@dataclass(frozen=True, slots=True, eq=False)
class TextReading:
    """sentence: float32 [dim], unit length; rows: float32 [tokens, dim], one per token."""

    sentence: FloatArray
    rows: FloatArray


async def read_texts(
    encoder: "Encoder", threads: ModelThreads, texts: Sequence[Tokens], overlap: int
) -> list[TextReading]:
    """Read each text by itself, in windows where it is longer than the model can take.

    Args:
        overlap: tokens that two windows of one text share.
    """
    jobs: list[tuple[int, Window]] = []
    for i, tokens in enumerate(texts):
        whole = Span(0, len(tokens))
        windows = plan_windows(whole, encoder.capacity, overlap) or (Window(whole, whole),)
        jobs += [(i, window) for window in windows]

    def read(batch: list[int]) -> "list[Reading]":
        rows: list[Int32Array] = [cut_ids(texts[jobs[j][0]], jobs[j][1].read) for j in batch]
        return encoder.read(rows, "passage")

    batches = encoder.batches([job[1].read.end - job[1].read.start for job in jobs])
    done = await threads.background_each(read, batches)
    readings = {
        j: reading
        for batch, read_batch in zip(batches, done, strict=True)
        for j, reading in zip(batch, read_batch, strict=True)
    }
    parts: list[list[tuple[Window, Reading]]] = [[] for _ in texts]
    for j, (i, window) in enumerate(jobs):
        parts[i].append((window, readings[j]))
    return [_join(part) for part in parts]


def _join(parts: "Sequence[tuple[Window, Reading]]") -> TextReading:
    """Average the windows of one text by how many tokens each of them stands for."""
    weights = [max(window.keep.end - window.keep.start, 1) for window, _ in parts]
    sentences = unit_rows(np.stack([reading.sentence for _, reading in parts]))
    sentence = unit_rows(np.average(sentences, axis=0, weights=weights))
    rows = [kept_rows(window, reading.tokens) for window, reading in parts]
    return TextReading(sentence, rows[0] if len(rows) == 1 else np.concatenate(rows))
