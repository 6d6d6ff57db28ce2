"""How many of the nearest chunks the graph finds where rights leave only some of a large library.

An asker who reads little is searched for exactly; here the graph is asked first all the same, and
what it finds is compared with an exact search. Half of the questions are people's, half are near a
chunk that may be read.
"""

from collections.abc import Sequence
from statistics import mean
from typing import Any
from uuid import UUID

import numpy as np
from pgvector import Vector
from psycopg import AsyncConnection

from benchmarks.product import progress
from pipelines.models.documents import FloatArray

SHARES = (50, 25, 10, 5, 3, 2, 1)  # percent of the documents
_ASKER = 4_242_424_242
_DEPTH, _QUESTIONS = 30, 20
_NOISE = 0.5
_PREPARE = """
delete from public.role_document_access as a using public.roles as r
where r.id = a.role_id and r.name = 'everyone';
insert into public.users (telegram_id, admitted_by) values (4242424242, 'approval');
insert into public.roles (name) values ('reads some');
insert into public.user_roles (user_id, role_id)
select u.id, r.id from public.users as u cross join public.roles as r
where u.telegram_id = 4242424242 and r.name = 'reads some'
"""
_WITHDRAW_ALL = """
delete from public.role_document_access as a using public.roles as r
where r.id = a.role_id and r.name = 'reads some'
"""
_GRANT_ALL = """
insert into public.role_document_access (role_id, document_id)
select r.id, d.id from public.roles as r cross join unnest(%s::uuid[]) as d (id)
where r.name = 'reads some'
"""
_CHUNKS = """
select id from public.documents_paragraphs where document_id = any(%s) order by id
"""
_BY_GRAPH = """
select n.id from public.nearest_chunks(
    %b, 30, public.principals_of(%s), %s, false, true, 400
) as n order by n.distance limit 30
"""
_EXACTLY = "select n.id from public.nearest_exactly(%b, 30, %s, false) as n"


async def measure_recall(
    connection: AsyncConnection[Any], questions: Sequence[FloatArray]
) -> dict[str, float]:
    """Return recall@30 by the share of chunks that may be read; nothing of it stays."""
    found = {}
    async with connection.transaction(force_rollback=True):
        await connection.execute(_PREPARE)
        documents = await _column(connection, "select id from public.documents order by id")
        chunks = await _column(connection, "select count(*) from public.documents_paragraphs")
        for percent in SHARES:
            random = np.random.default_rng(percent)
            count = max(1, len(documents) * percent // 100)
            some = [documents[place] for place in random.permutation(len(documents))[:count]]
            await connection.execute(_WITHDRAW_ALL)
            await connection.execute(_GRANT_ALL, (some,))
            readable = await _column(
                connection,
                "select public.readable_documents(public.principals_of(%s))",
                (_ASKER,),
            )
            ids = await _column(connection, _CHUNKS, (readable,))
            asked = [*questions[:_QUESTIONS], *await _near_some(connection, ids, random)]
            shares = [await _recall(connection, question, readable) for question in asked]
            found[f"{len(ids) / chunks[0]:.1%}"] = round(mean(shares), 4)
            progress(f"{len(ids)} of {chunks[0]} readable: recall@30 {mean(shares):.4f}")
    return found


async def _recall(
    connection: AsyncConnection[Any], question: FloatArray, readable: Sequence[UUID]
) -> float:
    vector = Vector(question)
    found = await _column(connection, _BY_GRAPH, (vector, _ASKER, readable))
    exact = await _column(connection, _EXACTLY, (vector, readable))
    return len(set(found) & set(exact)) / len(exact)


async def _near_some(
    connection: AsyncConnection[Any], ids: Sequence[int], random: np.random.Generator
) -> list[FloatArray]:
    some = ids[:: max(1, len(ids) // _QUESTIONS)][:_QUESTIONS]
    rows = await _column(
        connection,
        "select embedding from public.documents_paragraphs where id = any(%s) order by id",
        (list(some),),
    )
    near = []
    for row in rows:
        vector = np.asarray(row.to_numpy(), dtype=np.float32)
        noise = random.standard_normal(vector.size).astype(np.float32)
        moved = vector + _NOISE * noise / np.linalg.norm(noise)
        near.append(moved / np.linalg.norm(moved))
    return near


async def _column(
    connection: AsyncConnection[Any], statement: str, values: Sequence[Any] = ()
) -> list[Any]:
    rows = await (await connection.execute(statement, values)).fetchall()
    return [value for (value,) in rows]
