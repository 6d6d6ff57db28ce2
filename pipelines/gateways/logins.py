"""Who logs in where: a role for each of the three things that are done to a database."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg

from pipelines.errors import DatabaseUnavailable
from pipelines.gateways.migrations import FOLDER

_ROLES = FOLDER / "20261122090000_roles.sql"
_LOCK = 0x726F6C6573  # "roles"

# What an administrator does once for a database; docs/operations.md has the same for one's own.
_HAND_OVER = """
do $$
declare
    v_role text;
begin
    for v_role in
        select rolname from pg_catalog.pg_roles
        where rolname in ('paragraf_owner', 'paragraf_bot', 'paragraf_engine') and not rolcanlogin
    loop
        execute format('alter role %I login', v_role);
    end loop;
    if not exists (
        select from pg_catalog.pg_database
        where datname = current_database() and datdba = to_regrole('paragraf_owner')
    ) then
        execute format('alter database %I owner to paragraf_owner', current_database());
    end if;
end
$$;
create schema if not exists extensions authorization paragraf_owner;
create extension if not exists vector with schema extensions;
create schema if not exists dbos authorization paragraf_engine;
"""


@dataclass(frozen=True, slots=True)
class Logins:
    """Addresses of one database. One of somebody's own may have the same login for all."""

    migrations: str
    bot: str
    engine: str


def hand_over(administrator: str) -> Logins:
    """Make the roles and give them the database; return what each logs in with. Blocks.

    The administrator of the address does nothing else; repeated, this changes nothing.

    Raises:
        DatabaseUnavailable: the server does not answer, or has no pgvector.
    """
    try:
        with psycopg.connect(administrator, autocommit=True) as connection:
            # Two processes may start at once.
            connection.execute("select pg_advisory_lock(%s)", (_LOCK,))
            connection.execute("set client_min_messages = warning")  # not what is there already
            connection.execute(_ROLES.read_bytes())
            connection.execute(_HAND_OVER)
    except psycopg.Error as error:
        raise DatabaseUnavailable(f"the roles cannot be made: {error}") from error
    return Logins(
        migrations=_logged_in(administrator, "paragraf_owner"),
        bot=_logged_in(administrator, "paragraf_bot"),
        engine=_logged_in(administrator, "paragraf_engine"),
    )


def _logged_in(url: str, role: str) -> str:
    """Return the address with another user; whoever reaches the socket needs no password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{role}@{host}").geturl()
