-- Who may use the bot, and as what, and what was done to whom.

create table public.users (
    id uuid primary key default gen_random_uuid(),
    telegram_id bigint not null unique,
    display_name text,
    username text, -- without the @, as Telegram last had it
    language text,
    is_active boolean not null default true, -- false: suspended
    -- What let them in. `open` and `group` last as long as the setting and the group do: is_let_in.
    admitted_by text not null default 'open'
    check (admitted_by in ('owner', 'invitation', 'approval', 'group', 'open')),
    created_at timestamptz not null default now(),
    last_login timestamptz
);

create index users_username_idx on public.users (lower(username));

-- Whether whoever writes to the bot may use it, as the settings said at its last start.
create table public.front_door (
    is_only boolean primary key default true check (is_only),
    is_open boolean not null
);

insert into public.front_door (is_open) values (false);

create table public.roles (
    id uuid primary key default gen_random_uuid(),
    name text not null unique check (name ~ '^[[:alnum:]](?:[[:alnum:] _.-]{0,30}[[:alnum:]])?$'),
    number int generated always as identity unique, -- short enough for a button
    -- add: put documents in; delete: change and delete what others put in and the role may read;
    -- invite: let others in, with this role.
    rights text[] not null default '{}' check (rights <@ array['add', 'delete', 'invite']),
    created_at timestamptz not null default now()
);

-- Who names a role minds no letter's case: two that differ in nothing else would be taken for each
-- other, and one that is called "Admin" for `admin`.
create unique index roles_lower_name_idx on public.roles (lower(name));

create table public.user_roles (
    user_id uuid not null references public.users (id) on delete cascade,
    role_id uuid not null references public.roles (id) on delete cascade,
    primary key (user_id, role_id)
);

create index user_roles_role_id_idx on public.user_roles (role_id);

-- A group may have a role: it is answered from what the role may read, and its members hold it for
-- as long as they are known to be members.
create table public.group_roles (
    chat_id bigint primary key,
    role_id uuid not null references public.roles (id) on delete cascade
);

create index group_roles_role_id_idx on public.group_roles (role_id);

create table public.group_members (
    chat_id bigint not null,
    user_id uuid not null references public.users (id) on delete cascade,
    seen_at timestamptz not null default now(),
    tag text, -- that we have put beside the name there
    primary key (chat_id, user_id)
);

create index group_members_user_id_idx on public.group_members (user_id);

-- An admin who asks as somebody else would, for an hour: by that person's roles, without what is
-- that person's own. Ids are far below those of Telegram's groups.
create table public.viewpoints (
    id bigint generated always as identity (
        start with -1152921504606846976 increment by -1
        minvalue -9223372036854775807 maxvalue -1152921504606846976
    ) primary key,
    viewer bigint not null,
    person bigint not null,
    opened_at timestamptz not null default now()
);

-- Who did what to whom. It is only added to; nothing refers to it, so that it outlives all it names.
create table public.audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor bigint, -- Telegram's id, or machine()
    action text not null,
    person bigint, -- whom it was done to
    role text,
    document_id uuid,
    details jsonb not null default '{}'
);

create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_document_id_idx on public.audit_log (document_id);
create index audit_log_person_idx on public.audit_log (person, action);

-- `everyone` is held by whoever was let in; `owner` by whoever claimed this copy; `admin` by whom
-- owners trust with people and roles.
insert into public.roles (name, rights) values
('everyone', '{add}'), ('owner', '{add,delete,invite}'), ('admin', '{add,delete,invite}');

alter table public.users enable row level security, force row level security;
alter table public.front_door enable row level security, force row level security;
alter table public.roles enable row level security, force row level security;
alter table public.user_roles enable row level security, force row level security;
alter table public.group_roles enable row level security, force row level security;
alter table public.group_members enable row level security, force row level security;
alter table public.viewpoints enable row level security, force row level security;
alter table public.audit_log enable row level security, force row level security;


-- Who acts at the machine itself: nobody's id at Telegram, and no group's.
create function public.machine()
returns bigint
language sql
immutable
set search_path = ''
as $$
    select -1::bigint;
$$;


create function public.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    raise exception '% is only added to', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_refuse_change
before update or delete or truncate on public.audit_log
for each statement execute function public.refuse_change();


create function public.audit(
    p_actor bigint,
    p_action text,
    p_person bigint default null,
    p_role text default null,
    p_document_id uuid default null,
    p_details jsonb default '{}'
)
returns void
language sql
set search_path = ''
as $$
    insert into public.audit_log (actor, action, person, role, document_id, details)
    values (p_actor, p_action, p_person, p_role, p_document_id, p_details);
$$;


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


-- Keeps what the settings say.
create function public.set_front_door(p_is_open boolean)
returns void
language sql
set search_path = ''
as $$
    update public.front_door as d set is_open = p_is_open where d.is_open <> p_is_open;
$$;


-- Whether somebody may use the bot now: let in for good, or by a door that is still open, or by a
-- group with a role that they are still in; and not suspended.
create function public.is_let_in(p_telegram_id bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.users as u
        where u.telegram_id = p_telegram_id
            and u.is_active
            and (
                u.admitted_by not in ('open', 'group')
                or (select d.is_open from public.front_door as d)
                or exists (
                    select from public.group_members as m
                    join public.group_roles as g on g.chat_id = m.chat_id
                    where m.user_id = u.id
                )
            )
    );
$$;


-- The roles that somebody holds: given to them, or by a group that they are in. Not `everyone`;
-- nothing of whoever is not let in.
create function public.roles_of(p_telegram_id bigint)
returns setof public.roles
language sql
stable
set search_path = ''
as $$
    select r.*
    from public.roles as r
    where r.id in (
        select ur.role_id
        from public.users as u
        join public.user_roles as ur on ur.user_id = u.id
        where u.telegram_id = p_telegram_id
        union
        select g.role_id
        from public.users as u
        join public.group_members as m on m.user_id = u.id
        join public.group_roles as g on g.chat_id = m.chat_id
        where u.telegram_id = p_telegram_id
    )
    and public.is_let_in(p_telegram_id);
$$;


-- Owners of this copy may change what anybody put in.
create function public.is_owner(p_telegram_id bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (select from public.roles_of(p_telegram_id) as r where r.name = 'owner');
$$;


-- Admins look after people, roles and documents; owners after admins, too.
create function public.is_admin(p_telegram_id bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select p_telegram_id is not distinct from public.machine() or exists (
        select from public.roles_of(p_telegram_id) as r where r.name in ('owner', 'admin')
    );
$$;


create function public.has_right(p_telegram_id bigint, p_right text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select p_telegram_id is not distinct from public.machine()
        or exists (
            select from public.roles_of(p_telegram_id) as r where p_right = any(r.rights)
        )
        or exists (
            select from public.roles as r
            where r.name = 'everyone'
                and p_right = any(r.rights)
                and public.is_let_in(p_telegram_id)
        );
$$;


-- Nobody looks after themselves, and nobody but whoever is at the machine after owners.
create function public.may_manage(p_actor bigint, p_person bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select p_actor is not distinct from public.machine() or (
        p_actor is distinct from p_person
        and public.is_admin(p_actor)
        and not exists (select from public.owners() as o where o.telegram_id = p_person)
        and (
            public.is_owner(p_actor)
            or not exists (
                select from public.users as u
                join public.user_roles as ur on ur.user_id = u.id
                join public.roles as r on r.id = ur.role_id
                where u.telegram_id = p_person and r.name = 'admin'
            )
        )
    );
$$;


-- Owners give any role but their own, which is given at the machine, admins any but these two;
-- whoever may invite the roles that they hold with that right.
create function public.may_give(p_actor bigint, p_role_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.roles as r
        where r.id = p_role_id
            and r.name <> 'everyone'
            and (r.name <> 'owner' or p_actor is not distinct from public.machine())
            and (
                p_actor is not distinct from public.machine()
                or public.is_owner(p_actor)
                or (public.is_admin(p_actor) and r.name <> 'admin')
                or exists (
                    select from public.roles_of(p_actor) as h
                    where h.id = r.id and 'invite' = any(h.rights) and r.name <> 'admin'
                )
            )
    );
$$;


-- Everybody lets everyone read what is theirs, and the roles that they hold; admins any role.
create function public.may_open_to(p_actor bigint, p_role_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.roles as r
        where r.id = p_role_id
            and r.name <> 'owner'
            and (
                r.name = 'everyone'
                or public.is_admin(p_actor)
                or r.id in (select h.id from public.roles_of(p_actor) as h)
            )
    );
$$;


-- Whoever is known, without a trace that they were here; no row of a stranger.
create function public.get_user(p_telegram_id bigint)
returns table (
    id uuid,
    telegram_id bigint,
    is_owner boolean,
    is_admin boolean,
    is_active boolean,
    admitted_by text,
    rights text[]
)
language sql
stable
set search_path = ''
as $$
    select
        u.id,
        u.telegram_id,
        exists (select from public.owners() as o where o.id = u.id),
        public.is_admin(u.telegram_id),
        u.is_active,
        u.admitted_by,
        array(
            select x from unnest(array['add', 'delete', 'invite']) as x
            where public.has_right(u.telegram_id, x)
        )
    from public.users as u
    where u.telegram_id = p_telegram_id;
$$;


-- A @username is one person's at a time, and whoever had it before has it no more: nothing is given
-- to, or asked as, somebody else who once was called so.
create function public.take_username(p_telegram_id bigint, p_username text)
returns void
language sql
set search_path = ''
as $$
    update public.users as u set username = null
    where lower(u.username) = lower(p_username) and u.telegram_id <> p_telegram_id;
$$;


-- What is not known this time (null) keeps its former value; who has no username any more has ''.
-- Who comes in by a group or an open door stays what they were.
create function public.ensure_user(
    p_telegram_id bigint,
    p_display_name text,
    p_language text,
    p_username text default null,
    p_admitted_by text default 'open'
)
returns table (
    id uuid,
    telegram_id bigint,
    is_owner boolean,
    is_admin boolean,
    is_active boolean,
    admitted_by text,
    rights text[]
)
language plpgsql
set search_path = ''
as $$
begin
    perform public.take_username(p_telegram_id, p_username);
    insert into public.users as u (
        telegram_id, display_name, language, username, admitted_by, last_login
    )
    values (
        p_telegram_id, p_display_name, p_language, nullif(p_username, ''), p_admitted_by, now()
    )
    on conflict on constraint users_telegram_id_key do update set
        display_name = coalesce(excluded.display_name, u.display_name),
        language = coalesce(excluded.language, u.language),
        username = nullif(coalesce(p_username, u.username), ''),
        admitted_by = case
            when excluded.admitted_by in ('open', 'group') then u.admitted_by
            else excluded.admitted_by
        end,
        last_login = excluded.last_login;
    return query select * from public.get_user(p_telegram_id);
end
$$;


-- The same of somebody who was let in for good; no row when they are not there any more: whoever was
-- removed meanwhile is not made anew.
create function public.refresh_user(
    p_telegram_id bigint, p_display_name text, p_language text, p_username text default null
)
returns table (
    id uuid,
    telegram_id bigint,
    is_owner boolean,
    is_admin boolean,
    is_active boolean,
    admitted_by text,
    rights text[]
)
language plpgsql
set search_path = ''
as $$
begin
    perform public.take_username(p_telegram_id, p_username);
    update public.users as u
    set display_name = coalesce(p_display_name, u.display_name),
        language = coalesce(p_language, u.language),
        username = nullif(coalesce(p_username, u.username), ''),
        last_login = now()
    where u.telegram_id = p_telegram_id;
    return query select * from public.get_user(p_telegram_id);
end
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

    perform public.appoint_owners(array[p_telegram_id]);
    return true;
end
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


-- Those whom the settings name as owners hold the role too. Whoever is at the machine lets them in,
-- however they came before and whoever has suspended them: nobody else could let them back in.
create function public.appoint_owners(p_telegram_ids bigint[])
returns void
language sql
set search_path = ''
as $$
    select public.audit(public.machine(), 'person_restored', u.telegram_id)
    from public.users as u
    where u.telegram_id = any(p_telegram_ids) and not u.is_active;
    insert into public.users as u (telegram_id, admitted_by)
    select distinct i, 'owner' from unnest(p_telegram_ids) as i
    on conflict (telegram_id) do update set admitted_by = 'owner', is_active = true;
    with appointed as (
        insert into public.user_roles (user_id, role_id)
        select u.id, r.id
        from public.users as u
        join public.roles as r on r.name = 'owner'
        where u.telegram_id = any(p_telegram_ids)
        on conflict do nothing
        returning user_id
    )
    select public.audit(public.machine(), 'role_given', u.telegram_id, 'owner')
    from appointed as a
    join public.users as u on u.id = a.user_id;
$$;


-- Whether the actor may do to this owner's things what the owner may. Null is the one at the
-- machine, who acts for what is nobody's. Members of a group whom only its admins let add something
-- may take that back.
create function public.acts_for(p_owner bigint, p_actor bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select (
        p_actor is not distinct from p_owner
        and (
            p_actor is null
            or exists (
                select from public.users as u where u.telegram_id = p_actor and u.is_active
            )
        )
    ) or public.is_owner(p_actor);
$$;


create function public.is_viewpoint(p_asker bigint)
returns boolean
language sql
immutable
set search_path = ''
as $$
    select p_asker <= -1152921504606846976;
$$;


-- What an asker may read by: `everyone`, their roles, and what is their own. User ids and role ids
-- are random uuids: one list can hold both.
-- Null asks as anybody who was let in; a group (below zero) by the role it was given; a viewpoint by
-- the roles of its person; who is not let in by nothing at all.
create function public.principals_of(p_asker bigint)
returns uuid[]
language sql
stable
set search_path = ''
as $$
    with viewed as materialized (
        select v.person from public.viewpoints as v
        where v.id = p_asker
            and v.opened_at > now() - interval '1 hour'
            and public.is_admin(v.viewer)
    ),
    person as materialized (
        select u.id, u.telegram_id
        from public.users as u
        where u.telegram_id in (select p_asker union all select w.person from viewed as w)
            and public.is_let_in(u.telegram_id)
    )
    select array(
        select r.id from public.roles as r
        where r.name = 'everyone'
            and (
                p_asker is null
                or (p_asker < 0 and not public.is_viewpoint(p_asker))
                or exists (select from person)
            )
        union
        select p.id from person as p where p.telegram_id = p_asker
        union
        select h.id from person as p cross join lateral public.roles_of(p.telegram_id) as h
        union
        select g.role_id from public.group_roles as g where g.chat_id = p_asker
    );
$$;


-- The id under which an admin asks as somebody else would; null when they may not, or there is
-- nobody of that id.
create function public.open_viewpoint(p_person bigint, p_viewer bigint)
returns bigint
language plpgsql
set search_path = ''
as $$
declare
    v_id bigint;
begin
    if not public.is_admin(p_viewer)
        or not exists (select from public.users as u where u.telegram_id = p_person)
    then
        return null;
    end if;
    delete from public.viewpoints as v where v.opened_at < now() - interval '1 day';
    insert into public.viewpoints (viewer, person) values (p_viewer, p_person) returning id into v_id;
    perform public.audit(p_viewer, 'looked_as', p_person);
    return v_id;
end
$$;


create function public.get_group_role(p_chat_id bigint)
returns text
language sql
stable
set search_path = ''
as $$
    select r.name from public.group_roles as g
    join public.roles as r on r.id = g.role_id
    where g.chat_id = p_chat_id;
$$;


-- The groups whose members hold a role: whether somebody is one is Telegram's to say.
create function public.groups_with_roles()
returns bigint []
language sql
stable
set search_path = ''
as $$
    select array(select g.chat_id from public.group_roles as g order by g.chat_id);
$$;


-- What Telegram says of somebody: of whoever is not in the base nothing is kept.
create function public.note_membership(p_chat_id bigint, p_person bigint, p_is_member boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
    if p_is_member then
        update public.group_members as m set seen_at = now()
        from public.users as u
        where m.chat_id = p_chat_id and u.id = m.user_id and u.telegram_id = p_person;
        if found then
            return;
        end if;
        insert into public.group_members (chat_id, user_id)
        select p_chat_id, u.id from public.users as u where u.telegram_id = p_person
        on conflict (chat_id, user_id) do nothing;
    else
        delete from public.group_members as m
        using public.users as u
        where m.chat_id = p_chat_id and u.id = m.user_id and u.telegram_id = p_person;
    end if;
    if found then
        perform public.audit(
            public.machine(),
            case when p_is_member then 'group_joined' else 'group_left' end,
            p_person,
            public.get_group_role(p_chat_id),
            p_details => jsonb_build_object('chat', p_chat_id)
        );
    end if;
end
$$;


-- The groups with a role that somebody is held to be in.
create function public.groups_of(p_person bigint)
returns bigint []
language sql
stable
set search_path = ''
as $$
    select array(
        select m.chat_id
        from public.group_members as m
        join public.users as u on u.id = m.user_id
        join public.group_roles as g on g.chat_id = m.chat_id
        where u.telegram_id = p_person
        order by m.chat_id
    );
$$;


-- Members of groups with a role of whom Telegram has not been heard for so long, the longest first;
-- who takes them asks it, and for a while nobody else does.
create function public.take_due_memberships(p_silent_seconds double precision, p_limit int)
returns table (chat_id bigint, telegram_id bigint)
language sql
set search_path = ''
as $$
    with due as (
        select m.chat_id, m.user_id
        from public.group_members as m
        join public.group_roles as g on g.chat_id = m.chat_id
        where m.seen_at < now() - make_interval(secs => p_silent_seconds)
        order by m.seen_at
        limit p_limit
        for update of m skip locked
    )
    update public.group_members as m set seen_at = now()
    from due as d, public.users as u
    where m.chat_id = d.chat_id and m.user_id = d.user_id and u.id = m.user_id
    returning m.chat_id, u.telegram_id;
$$;
