"""search_documents over 21,000 chunks: the graph is used, and rights cost no results."""

import re
from collections.abc import Iterator

import numpy as np
import psycopg
import pytest
from numpy.typing import NDArray

from tests.support.schema.large_library import CHUNKS_EACH, DOCUMENTS, EDITOR, OUTSIDER, embeddings

OWNER = 1
EVERY = np.arange(DOCUMENTS * CHUNKS_EACH)
READABLE = {
    OWNER: EVERY,
    EDITOR: EVERY[-len(EVERY) // 4 :],
    OUTSIDER: EVERY[-4 * CHUNKS_EACH :],
}
Embeddings = NDArray[np.float32]


@pytest.fixture(scope="module")
def library() -> Embeddings:
    return embeddings()


@pytest.fixture
def bot(large_database_url: str) -> Iterator[psycopg.Connection]:
    """A connection that works as the bot does."""
    with psycopg.connect(large_database_url, autocommit=True) as connection:
        connection.execute("set role paragraf_bot")
        yield connection


def near(library: Embeddings, chunk: int) -> Embeddings:
    """A question about a chunk: its embedding, somewhat off."""
    drawn = np.random.default_rng(chunk).standard_normal(library.shape[1])
    question = library[chunk] + 0.4 * drawn / np.linalg.norm(drawn)
    return (question / np.linalg.norm(question)).astype(np.float32)


def as_text(embedding: Embeddings) -> str:
    return f"[{','.join(map(str, embedding))}]"


def search(
    bot: psycopg.Connection,
    question: Embeddings,
    asker: int,
    top_k: int = 30,
    text: str | None = None,
) -> tuple[list[int], list[float]]:
    """Return chunk numbers and scores, as found; no threshold."""
    rows = bot.execute(
        "select paragraph_text, score from public.search_documents(%s, %s, -1, 0, %s, %s)",
        (as_text(question), top_k, asker, text),
    ).fetchall()
    places = [re.findall(r"\d+", found) for found, _ in rows]
    chunks = [int(document) * CHUNKS_EACH + int(place) for place, document in places]
    return chunks, [score for _, score in rows]


def nearest(library: Embeddings, question: Embeddings, asker: int, top_k: int = 30) -> list[int]:
    readable = READABLE[asker]
    order = np.argsort(-(library[readable] @ question))[:top_k]
    return list(readable[order])


def test_the_plan_walks_the_graph_with_the_rights_as_a_filter(bot: psycopg.Connection) -> None:
    row = bot.execute(
        "select prosrc, proconfig from pg_proc where proname = 'nearest_by_graph'"
    ).fetchone()
    assert row is not None
    source, settings = row
    statement = re.search(r"distance in\s+(.*?)\s+loop\b", source, re.DOTALL)
    assert statement is not None
    query = statement[1]
    for number, name in enumerate(("p_query", "p_count", "p_principals"), 1):
        query = re.sub(rf"\b{name}\b", f"${number}", query)
    for mode in "force_custom_plan", "force_generic_plan":
        with bot.transaction(force_rollback=True):
            for setting in settings:
                name, _, value = setting.partition("=")
                bot.execute("select set_config(%s, %s, true)", (name, value.strip('"')))
            bot.execute(f"set local plan_cache_mode = {mode}")
            bot.execute(f"prepare walk (extensions.vector, int, uuid[]) as {query}")
            explained = bot.execute(
                f"explain (costs off) execute walk"
                f" ('{as_text(np.ones(768, np.float32))}', 60, public.principals_of({EDITOR}))"
            ).fetchall()
            bot.execute("deallocate walk")
        plan = "\n".join(line for (line,) in explained)
        assert "Index Scan using documents_paragraphs_embedding_idx" in plan
        assert "Filter: public.can_read(id" in plan
        assert "Memoize" in plan  # rights are looked up once a document
        assert "Sort" not in plan


@pytest.mark.parametrize(("asker", "walks"), [(OWNER, 1), (EDITOR, 0), (OUTSIDER, 0)])
def test_the_graph_is_walked_by_those_who_may_read_more_than_20_000(
    large_database_url: str, library: Embeddings, asker: int, walks: int
) -> None:
    with psycopg.connect(large_database_url, autocommit=True) as connection:

        def walked() -> int:
            row = connection.execute(
                "select pg_stat_force_next_flush(), pg_stat_clear_snapshot(),"
                " idx_scan from pg_stat_user_indexes"
                " where indexrelname = 'documents_paragraphs_embedding_idx'"
            ).fetchone()
            assert row is not None
            return int(row[2])

        walked()
        before = walked()
        search(connection, near(library, int(READABLE[asker][0])), asker)
        walked()
        assert walked() - before == walks


@pytest.mark.parametrize("asker", READABLE)
def test_what_is_found_is_what_an_exact_search_finds(
    bot: psycopg.Connection, library: Embeddings, asker: int
) -> None:
    shares = []
    for chunk in READABLE[asker][:: len(READABLE[asker]) // 20]:
        question = near(library, int(chunk))
        found, _ = search(bot, question, asker)
        assert set(found) <= set(READABLE[asker])
        shares.append(len(set(found) & set(nearest(library, question, asker))) / 30)
    assert np.mean(shares) >= 0.97
    assert min(shares) >= 0.8


@pytest.mark.parametrize("asker", [EDITOR, OUTSIDER])
@pytest.mark.parametrize("text", [None, ""])
def test_who_may_read_few_is_answered_exactly(
    bot: psycopg.Connection, library: Embeddings, asker: int, text: str | None
) -> None:
    for chunk in range(0, len(EVERY), 700):
        question = near(library, chunk)
        found, _ = search(bot, question, asker, text=text)
        assert found == nearest(library, question, asker)


@pytest.mark.parametrize("percent", [25, 10, 5, 3, 2, 1])
def test_the_graph_with_rights_as_a_filter_misses_little(
    bot: psycopg.Connection, library: Embeddings, percent: int
) -> None:
    """Whoever may read so little is answered exactly: here the graph is asked all the same."""
    random = np.random.default_rng(percent)
    documents = random.permutation(DOCUMENTS)[: DOCUMENTS * percent // 100]
    readable = np.sort((documents[:, None] * CHUNKS_EACH + np.arange(CHUNKS_EACH)).ravel())
    with bot.transaction(force_rollback=True):
        bot.execute("insert into public.users (telegram_id) values (%s)", [1000 + percent])
        bot.execute(
            "insert into public.roles (name) values ('some');"
            "insert into public.user_roles select u.id, r.id from public.users as u,"
            f" public.roles as r where u.telegram_id = {1000 + percent} and r.name = 'some'"
        )
        bot.execute(
            "insert into public.role_document_access select r.id, d.id from public.documents as d,"
            " public.roles as r where r.name = 'some' and d.item_idx = any(%s)",
            [documents.tolist()],
        )
        shares = []
        for chunk in readable[:: len(readable) // 20]:
            question = near(library, int(chunk))
            rows = bot.execute(
                "with asker as materialized (select public.principals_of(%s) as principals)"
                " select c.idx_in_batch from asker cross join lateral public.nearest_chunks(%s, 30,"
                " asker.principals, array(select public.readable_documents(asker.principals)),"
                " false, true, 400) as n join public.documents_paragraphs as c on c.id = n.id"
                " order by n.distance limit 30",
                (1000 + percent, as_text(question)),
            ).fetchall()
            order = np.argsort(-(library[readable] @ question))[:30]
            shares.append(len({idx for (idx,) in rows} & set(readable[order])) / 30)
    assert np.mean(shares) >= 0.97


@pytest.mark.parametrize("asker", READABLE)
@pytest.mark.parametrize("top_k", [1, 30, 40])
def test_a_search_far_from_what_one_may_read_still_finds_top_k(
    bot: psycopg.Connection, library: Embeddings, asker: int, top_k: int
) -> None:
    for chunk in range(0, 500, 50):
        found, _ = search(bot, near(library, chunk), asker, top_k)
        assert len(found) == len(set(found)) == top_k


@pytest.mark.parametrize("asker", READABLE)
def test_results_are_strictly_in_order(
    bot: psycopg.Connection, library: Embeddings, asker: int
) -> None:
    for chunk in range(0, len(EVERY), 2000):
        question = near(library, chunk)
        found, scores = search(bot, question, asker)
        assert scores == sorted(scores, reverse=True)
        np.testing.assert_allclose(scores, np.maximum(library[found] @ question, 0), atol=1e-5)


def test_the_call_of_the_specification_finds_nothing_private(
    bot: psycopg.Connection, library: Embeddings
) -> None:
    for statement in (
        "select * from public.search_documents(%s)",
        "select * from public.search_documents(%s, 30)",
        "select * from public.search_documents(query_vector => %s, top_k => 30)",
    ):
        assert bot.execute(statement, (as_text(library[0]),)).fetchall() == []
