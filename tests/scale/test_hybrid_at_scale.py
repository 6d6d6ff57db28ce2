"""Search by words over 20,000 chunks: rare ones by their index, and rights on that way too."""

from collections.abc import Iterator

import numpy as np
import psycopg
import pytest

from tests.support.schema.large_library import CHUNKS_EACH, DOCUMENTS, EDITOR, OUTSIDER

OWNER, UNKNOWN = 1, 5
FIRST_OF = {
    OWNER: 0,
    EDITOR: DOCUMENTS - DOCUMENTS // 4,
    OUTSIDER: DOCUMENTS - 4,
    UNKNOWN: DOCUMENTS,
}
# As far from one chunk as from any other, so that words alone decide.
_NOWHERE = f"[{','.join(map(str, np.random.default_rng(1).standard_normal(768)))}]"


@pytest.fixture(params=["analysed", "never analysed"])
def bot(request: pytest.FixtureRequest, large_database_url: str) -> Iterator[psycopg.Connection]:
    """A connection that works as the bot does, with statistics on words and without."""
    with (
        psycopg.connect(large_database_url, autocommit=True) as connection,
        connection.transaction(force_rollback=True),
    ):
        if request.param == "never analysed":
            connection.execute(
                "delete from pg_statistic where starelid = 'public.documents_paragraphs'::regclass"
            )
        connection.execute("set local role paragraf_bot")
        yield connection


def found(bot: psycopg.Connection, question: str, asker: int) -> list[str]:
    rows = bot.execute(
        "select paragraph_text from public.search_documents(%s, 30, 0.9, 0, %s, %s, 'en')",
        (_NOWHERE, asker, question),
    ).fetchall()
    return [text for (text,) in rows]


@pytest.mark.parametrize("asker", FIRST_OF)
@pytest.mark.parametrize("document", [20, 1500, 1998])
def test_a_number_is_found_by_those_who_may_read_it(
    bot: psycopg.Connection, asker: int, document: int
) -> None:
    chunks = {f"chunk {place} of document {document}" for place in range(CHUNKS_EACH)}
    expected = chunks if document >= FIRST_OF[asker] else set()
    assert set(found(bot, f"document {document}", asker)) == expected


def test_what_most_chunks_say_is_not_looked_for(bot: psycopg.Connection) -> None:
    assert found(bot, "chunk of the document", OWNER) == []


def test_the_words_that_are_common_are_known_by_their_statistics(
    large_database_url: str,
) -> None:
    with psycopg.connect(large_database_url, autocommit=True) as connection:
        connection.execute("set role paragraf_bot")
        rows = connection.execute(
            "select lexeme from public.rare_words('the chunk of document 1234', 'en', 200)"
        ).fetchall()
    assert rows == [("1234",)]


@pytest.mark.parametrize("asker", [OWNER, EDITOR])
def test_without_words_it_is_the_search_by_vectors(bot: psycopg.Connection, asker: int) -> None:
    columns = "select id, score from public."
    by_vectors = bot.execute(
        f"{columns}search_documents(%s, 30, -1, 0, %s)", (_NOWHERE, asker)
    ).fetchall()
    assert (
        bot.execute(
            f"{columns}search_documents(%s, 30, -1, 0, %s, '')", (_NOWHERE, asker)
        ).fetchall()
        == by_vectors
    )


def test_words_are_read_by_their_index(large_database_url: str) -> None:
    with psycopg.connect(large_database_url, autocommit=True) as connection:
        connection.execute("set enable_seqscan = off; set plan_cache_mode = force_generic_plan")
        connection.execute(
            "prepare words (tsquery) as select id from documents_paragraphs"
            " where text_search @@ $1 limit 201"
        )
        plan = connection.execute("explain execute words ('1234')").fetchall()
    assert "documents_paragraphs_text_search_idx" in "\n".join(line for (line,) in plan)
