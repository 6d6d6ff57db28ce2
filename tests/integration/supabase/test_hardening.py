"""The schema is closed to whoever holds only the public key, on every kind of Postgres."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest

from pipelines.gateways.logins import hand_over
from pipelines.gateways.migrate import migrate
from tests.integration.supabase.test_access_matrix import (
    ASKERS,
    BY_PRINCIPALS,
    MARK,
    SECRET,
    SHOWN,
    WORLD,
    filled,
)
from tests.support.database import roles_alone
from tests.support.schema.checks import CHECKS

Connection = psycopg.Connection

# Each role's rights as a new Supabase project has them. `hosted` stands for Supabase's
# `postgres`: not a superuser, and the one who pushes migrations.
_AS_ON_SUPABASE = """
create role hosted login createrole createdb bypassrls;
grant anon, authenticated, service_role to hosted with admin option;
grant paragraf_owner, paragraf_bot, paragraf_engine to hosted with admin option;
"""
_LIKE_A_PROJECT = """
grant all on database {database} to hosted;
create schema extensions authorization hosted;
create extension vector with schema extensions;
create publication supabase_realtime;
alter schema public owner to hosted;
grant usage on schema public, extensions to anon, authenticated, service_role;
set role hosted;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public
grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public
grant all on sequences to anon, authenticated, service_role;
"""


@pytest.fixture(params=["plain", "supabase"])
def schema(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """Whoever migrated, connected to what came of it."""
    if request.param == "plain":
        url = _as_it_comes(request.getfixturevalue("database_url"))
    else:
        request.getfixturevalue("template_database")  # makes the roles
        url = _like_a_project(request.getfixturevalue("empty_database_url"))
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def anybody(schema: Connection) -> Iterator[Connection]:
    """A superuser in the same database, who may take any role."""
    with psycopg.connect(schema.info.dsn, user="postgres", autocommit=True) as connection:
        yield connection


def _as_it_comes(url: str) -> str:
    """Hand over a copy of the embedded database, as it was before it was copied."""
    return hand_over(url).migrations


def _like_a_project(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        with suppress(psycopg.errors.DuplicateObject):
            connection.execute(_AS_ON_SUPABASE)
        connection.execute(_LIKE_A_PROJECT.format(database=connection.info.dbname))
    url = url.replace("//postgres@", "//hosted@")
    asyncio.run(migrate(url))
    return url


@pytest.mark.parametrize("name", CHECKS)
def test_the_schema_passes(schema: Connection, name: str) -> None:
    assert schema.execute(CHECKS[name].offenders).fetchall() == []


_FAULTS = [(name, fault) for name, check in CHECKS.items() for fault in check.faults]


def test_every_check_has_a_fault() -> None:
    assert all(check.faults for check in CHECKS.values())
    numbered = {name.split()[0].rstrip("ab") for name in CHECKS}
    assert numbered >= {str(number) for number in range(1, 16)}


@pytest.mark.parametrize(("name", "fault"), _FAULTS)
def test_the_check_sees_a_fault(admin: Connection, name: str, fault: str) -> None:
    with roles_alone(), admin.transaction(force_rollback=True):
        assert admin.execute(CHECKS[name].offenders).fetchall() == []
        admin.execute(fault)
        assert admin.execute(CHECKS[name].offenders).fetchall() != []


_SAMPLES = {
    "uuid": "gen_random_uuid()",
    "uuid[]": "array[gen_random_uuid()]",
    "bigint": "1::bigint",
    "bigint[]": "array[1]::bigint[]",
    "integer": "1",
    "integer[]": "array[1]",
    "text": "'x'::text",
    "boolean": "false",
    "text[]": "array['x']",
    "jsonb": "'{}'::jsonb",
    "double precision": "0.5",
    "double precision[]": "array[0.5]::double precision[]",
    "timestamp with time zone": "now()",
    "extensions.vector": "array_fill(1, array[768])::extensions.vector",
}


def test_what_calls_itself_stable_writes_nothing(anybody: Connection) -> None:
    """Check 6."""
    readers = anybody.execute(
        "select p.oid::regproc::text, array(select format_type(t, null)"
        " from unnest(p.proargtypes) as t) from pg_proc as p"
        " where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v'"
    ).fetchall()
    assert len(readers) > 10
    for name, types in readers:
        arguments = ", ".join(_SAMPLES[kind] for kind in types)
        with anybody.transaction():
            anybody.execute("set transaction read only")
            anybody.execute("set local role paragraf_bot")
            anybody.execute(f"select public.{name.removeprefix('public.')}({arguments})")


@pytest.fixture
def furnished(admin: Connection) -> Connection:
    """A superuser in a database with something in most of its tables."""
    admin.execute(WORLD)
    return admin


def _written_by_readers(connection: Connection) -> list[str]:
    """Ask all that shows something, for everybody; return what was not done by reading."""
    queries = {
        *(filled(query, asker) for query, _ in SHOWN.values() for asker in ASKERS),
        *(
            query.format(id=SECRET, mark=MARK, principals=f"principals_of({asker or 'null'})")
            for query in BY_PRINCIPALS.values()
            for asker in ASKERS
        ),
    }
    wrote = []
    with connection.transaction(force_rollback=True):
        connection.execute("set local search_path = public, extensions")
        connection.execute("set local role paragraf_bot; set transaction read only")
        for query in sorted(queries):
            try:
                with connection.transaction():
                    connection.execute(query.encode())
            except psycopg.errors.ReadOnlySqlTransaction:
                wrote.append(query)
    return wrote


def test_what_shows_something_writes_nothing_on_the_way(furnished: Connection) -> None:
    """Check 6, where there is something to find."""
    assert _written_by_readers(furnished) == []
    furnished.execute(
        "create or replace function public.rests_on_readable(p_record jsonb, p_asker bigint)"
        " returns boolean language sql stable set search_path = ''"
        " as 'select public.clear_history(null) = 0'"
    )
    assert _written_by_readers(furnished)


_PASSER_BY = "passer_by"  # a role that nobody has thought of
_GRANTED_ALL = """
grant usage on schema public, extensions to {role};
grant all on all tables in schema public to {role};
grant all on all sequences in schema public to {role};
grant execute on all functions in schema public to {role};
"""
_OPENINGS = {
    "": "select 1",
    "to all who read": "create policy open on public.documents for select to public using (1 = 1)",
    "by the bot's condition": "create policy open on public.documents to public"
    " using (public.bot_reaches_row())",
    "to all who write": "create policy open on public.workers for insert to public"
    " with check (worker is null or worker is not null)",
    "not to owners": "alter table public.documents no force row level security",
    "to all": "alter table public.documents disable row level security",
}


def _reached_by(connection: Connection, role: str) -> set[str]:
    """Return the tables of which a role that was granted everything sees, changes or adds a row."""
    tables = connection.execute(
        "select relname from pg_class where relnamespace = 'public'::regnamespace"
        " and relkind in ('r', 'p')"
    ).fetchall()
    connection.execute(_GRANTED_ALL.format(role=role))
    connection.execute(f"set local role {role}")
    try:
        return {
            table
            for (table,) in tables
            for statement in (
                f"select from public.{table} limit 1",
                f"delete from public.{table}",
                f"insert into public.{table} default values",
            )
            if _reaches(connection, statement)
        }
    finally:
        connection.execute("reset role")


def _reaches(connection: Connection, statement: str) -> bool:
    try:
        with connection.transaction(force_rollback=True):
            return bool(connection.execute(statement.encode()).rowcount)
    except psycopg.errors.InsufficientPrivilege:
        return False
    except psycopg.errors.IntegrityError:  # what is asked after the policies
        return True


@pytest.mark.parametrize("opening", _OPENINGS)
def test_whoever_is_granted_all_reaches_no_row(furnished: Connection, opening: str) -> None:
    """Checks 1 and 8, by trying: what policies there are lets nobody through but the bot."""
    roles = ("anon", "authenticated", "paragraf_engine", "paragraf_owner", _PASSER_BY)
    reached = {}
    with roles_alone(), furnished.transaction(force_rollback=True):
        furnished.execute(f"create role {_PASSER_BY}")
        furnished.execute(_OPENINGS[opening].encode())
        for role in roles:
            reached[role] = _reached_by(furnished, role)
        assert len(_reached_by(furnished, "paragraf_bot")) > 40, "there are rows"
    through = set(roles) if opening else set()
    if opening == "not to owners":
        through = {"paragraf_owner"}
    table = "workers" if "write" in opening else "documents"
    assert reached == {role: {table} if role in through else set() for role in roles}


def test_what_is_made_later_is_closed_too(schema: Connection) -> None:
    """Check 9: what a later migration forgets to close, the default privileges close."""
    schema.execute(
        "create function public.later() returns int language sql return 1;"
        "create table public.later (id bigint generated by default as identity);"
        "create schema engine; create table engine.runs (id int);"
        "create function engine.later() returns int language sql return 1"
    )
    for role in "anon", "authenticated":
        rights = schema.execute(
            f"select has_function_privilege('{role}', 'public.later()', 'execute'),"
            f" has_table_privilege('{role}', 'public.later', 'select, insert, update, delete'),"
            f" has_sequence_privilege('{role}', 'public.later_id_seq', 'usage, select'),"
            f" has_schema_privilege('{role}', 'engine', 'usage'),"
            f" has_function_privilege('{role}', 'engine.later()', 'execute')"
        ).fetchone()
        assert rights == (False,) * 5


def test_what_an_update_of_pgvector_adds_may_be_called(
    schema: Connection, anybody: Connection
) -> None:
    """As what pg_restore makes anew: closed, every search would be refused."""
    schema.execute("create function extensions.later() returns int language sql return 1")
    anybody.execute("set role paragraf_bot")
    assert anybody.execute("select extensions.later()").fetchone() == (1,)


@pytest.mark.parametrize("role", ["anon", "authenticated"])
def test_an_api_role_is_refused(anybody: Connection, role: str) -> None:
    vector = _SAMPLES["extensions.vector"]
    for statement in (
        "select * from public.documents",
        "delete from public.chat_messages",
        "select public.has_owner()",
        f"select public.search_documents({vector})",
        f"select public.search_documents({vector}, query_text => 'x')",
        "select public.find_embeddings(array['x'], 'x', 'x')",
        "select public.claim_ownership(1)",
        "select public.insert_and_trim_pairs('[]', 1)",
    ):
        with anybody.transaction(force_rollback=True):
            anybody.execute(f"set local role {role}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                anybody.execute(statement)
