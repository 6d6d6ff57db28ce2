"""Cut a document at the spans that were planned, and say where each chunk stands.

Pack pieces of text, in order, into chunks of about equal length.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.errors import SpanOutOfRange
from pipelines.models.documents import (
    Anchor,
    Chunk,
    CleanText,
    PassagePlan,
    Span,
)

# A word is a run of letters; scripts without spaces count two characters as one, and anything
# longer than a long word counts as several, so that no text is too dense to be divided.
_WORD = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{1,2}"
    "|[^\\s\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{1,24}"
)
_PUNCTUATION = re.compile(r"[,;:—–)\]»”]$|\n")

INSIDE, AFTER_SENTENCE, AFTER_PARAGRAPH = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Piece:
    """What is not divided again: a sentence, or a part of a long one; `quality` rates its end."""

    start: int
    end: int
    words: int
    quality: int


def find_words(text: str, span: Span) -> tuple[Span, ...]:
    """Return the spans of the words, as this module counts them."""
    return tuple(Span(*match.span()) for match in _WORD.finditer(text, span.start, span.end))


def count_words(text: str, span: Span) -> int:
    """Count them: three times as fast as finding where they are."""
    return len(_WORD.findall(text, span.start, span.end))


def divide(
    text: str, words: Sequence[Span], most: int, stops: Sequence[int] = ()
) -> Iterator[Piece]:
    """Divide a run of words into pieces of at most `most`: at stops, else after punctuation, else
    between words.

    Args:
        stops: positions where a piece had better begin.
    """
    begins = {word.start: index for index, word in enumerate(words)} if stops else {}
    preferred = {begins[stop] for stop in stops if stop in begins}
    first = 0
    while first < len(words):
        left = len(words) - first
        cut = len(words) if left <= most else _best_cut(text, words, first, most, preferred)
        yield Piece(words[first].start, words[cut - 1].end, cut - first, INSIDE)
        first = cut


def _best_cut(text: str, words: Sequence[Span], first: int, most: int, preferred: set[int]) -> int:
    """Return the index of the word that begins the next part, in the second half of this one."""
    window = range(first + most, first + max(1, most // 2) - 1, -1)
    apart = [cut for cut in window if words[cut].start > words[cut - 1].end]
    for cut in apart:
        if cut in preferred:
            return cut
    for cut in apart:
        if _PUNCTUATION.search(text[words[cut - 1].start : words[cut].start].rstrip(" ")):
            return cut
    return apart[0] if apart else first + most


def pack(pieces: Sequence[Piece], least: int, most: int) -> Iterator[Span]:
    """Join pieces into spans of `least` to `most` words, ending where it reads best.

    The last two spans share what is left, so that none is a scrap; a text of fewer than `least`
    words is one span. Every piece has at most `most - least` words.
    """
    left = sum(piece.words for piece in pieces)
    first = 0
    while first < len(pieces):
        if left <= most:
            cut = len(pieces)
        elif left < least + most:
            reach = (most - least) // 2  # some piece ends within it
            cut = _cut_between(pieces, first, left // 2 - reach, left // 2 + reach)
        else:
            cut = _cut_between(pieces, first, least, most)
        yield Span(pieces[first].start, pieces[cut - 1].end)
        left -= sum(piece.words for piece in pieces[first:cut])
        first = cut


def _cut_between(pieces: Sequence[Piece], first: int, least: int, most: int) -> int:
    """Return the end of the best run of pieces from `first` on whose words lie in the range."""
    middle, words = (least + most) / 2, 0
    best, best_rank = first + 1, (-1, 0.0)
    for index in range(first, len(pieces)):
        words += pieces[index].words
        if words > most:
            break
        rank = (pieces[index].quality if words >= least else -1, -abs(words - middle))
        if rank >= best_rank:
            best, best_rank = index + 1, rank
    return best


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
