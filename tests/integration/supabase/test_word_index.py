"""The index of words and the halves of embeddings follow the chunks that they are made of."""

import psycopg
import pytest

Connection = psycopg.Connection

_FILL = """
insert into documents (
    id, batch_id, item_idx, type, language, content_sha256, embedding_model, embedding_layout,
    published_at
)
select lpad(n::text, 32, '0')::uuid, 'b', n, 'file', 'en', n, 'm', 'l', now()
from generate_series(1, 2) as n;
insert into documents_paragraphs (
    document_id, batch_id, idx_in_batch, type, paragraph_text, paragraph_idx, passage_idx, language,
    embedding
)
select
    d.id, 'b', d.item_idx * 10 + n, 'file', 'pump ' || n, n, n / 2, 'en',
    array_fill(n + 1, array[768])::extensions.vector
from documents as d, generate_series(0, 2) as n;
"""
_INDEXED = """
select l.lexeme, p.place >> 32, p.place & 4294967295
from document_lexemes as l, unnest(l.places) as p (place)
where l.document_id = lpad('1', 32, '0')::uuid order by 1, 3
"""
_CONTENTS = """
select chunks, languages from document_contents where document_id = lpad('1', 32, '0')::uuid
"""
_FIRST = "document_id = lpad('1', 32, '0')::uuid and paragraph_idx = 0"


@pytest.fixture
def library(admin: Connection) -> Connection:
    """Two documents of three chunks."""
    admin.execute(_FILL)
    return admin


def test_chunks_are_indexed_as_they_come(library: Connection) -> None:
    assert library.execute(_INDEXED).fetchall() == [
        ("0", 0, 0), ("1", 0, 1), ("2", 1, 2), ("pump", 0, 0), ("pump", 0, 1), ("pump", 1, 2),
    ]  # fmt: skip
    assert library.execute(_CONTENTS).fetchall() == [(3, ["en"])]
    library.execute(
        "insert into documents_paragraphs (document_id, batch_id, idx_in_batch, type,"
        " paragraph_text, paragraph_idx, passage_idx, language, embedding)"
        " select document_id, 'b', 99, 'file', 'насосы', 3, 1, 'ru', embedding"
        f" from documents_paragraphs where {_FIRST}"
    )
    assert library.execute(_CONTENTS).fetchone()[0] == 4  # type: ignore[index]
    assert set(library.execute(_CONTENTS).fetchone()[1]) == {"en", "ru"}  # type: ignore[index]
    assert ("насос", 1, 3) in library.execute(_INDEXED).fetchall()


def test_another_text_is_indexed_anew(library: Connection) -> None:
    library.execute(f"update documents_paragraphs set paragraph_text = 'valve' where {_FIRST}")
    indexed = library.execute(_INDEXED).fetchall()
    assert ("valv", 0, 0) in indexed
    assert ("pump", 0, 0) not in indexed


def test_a_chunk_that_is_deleted_is_out_of_the_index(library: Connection) -> None:
    library.execute(f"delete from documents_paragraphs where {_FIRST}")
    assert ("0", 0, 0) not in library.execute(_INDEXED).fetchall()
    assert library.execute(_CONTENTS).fetchall() == [(2, ["en"])]


def test_nothing_is_left_of_a_document(library: Connection) -> None:
    library.execute("delete from documents where item_idx = 1")
    for table in "document_lexemes", "document_contents", "half_embeddings":
        rows = library.execute(f"select distinct document_id::text from {table}").fetchall()
        assert [row[0][-1] for row in rows] == ["2"], table


def test_another_embedding_is_copied(library: Connection) -> None:
    library.execute(
        "update documents_paragraphs set embedding = array_fill(-7, array[768])::extensions.vector"
        f" where {_FIRST}"
    )
    assert library.execute(
        "select count(*), count(*) filter (where h.embedding"
        " OPERATOR(extensions.=) c.embedding::extensions.halfvec(768))"
        " from documents_paragraphs as c left join half_embeddings as h on h.paragraph_id = c.id"
    ).fetchone() == (6, 6)


@pytest.mark.parametrize("by_passage", [True, False])
@pytest.mark.parametrize("count", [1, 5, 40])
def test_halves_lose_nothing_that_is_near(admin: Connection, by_passage: bool, count: int) -> None:
    """A thousand chunks that half precision hardly tells apart, sixty in one passage."""
    admin.execute(_FILL)
    admin.execute("select setseed(0.5)")
    admin.execute(
        "insert into documents_paragraphs (document_id, batch_id, idx_in_batch, type,"
        " paragraph_text, paragraph_idx, passage_idx, language, embedding)"
        " select lpad('1', 32, '0')::uuid, 'b', 100 + n, 'file', 'x', 100 + n,"
        " 100 + greatest(0, n - 60), 'en', ("
        "   select array_agg(1 + 0.0001 * random() * i + 0 * n) from generate_series(1, 768) as i"
        " )::real[]::extensions.vector from generate_series(1, 1000) as n"
    )
    query = "array_fill(1, array[768])::extensions.vector"
    found = admin.execute(
        f"select id, distance from nearest_exactly({query}, {count},"
        f" array[lpad('1', 32, '0')::uuid], {by_passage})"
    ).fetchall()
    expected = admin.execute(
        "select id, distance from (select distinct on (passage_idx,"
        f" case when not {by_passage} then id end) id, embedding OPERATOR(extensions.<=>) {query}"
        " as distance from documents_paragraphs where document_id = lpad('1', 32, '0')::uuid"
        f" order by passage_idx, case when not {by_passage} then id end, 2, id) as one"
        f" order by distance, id limit {count}"
    ).fetchall()
    assert found == expected
