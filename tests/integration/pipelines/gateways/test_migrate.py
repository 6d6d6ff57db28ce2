"""Migrations: applied once, whole or not at all, and recorded as the Supabase CLI records them."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pipelines.errors import DatabaseRefused, DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.migrate import migrate, pending
from pipelines.gateways.migrations import local_migrations, local_versions, statements

TABLES = {
    "artifacts", "audit_log", "awaited_texts", "batch_outcomes", "chat_messages",
    "document_contents", "document_lexemes", "document_originals", "documents",
    "conflicts", "correction_notices", "documents_paragraphs", "embedding_state", "erasures",
    "conflict_choices", "evaluation_results", "evaluation_runs",
    "feedback", "front_door",
    "gap_answers", "group_members", "group_policies",
    "group_roles", "half_embeddings", "inbox", "interactions", "invitations", "left_member_tags",
    "message_runs",
    "asked_questions", "feedback_audit_log", "knowledge_base", "learned_constraints",
    "rule_supporters",
    "model_usage", "next_embeddings", "owner_prompts", "owner_question_counts", "owner_questions",
    "paragraph_token_vectors", "pending_questions", "query_logs", "question_gaps",
    "role_document_access", "roles",
    "self_test_questions", "sent_messages", "shown_answers", "stale_answers", "user_roles",
    "user_settings",
    "user_state", "users",
    "viewpoints", "watches", "workers",
}  # fmt: skip


def tables(url: str) -> set[str]:
    with closing(psycopg.connect(url)) as connection:
        rows = connection.execute("select tablename from pg_tables where schemaname = 'public'")
        return {name for (name,) in rows.fetchall()}


async def test_what_is_missing_is_applied_once(empty_database_url: str) -> None:
    versions = list(local_versions())
    assert await pending(empty_database_url) == versions
    assert tables(empty_database_url) == set(), "looking changes nothing"
    assert await migrate(empty_database_url) == versions
    assert await pending(empty_database_url) == []
    assert await migrate(empty_database_url) == []
    assert tables(empty_database_url) == TABLES


async def test_two_processes_at_once_apply_each_file_once(empty_database_url: str) -> None:
    applied = await asyncio.gather(*(migrate(empty_database_url) for _ in range(3)))
    assert sorted(applied, key=len) == [[], [], list(local_versions())]


async def test_two_databases_at_once_may_both_make_the_roles(
    empty_database_url: str, database_url: str
) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        connection.execute("drop schema public cascade; create schema public")
        connection.execute("drop schema supabase_migrations cascade")
    applied = await asyncio.gather(migrate(empty_database_url), migrate(database_url))
    assert applied == [list(local_versions())] * 2


async def test_the_record_is_the_clis(database_url: str) -> None:
    with closing(psycopg.connect(database_url)) as connection:
        rows = connection.execute(
            "select version, name, statements from supabase_migrations.schema_migrations"
            " order by version"
        ).fetchall()
    assert [(version, name) for version, name, _ in rows] == [
        (migration.version, migration.name) for migration in local_migrations()
    ]
    for (_, _, recorded), migration in zip(rows, local_migrations(), strict=True):
        assert recorded == list(statements(migration.text))
        assert not any(statement.endswith(";") for statement in recorded)


async def test_statements_are_split_where_they_end(empty_database_url: str) -> None:
    """One by one, as the CLI sends them, they make the same schema."""
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as connection:
        connection.execute("create schema supabase_migrations")
        connection.execute(
            "create table supabase_migrations.schema_migrations"
            " (version text primary key, statements text[], name text)"
        )
        for migration in local_migrations():
            for statement in statements(migration.text):
                connection.execute(statement.encode())
    assert tables(empty_database_url) == TABLES


def test_a_semicolon_ends_a_statement_only_outside_of_quotes() -> None:
    text = """
    -- a comment; with one
    select ';', "a;b", $$;$$, $tag$ $$; $tag$ /* ; */ ;
    select 'it''s; one'; ; select 1
    """
    first, second, third = statements(text)
    assert first.endswith("/* ; */")
    assert (second, third) == ("select 'it''s; one'", "select 1")


async def test_a_file_that_fails_leaves_nothing(empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "20260101000000_good.sql").write_text("create table good ();")
    (tmp_path / "20260102000000_bad.sql").write_text("create table half (); select 1/0;")
    with pytest.raises(DatabaseRefused, match="22012"):
        await migrate(empty_database_url, folder=tmp_path)
    assert tables(empty_database_url) == {"good"}
    assert await pending(empty_database_url, folder=tmp_path) == ["20260102000000"]


async def test_a_folder_without_migrations_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="no migrations"):
        await migrate("postgresql://", folder=tmp_path)


async def test_a_base_of_another_version_is_refused_and_left_as_it_is(database_url: str) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        records = "supabase_migrations.schema_migrations"
        connection.execute(f"delete from {records} where version > '20261122100000'")
        connection.execute(
            f"insert into {records} (version, name) values"
            " ('20261121100100', 'people'), ('20261121100200', 'documents')"
        )
        for ask in pending, migrate:
            with pytest.raises(SettingsInvalid, match=r"20261121100100 and 1 more .* backup"):
                await ask(database_url)
        assert connection.execute(f"select count(*) from {records}").fetchone() == (4,)


@pytest.fixture
def powerless(empty_database_url: str, template_database: str) -> Iterator[str]:
    """The address of a user who may log in and no more."""
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as connection:
        connection.execute("create role powerless login")
        yield empty_database_url.replace("//postgres@", "//powerless@")
        connection.execute("drop owned by powerless; drop role powerless")


async def test_a_user_who_may_not_is_told_what_to_do(powerless: str) -> None:
    with pytest.raises(SettingsInvalid, match="superuser"):
        await migrate(powerless)


async def test_pgvector_in_another_schema_is_reported(empty_database_url: str) -> None:
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as connection:
        connection.execute("create extension vector with schema public")
    with pytest.raises(SettingsInvalid, match="alter extension vector set schema extensions"):
        await migrate(empty_database_url)


async def test_an_old_pgvector_is_reported(empty_database_url: str) -> None:
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as connection:
        connection.execute("create schema extensions; create extension vector schema extensions")
        connection.execute("update pg_extension set extversion = '0.7.4' where extname = 'vector'")
    with pytest.raises(SettingsInvalid, match=r"pgvector 0\.8 or newer"):
        await migrate(empty_database_url)


async def test_nobody_at_the_address() -> None:
    with pytest.raises(DatabaseUnavailable):
        await migrate("postgresql://nobody@127.0.0.1:1/none")


@pytest.mark.parametrize("url", ["no-address", "postgresql://host/base?no_such=setting"])
async def test_an_address_that_is_none(url: str) -> None:
    for ask in pending, migrate:
        with pytest.raises(SettingsInvalid, match="not an address of the form"):
            await ask(url)
