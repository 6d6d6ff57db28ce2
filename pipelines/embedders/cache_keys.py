"""Name what an embedding is made from, so that nothing is embedded twice."""

import hashlib
from collections.abc import Sequence

from pipelines.models.documents import PassagePlan


def embedding_keys(
    text: str, passages: Sequence[PassagePlan], *, whole_document: bool
) -> tuple[str, ...]:
    """Return a SHA-256 for every chunk: of its surroundings, and of where it stands in them.

    Where the surroundings are a passage, how that is cut counts too: its chunks are the context.

    Args:
        whole_document: the surroundings are the document, not the passage.
    """
    document = _digest(text) if whole_document else ""
    keys = []
    for plan in passages:
        start = 0 if whole_document else plan.span.start
        edges = [chunk.start - start for chunk in plan.chunks]
        around = document or _digest(f"{edges} {text[plan.span.start : plan.span.end]}")
        keys += [
            _digest(f"{around} {chunk.start - start} {chunk.end - start}") for chunk in plan.chunks
        ]
    return tuple(keys)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
