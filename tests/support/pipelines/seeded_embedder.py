"""Small models that cannot be compared with each other: each has directions of its own."""

import hashlib
from collections.abc import AsyncIterator, Sequence

from pipelines.models.documents import EmbeddedChunk, PassagePlan
from tests.support.pipelines.word_models import WordEmbedder, chunks_of


class SeededEmbedder(WordEmbedder):
    """Texts with the same words are near each other, under the same model."""

    def __init__(self, model: str, *, layout: str = "words", dim: int = 16) -> None:
        self.model = self.seed = model
        self.layout = layout
        self.dim = dim
        self.embedded: list[str] = []  # every chunk it was made to embed

    async def embed_document(
        self, text: str, passages: Sequence[PassagePlan], *, skip: frozenset[int] = frozenset()
    ) -> AsyncIterator[EmbeddedChunk]:
        chunks = enumerate(chunks_of(text, passages))
        wanted = (chunk for number, chunk in chunks if number not in skip)
        async for embedded in super().embed_document(text, passages, skip=skip):
            self.embedded.append(next(wanted))
            yield embedded

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        return tuple(
            hashlib.sha256(
                f"{text[plan.span.start : plan.span.end]} {chunk.start - plan.span.start}".encode()
            ).hexdigest()
            for plan in passages
            for chunk in plan.chunks
        )
