"""Between rows of the SQL functions and the values of pipelines.models.documents, for both drivers.

A row is what a driver makes of one: psycopg gives uuids and bytes where PostgREST gives text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipelines.errors import DatabaseRefused
from pipelines.gateways.vectors import Vector
from pipelines.models.answers import Passage, Turn
from pipelines.models.documents import (
    Anchor,
    EmbeddedChunk,
    TokenVectors,
)
from pipelines.models.people import User
from pipelines.store.staging import KnownDocument, NewDocument, ParagraphRow

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Json:
    """An argument of type jsonb, as against an array."""

    items: Sequence[Mapping[str, Any]]


# What Postgres cannot store as text: NUL, and halves of surrogate pairs, which are not UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Replace each character that Postgres cannot store by U+FFFD; offsets stay true."""
    return _UNSTORABLE.sub("\ufffd", text)


def storable_or_none(text: str | None) -> str | None:
    """Do the same where there may be no text."""
    return None if text is None else storable(text)


def document_arguments(document: NewDocument) -> dict[str, Any]:
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
        "p_readable_by_everyone": document.readable_by_everyone,
        "p_author": storable_or_none(document.author),
        "p_published": storable_or_none(document.published),
        "p_version_key": storable_or_none(document.version_key),
    }


def paragraph_arguments(
    document_id: str, batch_id: str, rows: Sequence[ParagraphRow]
) -> dict[str, Any]:
    """Return the arguments of stage_paragraphs: entry i of every list belongs to rows[i]."""
    vectors = [row.embedded.token_vectors for row in rows]
    return {
        "p_document_id": document_id,
        "p_batch_id": batch_id,
        "p_rows": Json([_paragraph_item(row) for row in rows]),
        "p_embeddings": [Vector(row.embedded.embedding) for row in rows],
        "p_vectors": [v.vectors.astype(np.int8).tobytes() for v in vectors],
        "p_offsets": [v.offsets.astype("<i4").tobytes() for v in vectors],
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


def turn_items(user_id: str, turns: Sequence[Turn]) -> Json:
    """Return p_items of insert_and_trim_pairs; the database dates them, one date for all."""
    return Json(
        [{"user_id": user_id, "role": t.role, "message": storable(t.message)} for t in turns]
    )


def user_of(row: Row) -> User:
    """Read a row of ensure_user."""
    return User(
        id=str(row["id"]),
        telegram_id=row["telegram_id"],
        is_owner=row["is_owner"],
        is_active=row["is_active"],
    )


def turn_of(row: Row) -> Turn:
    """Read a row of get_history."""
    return Turn(role=row["role"], message=row["message"])


def passage_of(row: Row) -> Passage:
    """Read a row of search_documents; those without a score were not searched for: 0."""
    return Passage(
        id=row["id"],
        document_id=str(row["document_id"]),
        paragraph_idx=row["paragraph_idx"],
        text=row["paragraph_text"],
        kind=row["type"],
        title=row["title"],
        url=row["url"],
        file_name=row["file_name"],
        language=row["language"],
        page=row["page"],
        start_seconds=row["start_seconds"],
        anchors=tuple(Anchor(**anchor) for anchor in row["anchors"]),
        similarity=float(row.get("score", 0.0)),
        passage_idx=row["passage_idx"],
    )


def token_vectors_by_id(rows: Sequence[Row]) -> dict[int, TokenVectors]:
    """Read the rows of get_token_vectors, one a passage; offsets then count from its beginning.

    Raises:
        DatabaseRefused: a passage has vectors of two models.
    """
    found: dict[int, TokenVectors] = {}
    for row in rows:
        if row["id"] in found:
            raise DatabaseRefused(f"passage {row['id']} has token vectors of two models: re-embed")
        stored = _token_vectors_of(row)
        begins = np.repeat(np.array(row["begins"], dtype=np.int32), row["tokens"])
        found[row["id"]] = TokenVectors(stored.vectors, stored.offsets + begins[:, None])
    return found


def embedded_chunk_of(row: Row) -> EmbeddedChunk:
    """Read a row of find_embeddings: the numbers that were stored, bit by bit."""
    return EmbeddedChunk(
        embedding=np.frombuffer(bytes_of(row["embedding"]), dtype=">f4").astype(np.float32),
        token_vectors=_token_vectors_of(row),
    )


def _token_vectors_of(row: Row) -> TokenVectors:
    return TokenVectors(
        vectors=np.frombuffer(bytes_of(row["vectors"]), dtype=np.int8).reshape(-1, row["dim"]),
        offsets=np.frombuffer(bytes_of(row["offsets"]), dtype="<i4").reshape(-1, 2),
    )


def known_of(row: Row) -> KnownDocument:
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


def bytes_of(value: bytes | str) -> bytes:
    r"""Read a bytea: bytes from psycopg, "\x…" from PostgREST."""
    return bytes.fromhex(value.removeprefix("\\x")) if isinstance(value, str) else value
