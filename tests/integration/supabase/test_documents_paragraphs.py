"""The names, types and parameters that the specification fixes."""

import psycopg

Connection = psycopg.Connection


def test_the_fields_of_the_specification_are_there(admin: Connection) -> None:
    columns = dict(
        admin.execute(
            "select a.attname, format_type(a.atttypid, a.atttypmod) from pg_attribute as a"
            " where a.attrelid = 'public.documents_paragraphs'::regclass and a.attnum > 0"
        ).fetchall()
    )
    assert set(columns) >= {
        "id", "type", "title", "url", "file_name", "paragraph_text", "paragraph_idx", "language",
        "embedding", "retrieved_at", "batch_id", "idx_in_batch", "document_id", "page",
        "start_seconds", "anchors",
    }  # fmt: skip
    assert columns["embedding"] == "extensions.vector(768)"


def test_search_returns_the_seven_columns_first(admin: Connection) -> None:
    cursor = admin.execute(
        "select * from search_documents(array_fill(1, array[768])::extensions.vector, 30)"
    )
    assert cursor.description is not None
    assert [column.name for column in cursor.description][:7] == [
        "id", "paragraph_text", "score", "type", "url", "file_name", "paragraph_idx",
    ]  # fmt: skip


def test_the_graph_is_built_as_specified(admin: Connection) -> None:
    row = admin.execute(
        "select indexdef from pg_indexes where indexname = 'documents_paragraphs_embedding_idx'"
    ).fetchone()
    assert row is not None
    graph = "USING hnsw (((embedding)::extensions.halfvec(768)) extensions.halfvec_cosine_ops)"
    assert graph in row[0]
    assert "m='16', ef_construction='64'" in row[0]


def test_words_are_stemmed_in_their_language(admin: Connection) -> None:
    for language, word, form in (
        ("ru", "столица", "столицей"),
        ("en", "question", "questions"),
        ("de", "Häuser", "Häusern"),
        ("zz", "qapla", "qapla"),
        ("und", "123", "123"),
    ):
        row = admin.execute(
            "select to_tsvector(text_search_config(%(l)s), %(form)s)"
            " @@ plainto_tsquery(text_search_config(%(l)s), %(word)s)",
            {"l": language, "word": word, "form": form},
        ).fetchone()
        assert row == (True,), language


def test_token_vectors_are_stored_as_they_are(admin: Connection) -> None:
    rows = admin.execute(
        "select attname from pg_attribute where attstorage = 'e'"
        " and attrelid = 'public.paragraph_token_vectors'::regclass"
    ).fetchall()
    assert {name for (name,) in rows} == {"vectors", "offsets"}
