"""search_documents: what the specification says of it, and what it leaves behind."""

import psycopg
import pytest

Connection = psycopg.Connection

QUERY = "[1" + ",0" * 767 + "]"
# 6.5.1 of the specification, letter by letter.
_SPECIFIED = """
SELECT dp.id,
       dp.paragraph_text,
       1 - (dp.embedding <=> query_vector) AS score,
       dp.type,
       dp.url,
       dp.file_name,
       dp.paragraph_idx
FROM documents_paragraphs AS dp, (select '{query}'::vector as query_vector) as q
WHERE 1 - (dp.embedding <=> query_vector) > 0.2
ORDER BY dp.embedding <=> query_vector
LIMIT {top_k}
"""
_FILL = """
insert into documents (
    id, batch_id, item_idx, type, title, source_url, language, content_sha256,
    embedding_model, embedding_layout, reader_role, published_at
)
select
    lpad(n::text, 32, '0')::uuid, 'b', n, 'web', 'Title ' || n, 'https://example.org/' || n,
    'en', n, 'm', 'l', 'everyone', now()
from generate_series(0, 9) as n;
insert into role_document_access
select r.id, d.id from documents as d join roles as r on r.name = 'everyone';
-- Three chunks a passage, two passages a document, each farther off than the one before it.
insert into documents_paragraphs (
    document_id, batch_id, idx_in_batch, type, title, url, paragraph_text, paragraph_idx,
    passage_idx, language, embedding
)
select
    d.id, 'b', c.n, d.type, d.title, d.source_url, 'chunk ' || c.n, c.n % 6, c.n % 6 / 3, 'en',
    (array[cos(c.n / 30.0), sin(c.n / 30.0)] || array_fill(0::float8, array[766]))::float4[]
        ::extensions.vector
from documents as d
cross join lateral generate_series(d.item_idx * 6, d.item_idx * 6 + 5) as c (n);
"""


@pytest.fixture
def library(admin: Connection) -> Connection:
    """Ten documents that everyone may read, sixty chunks."""
    admin.execute(_FILL)
    return admin


@pytest.mark.parametrize("top_k", [0, 1, 7, 30, 100])
def test_two_arguments_answer_as_the_query_of_the_specification(
    library: Connection, top_k: int
) -> None:
    found = library.execute("select * from search_documents(%s, %s)", (QUERY, top_k)).fetchall()
    library.execute("set search_path = public, extensions")
    rows = library.execute(_SPECIFIED.format(query=QUERY, top_k=top_k)).fetchall()
    assert [(*row[:2], *row[3:7]) for row in found] == [(*row[:2], *row[3:]) for row in rows]
    assert [row[2] for row in found] == pytest.approx([row[2] for row in rows])
    assert len(found) == min(top_k, 42), "cos(n / 30) > 0.2 as far as chunk 41"


def test_with_a_text_a_passage_comes_once(library: Connection) -> None:
    rows = library.execute(
        "select document_id, passage_idx from search_documents(%s, 30, query_text => '')", (QUERY,)
    ).fetchall()
    assert len(rows) == len(set(rows)) == 14


@pytest.mark.parametrize("text", [None, "chunk 3"])
def test_a_renamed_document_has_its_title_of_today(library: Connection, text: str | None) -> None:
    library.execute("insert into users (telegram_id) values (7)")
    library.execute("update documents set owner = (select id from users), series = id")
    renamed = "select rename_document(lpad('0', 32, '0')::uuid, 'New title', 7)"
    assert library.execute(renamed).fetchone() == (True,)
    rows = library.execute(
        "select title from search_documents(%s, 1, query_text => %s)", (QUERY, text)
    ).fetchall()
    assert rows == [("New title",)]


def test_ef_search_is_set_for_the_walk_alone(library: Connection) -> None:
    walk = "select from nearest_by_graph(%s, 5, 20, principals_of(null), false, %s)"
    library.execute("set hnsw.ef_search = 77")
    with library.transaction():
        for ef in 1, 1000:
            library.execute(walk, (QUERY, ef))
            assert library.execute("show hnsw.ef_search").fetchone() == ("77",)
    assert library.execute("show hnsw.ef_search").fetchone() == ("77",)
    # It is given to the graph: what is no length for its list is refused.
    with pytest.raises(psycopg.errors.InvalidParameterValue, match=r"hnsw\.ef_search"):
        library.execute(walk, (QUERY, 0))
