"""Work on whole documents that runs in a child process: module-level functions, no state."""

from pipelines.models import (
    Chunk,
    CleanText,
    PassagePlan,
    Span,
    Strategy,
)
from pipelines.nodes.chunk import make_chunks
from pipelines.nodes.passages import plan_passages
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
    """Cut a document into passages and these into chunks; name the language of each passage."""
    passages = plan_passages(
        document, strategy, tokens=tokens, chunk_size=chunk_size, overlap=overlap
    )
    spans = [passage.span for passage in passages]
    languages = [detector.detect(document.text[s.start : s.end], hint=language) for s in spans]
    return passages, make_chunks(document, passages, languages)
