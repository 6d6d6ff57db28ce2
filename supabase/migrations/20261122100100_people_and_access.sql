-- Who may use the bot, and as what.

create table public.users (
    id uuid primary key default gen_random_uuid(),
    telegram_id bigint not null unique,
    display_name text,
    language text,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    last_login timestamptz
);

create table public.roles (
    id uuid primary key default gen_random_uuid(),
    name text not null unique
);

create table public.user_roles (
    user_id uuid not null references public.users (id) on delete cascade,
    role_id uuid not null references public.roles (id) on delete cascade,
    primary key (user_id, role_id)
);

create index user_roles_role_id_idx on public.user_roles (role_id);

-- `everyone` is held by every asker, known or not; `owner` by whoever claimed this copy.
insert into public.roles (name) values ('everyone'), ('owner');

alter table public.users enable row level security, force row level security;
alter table public.roles enable row level security, force row level security;
alter table public.user_roles enable row level security, force row level security;


-- Whoever holds the role owner, active or not.
create function public.owners()
returns setof public.users
language sql
stable
set search_path = ''
as $$
    select u.*
    from public.users as u
    join public.user_roles as ur on ur.user_id = u.id
    join public.roles as r on r.id = ur.role_id
    where r.name = 'owner';
$$;


-- What is not known this time (null) keeps its former value.
create function public.ensure_user(p_telegram_id bigint, p_display_name text, p_language text)
returns table (id uuid, telegram_id bigint, is_owner boolean, is_active boolean)
language sql
set search_path = ''
as $$
    with me as (
        insert into public.users as u (telegram_id, display_name, language, last_login)
        values (p_telegram_id, p_display_name, p_language, now())
        on conflict (telegram_id) do update set
            display_name = coalesce(excluded.display_name, u.display_name),
            language = coalesce(excluded.language, u.language),
            last_login = excluded.last_login
        returning u.id, u.telegram_id, u.is_active
    )
    select
        me.id,
        me.telegram_id,
        exists (select from public.owners() as o where o.id = me.id),
        me.is_active
    from me;
$$;


create function public.has_owner()
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (select from public.owners());
$$;


-- True for the one who is the owner afterwards, so that a repeated call of the winner is true.
create function public.claim_ownership(p_telegram_id bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_role uuid;
    v_owner bigint;
begin
    -- Claims queue up here; the statement after the lock sees what the one before it did.
    select r.id into strict v_role from public.roles as r where r.name = 'owner' for update;

    select o.telegram_id into v_owner
    from public.owners() as o
    order by (o.telegram_id = p_telegram_id) desc
    limit 1;
    if found then
        return v_owner = p_telegram_id;
    end if;

    insert into public.users (telegram_id) values (p_telegram_id)
    on conflict (telegram_id) do nothing;
    insert into public.user_roles (user_id, role_id)
    select u.id, v_role from public.users as u where u.telegram_id = p_telegram_id;
    return true;
end
$$;


-- Owners of this copy may change what anybody put in.
create function public.is_owner(p_telegram_id bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.owners() as o where o.telegram_id = p_telegram_id and o.is_active
    );
$$;


create function public.owner_ids()
returns bigint []
language sql
stable
set search_path = ''
as $$
    select array(
        select o.telegram_id from public.owners() as o order by o.telegram_id
    );
$$;


-- Those whom the settings name as owners hold the role too.
create function public.appoint_owners(p_telegram_ids bigint[])
returns void
language sql
set search_path = ''
as $$
    insert into public.users (telegram_id)
    select distinct i from unnest(p_telegram_ids) as i
    on conflict (telegram_id) do nothing;
    insert into public.user_roles (user_id, role_id)
    select u.id, r.id
    from public.users as u
    join public.roles as r on r.name = 'owner'
    where u.telegram_id = any(p_telegram_ids)
    on conflict do nothing;
$$;


-- Whether the actor may do to this owner's things what the owner may. Null is the one at the
-- machine, who acts for what is nobody's.
create function public.acts_for(p_owner bigint, p_actor bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select p_actor is not distinct from p_owner or public.is_owner(p_actor);
$$;


-- The asker's own id and roles, and `everyone`. An unknown or inactive asker has `everyone` only.
-- User ids and role ids are random uuids: one list can hold both.
create function public.principals_of(p_asker bigint)
returns uuid[]
language sql
stable
set search_path = ''
as $$
    select array(
        select r.id from public.roles as r where r.name = 'everyone'
        union
        select u.id from public.users as u where u.telegram_id = p_asker and u.is_active
        union
        select ur.role_id
        from public.users as u
        join public.user_roles as ur on ur.user_id = u.id
        where u.telegram_id = p_asker and u.is_active
    );
$$;
