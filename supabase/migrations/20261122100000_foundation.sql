-- What every Supabase project has from birth: made here where it is missing, so that the files
-- after this one read the same on an embedded, a plain and a hosted Postgres. The roles are made.

create schema if not exists extensions;

do $$
declare
    v_schema name;
    v_version int[];
begin
    if not exists (select from pg_catalog.pg_available_extensions where name = 'vector') then
        raise exception 'this server does not have pgvector'
            using errcode = 'feature_not_supported',
            hint = 'Install pgvector 0.8 or newer on the server, or use the image pgvector/pgvector.';
    end if;

    create extension if not exists vector with schema extensions;

    -- A version may end in letters: only its leading numbers are compared.
    select n.nspname, string_to_array(substring(e.extversion from '^[0-9]+\.[0-9]+'), '.')::int[]
    into v_schema, v_version
    from pg_catalog.pg_extension as e
    join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
    where e.extname = 'vector';

    if v_schema <> 'extensions' then
        raise exception 'pgvector is installed in schema %, not in schema extensions', v_schema
            using errcode = 'feature_not_supported',
            hint = 'As its owner: alter extension vector set schema extensions;';
    end if;
    if v_version < array[0, 8] then
        raise exception 'pgvector is older than 0.8'
            using errcode = 'feature_not_supported',
            hint = 'Install pgvector 0.8 or newer, then: alter extension vector update;';
    end if;
end
$$;

grant usage on schema extensions to service_role, paragraf_bot;
grant usage on schema public to service_role, paragraf_bot;
revoke create on schema public from public, anon, authenticated;

-- Nothing of ours is open by default: service_role (over PostgREST) and paragraf_bot alone may use it.
-- Said here once for every table and function of this file and those after it; one role applies them
-- all.
-- The global revoke takes away what Postgres gives to PUBLIC (a per-schema one would do nothing);
-- the per-schema ones take away what Supabase gives to its API roles by name (the global one
-- would leave that). Of pgvector everyone may execute all: also what an update of it adds, and what
-- pg_restore makes anew.
alter default privileges revoke execute on functions from public;
alter default privileges in schema extensions grant execute on functions to public;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role, paragraf_bot;
alter default privileges in schema public
grant select, insert, update, delete on tables to service_role, paragraf_bot;

-- The condition of the one policy that every table gets, for paragraf_bot alone
-- (pipelines/gateways/migrate.py): it reaches every row, and what an asker may read can_read says.
-- Immutable, so that the planner takes it away. A condition that stayed would come before all others,
-- and no index on an operator that is not leakproof would be used any more.
create function public.bot_reaches_row()
returns boolean
language sql
immutable
set search_path = ''
as 'select true';

-- Errors of our own, which pipelines/gateways/sqlstate.py tells apart:
--   PF001  the base is embedded by another model or in another layout than the caller's
--   PF002  another re-embedding has taken the place of the caller's
--   PF003  within switch_embedding: a chunk lacks its next embedding
--   PF005  the batch is not this user's
--   PF006  the batch was cancelled
--   PF007  the batch's owner may not add documents (any more)

-- Lets a copy that has only the REST API see whether its database is up to date.
grant usage on schema supabase_migrations to service_role, paragraf_bot;
grant select on supabase_migrations.schema_migrations to service_role, paragraf_bot;

create function public.applied_migrations()
returns setof text
language sql
stable
set search_path = ''
as $$
    select m.version from supabase_migrations.schema_migrations as m order by m.version;
$$;

notify pgrst, 'reload config';
