"""Write a library into the database, as if it had been taken in and published long ago.

By COPY and without the indexes that can be made afterwards, which is how a base of 100,000 chunks
can be had in minutes: row by row the graph alone would take far longer. The graph is then built
with `maintenance_work_mem` raised for this one session; apart from that the server runs under its
own settings. At the end the tables are vacuumed and analysed, which on a live base autovacuum has
done.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from psycopg import AsyncConnection, AsyncCopy
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types import TypeInfo
from psycopg.types.json import Jsonb

from benchmarks.product import progress
from benchmarks.speed.library import ROLES, USERS, Document, DraftChunk, Writer, roles_of
from benchmarks.speed.sentences import Sentence
from benchmarks.speed.vectors import Sample, mix, token_vectors
from pipelines.models.documents import FloatArray
from pipelines.ports import Embedder

FIRST_USER = 1000  # the Telegram id of user 0
_BATCH = "speed"
_PAGE = 2_000  # chunks that are held in memory at once
_CHUNKS = """
copy public.documents_paragraphs (
    id, document_id, batch_id, idx_in_batch, type, title, file_name, paragraph_idx, passage_idx,
    lead, paragraph_text, language, anchors, embedding
) from stdin (format binary)
"""
_CHUNK_TYPES = "int8 uuid text int4 text text text int4 int4 text text text jsonb vector"
_TOKENS = """
copy public.paragraph_token_vectors (paragraph_id, dim, vectors, offsets)
from stdin (format binary)
"""
_DOCUMENT = """
insert into public.documents (
    id, owner, batch_id, item_idx, type, title, file_name, language, content_sha256,
    embedding_model, embedding_layout, reader_role, published_at
)
select %s, u.id, %s, %s, 'file', %s, %s, %s, %s, %s, %s, %s, now()
from public.users as u where u.telegram_id = %s
"""
_GRANT = """
insert into public.role_document_access (role_id, document_id)
select r.id, %s from public.roles as r where r.name = any(%s)
"""
_MEMBER = """
insert into public.user_roles (user_id, role_id)
select u.id, r.id from public.users as u cross join public.roles as r
where u.telegram_id = %s and r.name = any(%s)
"""
_INDEXES = """
select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
from pg_index as i
where i.indrelid = 'public.documents_paragraphs'::regclass and not i.indisunique
"""
_SEQUENCE = """
select setval(
    pg_get_serial_sequence('public.documents_paragraphs', 'id'),
    (select max(dp.id) from public.documents_paragraphs as dp)
)
"""


class _VectorDumper(Dumper):
    """Sends float32 as pgvector does: how many, a zero, and the numbers, big endian."""

    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        """Write one embedding."""
        return b"".join((len(obj).to_bytes(2, "big"), b"\0\0", obj.astype(">f4").tobytes()))


async def fill(
    connection: AsyncConnection[Any],
    embedder: Embedder,
    documents: Sequence[Document],
    sample: Sample,
    random: np.random.Generator,
) -> list[Sentence]:
    """Write everything, and return a sentence of every passage, to ask about."""
    await _write_people(connection, random)
    await _write_documents(connection, embedder, documents)
    # A hosted Postgres has it there too; the definitions name types without their schema.
    await connection.execute("set search_path = public, extensions")
    indexes = await (await connection.execute(_INDEXES)).fetchall()
    for name, _ in indexes:
        await connection.execute(f"drop index {name}")
    asked = await _write_chunks(connection, documents, sample, random)
    progress("rows written, now the indexes")
    await connection.execute("set maintenance_work_mem = '1GB'")
    for _, definition in indexes:
        await connection.execute(definition)
    await connection.execute("reset maintenance_work_mem")
    await connection.execute(_SEQUENCE)
    await connection.execute("vacuum analyze")
    await connection.execute("checkpoint")
    return asked


async def _write_people(connection: AsyncConnection[Any], random: np.random.Generator) -> None:
    async with connection.transaction(), connection.cursor() as cursor:
        users = [FIRST_USER + number for number in range(USERS)]
        await cursor.executemany(
            "insert into public.users (telegram_id) values (%s)", [(user,) for user in users]
        )
        await cursor.executemany(
            "insert into public.roles (name) values (%s)",
            [(_role(number),) for number in range(len(ROLES))],
        )
        members = [(user, [*map(_role, roles_of(n, random))]) for n, user in enumerate(users)]
        await cursor.executemany(_MEMBER, members)


async def _write_documents(
    connection: AsyncConnection[Any], embedder: Embedder, documents: Sequence[Document]
) -> None:
    rows, grants = [], []
    for document in documents:
        name, title = f"{document.number}.txt", _title(document)
        rows.append(
            (
                *(document.id, _BATCH, document.number, title, name, document.language),
                *(f"sha of {name}", embedder.model, embedder.layout, document.is_open),
                FIRST_USER + document.owner,
            )
        )
        everyone = ["everyone"] if document.is_open else []
        grants.append((document.id, [*map(_role, document.roles), *everyone]))
    async with connection.transaction(), connection.cursor() as cursor:
        await cursor.executemany(_DOCUMENT, rows)
        await cursor.executemany(_GRANT, grants)


async def _write_chunks(
    connection: AsyncConnection[Any],
    documents: Sequence[Document],
    sample: Sample,
    random: np.random.Generator,
) -> list[Sentence]:
    """Write chunks and token vectors, some thousand at a time."""
    vector = await TypeInfo.fetch(connection, "vector")
    assert vector is not None, "the migrations have made the extension"
    vector.register(connection)
    dumper = type("VectorDumper", (_VectorDumper,), {"oid": vector.oid})
    connection.adapters.register_dumper(np.ndarray, dumper)
    writer, asked, written = Writer(sample.frames, random), [], 0
    page: list[tuple[Document, list[list[DraftChunk]]]] = []
    for document in documents:
        passages = writer.write(document)
        page.append((document, passages))
        asked += [passage[-1].sentences[0] for passage in passages]
        held = sum(sum(each.passages) for each, _ in page)
        if held >= _PAGE or document is documents[-1]:
            await _write_page(connection, page, written, sample, random)
            written, page = written + held, []
            progress(f"{written} chunks written")
    return asked


async def _write_page(
    connection: AsyncConnection[Any],
    page: Sequence[tuple[Document, list[list[DraftChunk]]]],
    written: int,
    sample: Sample,
    random: np.random.Generator,
) -> None:
    frames = [[chunk.frames for chunk in passage] for _, passages in page for passage in passages]
    embeddings = mix(sample, frames, random)
    rows = [
        (document, place, chunk)
        for document, passages in page
        for place, chunk in enumerate(chunk for passage in passages for chunk in passage)
    ]
    async with connection.transaction(), connection.cursor() as cursor:
        async with cursor.copy(_CHUNKS) as copy:
            copy.set_types(_CHUNK_TYPES.split())
            number = written
            for (document, place, chunk), embedding in zip(rows, embeddings, strict=True):
                number += 1
                await _write_chunk(copy, number, document, place, chunk, embedding)
        async with cursor.copy(_TOKENS) as copy:
            copy.set_types(("int8", "int4", "bytea", "bytea"))
            for number, (_, _, chunk) in enumerate(rows, written + 1):
                tokens = token_vectors(sample, chunk.frames, len(chunk.text))
                vectors, offsets = tokens.vectors, tokens.offsets.astype("<i4")
                await copy.write_row(
                    (number, vectors.shape[1], vectors.tobytes(), offsets.tobytes())
                )


async def _write_chunk(
    copy: AsyncCopy,
    number: int,
    document: Document,
    place: int,
    chunk: DraftChunk,
    embedding: FloatArray,
) -> None:
    await copy.write_row(
        (
            *(number, document.id, _BATCH, number - 1, "file", _title(document)),
            *(f"{document.number}.txt", place, chunk.passage_idx, chunk.lead, chunk.text),
            *(document.language, Jsonb([]), embedding),
        )
    )


def _title(document: Document) -> str:
    return f"Document {document.number}"


def _role(number: int) -> str:
    return f"role {number}"
