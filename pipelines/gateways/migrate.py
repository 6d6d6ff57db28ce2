"""Bring a database up to date, and record it the way the Supabase CLI does.

Source: github.com/supabase/cli, pkg/migration: the table's shape and what it holds.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import AsyncConnection

from pipelines.errors import SettingsInvalid
from pipelines.gateways.migrations import (
    FOLDER,
    Migration,
    local_migrations,
    missing_versions,
    statements,
)
from pipelines.gateways.postgres import from_psycopg

_LOCK = 0x7061726167726166  # "paragraf"

_ATTEMPTS = 5

_RECORDS = b"""
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
);
"""
_HAS_RECORDS = "select to_regclass('supabase_migrations.schema_migrations') is not null"
_APPLIED = "select version from supabase_migrations.schema_migrations"
_RECORD = """
insert into supabase_migrations.schema_migrations (version, statements, name)
values (%s, %s, %s)
"""


async def migrate(url: str, *, folder: Path = FOLDER) -> list[str]:
    """Apply what is missing, each file in one transaction; return the versions applied.

    Raises:
        SettingsInvalid: pgvector is missing, the user of the address may not do this, or the
            database is of another version of ours.
        DatabaseUnavailable: nobody answers, or the connection was lost; nothing is half done.
    """
    local = local_migrations(folder)
    async with _connected(url) as connection:
        # Held until the connection closes: a second process waits, then finds nothing to do.
        await connection.execute("select pg_advisory_lock(%s)", (_LOCK,))
        if not await _applied(connection):
            await connection.execute(_RECORDS)
        missing = missing_versions(await _applied(connection), folder)
        for migration in local:
            if migration.version in missing:
                await _apply(connection, migration)
    return missing


async def pending(url: str, *, folder: Path = FOLDER) -> list[str]:
    """Return the versions that `migrate` would apply, and change nothing.

    Raises:
        SettingsInvalid: the database is of another version of ours.
    """
    async with _connected(url) as connection:
        return missing_versions(await _applied(connection), folder)


async def _apply(connection: AsyncConnection[Any], migration: Migration) -> None:
    for _ in range(_ATTEMPTS - 1):
        try:
            return await _apply_once(connection, migration)
        except psycopg.errors.InternalError_:
            # Roles belong to the server: another of its databases was setting up the same ones.
            continue
    return await _apply_once(connection, migration)


async def _apply_once(connection: AsyncConnection[Any], migration: Migration) -> None:
    async with connection.transaction():
        await connection.execute(migration.text.encode())
        recorded = (migration.version, list(statements(migration.text)), migration.name)
        await connection.execute(_RECORD, recorded)


async def _applied(connection: AsyncConnection[Any]) -> set[str]:
    has_records = await (await connection.execute(_HAS_RECORDS)).fetchone()
    if has_records != (True,):
        return set()
    return {version for (version,) in await (await connection.execute(_APPLIED)).fetchall()}


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection[Any]]:
    try:
        async with await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=15
        ) as connection:
            yield connection
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.FeatureNotSupported) as error:
        diagnosis = error.diag
        raise SettingsInvalid(
            f"the database cannot be set up: {diagnosis.message_primary}."
            f" {diagnosis.message_hint or 'Use a superuser, or the user postgres on Supabase.'}"
        ) from error
    except psycopg.Error as error:
        raise from_psycopg(error, "migrate") from error
