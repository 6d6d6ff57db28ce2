"""Plan the passages of a document: the units that are read, reranked and cited.

A passage is a paragraph. Short ones (headings, list items) share a passage with what follows
them, and so does one that leads to it ("Bring with you:"); a long one is divided between sentences.
Search works on smaller chunks of it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.errors import SpanOutOfRange, UserError
from pipelines.models.documents import (
    CleanText,
    PassagePlan,
    Span,
    Strategy,
)
from pipelines.nodes.chunking.chunk import (
    AFTER_PARAGRAPH,
    AFTER_SENTENCE,
    Piece,
    count_words,
    divide,
    find_words,
    pack,
)
from pipelines.nodes.text.words import split_sentences

PARAGRAPH_WORDS = (15, 250)  # the last passage may hold a rest besides
SPEECH_WORDS = (60, 120)
CHUNK_WORDS = (20, 60)  # enough words for a chunk, and what is not divided among chunks

_SMALL_TAIL = 8  # a last window that adds less than this fraction of a chunk is moved back


@dataclass(frozen=True, slots=True)
class _Script:
    """A text, and where in it a line of speech begins: it may be divided there."""

    text: str
    stops: tuple[int, ...]

    @classmethod
    def of(cls, document: CleanText) -> "_Script":
        spoken = (anchor.at for anchor in document.anchors if anchor.start_seconds is not None)
        return cls(document.text, tuple(spoken))


def plan_passages(
    document: CleanText,
    strategy: Strategy,
    *,
    tokens: Sequence[Span] | None = None,
    chunk_size: int = 384,
    overlap: int = 32,
) -> tuple[PassagePlan, ...]:
    """Return the passages of a document, and where each is cut into chunks.

    "paragraph" keeps paragraphs; "sentence" packs the sentences of speech into passages of about
    equal length; "fixed" takes windows of tokens, each a passage of one chunk.

    Args:
        tokens: character span of every token, in order; needed for "fixed".
        chunk_size, overlap: tokens, for "fixed".
    Returns:
        Ordered passages that cover every character but white space; they overlap only for "fixed".
    Raises:
        UserError: the overlap does not leave room for the chunk.
        SpanOutOfRange: "fixed" was asked for without tokens.
    """
    text, script = document.text, _Script.of(document)
    if strategy == "fixed":
        windows = _windows(text, tokens, chunk_size, overlap)
        return tuple(PassagePlan(window, (window,)) for window in windows)
    if strategy == "sentence":
        least, most = SPEECH_WORDS
        pieces = tuple(
            piece
            for paragraph in document.paragraphs
            for piece in _pieces(script, paragraph, most - least)
        )
        spans: Iterator[Span] = pack(pieces, least, most)
    else:
        spans = _paragraphs(script, document.paragraphs, *PARAGRAPH_WORDS)
    return tuple(PassagePlan(span, tuple(_chunks(script, span))) for span in spans)


def _paragraphs(
    script: _Script, paragraphs: Sequence[Span], least: int, most: int
) -> Iterator[Span]:
    """Join paragraphs, each with those after it, until they have `least` words.

    One that leads to what follows is joined with it, too.
    """
    joined: list[Piece] = []
    held: Span | None = None  # the last passage, until it is known that nothing is left over
    for paragraph in paragraphs:
        words = count_words(script.text, paragraph)
        joined.append(Piece(paragraph.start, paragraph.end, words, AFTER_PARAGRAPH))
        total = sum(piece.words for piece in joined)
        if total < least or (total < most // 2 and _leads_on(script.text, paragraph)):
            continue
        for span in _divided(script, joined, most):
            if held:
                yield held
            held = span
        joined = []
    if joined and held and sum(piece.words for piece in joined) < least:
        yield Span(held.start, joined[-1].end)
        return
    if held:
        yield held
    if joined:  # it leads to nothing
        yield Span(joined[0].start, joined[-1].end)


def _leads_on(text: str, paragraph: Span) -> bool:
    return text[paragraph.start : paragraph.end].rstrip().endswith((":", "："))


def _divided(script: _Script, joined: Sequence[Piece], most: int) -> Iterator[Span]:
    """Divide paragraphs that are too long for one passage."""
    whole = Span(joined[0].start, joined[-1].end)
    if sum(piece.words for piece in joined) <= most:
        yield whole
    else:
        yield from pack(tuple(_pieces(script, whole, most // 2)), most // 2, most)


def _chunks(script: _Script, passage: Span) -> Iterator[Span]:
    """Join sentences until they have enough words; a short rest goes with the last chunk."""
    least, most = CHUNK_WORDS
    chunks: list[Piece] = []
    for piece in _pieces(script, passage, most):
        last = chunks[-1] if chunks else None
        if last and last.words < least:
            chunks[-1] = replace(last, end=piece.end, words=last.words + piece.words)
        else:
            chunks.append(piece)
    if len(chunks) > 1 and chunks[-1].words < least // 2:
        rest = chunks.pop()
        chunks[-1] = replace(chunks[-1], end=rest.end)
    return (Span(chunk.start, chunk.end) for chunk in chunks)


def _pieces(script: _Script, span: Span, most: int) -> Iterator[Piece]:
    """Divide a stretch of text into sentences, and sentences that are too long into parts."""
    text, stops = script.text, script.stops
    sentences = split_sentences(text[span.start : span.end])
    for number, sentence in enumerate(sentences, start=1):
        inner = Span(span.start + sentence.start, span.start + sentence.end)
        end = AFTER_PARAGRAPH if number == len(sentences) else AFTER_SENTENCE
        words = count_words(text, inner)
        if words <= most:
            yield Piece(inner.start, inner.end, words, end)
        else:
            inside = stops[bisect_right(stops, inner.start) : bisect_left(stops, inner.end)]
            parts = tuple(divide(text, find_words(text, inner), most, inside))
            for part in parts:
                yield replace(part, quality=end) if part is parts[-1] else part


def _windows(
    text: str, tokens: Sequence[Span] | None, chunk_size: int, overlap: int
) -> Iterator[Span]:
    """Slide a window over the tokens; what lies between tokens goes with the one before."""
    if chunk_size < 1 or not 0 <= overlap < chunk_size:
        raise UserError("chunk-size-invalid", chunk_size=chunk_size, overlap=overlap)
    tokens = [token for token in tokens or () if text[token.start : token.end].strip()]
    if not tokens:
        if text.strip():
            raise SpanOutOfRange("a fixed plan needs the tokens of the text")
        return
    first = 0
    while True:
        last = min(first + chunk_size, len(tokens))
        new = last - first - overlap
        if last == len(tokens) and first > 0 and new < chunk_size // _SMALL_TAIL:
            first = max(0, last - chunk_size)
        start = tokens[first].start if first else 0
        end = tokens[last].start if last < len(tokens) else len(text)
        yield _trimmed(text, start, end)
        if last == len(tokens):
            return
        first = last - overlap


def _trimmed(text: str, start: int, end: int) -> Span:
    while text[start].isspace():
        start += 1
    while text[end - 1].isspace():
        end -= 1
    return Span(start, end)
