"""Work on whole documents that runs in a child process: module-level functions, no state.

A document of half a million pieces takes seconds to check, to write as JSON and to hand over. So a
document travels as the bytes of its artifact, which only children look into; what the steps have to
know of it is told beside.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pipelines.engine.codec import decode_bytes, encode_compact
from pipelines.ingest.batch import ChunkPlan
from pipelines.models.documents import (
    CleanText,
    Extracted,
    Fetched,
    PageSlice,
    Span,
    Strategy,
)
from pipelines.nodes.chunking.chunk import make_chunks
from pipelines.nodes.chunking.passages import plan_passages
from pipelines.nodes.secrets.find import count_removed
from pipelines.nodes.secrets.screen import screen
from pipelines.nodes.text.clean import clean
from pipelines.ports import LanguageDetector

_A_LINE = 500  # passages and chunks that are read at once
_MOST_SHEETS = 50  # whose names are kept


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What was read, as it is stored, and what it says of itself: `about` has no blocks.

    sheets: of a workbook, whose names stand above their rows.
    """

    content: bytes
    about: Extracted
    characters: int
    seconds: float | None  # where the last piece begins
    sheets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CleanDocument:
    """A cleaned text, as it is stored with and without what stands where in it."""

    content: bytes
    text: bytes  # UTF-8


@dataclass(frozen=True, slots=True)
class ScreenedDocument:
    """What was found in a text; without a document it stays as it was."""

    document: CleanDocument | None
    secrets: int
    places: str
    masks: int  # that stand in the text


@dataclass(frozen=True, slots=True)
class PlannedDocument:
    """The plan of a document, as it is stored, and what it comes to."""

    content: bytes
    language: str
    chunks: int


def packed(extracted: Extracted) -> ReadDocument:
    """Write what was read as it is stored."""
    blocks = extracted.blocks
    return ReadDocument(
        content=encode_compact(extracted),
        about=replace(extracted, blocks=()),
        characters=sum(len(block.text) for block in blocks),
        seconds=max((b.start_seconds for b in blocks if b.start_seconds is not None), default=None),
        sheets=tuple(block.text for block in blocks if block.heading)[:_MOST_SHEETS],
    )


def read_document(
    extract: Callable[[str, Fetched], Extracted], name: str, fetched: Fetched
) -> ReadDocument:
    """Read text out of the bytes with the extractor of this name."""
    return packed(extract(name, fetched))


def join_document(
    join: Callable[[Fetched, tuple[PageSlice, ...]], Extracted],
    fetched: Fetched,
    slices: tuple[PageSlice, ...],
) -> ReadDocument:
    """Put together what was read page by page."""
    return packed(join(fetched, slices))


def clean_document(extracted: bytes) -> CleanDocument:
    """Clean what was read.

    Raises:
        SourceRefused: nothing is left, or an older version wrote it.
    """
    return _packed_text(clean(decode_bytes(Extracted, extracted)))


def screen_document(
    stored: bytes, content: bytes, title: str, file_name: str, link: str | None
) -> ScreenedDocument:
    """Find the secrets of a document, and make of its text one without them: see `screen`."""
    cleaned: CleanText = decode_bytes(CleanText, stored)
    screened = screen(cleaned, content, title, file_name, link)
    return ScreenedDocument(
        None if screened.text == cleaned else _packed_text(screened.text),
        screened.secrets,
        screened.places,
        # Repeated, the step finds its own masks in place of the secrets.
        count_removed(screened.text.text),
    )


def _packed_text(cleaned: CleanText) -> CleanDocument:
    return CleanDocument(encode_compact(cleaned), cleaned.text.encode())


def plan_document(
    detector: LanguageDetector,
    stored: bytes,
    declared_language: str | None,
    strategy: Strategy,
    tokens: tuple[Span, ...] | None,
    chunk_size: int,
    overlap: int,
) -> PlannedDocument:
    """Name a document's language, cut it into passages, and these into chunks.

    Rows of a table are names and numbers, which tell no language: they are in the document's.
    """
    document: CleanText = decode_bytes(CleanText, stored)
    language = detector.detect(document.text, hint=declared_language)
    passages = plan_passages(
        document, strategy, tokens=tokens, chunk_size=chunk_size, overlap=overlap
    )
    starts = [anchor.at for anchor in document.anchors]
    languages = [
        language
        if _in_table(document, starts, passage.span)
        else detector.detect(document.text[passage.span.start : passage.span.end], hint=language)
        for passage in passages
    ]
    plan = ChunkPlan(passages, make_chunks(document, passages, languages))
    return PlannedDocument(packed_plan(plan), language, len(plan.chunks))


def packed_plan(plan: ChunkPlan) -> bytes:
    """Write a plan as it is stored: in lines, each of which is read in some milliseconds."""
    parts = (
        ChunkPlan(plan.passages[at : at + _A_LINE], plan.chunks[at : at + _A_LINE])
        for at in range(0, max(len(plan.passages), len(plan.chunks)), _A_LINE)
    )
    return b"\n".join(map(encode_compact, parts))


def _in_table(document: CleanText, starts: Sequence[int], span: Span) -> bool:
    at = bisect_right(starts, span.end - 1) - 1
    return at >= 0 and document.anchors[at].row is not None
