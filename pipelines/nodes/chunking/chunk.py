"""Cut a document at the spans that were planned, and say where each chunk stands."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import (
    Anchor,
    Chunk,
    CleanText,
    PassagePlan,
    Span,
)


def make_chunks(
    document: CleanText, passages: Sequence[PassagePlan], languages: Sequence[str]
) -> tuple[Chunk, ...]:
    """Cut a document into the chunks of its passages.

    Args:
        languages: two-letter code of each passage.
    Returns:
        The chunks in order, each with its place in its passage, the page or second that its first
        character comes from, and the anchors (page, second, headings, row) that fall into it,
        counted from its start.
    Raises:
        SpanOutOfRange: a chunk is empty or outside its passage, or languages are not as many as
            passages.
    """
    if len(languages) != len(passages):
        raise SpanOutOfRange(f"{len(passages)} passages, {len(languages)} languages")
    starts = [anchor.at for anchor in document.anchors]
    chunks: list[Chunk] = []
    for number, (plan, language) in enumerate(zip(passages, languages, strict=True)):
        for span, lead in _with_leads(document.text, plan):
            anchors = _anchors_within(document.anchors, starts, span)
            chunks.append(
                Chunk(
                    paragraph_idx=len(chunks),
                    text=document.text[span.start : span.end],
                    language=language,
                    page=anchors[0].page if anchors else None,
                    start_seconds=anchors[0].start_seconds if anchors else None,
                    anchors=anchors,
                    passage_idx=number,
                    lead=lead,
                )
            )
    return tuple(chunks)


def _with_leads(text: str, plan: PassagePlan) -> Iterator[tuple[Span, str]]:
    """Give each chunk with the white space between it and the one before it in its passage."""
    before = plan.span.start
    for span in plan.chunks:
        if not (0 <= before <= span.start < span.end <= min(plan.span.end, len(text))):
            raise SpanOutOfRange(f"chunk {span.start}..{span.end} is not in its passage")
        yield span, text[before : span.start]
        before = span.end


def _anchors_within(
    anchors: Sequence[Anchor], starts: Sequence[int], span: Span
) -> tuple[Anchor, ...]:
    """Return the anchor in force at the span's start, as if set there, and those inside."""
    first = max(0, bisect_right(starts, span.start) - 1)
    last = bisect_left(starts, span.end)
    return tuple(
        replace(anchor, at=max(0, anchor.at - span.start)) for anchor in anchors[first:last]
    )
