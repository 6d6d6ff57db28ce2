"""The token embeddings of a document in its own surroundings, read window by window."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pipelines.embedders.tokens import Tokens
from pipelines.model_threads import ModelThreads
from pipelines.models.documents import FloatArray, Int32Array, Span
from pipelines.nodes.chunking.embedding_layout import Window

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder


class DocumentContext:
    """Token embeddings of the document, read window by window as they are asked for."""

    def __init__(
        self, encoder: "Encoder", threads: ModelThreads, tokens: Tokens, windows: Sequence[Window]
    ) -> None:
        self.tokens = tokens
        self._encoder = encoder
        self._threads = threads
        self._windows = iter(windows)
        self._start = 0
        self._rows: FloatArray = np.empty((0, 0), dtype=np.float32)

    async def rows(self, span: Span) -> FloatArray:
        """Return float32 [tokens, dim] of a range; starts never go back, so what is before goes."""
        while self._start + len(self._rows) < span.end:
            self._append(await self._read_next())
            self._forget(span.start)
        self._forget(span.start)
        return self._rows[span.start - self._start : span.end - self._start]

    async def _read_next(self) -> FloatArray:
        window = next(self._windows)
        ids = cut_ids(self.tokens, window.read)
        (reading,) = await self._threads.background(self._encoder.read, [ids], "passage")
        return kept_rows(window, reading.tokens)

    def _append(self, rows: FloatArray) -> None:
        self._rows = np.concatenate([self._rows.reshape(-1, rows.shape[1]), rows])

    def _forget(self, before: int) -> None:
        cut = min(max(before - self._start, 0), len(self._rows))
        self._start, self._rows = self._start + cut, self._rows[cut:]


def kept_rows(window: Window, rows: FloatArray) -> FloatArray:
    """Return what of a window's token embeddings is taken from it."""
    return rows[window.keep.start - window.read.start : window.keep.end - window.read.start]


def cut_ids(tokens: Tokens, span: Span) -> Int32Array:
    """Return the ids of a range of tokens."""
    return tokens.ids[span.start : span.end]
