"""What ingest hands to the database: documents and chunks that nobody can see yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pipelines.models.documents import Anchor, Chunk, EmbeddedChunk, Kind
from pipelines.store.database import (
    Database,
    Json,
    Row,
    offsets_as_bytes,
    storable,
    storable_or_none,
    to_vector,
    vectors_as_bytes,
)


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
    reader_role: str | None
    author: str | None = None
    published: str | None = None  # as the source says: a date of ISO 8601, or part of one
    version_key: str | None = None  # shared by what is a version of one document, for one owner
    full_citation: str | None = None  # a bibliographic reference
    metadata: Mapping[str, Any] = field(default_factory=dict)  # what the source says of itself
    told_in: int | None = None  # the group that is told of it: no version of what it may not read


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


class StagingStore:
    """How documents come into the database, unseen until publish_batch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_known(
        self, content_sha256: str, *, asker: int | None, told_in: int | None = None
    ) -> KnownDocument | None:
        """Return the oldest published document with this text that the asker may read.

        Args:
            told_in: the group that is told of it, and that may read it, too.
        """
        rows = await self._database.rows(
            "find_known", p_content_sha256=content_sha256, p_asker=asker, p_told_in=told_in
        )
        return _known(rows[0]) if rows else None

    async def stage_document(self, document: NewDocument) -> None:
        """Insert, or do nothing when the same document_id is there."""
        await self._database.value("stage_document", **_document_arguments(document))

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

        Entry i of every list that is sent belongs to rows[i].

        Raises:
            UserError: the document is not embedded by this model and in this layout any more.
        """
        tokens = [row.embedded.token_vectors for row in rows]
        await self._database.value(
            "stage_paragraphs",
            p_document_id=document_id,
            p_batch_id=batch_id,
            p_rows=Json([_paragraph_item(row) for row in rows]),
            p_embeddings=[to_vector(row.embedded.embedding) for row in rows],
            p_vectors=list(map(vectors_as_bytes, tokens)),
            p_offsets=list(map(offsets_as_bytes, tokens)),
            p_embedding_model=model,
            p_embedding_layout=layout,
        )

    async def discard_document(self, document_id: str) -> None:
        """Delete a document that is still staged."""
        await self._database.value("discard_document", p_document_id=document_id)

    async def discard_batch(self, batch_id: str) -> None:
        """Delete every document of a batch that is still staged."""
        await self._database.value("discard_batch", p_batch_id=batch_id)

    async def publish_batch(self, batch_id: str) -> int:
        """Make the batch visible at once; return how many of its documents are.

        One that is a new version of another takes its place.
        """
        return int(await self._database.value("publish_batch", p_batch_id=batch_id))


def _storable(value: Any) -> Any:
    """Take out of every text what the database cannot hold."""
    if isinstance(value, Mapping):
        return {name: _storable(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(one) for one in value]
    return storable(value) if isinstance(value, str) else value


def _document_arguments(document: NewDocument) -> dict[str, Any]:
    """Return the arguments of stage_document."""
    return {
        "p_document_id": document.document_id,
        "p_batch_id": document.batch_id,
        "p_item_idx": document.item_idx,
        "p_owner": document.owner_telegram_id,
        "p_type": document.kind,
        "p_title": storable(document.title),
        "p_url": storable_or_none(document.url),
        "p_file_name": storable_or_none(document.file_name),
        "p_language": document.language,
        "p_pages": document.pages,
        "p_content_sha256": document.content_sha256,
        "p_embedding_model": document.embedding_model,
        "p_embedding_layout": document.embedding_layout,
        "p_reader_role": document.reader_role,
        "p_author": storable_or_none(document.author),
        "p_published": storable_or_none(document.published),
        "p_version_key": storable_or_none(document.version_key),
        "p_full_citation": storable_or_none(document.full_citation),
        "p_metadata": Json(_storable(document.metadata)),
        "p_told_in": document.told_in,
    }


def _paragraph_item(row: ParagraphRow) -> dict[str, Any]:
    chunk = row.chunk
    return {
        "idx_in_batch": row.idx_in_batch,
        "paragraph_idx": chunk.paragraph_idx,
        "text": storable(chunk.text),
        "language": chunk.language,
        "page": chunk.page,
        "start_seconds": chunk.start_seconds,
        "anchors": [_anchor_item(anchor) for anchor in chunk.anchors],
        "dim": row.embedded.token_vectors.vectors.shape[1],
        "passage_idx": chunk.passage_idx,
        "lead": storable(chunk.lead),
        "embedding_key": row.embedding_key,
    }


def _anchor_item(anchor: Anchor) -> dict[str, Any]:
    item: dict[str, Any] = {
        "at": anchor.at,
        "page": anchor.page,
        "start_seconds": anchor.start_seconds,
    }
    if anchor.heading is not None:
        item["heading"] = storable(anchor.heading)
    if anchor.row is not None:
        item["row"] = anchor.row
    return item


def _known(row: Row) -> KnownDocument:
    """Read a row of find_known."""
    return KnownDocument(
        document_id=str(row["document_id"]),
        title=row["title"],
        batch_id=row["batch_id"],
        kind=row["type"],
        language=row["language"],
        pages=row["pages"],
        chunks=row["chunks"],
    )
