"""The checks that the schema must pass: each a query that names offenders, and seeded faults.

`ours` are the objects of schema public that no extension brought.
"""

from dataclasses import dataclass

_API = "(values ('anon'), ('authenticated')) as api (role)"
_OURS = "not exists (select from pg_depend as x where x.objid = {oid} and x.deptype = 'e')"
_IN_PUBLIC = "c.relnamespace = 'public'::regnamespace and " + _OURS.format(oid="c.oid")
_TABLES = f"pg_class as c where c.relkind in ('r', 'p') and {_IN_PUBLIC}"
# Views, also kept ones, and foreign tables are read like tables.
_READABLE = f"pg_class as c where c.relkind in ('r', 'p', 'v', 'm', 'f') and {_IN_PUBLIC}"
_SEQUENCES = f"pg_class as c where c.relkind = 'S' and {_IN_PUBLIC}"
_FUNCTIONS = "pg_proc as p where p.pronamespace = 'public'::regnamespace and " + _OURS.format(
    oid="p.oid"
)
_SOURCE = "coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)"
_SYSTEMS = "^(pg_.*|information_schema)$"
_ANYWHERE = (
    "pg_proc as p join pg_namespace as n on n.oid = p.pronamespace"
    f" where n.nspname !~ '{_SYSTEMS}' and " + _OURS.format(oid="p.oid")
)
# Schemas that are neither the system's nor public: migrations, the durable-run engine, later ones.
_INNER_SCHEMAS = (
    "pg_namespace as n where n.nspname !~ '^(pg_.*|information_schema|public|extensions)$'"
)


@dataclass(frozen=True, slots=True, init=False)
class Check:
    """A query that must return no row, and faults each of which must make it return one."""

    offenders: str
    faults: tuple[str, ...]

    def __init__(self, offenders: str, *faults: str) -> None:
        """Take the query, and one fault or more."""
        object.__setattr__(self, "offenders", offenders)
        object.__setattr__(self, "faults", faults)


# The bot's own policy stands for every row, and is the only one: which rows are an asker's the
# functions say. It is for that role alone, which nobody becomes who comes over the API.
_BOTS_POLICY = (
    "(polname = 'bot' and polroles = array['paragraf_bot'::regrole::oid] and polcmd = '*'"
    " and polpermissive and pg_get_expr(polqual, polrelid) ~ '^(public[.])?bot_reaches_row[(][)]$'"
    " and pg_get_expr(polwithcheck, polrelid) ~ '^(public[.])?bot_reaches_row[(][)]$')"
)

CHECKS = {
    "the bot's role reaches every table": Check(
        f"select c.relname from {_TABLES} and (not exists (select from pg_policy as y"
        f" where y.polrelid = c.oid and {_BOTS_POLICY}) or not (select"
        " bool_and(has_table_privilege('paragraf_bot', c.oid, p)) from"
        " unnest('{select,insert,update,delete}'::text[]) as p))",
        "drop policy bot on public.documents",
    ),
    "no role of ours stands above the walls": Check(
        "select rolname from pg_roles where rolname like 'paragraf%' and (rolsuper or rolbypassrls"
        " or rolcreaterole or rolcreatedb or rolreplication)",
        "alter role paragraf_bot bypassrls",
    ),
    "the bot and the engine are nobody else, and make nothing": Check(
        "select m.roleid::regrole::text from pg_auth_members as m"
        " where m.member in ('paragraf_bot'::regrole, 'paragraf_engine'::regrole)"
        " union all select n.nspname from pg_namespace as n where n.nspname !~ '^pg_'"
        " and has_schema_privilege('paragraf_bot', n.oid, 'create')"
        " union all select n.nspname from pg_namespace as n where n.nspname !~ '^(pg_|dbos)'"
        " and has_schema_privilege('paragraf_engine', n.oid, 'create')"
        " union all select c.relname from pg_class as c"
        " where c.relowner in ('paragraf_bot'::regrole) ",
        "grant paragraf_owner to paragraf_bot",
    ),
    "the bot does not see the records of runs, nor the engine ours": Check(
        "select 'dbos' where has_schema_privilege('paragraf_bot', 'dbos', 'usage')"
        f" union all select c.relname from {_TABLES} and has_table_privilege('paragraf_engine',"
        " c.oid, 'select, insert, update, delete')"
        f" union all select p.proname from {_FUNCTIONS}"
        " and has_function_privilege('paragraf_engine', p.oid, 'execute')",
        "grant usage on schema dbos to paragraf_bot",
    ),
    "1 row-level security is on and forced": Check(
        f"select c.relname from {_TABLES} and not (c.relrowsecurity and c.relforcerowsecurity)",
        "alter table public.documents no force row level security",
    ),
    "2 tables are closed to API roles": Check(
        f"select c.relname, api.role from {_API}, {_READABLE} and (has_table_privilege(api.role,"
        " c.oid, 'select, insert, update, delete, truncate, references, trigger')"
        " or has_any_column_privilege(api.role, c.oid, 'select, insert, update, references'))"
        f" union all select c.relname, api.role from {_API}, {_SEQUENCES}"
        " and has_sequence_privilege(api.role, c.oid, 'usage, select, update')",
        "grant select (title) on public.documents to anon",
        "grant select on public.reading_rights to authenticated",
        "create materialized view public.copied as select * from public.documents;"
        "grant select on public.copied to anon",
        "grant usage on sequence public.chat_messages_id_seq to public",
    ),
    "3a functions are closed to API roles": Check(
        f"select p.proname, api.role from {_API}, {_FUNCTIONS}"
        " and has_function_privilege(api.role, p.oid, 'execute')",
        "grant execute on function public.search_documents to authenticated",
    ),
    "3b functions are closed to PUBLIC": Check(
        f"select p.proname from {_FUNCTIONS} and exists (select from"
        " aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a where a.grantee = 0)",
        "grant execute on function public.can_read to public",
    ),
    "4a every function has an empty search_path": Check(
        f"select p.proname from {_FUNCTIONS}"
        " and not coalesce(p.proconfig, '{}') @> array['search_path=\"\"']",
        "alter function public.can_read set search_path = public",
        "alter function public.can_read reset search_path",
    ),
    "4b operators of pgvector are written with their schema": Check(
        f"select p.proname from {_FUNCTIONS}"
        f" and replace({_SOURCE}, 'OPERATOR(extensions.<=>)', '') ~ '<(=|#|-|[+]|~|%)>'",
        "create function public.bare(a extensions.vector) returns float8 language sql"
        " set search_path = extensions as 'select a <=> a'",
    ),
    "5 nothing runs with its owner's rights": Check(
        f"select p.proname from {_ANYWHERE} and p.prosecdef",
        "alter function public.can_read security definer",
        "create function extensions.later() returns int language sql security definer return 1",
    ),
    # That none writes when it runs test_hardening sees, as far as they come.
    "6a what calls itself stable writes nothing": Check(
        f"select p.proname from {_FUNCTIONS} and p.provolatile <> 'v' and {_SOURCE} ~*"
        " ('\\m(insert\\s+into|delete\\s+from|update\\s+public[.]|merge\\s+into|truncate)'"
        " || '|\\mfor\\s+(no\\s+key\\s+)?(update|(key\\s+)?share)\\M')",
        "alter function public.clear_history stable",
    ),
    "6b what calls itself stable calls nothing that is not": Check(
        f"select p.proname from {_FUNCTIONS} and p.provolatile <> 'v' and exists ("
        " select from pg_proc as v where v.pronamespace = p.pronamespace and v.provolatile = 'v'"
        f" and {_SOURCE} ~ ('public[.]' || v.proname || '\\('))",
        "create function public.later() returns bigint language sql stable set search_path = ''"
        " as 'select public.clear_history(null)'",
    ),
    "7 views have the rights of who looks": Check(
        f"select c.relname from {_READABLE} and c.relkind in ('v', 'm', 'f')"
        " and not coalesce(c.reloptions, '{}') @> array['security_invoker=true']",
        "create view public.peek as select * from public.documents",
        "create materialized view public.copied as select * from public.documents",
    ),
    # Whom the others would let in test_hardening sees by trying.
    "8 there is no policy but the bot's": Check(
        f"select polname from pg_policy where {_BOTS_POLICY} is not true",
        "create policy open on public.documents for insert to authenticated with check (true)",
        "create policy open on public.documents for select to anon using (1 = 1)",
        "create policy open on public.documents to public using (public.bot_reaches_row())",
        "alter policy bot on public.documents to paragraf_bot, anon",
        "alter policy bot on public.documents to public",
        "alter policy bot on public.documents using (true)",
        "drop policy bot on public.documents;"
        "create policy bot on public.documents to paragraf_bot using (public.bot_reaches_row())",
    ),
    "9 default privileges are clean": Check(
        "select d.defaclobjtype::text from pg_default_acl as d"
        " cross join aclexplode(d.defaclacl) as a"
        " left join pg_namespace as n on n.oid = d.defaclnamespace"
        " where coalesce(n.nspname, 'public') = 'public'"
        " and a.grantee in (0, 'anon'::regrole, 'authenticated'::regrole)"
        " union all select 'f' where not exists (select from pg_default_acl as d"
        " where d.defaclnamespace = 0 and d.defaclobjtype = 'f')",
        "alter default privileges in schema public grant execute on functions to anon",
    ),
    "10 API roles create nothing": Check(
        f"select n.nspname, api.role from {_API}, pg_namespace as n where n.nspname !~ '^pg_'"
        " and has_schema_privilege(api.role, n.oid, 'create')",
        "grant create on schema public to public",
    ),
    "11 every role that logs in has time limits": Check(
        "select s.name from (values ('statement_timeout'), ('lock_timeout'),"
        " ('idle_in_transaction_session_timeout')) as s (name),"
        " (values ('paragraf_bot'), ('paragraf_engine'), ('paragraf_owner'), ('service_role'))"
        " as b (role) where not exists (select from"
        " pg_roles as r, unnest(r.rolconfig) as c (setting) where r.rolname = b.role"
        " and c.setting ~ ('^' || s.name || '=[1-9]'))",
        "alter role paragraf_bot reset lock_timeout",
    ),
    "12a the key of a batch is there, valid and not partial": Check(
        "select 'documents_paragraphs' where not exists (select from pg_index as i"
        " where i.indrelid = 'public.documents_paragraphs'::regclass and i.indisunique"
        " and i.indisvalid and i.indpred is null and i.indimmediate"
        " and (select array_agg(a.attname order by k.place) from unnest(i.indkey)"
        " with ordinality as k (number, place) join pg_attribute as a"
        " on a.attrelid = i.indrelid and a.attnum = k.number)"
        " = array['batch_id', 'idx_in_batch']::name[])"
        # Of a key with a part that is null there may be many.
        " union all select attname from pg_attribute"
        " where attrelid = 'public.documents_paragraphs'::regclass"
        " and attname in ('batch_id', 'idx_in_batch') and not attnotnull",
        "alter table public.documents_paragraphs"
        " drop constraint documents_paragraphs_batch_id_idx_in_batch_key",
        "alter table public.documents_paragraphs"
        " drop constraint documents_paragraphs_batch_id_idx_in_batch_key;"
        "create unique index on public.documents_paragraphs (batch_id, idx_in_batch)"
        " where batch_id <> ''",
        "alter table public.documents_paragraphs alter column batch_id drop not null",
    ),
    "12b every index and constraint is valid": Check(
        "select indexrelid::regclass::text from pg_index where not (indisvalid and indisready)"
        " union all select conname from pg_constraint where not convalidated",
        "alter table public.documents add constraint later check (pages > 0) not valid",
    ),
    "13a every foreign key has an index": Check(
        "select k.conname from pg_constraint as k where k.contype = 'f' and not exists (select"
        " from pg_index as i where i.indrelid = k.conrelid and i.indpred is null"
        " and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)",
        "drop index public.documents_owner_idx",
    ),
    # One way is let through: a format of names and literals, written out.
    "13b there is no dynamic SQL but by format": Check(
        f"select p.proname from {_FUNCTIONS} and regexp_replace(p.prosrc,"
        " '\\mexecute\\s+format\\(\\s*''([^''%]|%[IL])*''', '', 'gi') ~* '\\mexecute\\M'",
        "create function public.run(what text) returns void language plpgsql"
        " set search_path = '' as 'begin execute what; end'",
        "create function public.run(what text) returns void language plpgsql set search_path = ''"
        " as 'begin delete from public.documents using public.users; execute what; end'",
        "create function public.run(what text) returns void language plpgsql set search_path = ''"
        " as 'begin execute format(''delete from %s'', what); end'",
    ),
    "14 inner schemas are closed to API roles": Check(
        f"select n.nspname, api.role from {_API}, {_INNER_SCHEMAS}"
        " and has_schema_privilege(api.role, n.oid, 'usage')",
        "create schema if not exists dbos; grant usage on schema dbos to public",
        "create schema public_too; grant usage on schema public_too to anon",
    ),
    "15 nothing of ours is broadcast": Check(
        f"select tablename::text from pg_publication_tables where schemaname !~ '{_SYSTEMS}'"
        " union all select pubname::text from pg_publication where puballtables",
        "create publication everything for table public.documents",
        "create publication everything for all tables",
        "create publication supabase_realtime for table dbos.workflow_status",
    ),
}
