"""Plan how a long text is read: which tokens share a reading, and where each one is taken from.

Everything here counts in tokens of the whole text; nothing here knows a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import PassagePlan, Span


@dataclass(frozen=True, slots=True)
class Window:
    """`read` goes through the model at once; the embeddings of `keep` are taken from it."""

    read: Span
    keep: Span


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
