"""Documents and embeddings for the store tests."""

import hashlib
import math
from collections.abc import Sequence
from uuid import uuid4

import numpy as np

from pipelines.models.documents import (
    EMBEDDING_DIM,
    Anchor,
    Chunk,
    EmbeddedChunk,
    FloatArray,
    TokenVectors,
)
from pipelines.store.staging import NewDocument, ParagraphRow
from pipelines.store.store import Store

DIM = 4  # of the made-up token vectors


def direction(axis: int) -> FloatArray:
    """One axis: the cosine with any other axis is 0."""
    embedding = np.zeros(EMBEDDING_DIM, np.float32)
    embedding[axis] = 1
    return embedding


def leaning(cosine: float, axis: int = 0, aside: int = 700) -> FloatArray:
    """A unit vector with this cosine to `direction(axis)`."""
    return (cosine * direction(axis) + math.sqrt(1 - cosine**2) * direction(aside)).astype(
        np.float32
    )


def document(batch_id: str, **changes: object) -> NewDocument:
    """A web page of nobody, readable by everyone, unless changed."""
    values: dict[str, object] = {
        "document_id": str(uuid4()),
        "batch_id": batch_id,
        "item_idx": 0,
        "owner_telegram_id": None,
        "kind": "web",
        "title": "Заголовок",
        "url": "https://example.org/page",
        "file_name": None,
        "language": "ru",
        "pages": None,
        "content_sha256": hashlib.sha256(batch_id.encode()).hexdigest(),
        "embedding_model": "made-up",
        "embedding_layout": "made-up",
        "reader_role": "everyone",
    }
    return NewDocument(**{**values, **changes})  # type: ignore[arg-type]


def paragraphs(embeddings: Sequence[FloatArray], *, first: int = 0) -> list[ParagraphRow]:
    """One row per embedding, numbered from `first` in the batch and from 0 in the document.

    Each is a passage of its own.
    """
    return [
        ParagraphRow(
            idx_in_batch=first + i,
            chunk=Chunk(
                paragraph_idx=i,
                text=f"Абзац номер {i}",
                language="ru",
                page=i + 1,
                start_seconds=None,
                anchors=(Anchor(0, page=i + 1), Anchor(6, page=i + 2)),
                passage_idx=i,
            ),
            embedded=EmbeddedChunk(embedding, token_vectors(i + 1)),
        )
        for i, embedding in enumerate(embeddings)
    ]


def token_vectors(tokens: int) -> TokenVectors:
    """Recognisable numbers: -128 and 127 among them."""
    vectors = np.arange(tokens * DIM, dtype=np.int64) * 85 % 256 - 128
    starts = np.arange(tokens, dtype=np.int32)
    return TokenVectors(
        vectors=vectors.astype(np.int8).reshape(tokens, DIM),
        offsets=np.stack([starts, starts + 1], axis=1).astype(np.int32),
    )


async def let_in(store: Store, person: int | None) -> None:
    """Make somebody a user, if they are none: of others nothing is taken."""
    if person is not None and await store.people.get_user(person) is None:
        await store.people.ensure_user(person, None, None)


async def stage(
    store: Store, new: NewDocument, embeddings: Sequence[FloatArray], *, first: int = 0
) -> str:
    """Stage a document with its paragraphs; return its id."""
    await let_in(store, new.owner_telegram_id)
    await store.staging.stage_document(new)
    rows = paragraphs(embeddings, first=first)
    await store.staging.stage_paragraphs(new.document_id, new.batch_id, rows)
    return new.document_id


async def publish(store: Store, new: NewDocument, embeddings: Sequence[FloatArray]) -> str:
    """Stage a document and make it visible; return its id."""
    document_id = await stage(store, new, embeddings)
    await store.staging.publish_batch(new.batch_id)
    return document_id


async def found_by(store: Store, asker: int | None, axis: int = 0) -> set[str]:
    """The documents that a search along an axis shows this asker."""
    passages = await store.search.search_documents(
        direction(axis), top_k=30, threshold=0.2, floor=0.0, asker=asker
    )
    return {passage.document_id for passage in passages}


def passage_of(
    passage_idx: int, texts: Sequence[str], embeddings: Sequence[FloatArray], *, first: int = 0
) -> list[ParagraphRow]:
    """The chunks of one passage, two characters of white space between them."""
    return [
        ParagraphRow(
            idx_in_batch=first + i,
            chunk=Chunk(
                paragraph_idx=first + i,
                text=text,
                language="ru",
                passage_idx=passage_idx,
                lead="\n " if i else "",
            ),
            embedded=EmbeddedChunk(embedding, token_vectors(i + 1)),
        )
        for i, (text, embedding) in enumerate(zip(texts, embeddings, strict=True))
    ]


def embedded(seed: int) -> EmbeddedChunk:
    """Numbers without a pattern."""
    drawn = np.random.default_rng(seed).standard_normal(EMBEDDING_DIM)
    return EmbeddedChunk((drawn / np.linalg.norm(drawn)).astype(np.float32), token_vectors(3))


async def publish_rows(store: Store, new: NewDocument, rows: Sequence[ParagraphRow]) -> str:
    """Stage a document with these rows and make it visible; return its id."""
    await let_in(store, new.owner_telegram_id)
    await store.staging.stage_document(new)
    await store.staging.stage_paragraphs(new.document_id, new.batch_id, rows)
    await store.staging.publish_batch(new.batch_id)
    return new.document_id
