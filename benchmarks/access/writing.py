"""Write a world into the database, as if it had been taken in."""

from collections.abc import Iterable
from typing import Any

from pgvector import Vector
from psycopg import AsyncConnection

from benchmarks.access.worlds import Document, World, embed

_PERSON = """
insert into public.users (telegram_id, admitted_by) values (%s, 'approval')
"""
_MEMBER = """
insert into public.user_roles (user_id, role_id)
select u.id, r.id from public.users as u cross join public.roles as r
where u.telegram_id = %s and r.name = %s
"""
_DOCUMENT = """
insert into public.documents (
    id, owner, batch_id, item_idx, type, title, language, content_sha256, embedding_model,
    embedding_layout, published_at, superseded_at
)
select %s, u.id, %s, %s, 'file', %s, %s, %s, 'm', 'l',
    case when %s then timestamptz '2026-01-01' end, case when not %s then now() end
from public.users as u where u.telegram_id = %s
"""
_CHUNK = """
insert into public.documents_paragraphs (
    document_id, batch_id, idx_in_batch, type, title, paragraph_text, lead, paragraph_idx,
    passage_idx, language, embedding
) values (%s, %s, %s, 'file', %s, %s, ' ', %s, %s, %s, %b)
"""
GRANT = """
insert into public.role_document_access (role_id, document_id)
select r.id, %s from public.roles as r where r.name = %s
on conflict do nothing
"""
WITHDRAW = """
delete from public.role_document_access as a using public.roles as r
where r.id = a.role_id and a.document_id = %s and r.name = %s
"""
GIVE_ROLE = _MEMBER + " on conflict do nothing"
TAKE_ROLE = """
delete from public.user_roles as m using public.roles as r, public.users as u
where r.id = m.role_id and u.id = m.user_id and u.telegram_id = %s and r.name = %s
"""


async def write_people(connection: AsyncConnection[Any], world: World) -> None:
    """Write people and their roles."""
    async with connection.cursor() as cursor:
        await cursor.executemany(_PERSON, [(person,) for person in world.people])
        await cursor.executemany(
            "insert into public.roles (name) values (%s)", [(role,) for role in world.roles]
        )
        members = [(person, role) for person, held in world.people.items() for role in sorted(held)]
        await cursor.executemany(_MEMBER, members)


async def write_documents(connection: AsyncConnection[Any], documents: Iterable[Document]) -> None:
    """Write documents one behind the other, each a batch of its own."""
    for each in documents:
        batch = str(each.id)
        state = (each.is_published, each.is_current, each.owner)
        async with connection.cursor() as cursor:
            await cursor.execute(
                _DOCUMENT,
                (each.id, batch, each.number, each.title, each.language, f"sha {batch}", *state),
            )
            await cursor.executemany(
                _CHUNK, [_row(each, number) for number in range(len(each.chunks))]
            )
            await cursor.executemany(GRANT, [(each.id, role) for role in sorted(each.roles)])


def _row(document: Document, number: int) -> tuple[Any, ...]:
    chunk = document.chunks[number]
    place = (chunk.paragraph_idx, chunk.passage_idx, chunk.language)
    vector = Vector(embed(chunk.text))
    return document.id, str(document.id), number, document.title, chunk.text, *place, vector
