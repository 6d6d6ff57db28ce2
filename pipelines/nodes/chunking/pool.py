"""Turn token embeddings into chunk embeddings: late chunking."""

from collections.abc import Sequence

import numpy as np

from pipelines.errors import EmbeddingUnusable, SpanOutOfRange
from pipelines.models.documents import FloatArray, Int32Array, Span

_TINY = 1e-12


def unit_rows(rows: FloatArray) -> FloatArray:
    """Scale every row to length 1.

    Args:
        rows: float [n, dim] (or one row, [dim]).
    Returns:
        float32, same shape.
    Raises:
        EmbeddingUnusable: a row is zero or not finite; no direction can be made up for it.
    """
    exact = np.asarray(rows, dtype=np.float64)
    lengths = np.linalg.norm(exact, axis=-1, keepdims=True)
    if not np.all(np.isfinite(lengths)) or np.any(lengths < _TINY):
        raise EmbeddingUnusable("the model gave an embedding that is zero or not finite")
    return np.asarray(exact / lengths, dtype=np.float32)


def pool_chunks(token_embeddings: FloatArray, spans: Sequence[Span]) -> FloatArray:
    """Mean-pool token embeddings into one unit-length embedding per chunk.

    Args:
        token_embeddings: float32 [tokens, dim].
        spans: ordered half-open token ranges, none empty, end <= tokens.
    Returns:
        float32 [len(spans), dim]; row i belongs to spans[i].
    Raises:
        SpanOutOfRange: a span is empty or too long; spans are never dropped.
    Source: Günther et al. 2024, arXiv 2409.04701.
    """
    pooled = np.empty((len(spans), token_embeddings.shape[1]), dtype=np.float32)
    for row, span in enumerate(spans):
        if not 0 <= span.start < span.end <= len(token_embeddings):
            raise SpanOutOfRange(
                f"span {row} is {span.start}..{span.end} of {len(token_embeddings)} tokens"
            )
        pooled[row] = token_embeddings[span.start : span.end].mean(axis=0, dtype=np.float64)
    return unit_rows(pooled)


def tokens_of(offsets: Int32Array, span: Span) -> Span:
    """Find the tokens that overlap a character range.

    A range with no token of its own (characters that a tokenizer drops) gets the next token,
    or the last one at the end of the text, so that it still has a place in it.

    Args:
        offsets: int32 [tokens, 2], half-open character ranges, both columns ascending.
        span: character range.
    Returns:
        Token range, non-empty whenever there are tokens at all; its start grows with the span's.
    """
    first = int(np.searchsorted(offsets[:, 1], span.start, side="right"))
    end = int(np.searchsorted(offsets[:, 0], span.end, side="left"))
    if end > first:
        return Span(first, end)
    nearest = min(first, max(len(offsets) - 1, 0))
    return Span(nearest, min(nearest + 1, len(offsets)))
