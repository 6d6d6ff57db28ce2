"""How an embedding model's numbers become the 768 of the database.

A chunk is known twice: read alone (own), and by what surrounds it (context). With w the
weight of the context, every layout makes one cosine with a query the weighted mean of the two,
or close to it:

    dim <= 384   [√(1−w)·own ⊕ √w·context], each half padded with zeros to 384. A query is
                 [√(1−w)·q ⊕ √w·q]: the cosine is (1−w)·cos(q, own) + w·cos(q, context), exactly.
    dim  > 384   there is no room for both: the direction of (1−w)·own + w·context, truncated to
                 768 and brought back to unit length (as models trained with Matryoshka loss
                 allow), or padded with zeros below 768. w = 1 is plain late chunking.

Measured on XQuAD with the packed model, MRR of sentence chunks ru/en: own alone .821/.843,
the first layout .839/.862, the second .840/.858.

Before that, late chunking: `plan_windows` says which tokens of a long text share a reading and
where each is taken from, counted in tokens of the whole text, and `pool_chunks` turns token
embeddings into those of chunks. Token embeddings are stored in a byte a number: only their
direction matters to MaxSim. Nothing here knows a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pipelines.errors import EmbeddingUnusable, SpanOutOfRange
from pipelines.models.documents import (
    EMBEDDING_DIM,
    FloatArray,
    Int8Array,
    Int32Array,
    PassagePlan,
    Span,
)

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


@dataclass(frozen=True, slots=True)
class Window:
    """`read` goes through the model at once; the embeddings of `keep` are taken from it."""

    read: Span
    keep: Span

    def kept(self, rows: FloatArray) -> FloatArray:
        """Return what of the token embeddings of `read`, float32 [tokens, dim], is taken."""
        start = self.read.start
        return rows[self.keep.start - start : self.keep.end - start]


def check_passages(passages: Sequence[PassagePlan], length: int) -> None:
    """Raise SpanOutOfRange unless passages are ordered and inside the text, their chunks too.

    A chunk starts where the one before it does or later, also where their passages overlap: what
    is read from the document is forgotten on the way.
    """
    _check(0, [plan.span for plan in passages], length)
    _check(0, [chunk for plan in passages for chunk in plan.chunks], length)
    for plan in passages:
        _check(plan.span.start, plan.chunks, plan.span.end)


def _check(start: int, spans: Sequence[Span], end: int) -> None:
    previous = start
    for row, span in enumerate(spans):
        if not previous <= span.start < span.end <= end:
            raise SpanOutOfRange(f"span {row} is {span.start}..{span.end} in {start}..{end}")
        previous = span.start


def plan_windows(span: Span, capacity: int, overlap: int) -> tuple[Window, ...]:
    """Cover `span` with windows of at most `capacity` tokens, neighbours sharing `overlap`.

    The kept ranges follow each other without gap or overlap. Where two windows share tokens,
    the border lies in the middle, so that each token is taken where its nearer edge is farther
    away. The last window is moved back to be full.

    Raises:
        SpanOutOfRange: `overlap` leaves no progress.
    """
    if not 0 <= overlap < capacity:
        raise SpanOutOfRange(f"overlap {overlap} does not fit a window of {capacity}")
    if span.end - span.start <= capacity:
        return (Window(span, span),) if span.end > span.start else ()
    starts = [span.start]
    while starts[-1] + capacity < span.end:
        starts.append(min(starts[-1] + capacity - overlap, span.end - capacity))
    borders = [(left + capacity + right) // 2 for left, right in pairwise(starts)]
    edges = [span.start, *borders, span.end]
    return tuple(
        Window(Span(start, start + capacity), Span(edges[i], edges[i + 1]))
        for i, start in enumerate(starts)
    )


_TOP = 127.0


def quantize_rows(rows: FloatArray) -> Int8Array:
    """Scale each row so that its largest number is 127, and round.

    Args:
        rows: float32 [tokens, dim].
    Returns:
        int8 [tokens, dim]; on e5 token embeddings the direction keeps a cosine above 0.9998.
    """
    peaks = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    scaled = rows / np.maximum(peaks, np.finfo(np.float32).tiny) * _TOP
    return np.asarray(np.rint(scaled), dtype=np.int8)


_HALF = EMBEDDING_DIM // 2


@dataclass(frozen=True, slots=True)
class Layout:
    """`dim`: numbers a row of the model has; `context_weight`: 0 own reading only .. 1 context."""

    dim: int
    context_weight: float

    @property
    def name(self) -> str:
        """Embeddings are comparable only under the same model and the same layout name."""
        shape = "pair" if self.dim <= _HALF else "blend"
        return f"{shape}-{self.dim}-w{self.context_weight:g}"

    @property
    def reads_context(self) -> bool:
        """False when a chunk's surroundings do not count."""
        return self.context_weight > 0.0


def lay_out_chunks(own: FloatArray, context: FloatArray, layout: Layout) -> FloatArray:
    """Join both readings of chunks into the rows that are stored.

    Args:
        own: float32 [chunks, dim], each chunk read alone.
        context: float32 [chunks, dim], each chunk pooled from its surroundings.
    Returns:
        float32 [chunks, 768], unit rows.
    Raises:
        EmbeddingUnusable: a row is zero or not finite.
    """
    weight = layout.context_weight
    if layout.dim > _HALF:
        own, context = _cut(own), _cut(context)
        return _pad(unit_rows((1.0 - weight) * own + weight * context), EMBEDDING_DIM)
    halves = (np.sqrt(1.0 - weight) * unit_rows(own), np.sqrt(weight) * unit_rows(context))
    return unit_rows(np.concatenate([_pad(half, _HALF) for half in halves], axis=1))


def lay_out_queries(queries: FloatArray, layout: Layout) -> FloatArray:
    """Lay questions out so that their cosine with a stored row is the weighted mean.

    Args:
        queries: float32 [n, dim].
    Returns:
        float32 [n, 768], unit rows.
    Raises:
        EmbeddingUnusable: a row is zero or not finite.
    """
    return lay_out_chunks(queries, queries, layout)


def _cut(rows: FloatArray) -> FloatArray:
    return unit_rows(rows[:, :EMBEDDING_DIM])


def _pad(rows: FloatArray, width: int) -> FloatArray:
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))
