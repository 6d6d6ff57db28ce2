"""Work on whole documents that runs in a child process: module-level functions, no state."""

from bisect import bisect_right
from collections.abc import Sequence

from pipelines.models.documents import (
    Chunk,
    CleanText,
    PassagePlan,
    Span,
    Strategy,
)
from pipelines.nodes.chunking.chunk import make_chunks
from pipelines.nodes.chunking.passages import plan_passages
from pipelines.ports import LanguageDetector


def detect_language(detector: LanguageDetector, text: str, hint: str | None) -> str:
    """Name the language of a whole text."""
    return detector.detect(text, hint=hint)


def plan_document(
    detector: LanguageDetector,
    document: CleanText,
    language: str,
    strategy: Strategy,
    tokens: tuple[Span, ...] | None,
    chunk_size: int,
    overlap: int,
) -> tuple[tuple[PassagePlan, ...], tuple[Chunk, ...]]:
    """Cut a document into passages and these into chunks; name the language of each passage.

    Rows of a table are names and numbers, which tell no language: they are in the document's.
    """
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
    return passages, make_chunks(document, passages, languages)


def _in_table(document: CleanText, starts: Sequence[int], span: Span) -> bool:
    at = bisect_right(starts, span.end - 1) - 1
    return at >= 0 and document.anchors[at].row is not None
