"""Cite: number the places an answer rests on, and give each the sentence that supports it.

A place is a page, a second, a row or a section of a document. Places are numbered by first
appearance, so that numbers run without gaps and every number has its source.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.citation_marks import (
    Mark,
    code_blocks,
    free_blocks,
    join_marks,
    split_marks,
)
from pipelines.nodes.answering.links import remove_unheld_links, unlink_marks
from pipelines.nodes.answering.tappable import hold_back
from pipelines.nodes.tables.rows import without_empty_cells
from pipelines.nodes.text.layout.block_headings import block_at
from pipelines.nodes.text.words import content_words, overlap, split_sentences

_BULLET = re.compile(r"\A[-–—•*·]\s+(?=[^\W\d])")  # of a list, as it was written; no "- 5 °C"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document; nothing known: the document as a whole."""

    document_id: str
    page: int | None = None
    start_seconds: float | None = None
    heading: str | None = None  # path of headings
    row: int | None = None

    @property
    def numbered(self) -> "Place":
        """What is numbered as one: a page or a second, whatever sections it has."""
        if self.page is None and self.start_seconds is None:
            return self
        return Place(self.document_id, self.page, self.start_seconds)


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a passage, taken as they stand."""

    passage: Passage
    span: Span

    @property
    def text(self) -> str:
        """The quoted characters."""
        return self.passage.text[self.span.start : self.span.end]


@dataclass(frozen=True, slots=True)
class CitedText:
    """An answer with its marks, and what each mark points to; citations[i].n == i + 1."""

    text: str
    citations: tuple[Citation, ...]
    aside: str = ""  # what leads to the answer, with marks of the same numbering


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an answer and the words it rests on.

    Without a text it is these words. An aside leads to the answer, and is shown folded: without
    empty lines, of which the last that is seen would be no more than "…".
    """

    quote: Quote | None
    text: str = ""
    is_aside: bool = False
    is_item: bool = False  # of a list


def place_at(passage: Passage, offset: int) -> Place:
    """Return where in its document the character at `offset` of a passage stands.

    Where no mark says so, the first line of a block may be its heading.
    """
    place = Place(passage.document_id, passage.page, passage.start_seconds)
    for anchor in passage.anchors:
        if anchor.at > offset:
            break
        place = Place(
            passage.document_id,
            anchor.page if anchor.page is not None else place.page,
            anchor.start_seconds if anchor.start_seconds is not None else place.start_seconds,
            anchor.heading,
            anchor.row,
        )
    if place.heading is None and place.row is None and (block := block_at(passage.text, offset)):
        return replace(place, heading=block.name)
    return place


def cite_quote(quote: Quote, n: int = 1) -> Citation:
    """Return the citation number `n`: a quote with the place where it begins."""
    passage, place = quote.passage, place_at(quote.passage, quote.span.start)
    return Citation(
        n=n,
        document_id=passage.document_id,
        title=passage.title,
        url=passage.url,
        file_name=passage.file_name,
        page=place.page,
        start_seconds=place.start_seconds,
        paragraph_idx=passage.paragraph_idx,
        quote=quote.text,
        heading=place.heading,
        row=place.row,
        passage_id=passage.id,
        quote_at=quote.span.start,
    )


def cite_quotes(quotes: Sequence[Quote]) -> CitedText:
    """Write quotes below each other, each with the mark of its place."""
    return cite_lines([Line(quote) for quote in quotes])


def cite_lines(lines: Sequence[Line]) -> CitedText:
    """Write lines below each other, each with the mark of the place it rests on."""
    numbering = _Numbering()
    said: dict[bool, list[str]] = {False: [], True: []}
    for line in sorted(lines, key=lambda line: line.is_aside):
        words = line.text or (_told(line.quote) if line.quote else "")
        words = _BULLET.sub("", words).rstrip(";,") if line.is_item else words
        mark = f" [{numbering.number(line.quote)}]" if line.quote else ""
        beside = line.is_item or line.is_aside
        said[line.is_aside] += [("\n" if beside else "\n\n") if said[line.is_aside] else ""]
        said[line.is_aside] += [f"{'• ' if line.is_item else ''}{words}{mark}"]
    return CitedText("".join(said[False]), numbering.citations, "".join(said[True]))


def _told(quote: Quote) -> str:
    """Return a quote in one line; a row of a table without its empty cells."""
    words = " ".join(quote.text.split())
    is_row = place_at(quote.passage, quote.span.start).row is not None
    return (without_empty_cells(words) or words) if is_row else words


def cite_answer(text: str, passages: Sequence[Passage]) -> CitedText:
    """Check and renumber the marks of a model's answer.

    Args:
        text: the answer; its mark [i] means passages[i - 1].
        passages: what the model was given, in the order it was given.
    Returns:
        The answer without marks that point nowhere, with nothing to tap that no cited source
        holds to the letter. No citations: the answer cites nothing, and the run decides what that
        is worth.
    """
    numbering = _Numbering()
    clean, marks = split_marks(unlink_marks(free_blocks(text)), highest=len(passages))
    sentences = split_sentences(clean)
    renumbered = []
    support = cache(lambda claim, number: best_support(claim, passages[number - 1]))
    for mark in marks:  # of which one sentence may have a thousand
        claim = _claim(clean, mark, sentences)
        quotes = [support(claim, number) for number in mark.numbers]
        numbers = dict.fromkeys(numbering.number(quote) for quote in quotes)
        renumbered.append(replace(mark, numbers=tuple(numbers)))
    cited = join_marks(clean, renumbered).strip()
    linked = remove_unheld_links(cited, numbering.sources)
    return CitedText(hold_back(linked, lambda: numbering.sources), numbering.citations)


def best_support(claim: str, passage: Passage) -> Quote:
    """Return the sentence of a passage that shares most words with a claim, the first of equals.

    Raises:
        ValueError: the passage has no text.
    """
    wanted = content_words(claim)
    spans = split_sentences(passage.text)
    best = max(
        spans, key=lambda span: overlap(wanted, content_words(passage.text[span.start : span.end]))
    )
    return Quote(passage, best)


def _claim(text: str, mark: Mark, sentences: Sequence[Span]) -> str:
    """Return what carries a mark: the last sentence that begins before it, or block of code."""
    for block in code_blocks(text):
        if block.end <= mark.at and not text[block.end : mark.at].strip():
            return text[block.start : block.end]
    before = [span for span in sentences if span.start < mark.at]
    return text[before[-1].start : before[-1].end] if before else text


class _Numbering:
    """Gives each new place the next number."""

    def __init__(self) -> None:
        self._by_place: dict[Place, Citation] = {}
        self._sources: dict[str, None] = {}

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What has been numbered, in order."""
        return tuple(self._by_place.values())

    @property
    def sources(self) -> tuple[str, ...]:
        """Addresses and texts of what has been cited."""
        return tuple(self._sources)

    def number(self, quote: Quote) -> int:
        """Return the number of a quote's place; the place keeps its first quote.

        Of several rows on one page none is the place's.
        """
        passage = quote.passage
        self._sources.update(dict.fromkeys((passage.url or "", passage.text)))
        place = place_at(passage, quote.span.start)
        if place.numbered not in self._by_place:
            self._by_place[place.numbered] = cite_quote(quote, len(self._by_place) + 1)
        known = self._by_place[place.numbered]
        if known.row != place.row:
            self._by_place[place.numbered] = replace(known, row=None)
        return known.n
