"""Plan where a document is cut into chunks, and cut it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.errors import SpanOutOfRange, UserError
from pipelines.models import Anchor, Chunk, CleanText, Span, Strategy
from pipelines.nodes.pack import (
    AFTER_PARAGRAPH,
    AFTER_SENTENCE,
    Piece,
    divide,
    find_words,
    pack,
)
from pipelines.nodes.sentences import split_sentences

PARAGRAPH_WORDS = (250, 350)
SENTENCE_WORDS = (60, 120)

_SMALL_TAIL = 8  # a last window that adds less than this fraction of a chunk is moved back


def plan_chunks(
    document: CleanText,
    strategy: Strategy,
    *,
    tokens: Sequence[Span] | None = None,
    chunk_size: int = 384,
    overlap: int = 32,
    paragraph_words: tuple[int, int] = PARAGRAPH_WORDS,
    sentence_words: tuple[int, int] = SENTENCE_WORDS,
) -> tuple[Span, ...]:
    """Return the character spans of a document's chunks.

    "paragraph" packs paragraphs, divided at sentences where they do not fit; "sentence" packs the
    sentences of speech into shorter chunks; "fixed" takes windows of tokens.

    Args:
        tokens: character span of every token, in order; needed for "fixed".
        chunk_size, overlap: tokens, for "fixed".
        paragraph_words, sentence_words: fewest and most words of a chunk.
    Returns:
        Ordered, non-empty spans that cover every character but white space; they overlap only
        for "fixed".
    Raises:
        UserError: the overlap does not leave room for the chunk.
        SpanOutOfRange: "fixed" was asked for without tokens.
    """
    if strategy == "fixed":
        return tuple(_windows(document.text, tokens, chunk_size, overlap))
    least, most = paragraph_words if strategy == "paragraph" else sentence_words
    return tuple(pack(tuple(_pieces(document, most - least)), least, most))


def make_chunks(
    document: CleanText, spans: Sequence[Span], languages: Sequence[str]
) -> tuple[Chunk, ...]:
    """Cut a document at its spans.

    Args:
        languages: two-letter code of each span's text.
    Returns:
        Chunk i is spans[i], with the page or second its first character comes from and the
        anchors that fall into it, counted from its start.
    Raises:
        SpanOutOfRange: a span is empty or past the text, or languages are not as many as spans.
    """
    if len(languages) != len(spans):
        raise SpanOutOfRange(f"{len(spans)} spans, {len(languages)} languages")
    starts = [anchor.at for anchor in document.anchors]
    chunks = []
    for index, (span, language) in enumerate(zip(spans, languages, strict=True)):
        if not 0 <= span.start < span.end <= len(document.text):
            raise SpanOutOfRange(f"span {index} is {span.start}..{span.end}")
        anchors = _anchors_within(document.anchors, starts, span)
        chunks.append(
            Chunk(
                paragraph_idx=index,
                text=document.text[span.start : span.end],
                language=language,
                page=anchors[0].page if anchors else None,
                start_seconds=anchors[0].start_seconds if anchors else None,
                anchors=anchors,
            )
        )
    return tuple(chunks)


def _anchors_within(
    anchors: Sequence[Anchor], starts: Sequence[int], span: Span
) -> tuple[Anchor, ...]:
    """Return the anchor in force at the span's start, as if set there, and those inside."""
    first = max(0, bisect_right(starts, span.start) - 1)
    last = bisect_left(starts, span.end)
    return tuple(
        replace(anchor, at=max(0, anchor.at - span.start)) for anchor in anchors[first:last]
    )


def _pieces(document: CleanText, most: int) -> Iterator[Piece]:
    """Divide paragraphs into sentences, and sentences that are too long into parts."""
    text = document.text
    stops = [anchor.at for anchor in document.anchors if anchor.start_seconds is not None]
    for paragraph in document.paragraphs:
        sentences = split_sentences(text[paragraph.start : paragraph.end])
        for number, sentence in enumerate(sentences, start=1):
            span = Span(paragraph.start + sentence.start, paragraph.start + sentence.end)
            end = AFTER_PARAGRAPH if number == len(sentences) else AFTER_SENTENCE
            words = find_words(text, span)
            if len(words) <= most:
                yield Piece(span.start, span.end, len(words), end)
            else:
                inside = stops[bisect_right(stops, span.start) : bisect_left(stops, span.end)]
                parts = tuple(divide(text, words, most, inside))
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
