"""Staging over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.gateways import rows as mapping
from pipelines.store.staging import KnownDocument, NewDocument, ParagraphRow


class StagingFunctions(ABC):
    """The part of FunctionGateway that ingest writes documents with."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[mapping.Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def find_known(self, content_sha256: str, *, asker: int | None) -> KnownDocument | None:
        """Return the published document with this text that the asker may read."""
        found = await self.table(
            "find_known", {"p_content_sha256": content_sha256, "p_asker": asker}
        )
        return mapping.known_of(found[0]) if found else None

    async def stage_document(self, document: NewDocument) -> None:
        """Insert, or do nothing when the same document_id is there."""
        await self.value("stage_document", mapping.document_arguments(document))

    async def stage_paragraphs(
        self,
        document_id: str,
        batch_id: str,
        rows: Sequence[ParagraphRow],
        *,
        model: str | None = None,
        layout: str | None = None,
    ) -> None:
        """Insert chunks with their token vectors; those that are there are kept.

        Raises:
            UserError: the document is not embedded by this model and in this layout any more.
        """
        arguments = mapping.paragraph_arguments(document_id, batch_id, rows)
        if model is not None:
            arguments |= {"p_embedding_model": model, "p_embedding_layout": layout}
        await self.value("stage_paragraphs", arguments)

    async def discard_document(self, document_id: str) -> None:
        """Delete a document that is still staged."""
        await self.value("discard_document", {"p_document_id": document_id})

    async def discard_batch(self, batch_id: str) -> None:
        """Delete every document of a batch that is still staged."""
        await self.value("discard_batch", {"p_batch_id": batch_id})

    async def publish_batch(self, batch_id: str) -> int:
        """Make the batch visible at once; return how many of its documents are."""
        return int(await self.value("publish_batch", {"p_batch_id": batch_id}))
