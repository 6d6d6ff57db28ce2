"""Search alone: how fast the store's is, and how much of the exact answer it finds.

Exact is a sequential scan over every chunk that the asker may read, a passage counted once, by
its nearest chunk; rights are read from the tables here, not by the product's functions. Recall is
that of search by vectors: the other half of hybrid search is an index on words, which is exact.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pgvector import Vector
from psycopg import AsyncConnection

from benchmarks.figures import share
from pipelines.models.answers import Passage
from pipelines.models.documents import FloatArray
from pipelines.store.store import Store

_DEPTH = 10
_NO_THRESHOLD = -1.0
_EXACT = """
with principals (id) as materialized (
    select r.id from public.roles as r where r.name = 'everyone'
    union select u.id from public.users as u where u.telegram_id = %(asker)s
    union select ur.role_id from public.user_roles as ur
    join public.users as u on u.id = ur.user_id where u.telegram_id = %(asker)s
),
readable (id) as materialized (
    select d.id from public.documents as d
    where d.published_at is not null and (
        d.owner in (select p.id from principals as p)
        or d.id in (
            select a.document_id from public.role_document_access as a
            where a.role_id in (select p.id from principals as p)
        )
    )
)
select dp.document_id::text, dp.passage_idx
from public.documents_paragraphs as dp
where dp.document_id in (select r.id from readable as r)
group by dp.document_id, dp.passage_idx
order by min(dp.embedding operator(extensions.<=>) %(query)s::extensions.vector)
limit %(depth)s
"""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question, embedded, and the Telegram id of whoever asks it."""

    question: str
    language: str
    embedding: FloatArray
    asker: int


@dataclass(frozen=True, slots=True)
class Searched:
    """Milliseconds of one question: the product's search, and its half by vectors."""

    asker: int
    hybrid_ms: float
    vectors_ms: float


async def search(
    store: Store, asked: Sequence[Asked], *, top_k: int, threshold: float, floor: float
) -> list[Searched]:
    """Search for every question, both ways."""
    found = []
    for each in asked:
        began = time.perf_counter()
        await store.search.search_documents(
            each.embedding,
            text=each.question,
            language=each.language,
            top_k=top_k,
            threshold=threshold,
            floor=floor,
            asker=each.asker,
        )
        between = time.perf_counter()
        await _by_vectors(store, each, top_k=top_k, threshold=threshold, floor=floor)
        ended = time.perf_counter()
        hybrid, vectors = (between - began) * 1000, (ended - between) * 1000
        found.append(Searched(each.asker, hybrid, vectors))
    return found


async def recall(
    store: Store, connection: AsyncConnection[Any], asked: Sequence[Asked], *, top_k: int
) -> dict[int, float]:
    """Return recall@10 by asker."""
    shares: dict[int, list[float]] = {}
    for each in asked:
        found = await _by_vectors(store, each, top_k=top_k, threshold=_NO_THRESHOLD, floor=0.0)
        exact = await _exactly(connection, each)
        held = len(exact & {_key(passage) for passage in found[:_DEPTH]})
        shares.setdefault(each.asker, []).append(held / len(exact))
    return {asker: share(of_asker) for asker, of_asker in shares.items()}


async def _by_vectors(
    store: Store, asked: Asked, *, top_k: int, threshold: float, floor: float
) -> tuple[Passage, ...]:
    """Search for a question without words: passages, where no text at all would mean chunks."""
    return await store.search.search_documents(
        asked.embedding,
        text="",
        language=asked.language,
        top_k=top_k,
        threshold=threshold,
        floor=floor,
        asker=asked.asker,
    )


async def _exactly(connection: AsyncConnection[Any], asked: Asked) -> set[tuple[str, int]]:
    query = Vector(asked.embedding).to_text()
    values = {"asker": asked.asker, "query": query, "depth": _DEPTH}
    rows = await (await connection.execute(_EXACT, values)).fetchall()
    assert rows, "every asker may read something"
    return {(document, passage) for document, passage in rows}


def _key(passage: Passage) -> tuple[str, int]:
    return passage.document_id, passage.passage_idx
