"""Bring a database up to date, and record it the way the Supabase CLI does.

Beside the files: every table gets the policy of the bot's role, and the engine's records get their
schema, which belongs to the engine's role alone.

Source: github.com/supabase/cli, pkg/migration: the table's shape and what it holds.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, LiteralString

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
from pipelines.gateways.postgres import NO_ADDRESS, from_psycopg

logger = logging.getLogger(__name__)

_LOCK = 0x7061726167726166  # "paragraf"

_ATTEMPTS = 5

_FEWER_RIGHTS = 'docs/operations.md has roles with fewer rights, under "Roles"'
_WHO_MAY = (
    'docs/operations.md has the statements for roles that may, under "Roles". Else use a superuser,'
    " or the user postgres on Supabase."
)

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

# A database of paragraf_owner's is migrated as that role, whichever of its members logs in.
_OWNS_IT = """
select pg_catalog.pg_has_role(current_user, datdba, 'MEMBER')
from pg_catalog.pg_database
where datname = current_database() and datdba = pg_catalog.to_regrole('paragraf_owner')
"""
_IS_SUPERUSER = "select rolsuper from pg_catalog.pg_roles where rolname = session_user"

# For tables of files that are yet to be written, too. Dropping a table drops its policy.
_POLICIES = b"""
do $$
declare
    v_table regclass;
begin
    for v_table in
        select c.oid
        from pg_catalog.pg_class as c
        where c.relnamespace = 'public'::regnamespace
            and c.relkind in ('r', 'p')
            and c.relrowsecurity
            and not exists (select from pg_catalog.pg_policy as p where p.polrelid = c.oid)
    loop
        execute format(
            'create policy bot on %s to paragraf_bot'
            ' using (public.bot_reaches_row()) with check (public.bot_reaches_row())',
            v_table
        );
    end loop;
end
$$
"""

_ENGINE_OWNER = """
select pg_catalog.pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'dbos'
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
        await connection.execute(_POLICIES)
        if await _one(connection, _IS_SUPERUSER):
            logger.info("DATABASE_URL logs in as a superuser: %s", _FEWER_RIGHTS)
        if await _one(connection, _ENGINE_OWNER) is None:
            await connection.execute("reset role")  # the owner's need not be the engine's too
            await connection.execute("create schema dbos authorization paragraf_engine")
    return missing


async def pending(url: str, *, folder: Path = FOLDER) -> list[str]:
    """Return the versions that `migrate` would apply, and change nothing.

    Raises:
        SettingsInvalid: the database is of another version of ours.
    """
    async with _connected(url) as connection:
        return missing_versions(await _applied(connection), folder)


async def check_engine(url: str) -> None:
    """See that this login may keep records of runs in the schema that is theirs.

    Raises:
        SettingsInvalid: it may not, or something else has a schema of that name.
        DatabaseUnavailable: nobody answers.
    """
    async with _connected(url) as connection:
        await connection.execute("reset role")
        owner = await _one(connection, _ENGINE_OWNER)
        if owner != "paragraf_engine":
            raise SettingsInvalid(
                f"the database has a schema dbos already, which belongs to {owner}: that is where"
                " the records of runs go. Use a database without one, or, if it is Paragraf's, make"
                " paragraf_engine the owner of it and of all that is in it"
            )
        await connection.execute("set role paragraf_engine")


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
    if not await _one(connection, _HAS_RECORDS):
        return set()
    return {version for (version,) in await (await connection.execute(_APPLIED)).fetchall()}


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection[Any]]:
    try:
        async with await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=15
        ) as connection:
            if await _one(connection, _OWNS_IT):
                await connection.execute("set role paragraf_owner")
            yield connection
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.FeatureNotSupported) as error:
        hints = [error.diag.message_hint]
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            hints.append(_WHO_MAY)
        raise SettingsInvalid(
            f"the database cannot be set up: {error.diag.message_primary}."
            f" {' '.join(filter(None, hints))}"
        ) from error
    except psycopg.Error as error:
        if isinstance(error, psycopg.ProgrammingError) and error.sqlstate is None:
            raise SettingsInvalid(NO_ADDRESS) from None  # it would quote a password
        raise from_psycopg(error, "migrate") from error


async def _one(connection: AsyncConnection[Any], query: LiteralString) -> object:
    """Return the one value of a query; None when it has no row."""
    row = await (await connection.execute(query)).fetchone()
    return row and row[0]
