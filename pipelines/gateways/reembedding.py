"""EmbeddingStore over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pipelines.gateways.rows import Row
from pipelines.gateways.vectors import Vector
from pipelines.store.embeddings import (
    BaseEmbedding,
    NextEmbedding,
    ReembeddingProgress,
    StoredChunk,
)


class ReembeddingFunctions(ABC):
    """The part of FunctionGateway that moves a base to another model."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def long_value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that sets its own `statement_timeout`, under that one.

        PostgREST does so by itself. Source: docs.postgrest.org, "Functions", function settings.
        """
        return await self.value(function, arguments)

    async def claim_embedding(self, model: str, layout: str) -> BaseEmbedding:
        """Return what holds; a base without documents takes what is given."""
        [row] = await self.table("claim_embedding", _pair(model, layout))
        return BaseEmbedding(row["model"], row["layout"], row["others"])

    async def begin_reembedding(self, model: str, layout: str) -> None:
        """Keep what was prepared for this model and layout, drop what was for another."""
        await self.value("begin_reembedding", _pair(model, layout))

    async def reembedding_progress(self) -> ReembeddingProgress:
        """Count the chunks that have their next embedding, and all that need one."""
        [row] = await self.table("reembedding_progress", {})
        return ReembeddingProgress(row["done"], row["total"])

    async def documents_to_reembed(self, *, after: str | None, limit: int) -> tuple[str, ...]:
        """Return ids, in order, of documents with a chunk that lacks its next embedding."""
        found = await self.value("documents_to_reembed", {"p_after": after, "p_limit": limit})
        return tuple(map(str, found))

    async def chunks_to_reembed(self, document_id: str) -> tuple[StoredChunk, ...]:
        """Return all chunks of a document, in order."""
        found = await self.table("chunks_to_reembed", {"p_document_id": document_id})
        return tuple(
            StoredChunk(
                id=row["id"],
                text=row["paragraph_text"],
                passage_idx=row["passage_idx"],
                lead=row["lead"],
                is_done=row["is_done"],
            )
            for row in found
        )

    async def put_next_embeddings(
        self, model: str, layout: str, embeddings: Sequence[NextEmbedding]
    ) -> None:
        """Keep them for the switch; raise UserError when that is off, or done by another."""
        vectors = [each.embedded.token_vectors for each in embeddings]
        await self.value(
            "put_next_embeddings",
            {
                **_pair(model, layout),
                "p_ids": [each.chunk_id for each in embeddings],
                "p_embeddings": [Vector(each.embedded.embedding) for each in embeddings],
                "p_dims": [v.vectors.shape[1] for v in vectors],
                "p_vectors": [v.vectors.astype(np.int8).tobytes() for v in vectors],
                "p_offsets": [v.offsets.astype("<i4").tobytes() for v in vectors],
                "p_keys": [each.embedding_key for each in embeddings],
            },
        )

    async def switch_embedding(self, model: str, layout: str) -> bool:
        """Move the base at once; False when chunks came that lack their next embedding."""
        return bool(await self.long_value("switch_embedding", _pair(model, layout)))


def _pair(model: str, layout: str) -> dict[str, Any]:
    return {"p_model": model, "p_layout": layout}
