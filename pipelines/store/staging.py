"""What ingest hands to the database: documents and chunks that nobody can see yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pipelines.models.documents import Chunk, EmbeddedChunk, Kind


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A row of `documents` about to be staged; invisible until its batch is published."""

    document_id: str  # uuid, chosen by the run so that a repeated step writes the same row
    batch_id: str
    item_idx: int
    owner_telegram_id: int | None
    kind: Kind
    title: str
    url: str | None
    file_name: str | None
    language: str
    pages: int | None
    content_sha256: str
    embedding_model: str
    embedding_layout: str
    readable_by_everyone: bool
    author: str | None = None
    published: str | None = None  # as the source says: a date of ISO 8601, or part of one
    version_key: str | None = None  # shared by what is a version of one document, for one owner


@dataclass(frozen=True, slots=True, eq=False)
class ParagraphRow:
    """A row of `documents_paragraphs` about to be staged."""

    idx_in_batch: int
    chunk: Chunk
    embedded: EmbeddedChunk
    embedding_key: str = ""  # names what it was embedded from; "" is never found again


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A published document whose text is the same and which the uploader may read."""

    document_id: str
    title: str
    batch_id: str
    kind: Kind
    language: str
    pages: int | None
    chunks: int


class Staging(Protocol):
    """How documents come into the database, unseen until publish_batch: part of the Gateway."""

    async def find_known(self, content_sha256: str, *, asker: int | None) -> KnownDocument | None:
        """The document with this text that the asker may read, its newest version only."""
        ...

    async def stage_document(self, document: NewDocument) -> None:
        """Insert, or do nothing when the same document_id is there."""
        ...

    async def stage_paragraphs(
        self,
        document_id: str,
        batch_id: str,
        rows: Sequence[ParagraphRow],
        *,
        model: str | None = None,
        layout: str | None = None,
    ) -> None:
        """Insert with their token vectors; rows whose (batch_id, idx_in_batch) exist are kept.

        Raise UserError when the document is not embedded by this model and layout any more.
        """
        ...

    async def discard_document(self, document_id: str) -> None:
        """Delete a document that is still staged."""
        ...

    async def discard_batch(self, batch_id: str) -> None:
        """Delete every document of a batch that is still staged."""
        ...

    async def publish_batch(self, batch_id: str) -> int:
        """Make every staged document of the batch visible at once; return how many are.

        One that is a new version of another takes its place.
        """
        ...
