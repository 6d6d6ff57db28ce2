"""Work on whole documents that runs in a child process: module-level functions, no state."""

from pipelines.models import Chunk, CleanText, Span, Strategy
from pipelines.nodes.chunk import make_chunks, plan_chunks
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
) -> tuple[tuple[Span, ...], tuple[Chunk, ...]]:
    """Cut a document into chunks, and name the language of each."""
    spans = plan_chunks(document, strategy, tokens=tokens, chunk_size=chunk_size, overlap=overlap)
    languages = [detector.detect(document.text[s.start : s.end], hint=language) for s in spans]
    return spans, make_chunks(document, spans, languages)
