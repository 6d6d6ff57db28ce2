-- Lets a copy that has only the REST API see whether its database is up to date.

grant usage on schema supabase_migrations to service_role;
grant select on supabase_migrations.schema_migrations to service_role;

create function public.applied_migrations()
returns setof text
language sql
stable
set search_path = ''
as $$
    select m.version from supabase_migrations.schema_migrations as m order by m.version;
$$;

revoke all on function public.applied_migrations from public, anon, authenticated;
grant execute on function public.applied_migrations to service_role;

notify pgrst, 'reload schema';
