"""Search by words over 21,000 chunks: rare ones by their index, and rights on that way too."""

import re
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


@pytest.fixture
def bot(large_database_url: str) -> Iterator[psycopg.Connection]:
    """A connection that works as the bot does."""
    with psycopg.connect(large_database_url, autocommit=True) as connection:
        connection.execute("set role paragraf_bot")
        yield connection


def found(bot: psycopg.Connection, question: str, asker: int) -> list[str]:
    rows = bot.execute(
        "select paragraph_text from public.search_documents(%s, 30, 0.9, 0, %s, %s, 'en')",
        (_NOWHERE, asker, question),
    ).fetchall()
    return [text for (text,) in rows]


@pytest.mark.parametrize("asker", FIRST_OF)
@pytest.mark.parametrize("document", [20, 1700, 2098])
def test_a_number_is_found_by_those_who_may_read_it(
    bot: psycopg.Connection, asker: int, document: int
) -> None:
    chunks = {f"chunk {place} of document {document}" for place in range(CHUNKS_EACH)}
    expected = chunks if document >= FIRST_OF[asker] else set()
    assert set(found(bot, f"document {document}", asker)) == expected


def test_what_most_chunks_say_is_not_looked_for(bot: psycopg.Connection) -> None:
    assert found(bot, "chunk of the document", OWNER) == []


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


_PARAMETERS = ("p_words", "p_lexemes", "p_documents", "p_with_places")


@pytest.mark.parametrize("statistics", ["analysed", "never analysed"])
def test_words_are_read_by_their_index(large_database_url: str, statistics: str) -> None:
    with (
        psycopg.connect(large_database_url, autocommit=True) as connection,
        connection.transaction(force_rollback=True),
    ):
        if statistics == "never analysed":
            connection.execute(
                "delete from pg_statistic where starelid = 'public.document_lexemes'::regclass"
            )
        row = connection.execute(
            "select prosrc, proconfig from pg_proc where proname = 'lexemes_held'"
        ).fetchone()
        assert row is not None
        source, settings = row
        for setting in settings:
            name, _, value = setting.partition("=")
            connection.execute("select set_config(%s, %s, true)", (name, value.strip('"')))
        statements = re.findall(r"return query\s+(.*?);", source, re.DOTALL)
        assert len(statements) == 3
        for number, query in enumerate(statements):
            for place, name in enumerate(_PARAMETERS, 1):
                query = re.sub(rf"\b{name}\b", f"${place}", query)
            for mode in "force_custom_plan", "force_generic_plan":
                connection.execute(f"set local plan_cache_mode = {mode}")
                connection.execute(f"prepare words (int[], text[], uuid[], boolean) as {query}")
                explained = connection.execute(
                    "explain (costs off) execute words ('{1,2}', '{1234,chunk}',"
                    " array[gen_random_uuid()], true)"
                ).fetchall()
                connection.execute("deallocate words")
                plan = "\n".join(line for (line,) in explained)
                assert "using document_lexemes_lexeme_idx" in plan
                # Of few documents each is looked up in the index; of many a hash tells every row.
                is_asked = re.search(r"Index Cond: .*document_id = ANY", plan) is not None
                assert is_asked == (number == 0)
                assert ("hashed SubPlan" in plan) == (number > 0)
