"""Work on whole documents that runs in a child process: module-level functions, no state."""

from bisect import bisect_right
from collections.abc import Sequence

from pipelines.engine.codec import decode_bytes
from pipelines.ingest.batch import ChunkPlan
from pipelines.models.documents import CleanText, Extracted, Span, Strategy
from pipelines.nodes.chunking.chunk import make_chunks
from pipelines.nodes.chunking.passages import plan_passages
from pipelines.nodes.text.clean import clean
from pipelines.ports import LanguageDetector


def clean_document(extracted: bytes) -> CleanText:
    """Clean what was read, given as its artifact is stored.

    A document of half a million pieces takes a second to decode and another to hand over: here, and
    not where everybody waits.

    Raises:
        SourceRefused: an older version wrote it.
    """
    return clean(decode_bytes(Extracted, extracted))


def plan_document(
    detector: LanguageDetector,
    document: CleanText,
    declared_language: str | None,
    strategy: Strategy,
    tokens: tuple[Span, ...] | None,
    chunk_size: int,
    overlap: int,
) -> tuple[str, ChunkPlan]:
    """Name a document's language, cut it into passages, and these into chunks.

    Rows of a table are names and numbers, which tell no language: they are in the document's.
    """
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
    return language, ChunkPlan(passages, make_chunks(document, passages, languages))


def _in_table(document: CleanText, starts: Sequence[int], span: Span) -> bool:
    at = bisect_right(starts, span.end - 1) - 1
    return at >= 0 and document.anchors[at].row is not None
