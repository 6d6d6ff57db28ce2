"""References: what a sentence leaves to another place: "see Schedule 1", "it is shut on Mondays".

A part of its document that it names, or the sentence before, which says what "it" is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind, without_asking
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import quotable_spans
from pipelines.nodes.tables.rows import read_rows
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_PART = re.compile(
    r"\b(?P<kind>приложени|таблиц|спецификаци|appendi|annex|schedule|table|exhibit|anlage|tabelle"
    r"|anexo)\w*\s+(?:№\s*|no\.?\s+|n[oº]\.?\s+)?(?P<number>\d{1,2}|[a-zа-я])\b"
)
_LEAVES_IT = re.compile(  # what is behind these words is there, and not here
    r"\b(?:перечисл\w+|указан\w*|привед\w+|определ\w+|согласно|смотри\w*|см|listed|set out|given"
    r"|shown|stated|specified|described|see|according to|aufgeführt|siehe|según)\b"
)
_ASKS_FOR_ANY = frozenset({"any", "named"})
_MOST_BEFORE = 2  # sentences before one that leans on them
_LONGEST_BEFORE = 280  # characters of one
_HELD = 0.5  # from which on a sentence holds what is asked for


def points_on(quote: Quote) -> bool:
    """Say whether a sentence leaves something to a part of its document."""
    said = fold(quote.text)
    return bool(_LEAVES_IT.search(said) and _PART.search(said))


def with_antecedent(question: str, quote: Quote) -> Quote:
    """Return a sentence whose subject is a pronoun, or "there", with the one before it.

    "The crèche is in the barn. It is shut on Mondays." Itself where that is none, or far, or where
    only the sentence has what is asked about, and may be of another.
    """
    text, start = quote.passage.text, quote.span.start
    before = [span for span in quotable_spans(text) if span.end <= start]
    for span in reversed(before[-_MOST_BEFORE:]):
        is_far = text[span.end : start].strip() or span.end - span.start > _LONGEST_BEFORE
        if is_far or not _leans(
            question, text[span.start : span.end], text[start : quote.span.end]
        ):
            break
        start = span.start
    return quote if start == quote.span.start else Quote(quote.passage, Span(start, quote.span.end))


def _leans(question: str, before: str, text: str) -> bool:
    """Say whether the first sentence of a text has its place, or what is asked about, before it."""
    first = fold(text[: next(iter(quotable_spans(text))).end])
    if _words("places").search(first):
        return True
    asked = content_words(without_asking(question))
    has_more = asked & content_words(before) - content_words(text)
    return bool(has_more) and _words("subjects").search(first) is not None


@cache
def _words(of: str) -> re.Pattern[str]:
    words = "|".join(map(fold, read_table(__package__, "references.toml")[of]))
    return re.compile(
        rf"^\W*(?:{words})(?!\w)" if of == "subjects" else rf"(?<!\w)(?:{words})(?!\w)"
    )


def left_to(question: str, quote: Quote, passages: Sequence[Passage]) -> tuple[Quote, ...]:
    """Return the rows and sentences of the part that a quoted sentence leaves an answer to.

    Args:
        passages: of the document that is quoted.
    Returns:
        () where it holds the kind of thing that is asked for itself, or points to nothing.
    """
    kind, said = asked_kind(question), fold(quote.text)
    holds_it = kind.name not in _ASKS_FOR_ANY and holds(kind, quote.text, question) >= _HELD
    if holds_it or not points_on(quote):
        return ()
    for part in _PART.finditer(said):
        if there := tuple(_under(part["kind"], part["number"], passages)):
            rows = tuple(quote for quote in there if _is_row(quote))
            return rows or there
    return ()


def _is_row(quote: Quote) -> bool:
    return place_at(quote.passage, quote.span.start).row is not None


def _under(kind: str, number: str, passages: Sequence[Passage]) -> Iterator[Quote]:
    """Yield what stands under the heading of a part."""
    for passage in passages:
        rows = [row.span for row in read_rows(passage)]
        spans = list(dict.fromkeys(rows)) or quotable_spans(passage.text)
        for span in spans:
            if _is_of(kind, number, passage, span):
                yield Quote(passage, span)


def _is_of(kind: str, number: str, passage: Passage, span: Span) -> bool:
    anchors = [anchor for anchor in passage.anchors if anchor.at <= span.start]
    path = (anchors[-1].heading or "").split(BETWEEN) if anchors else []
    called = (_PART.match(fold(heading)) for heading in path)
    return any(part and (part["kind"], part["number"]) == (kind, number) for part in called)
