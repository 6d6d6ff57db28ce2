"""Plan how a long text is read: which tokens share a reading, and where each one is taken from.

Everything here counts in tokens of the whole text; nothing here knows a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.errors import SpanOutOfRange
from pipelines.models import Span


@dataclass(frozen=True, slots=True)
class Window:
    """`read` goes through the model at once; the embeddings of `keep` are taken from it."""

    read: Span
    keep: Span


def check_spans(spans: Sequence[Span], length: int) -> None:
    """Raise SpanOutOfRange unless spans are non-empty, inside the text and ordered by start."""
    previous = 0
    for row, span in enumerate(spans):
        if not previous <= span.start < span.end <= length:
            raise SpanOutOfRange(f"span {row} is {span.start}..{span.end} in a text of {length}")
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


def plan_regions(
    length: int, breaks: Sequence[int], chunks: Sequence[Span], reach: int | None
) -> tuple[Span, ...]:
    """Cut a text of `length` tokens into the regions that chunks take their context from.

    A region ends at a paragraph break once it has `reach` tokens, but never inside a chunk that
    is itself shorter than `reach` (a longer chunk is its own context). A rest shorter than
    `reach` joins the region before it. With `reach` None the whole text is one region.

    Args:
        breaks: token indices at which a new paragraph begins, ascending.
        chunks: ordered token ranges.
    Returns:
        Regions that follow each other from 0 to `length`; none when the text has no tokens.
    """
    if length == 0:
        return ()
    if reach is None:
        return (Span(0, length),)
    held = _inside(breaks, [chunk for chunk in chunks if chunk.end - chunk.start < reach])
    edges = [0]
    for at in breaks:
        if at - edges[-1] >= reach and at < length and at not in held:
            edges.append(at)
    if length - edges[-1] < reach and len(edges) > 1:
        edges.pop()
    edges.append(length)
    return tuple(Span(start, end) for start, end in pairwise(edges))


def _inside(breaks: Sequence[int], chunks: Sequence[Span]) -> set[int]:
    """Those of `breaks` that would cut one of the ordered `chunks` in two."""
    held: set[int] = set()
    reached, next_chunk = 0, 0
    for at in breaks:
        while next_chunk < len(chunks) and chunks[next_chunk].start < at:
            reached = max(reached, chunks[next_chunk].end)
            next_chunk += 1
        if at < reached:
            held.add(at)
    return held
