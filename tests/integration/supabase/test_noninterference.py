"""What an asker may not read changes nothing for them; what is granted or withdrawn, at once."""

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
import pytest_asyncio
from psycopg import AsyncConnection

from benchmarks.access.interference import (
    ask_twice,
    differing,
    measure_interference,
    search,
    searches,
    written,
)
from benchmarks.access.rights import measure_rights
from benchmarks.access.run import connected
from benchmarks.access.worlds import Document, World, draw_document, draw_world

# Each lets something of others through, as the functions once did.
_LEAKS = {
    "languages and sizes of the whole base": """
        create or replace function public.sum_up_documents(p_documents uuid[])
        returns table (chunks bigint, languages text[])
        language sql stable set search_path = '' as $$
            select sum(c.chunks), array(
                select distinct l.language
                from public.document_contents as o, unnest(o.languages) as l (language)
            )
            from public.document_contents as c
        $$
    """,
    "words counted in all documents": """
        create or replace function public.lexemes_held(
            p_words int[], p_lexemes text[], p_documents uuid[], p_with_places boolean
        )
        returns table (word int, document_id uuid, chunks int, places bigint[])
        language sql stable set search_path = '' as $$
            select w.word, l.document_id, l.chunks, l.places
            from unnest(p_words, p_lexemes) as w (word, lexeme)
            join public.document_lexemes as l on l.lexeme = w.lexeme
        $$
    """,
    "all documents are searched": """
        create or replace function public.nearest_candidates(
            p_query extensions.vector, p_count int, p_documents uuid[], p_by_passage boolean
        )
        returns bigint[] language sql stable set search_path = '' as $$
            select array(
                select h.paragraph_id from public.half_embeddings as h
                order by h.embedding OPERATOR(extensions.<=>) p_query::extensions.halfvec(768)
                limit 2 * p_count
            )
        $$
    """,
    "former versions are searched": """
        create or replace view public.reading_rights with (security_invoker = true) as
        select d.id as document_id, d.owner as principal, true as is_current
        from public.documents as d where d.published_at is not null
        union all
        select a.document_id, a.role_id, true from public.role_document_access as a
    """,
}


@pytest_asyncio.fixture(loop_scope="session")
async def connection(database_url: str) -> AsyncIterator[AsyncConnection]:
    async with await connected(database_url) as opened:
        yield opened


async def test_the_documents_of_others_change_no_answer(connection: AsyncConnection) -> None:
    found = await measure_interference(connection, 25)
    assert found.compared > 500
    assert found.differences == ()


@pytest.mark.parametrize("leak", _LEAKS)
async def test_a_leak_is_seen(connection: AsyncConnection, leak: str) -> None:
    await connection.execute(_LEAKS[leak])
    found = await measure_interference(connection, 8)
    assert found.differences


def _large_world() -> tuple[World, int]:
    """Draw a world in which somebody may read more than 100 documents and 2,000 chunks."""
    draw, people = random.Random(5), {100: frozenset[str](), 101: frozenset[str]()}
    sizes = {100: (104, 20), 101: (130, 6)}  # documents, and chunks of each
    documents = [
        draw_document(draw, 1000 * owner + number, [owner], (), chunks=chunks)
        for owner, (count, chunks) in sizes.items()
        for number in range(count)
    ]
    draw.shuffle(documents)
    world = World(people, (), tuple(replace(each, roles=frozenset()) for each in documents))
    assert sum(len(each.chunks) for each in world.readable_by(100)) > 2000
    return world, 100


@pytest.mark.parametrize("leak", [None, "words counted in all documents"])
async def test_nor_where_many_documents_may_be_read(
    connection: AsyncConnection, leak: str | None
) -> None:
    """Of more than 100 a word's list is read whole; of more than 2,000 chunks words are left."""
    await connection.execute("drop index public.documents_paragraphs_embedding_idx")  # of no use
    if leak is not None:
        await connection.execute(_LEAKS[leak])
    world, asker = _large_world()
    alone, among = await ask_twice(connection, world, asker, 5)
    assert len(alone.shown) > 600
    assert bool(differing(alone, among)) == (leak is not None)


_TABLES = (
    "documents",
    "role_document_access",
    "document_contents",
    "document_lexemes",
    "half_embeddings",
    "documents_paragraphs",
)


async def _rows_read(connection: AsyncConnection) -> dict[str, tuple[int, int]]:
    """Return by table the scans of all of it, and the rows fetched by index, since BEGIN."""
    cursor = await connection.execute(
        "select relname, seq_scan, coalesce(idx_tup_fetch, 0)"
        " from pg_stat_xact_user_tables where schemaname = 'public' and relname = any(%s)",
        [list(_TABLES)],
    )
    return {table: (scans, fetched) for table, scans, fetched in await cursor.fetchall()}


async def _rows_of_searches(
    connection: AsyncConnection, world: World, asker: int, documents: Sequence[Document]
) -> dict[str, tuple[int, int]]:
    draw = random.Random(world.documents[0].number)
    async with written(connection, world, documents):
        before = await _rows_read(connection)
        for _ in range(8):
            for name, values in searches(draw, world.readable_by(asker), asker):
                await search(connection, name, values)
        after = await _rows_read(connection)
    return {
        table: (after[table][0] - before[table][0], after[table][1] - before[table][1])
        for table in _TABLES
    }


@pytest.mark.parametrize("seed", range(3))
async def test_no_row_of_others_is_read(connection: AsyncConnection, seed: int) -> None:
    """What is fetched and thrown away takes time, from which others' documents could be told."""
    world = draw_world(seed)
    asker = next(person for person in world.people if world.readable_by(person))
    stranger = next(person for person in world.people if person != asker)
    own = world.readable_by(asker)
    of_others = [
        replace(each, owner=stranger, roles=frozenset())
        for each in world.documents
        if each not in own
    ]
    assert of_others
    alone = await _rows_of_searches(connection, world, asker, own)
    assert {scans for scans, _ in alone.values()} == {0}
    assert all(fetched for _, fetched in alone.values())
    assert await _rows_of_searches(connection, world, asker, [*of_others, *own]) == alone


async def test_rights_are_those_of_the_model(connection: AsyncConnection) -> None:
    found = await measure_rights(connection, 60, seed=1)
    assert found.withdrawn > 10
    assert found.wrong == 0


async def test_a_right_that_nobody_gave_is_seen(connection: AsyncConnection) -> None:
    await connection.execute(
        "create or replace view public.reading_rights with (security_invoker = true) as"
        " select d.id as document_id, r.id as principal, true as is_current"
        " from public.documents as d cross join public.roles as r where r.name = 'role 1'"
    )
    assert (await measure_rights(connection, 20, seed=1)).wrong > 0


@pytest.mark.parametrize("function", ["read_document", "document_passages"])
async def test_no_chunk_is_read_of_what_one_may_not_read(
    connection: AsyncConnection, function: str
) -> None:
    """The longer the document, the longer it would take to find out that there is nothing."""
    world = draw_world(1)
    asker = next(person for person in world.people if world.readable_by(person))
    stranger = next(person for person in world.people if person != asker)
    document = replace(world.readable_by(asker)[0], owner=stranger, roles=frozenset())
    async with written(connection, world, [document]):
        before = await _rows_read(connection)
        for person in asker, stranger:
            cursor = await connection.execute(
                f"select * from public.{function}((select d.id from public.documents as d), %s)",  # type: ignore[arg-type]
                [person],
            )
            shown = await cursor.fetchall()
            read = (await _rows_read(connection))["documents_paragraphs"]
            assert bool(shown) == (person == stranger)
            assert (read != before["documents_paragraphs"]) == (person == stranger), person
