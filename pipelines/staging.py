"""What ingest hands to the database: documents and chunks that nobody can see yet."""

from dataclasses import dataclass

from pipelines.models import Chunk, EmbeddedChunk, Kind


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
