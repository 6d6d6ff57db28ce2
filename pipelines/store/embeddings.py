"""What a base knows of its own embeddings, and what it must do to be moved to another model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pipelines.models.documents import EmbeddedChunk


@dataclass(frozen=True, slots=True)
class BaseEmbedding:
    """What the base is embedded with; `others` counts documents that are embedded otherwise."""

    model: str
    layout: str
    others: int


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is stored, in the words of `Chunk`; done: its next embedding is there."""

    id: int
    text: str
    passage_idx: int
    lead: str
    is_done: bool


@dataclass(frozen=True, slots=True, eq=False)
class NextEmbedding:
    """What is to take the place of a chunk's embedding at the switch."""

    chunk_id: int
    embedded: EmbeddedChunk
    embedding_key: str


@dataclass(frozen=True, slots=True)
class ReembeddingProgress:
    """Chunks that have their next embedding, of all that need one."""

    done: int
    total: int


class EmbeddingStore(Protocol):
    """The part of the database that moves a base to another model."""

    async def claim_embedding(self, model: str, layout: str) -> BaseEmbedding:
        """Return what holds; a base without documents takes what is given."""
        ...

    async def begin_reembedding(self, model: str, layout: str) -> None:
        """Keep what was prepared for this model and layout, drop what was for another."""
        ...

    async def reembedding_progress(self) -> ReembeddingProgress: ...

    async def documents_to_reembed(self, *, after: str | None, limit: int) -> tuple[str, ...]:
        """Ids, in order, of documents with a chunk that lacks its next embedding."""
        ...

    async def chunks_to_reembed(self, document_id: str) -> tuple[StoredChunk, ...]:
        """All chunks of a document, in order."""
        ...

    async def put_next_embeddings(
        self, model: str, layout: str, embeddings: Sequence[NextEmbedding]
    ) -> None:
        """Keep them for the switch; raise UserError when that is off, or done by another."""
        ...

    async def switch_embedding(self, model: str, layout: str) -> bool:
        """Move the base at once; False when chunks came that lack their next embedding."""
        ...
