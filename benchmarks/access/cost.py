"""What the predicate costs in a large library, and whether the documents of others cost time.

`unfiltered`: the same search while the predicate lets everybody read everything, so that nothing
is left of it but the calls. The documents of others are deleted last, which leaves one asker alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from pgvector import Vector
from psycopg import AsyncConnection

from benchmarks.access.recall import measure_recall
from benchmarks.figures import percentile
from benchmarks.product import Product, progress
from benchmarks.speed.fill import FIRST_USER, fill
from benchmarks.speed.library import ASKERS, plan_documents
from benchmarks.speed.search_speed import questions
from benchmarks.speed.sentences import fill as fill_frame
from benchmarks.speed.sentences import make_frames
from benchmarks.speed.vectors import read_sample
from pipelines.models.documents import FloatArray

_SEED = 3
_FRAMES, _ASKED, _ROUNDS = 1_200, 60, 3
_SEARCH = """
select id from public.search_documents(%b, 60, 0.2, %s, %s, %s, %s)
"""
_UNFILTERED = """
create or replace function public.can_read(
    p_document_id uuid, p_principals uuid[], p_any_version boolean default false
)
returns boolean language plpgsql stable set search_path = '' as $$ begin return true; end $$;
create or replace function public.readable_documents(p_principals uuid[])
returns setof uuid language sql stable set search_path = ''
as $$ select d.id from public.documents as d $$;
create or replace function public.principals_of(p_asker bigint)
returns uuid[] language sql stable set search_path = '' as $$ select '{}'::uuid[] $$;
"""
_OTHERS = """
delete from public.documents as d where d.id not in (
    select public.readable_documents(public.principals_of(%s))
)
"""


_READABLE = """
select count(*) filter (where dp.document_id in (
    select public.readable_documents(public.principals_of(%s))
)) / count(*)::float8
from public.documents_paragraphs as dp
"""
_ALONE = "medium"  # the asker without whom there is nobody, in the end


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds at p50, the median of several rounds; of askers by what they may read.

    readable: shares of the chunks. alone_ms: of the asker of an eighth. recall: see `recall.py`.
    """

    chunks: int
    readable: dict[str, float]
    filtered_ms: float
    unfiltered_ms: float
    among_others_ms: dict[str, float]
    alone_ms: float
    recall: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Question:
    text: str
    language: str
    embedding: FloatArray


async def measure_cost(connection: AsyncConnection[Any], product: Product, chunks: int) -> Cost:
    """Fill the database with so many chunks and measure."""
    random = np.random.default_rng(_SEED)
    embedder, detector = product.models.embedder, product.answering.detector
    frames = make_frames(_FRAMES, random)
    sample = await read_sample(embedder, [fill_frame(frame, random) for frame in frames])
    told = await fill(connection, embedder, plan_documents(chunks, random), sample, random)
    texts = [text for text, _ in zip(questions(told, random), range(_ASKED), strict=False)]
    asked = [
        _Question(text, detector.detect(text), (await embedder.embed_query(text)).embedding)
        for text in texts
    ]
    trial = _Trial(connection, asked, embedder.similarity_floor)
    people = {name: FIRST_USER + number for name, number in ASKERS.items()}
    readable = {name: await trial.readable(person) for name, person in people.items()}
    progress(f"{chunks} chunks, readable: {readable}")
    filtered, unfiltered = await trial.with_and_without_predicate(people["full"])
    among = {name: await trial.p50(person) for name, person in people.items()}
    recall = await measure_recall(connection, [each.embedding for each in asked])
    await connection.execute(_OTHERS, (people[_ALONE],))
    await connection.execute("vacuum full analyze")
    alone = await trial.p50(people[_ALONE])
    return Cost(chunks, readable, filtered, unfiltered, among, alone, recall)


class _Trial:
    """Asks the same questions over and over."""

    def __init__(
        self, connection: AsyncConnection[Any], asked: Sequence[_Question], floor: float
    ) -> None:
        self._connection = connection
        self._asked = asked
        self._floor = floor

    async def readable(self, person: int) -> float:
        """Return what share of the chunks somebody may read."""
        cursor = await self._connection.execute(_READABLE, (person,))
        row = await cursor.fetchone()
        assert row is not None, "it selects one value"
        return round(float(row[0]), 3)

    async def p50(self, person: int) -> float:
        """Return the median of the rounds' medians, milliseconds; the first warms up."""
        rounds = [await self._round(person) for _ in range(_ROUNDS + 1)][1:]
        return round(median(percentile(times, 50) for times in rounds), 2)

    async def with_and_without_predicate(self, person: int) -> tuple[float, float]:
        """Return milliseconds at p50, by turns: what else is at work disturbs both."""
        filtered, unfiltered = list[float](), list[float]()
        for _ in range(_ROUNDS):
            await self._round(person)
            filtered.append(percentile(await self._round(person), 50))
            async with self._connection.transaction(force_rollback=True):
                await self._connection.execute(_UNFILTERED)
                await self._round(person)
                unfiltered.append(percentile(await self._round(person), 50))
        return round(median(filtered), 2), round(median(unfiltered), 2)

    async def _round(self, person: int) -> list[float]:
        times = []
        for each in self._asked:
            values = (Vector(each.embedding), self._floor, person, each.text, each.language)
            began = perf_counter()
            await (await self._connection.execute(_SEARCH, values)).fetchall()
            times.append((perf_counter() - began) * 1000)
        return times
