"""What a base knows of its own embeddings, and what it must do to be moved to another model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipelines.models.documents import EmbeddedChunk
from pipelines.store.database import Database, offsets_as_bytes, to_vector, vectors_as_bytes


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


class EmbeddingStore:
    """The part of the database that moves a base to another model."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_embedding(self, model: str, layout: str) -> BaseEmbedding:
        """Return what holds; a base without documents takes what is given."""
        [row] = await self._database.rows("claim_embedding", **_pair(model, layout))
        return BaseEmbedding(row["model"], row["layout"], row["others"])

    async def begin_reembedding(self, model: str, layout: str) -> None:
        """Keep what was prepared for this model and layout, drop what was for another."""
        await self._database.value("begin_reembedding", **_pair(model, layout))

    async def reembedding_progress(self) -> ReembeddingProgress:
        """Count the chunks that have their next embedding, and all that need one."""
        [row] = await self._database.rows("reembedding_progress")
        return ReembeddingProgress(row["done"], row["total"])

    async def documents_to_reembed(self, *, after: str | None, limit: int) -> tuple[str, ...]:
        """Return ids, in order, of documents with a chunk that lacks its next embedding."""
        value = await self._database.value("documents_to_reembed", p_after=after, p_limit=limit)
        return tuple(map(str, value))

    async def chunks_to_reembed(self, document_id: str) -> tuple[StoredChunk, ...]:
        """Return all chunks of a document, in order."""
        rows = await self._database.rows("chunks_to_reembed", paged=True, p_document_id=document_id)
        return tuple(
            StoredChunk(
                id=row["id"],
                text=row["paragraph_text"],
                passage_idx=row["passage_idx"],
                lead=row["lead"],
                is_done=row["is_done"],
            )
            for row in rows
        )

    async def put_next_embeddings(
        self, model: str, layout: str, embeddings: Sequence[NextEmbedding]
    ) -> None:
        """Keep them for the switch; raise UserError when that is off, or done by another."""
        vectors = [each.embedded.token_vectors for each in embeddings]
        await self._database.value(
            "put_next_embeddings",
            **_pair(model, layout),
            p_ids=[each.chunk_id for each in embeddings],
            p_embeddings=[to_vector(each.embedded.embedding) for each in embeddings],
            p_dims=[v.vectors.shape[1] for v in vectors],
            p_vectors=list(map(vectors_as_bytes, vectors)),
            p_offsets=list(map(offsets_as_bytes, vectors)),
            p_keys=[each.embedding_key for each in embeddings],
        )

    async def switch_embedding(self, model: str, layout: str) -> bool:
        """Move the base at once; False when chunks came that lack their next embedding."""
        return bool(
            await self._database.value("switch_embedding", unlimited=True, **_pair(model, layout))
        )


def _pair(model: str, layout: str) -> dict[str, Any]:
    return {"p_model": model, "p_layout": layout}
