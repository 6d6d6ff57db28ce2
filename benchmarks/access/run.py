"""Measure all of it, over the real product and fresh databases.

`differences`: searches and lists that the documents of others changed, `answers_differing`: whole
answers of the product. `with_others`: the time of a search
among them, as a share of the time without. `wrong`: searches that differ from the model of rights.
`predicate`: the time of a search by all rights, as a share of the time without the predicate.
"""

from pathlib import Path

from pgvector.psycopg.vector import register_vector_info
from psycopg import AsyncConnection
from psycopg.types import TypeInfo

from benchmarks.access.answers import compare_answers
from benchmarks.access.cost import measure_cost
from benchmarks.access.interference import measure_interference
from benchmarks.access.rights import measure_rights
from benchmarks.figures import Figures
from benchmarks.product import (
    as_superuser,
    fresh_storage,
    open_product,
    progress,
    warn_of_load,
)


async def measure(
    worlds: int, libraries: int, searches: int, chunks: int, models_dir: Path, *, seed: int = 1
) -> Figures:
    """Measure each part that is not 0."""
    warn_of_load()
    figures: Figures = {}
    if worlds:
        figures |= await _worlds(worlds, seed)
    if libraries:
        figures |= await _answers(libraries, models_dir, seed)
    if searches:
        figures |= await _rights(searches, seed)
    if chunks:
        figures |= await _cost(chunks, models_dir)
    return figures


async def _worlds(worlds: int, seed: int) -> Figures:
    async with fresh_storage() as storage, await connected(as_superuser(storage)) as connection:
        found = await measure_interference(connection, worlds, first_seed=seed)
    for each in found.differences[:10]:
        progress(f"differs: world {each.seed}, asker {each.asker}, {each.question}")
    return {
        "worlds": worlds,
        "compared": found.compared,
        "differences": len(found.differences),
        "search_without_ms": round(found.without_ms, 2),
        "search_with_ms": round(found.with_ms, 2),
        "with_others": round(found.with_ms / found.without_ms, 3),
    }


async def _answers(libraries: int, models_dir: Path, seed: int) -> Figures:
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        found = await compare_answers(product, libraries, first_seed=seed)
    for each in found.differing[:10]:
        progress(f"differs: library {each.seed}, asker {each.asker}, {each.question}")
    return {
        "libraries": libraries,
        "answers_compared": found.compared,
        "answers_cited": found.answered,
        "questions_offered": found.offered,
        "answers_differing": len(found.differing),
        "answer_alone_ms": round(found.alone_ms, 1),
        "answer_among_ms": round(found.among_ms, 1),
        "answers_among_others": round(found.among_ms / found.alone_ms, 3),
    }


async def _rights(searches: int, seed: int) -> Figures:
    async with fresh_storage() as storage, await connected(as_superuser(storage)) as connection:
        found = await measure_rights(connection, searches, seed=seed)
    return {
        "searches": found.searches,
        "changes": found.changes,
        "withdrawn": found.withdrawn,
        "wrong": found.wrong,
    }


async def _cost(chunks: int, models_dir: Path) -> Figures:
    async with (
        fresh_storage() as storage,
        open_product(storage, models_dir) as product,
        await connected(as_superuser(storage)) as connection,
    ):
        cost = await measure_cost(connection, product, chunks)
    return {
        "chunks": cost.chunks,
        "readable": cost.readable,
        "filtered_p50_ms": cost.filtered_ms,
        "unfiltered_p50_ms": cost.unfiltered_ms,
        "predicate": round(cost.filtered_ms / cost.unfiltered_ms, 3),
        "among_others_p50_ms": cost.among_others_ms,
        "alone_p50_ms": cost.alone_ms,
        "recall@30": cost.recall,
    }


async def connected(url: str) -> AsyncConnection[tuple[object, ...]]:
    """Connect as whoever made the tables, with vectors in both directions."""
    connection = await AsyncConnection.connect(url, autocommit=True)
    info = await TypeInfo.fetch(connection, "extensions.vector")
    assert info is not None, "the migrations have made the extension"
    register_vector_info(connection, info)
    return connection
