"""What an asker may not read changes nothing for them; what is granted or withdrawn, at once."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from psycopg import AsyncConnection

from benchmarks.access.interference import measure_interference
from benchmarks.access.rights import measure_rights
from benchmarks.access.run import connected

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
