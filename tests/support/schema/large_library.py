"""Twenty-one thousand chunks, quickly: who may read them all is answered by the graph."""

import struct
from collections.abc import Iterator
from uuid import UUID

import numpy as np
import psycopg
from numpy.typing import NDArray

DOCUMENTS, CHUNKS_EACH, TOPICS, DIM = 2100, 10, 42, 768

OUTSIDER = 900  # may read four documents: 40 of the 21,000 chunks, all of one far-off topic
EDITOR = 901  # may read a quarter of the documents, none of them near topic 0

_SIGNATURE = b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0)


def embeddings() -> NDArray[np.float32]:
    """float32 [21000, 768], unit length: topics, documents in them, chunks in those."""
    random = np.random.default_rng(20)

    def noise(rows: int, size: float) -> NDArray[np.float32]:
        drawn = random.standard_normal((rows, DIM), dtype=np.float32)
        return size * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)

    topics = noise(TOPICS, 1.0)
    documents = topics[topic_of(np.arange(DOCUMENTS))] + noise(DOCUMENTS, 0.9)
    chunks = np.repeat(documents, CHUNKS_EACH, axis=0) + noise(DOCUMENTS * CHUNKS_EACH, 0.9)
    return chunks / np.linalg.norm(chunks, axis=1, keepdims=True)


def topic_of(document: NDArray[np.int64]) -> NDArray[np.int64]:
    """Fifty documents in a row share a topic."""
    return document * TOPICS // DOCUMENTS


def fill(connection: psycopg.Connection) -> None:
    """Write the library; the graph is built at the end, which is faster than row by row."""
    connection.execute("set maintenance_work_mem = '256MB'")
    [(definition,)] = connection.execute(
        "select indexdef from pg_indexes where indexname = 'documents_paragraphs_embedding_idx'"
    ).fetchall()
    connection.execute("drop index documents_paragraphs_embedding_idx")
    connection.execute(_DOCUMENTS)
    with (
        connection.cursor() as cursor,
        cursor.copy(
            "copy documents_paragraphs (document_id, batch_id, idx_in_batch, type,"
            " paragraph_text, paragraph_idx, passage_idx, language, embedding)"
            " from stdin (format binary)"
        ) as copy,
    ):
        copy.write(_SIGNATURE)
        for row in _rows():
            copy.write(row)
        copy.write(struct.pack(">h", -1))
    connection.execute(definition)
    connection.execute("analyze")


_DOCUMENTS = f"""
insert into users (telegram_id) values (1), ({OUTSIDER}), ({EDITOR});
insert into roles (name) values ('outsiders'), ('editors');
insert into user_roles
select u.id, r.id from users as u
join roles as r on (u.telegram_id, r.name) in (({OUTSIDER}, 'outsiders'), ({EDITOR}, 'editors'));
insert into documents (
    id, owner, batch_id, item_idx, type, title, language, content_sha256,
    embedding_model, embedding_layout, reader_role, published_at
)
select
    lpad(to_hex(n), 32, '0')::uuid, (select id from users where telegram_id = 1),
    'large', n, 'file', 'document ' || n, 'en', 'sha ' || n, 'm', 'l', null, now()
from generate_series(0, {DOCUMENTS - 1}) as n;
insert into role_document_access
select r.id, d.id from documents as d
join roles as r
    on (r.name = 'outsiders' and d.item_idx >= {DOCUMENTS - 4})
    or (r.name = 'editors' and d.item_idx >= {DOCUMENTS - DOCUMENTS // 4})
"""


def _rows() -> Iterator[bytes]:
    """Yield rows in COPY's binary format; a vector is its size, a zero and its numbers.

    Each chunk is a passage of its own.
    """
    numbers = embeddings().astype(">f4")
    for n, embedding in enumerate(numbers):
        document, place = divmod(n, CHUNKS_EACH)
        fields = (
            UUID(int=document).bytes,
            b"large",
            struct.pack(">i", n),
            b"file",
            f"chunk {place} of document {document}".encode(),
            struct.pack(">i", place),
            struct.pack(">i", place),
            b"en",
            struct.pack(">hh", DIM, 0) + embedding.tobytes(),
        )
        yield struct.pack(">h", len(fields)) + b"".join(
            struct.pack(">i", len(field)) + field for field in fields
        )
