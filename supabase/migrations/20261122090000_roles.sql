-- The roles that everything after this works as: made here where they are missing. On Supabase
-- anon, authenticated and service_role are there from birth.
--
--   paragraf_owner   applies the migrations and owns what they make
--   paragraf_bot     calls the functions of schema public, and reads and writes its tables
--   paragraf_engine  owns schema dbos, the records of runs
--
-- None of the three is a superuser or goes past row-level security. Roles belong to the server, not
-- to the database, so an administrator may run this file by itself (docs/operations.md); where
-- nothing is missing it needs no rights.

do $$
declare
    v_role text;
    v_membership text := case
        when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER'
    end;
begin
    foreach v_role in array array[
        'anon', 'authenticated', 'service_role', 'paragraf_owner', 'paragraf_bot', 'paragraf_engine'
    ] loop
        begin
            if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
                execute format('create role %I nologin noinherit', v_role);
                if v_role = 'service_role' then
                    -- PostgREST's: row-level security has no policy that names it.
                    execute format('alter role %I bypassrls', v_role);
                end if;
                -- Whoever makes them may work as them.
                if not pg_has_role(current_user, v_role, v_membership) then
                    execute format('grant %I to %I', v_role, current_user);
                end if;
            end if;
        exception
            -- Another database of this server may be migrating at the same time.
            when duplicate_object or unique_violation then null;
        end;
    end loop;

    if not exists (
        select from pg_catalog.pg_roles where rolname = 'service_role' and (rolbypassrls or rolsuper)
    ) then
        raise exception 'role service_role has no BYPASSRLS'
            using errcode = 'insufficient_privilege',
            hint = 'As an administrator: alter role service_role bypassrls;';
    end if;
    if exists (
        select from pg_catalog.pg_roles
        where rolname in ('paragraf_owner', 'paragraf_bot', 'paragraf_engine')
            and (rolbypassrls or rolsuper)
    ) then
        raise exception 'a role of Paragraf is a superuser or has BYPASSRLS'
            using errcode = 'insufficient_privilege',
            hint = 'As an administrator: alter role … nosuperuser nobypassrls;';
    end if;
end
$$;

-- A call of the bot that hangs must not hold a connection, a lock or a row for ever.
-- PostgREST applies these to its requests; the psycopg gateway sets the same on its connections.
-- The engine waits longer for its turn; a migration may build an index over a large base.
do $$
declare
    v_role text;
    v_setting text;
    v_limit text;
begin
    for v_role, v_setting, v_limit in
        select r.name, s.name, s.value
        from (
            values
            ('service_role', '30s', '10s', '60s'),
            ('paragraf_bot', '30s', '10s', '60s'),
            ('paragraf_engine', '60s', '30s', '120s'),
            ('paragraf_owner', '6h', '60s', '600s')
        ) as r (name, statement, lock, idle)
        cross join lateral (
            values
            ('statement_timeout', r.statement),
            ('lock_timeout', r.lock),
            ('idle_in_transaction_session_timeout', r.idle)
        ) as s (name, value)
        join pg_catalog.pg_roles as known on known.rolname = r.name
        where not coalesce(known.rolconfig, '{}') @> array[s.name || '=' || s.value]
    loop
        execute format('alter role %I set %I = %L', v_role, v_setting, v_limit);
    end loop;
end
$$;
