-- Who may use the bot, and as what; who has let whom in, and what was given to whom.

create table public.users (
    id uuid primary key default gen_random_uuid(),
    telegram_id bigint not null unique,
    display_name text,
    username text, -- without the @, as Telegram last had it
    language text,
    is_active boolean not null default true, -- false: suspended
    -- What let them in. `open` and `group` last as long as the setting and the group do.
    admitted_by text not null default 'open'
    check (admitted_by in ('owner', 'invitation', 'approval', 'group', 'open')),
    created_at timestamptz not null default now(),
    last_login timestamptz
);

create index users_username_idx on public.users (lower(username));

create table public.roles (
    id uuid primary key default gen_random_uuid(),
    name text not null unique check (name ~ '^[[:alnum:]](?:[[:alnum:] _.-]{0,30}[[:alnum:]])?$'),
    number int generated always as identity unique, -- short enough for a button
    -- add: put documents in; delete: change and delete what others put in and the role may read;
    -- invite: let others in, with this role.
    rights text[] not null default '{}' check (rights <@ array['add', 'delete', 'invite']),
    created_at timestamptz not null default now()
);

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
    primary key (chat_id, user_id)
);

create index group_members_user_id_idx on public.group_members (user_id);

-- The token itself is nowhere but in the link.
create table public.invitations (
    id uuid primary key default gen_random_uuid(),
    token_sha256 text not null unique,
    role_id uuid references public.roles (id) on delete cascade, -- null: none but `everyone`
    uses_left int not null check (uses_left >= 0),
    expires_at timestamptz not null,
    created_by bigint not null, -- Telegram's id, or machine()
    created_at timestamptz not null default now(),
    revoked_at timestamptz
);

create index invitations_role_id_idx on public.invitations (role_id);

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

-- `everyone` is held by whoever was let in; `owner` by whoever claimed this copy; `admin` by whom
-- owners trust with people and roles.
insert into public.roles (name, rights) values
('everyone', '{add}'), ('owner', '{add,delete,invite}'), ('admin', '{add,delete,invite}');

alter table public.users enable row level security, force row level security;
alter table public.roles enable row level security, force row level security;
alter table public.user_roles enable row level security, force row level security;
alter table public.group_roles enable row level security, force row level security;
alter table public.group_members enable row level security, force row level security;
alter table public.invitations enable row level security, force row level security;
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


-- The roles that somebody holds: given to them, or by a group that they are in. Not `everyone`;
-- nothing of whoever is unknown or suspended.
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
        where u.telegram_id = p_telegram_id and u.is_active
        union
        select g.role_id
        from public.users as u
        join public.group_members as m on m.user_id = u.id
        join public.group_roles as g on g.chat_id = m.chat_id
        where u.telegram_id = p_telegram_id and u.is_active
    );
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
            select from public.users as u
            join public.roles as r on r.name = 'everyone' and p_right = any(r.rights)
            where u.telegram_id = p_telegram_id and u.is_active
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


-- What is not known this time (null) keeps its former value. Who comes in by a group or an open
-- door stays what they were.
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
    insert into public.users as u (
        telegram_id, display_name, language, username, admitted_by, last_login
    )
    values (p_telegram_id, p_display_name, p_language, p_username, p_admitted_by, now())
    on conflict on constraint users_telegram_id_key do update set
        display_name = coalesce(excluded.display_name, u.display_name),
        language = coalesce(excluded.language, u.language),
        username = coalesce(excluded.username, u.username),
        admitted_by = case
            when excluded.admitted_by in ('open', 'group') then u.admitted_by
            else excluded.admitted_by
        end,
        last_login = excluded.last_login;
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


-- Those whom the settings name as owners hold the role too.
create function public.appoint_owners(p_telegram_ids bigint[])
returns void
language sql
set search_path = ''
as $$
    insert into public.users as u (telegram_id, admitted_by)
    select distinct i, 'owner' from unnest(p_telegram_ids) as i
    on conflict (telegram_id) do update set admitted_by = 'owner';
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
-- machine, who acts for what is nobody's.
create function public.acts_for(p_owner bigint, p_actor bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select (
        p_actor is not distinct from p_owner
        and not exists (
            select from public.users as u where u.telegram_id = p_actor and not u.is_active
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
-- the roles of its person; who is unknown or suspended by nothing at all.
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
            and u.is_active
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


-- False when there is nobody of that id whom the actor may suspend, or let back in.
create function public.set_person_active(p_person bigint, p_active boolean, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    if not public.may_manage(p_actor, p_person) then
        return false;
    end if;
    update public.users as u set is_active = p_active
    where u.telegram_id = p_person and u.is_active <> p_active;
    if found then
        perform public.audit(
            p_actor, case when p_active then 'person_restored' else 'person_suspended' end, p_person
        );
    end if;
    return exists (select from public.users as u where u.telegram_id = p_person);
end
$$;


-- Forgets somebody, with what is theirs alone; what a role may read stays, as nobody's.
create function public.remove_person(p_person bigint, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_id uuid;
    v_gone int;
begin
    if not public.may_manage(p_actor, p_person) then
        return false;
    end if;
    select u.id into v_id from public.users as u where u.telegram_id = p_person for update;
    if not found then
        return false;
    end if;
    with gone as (
        delete from public.documents as d
        where d.owner = v_id
            and not exists (
                select from public.role_document_access as a where a.document_id = d.id
            )
        returning d.id
    )
    select count(*)::int into v_gone from gone;
    delete from public.users as u where u.id = v_id;
    perform public.audit(
        p_actor, 'person_removed', p_person, p_details => jsonb_build_object('documents', v_gone)
    );
    return true;
end
$$;


-- Takes somebody in whom nobody has let in yet; with a role, if p_role names one that the actor may
-- give, else not at all.
create function public.approve_person(p_person bigint, p_role int, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    if not public.is_admin(p_actor)
        or exists (select from public.users as u where u.telegram_id = p_person and not u.is_active)
        or (
            p_role is not null
            and not exists (
                select from public.roles as r
                where r.number = p_role and public.may_give(p_actor, r.id)
            )
        )
    then
        return false;
    end if;
    insert into public.users as u (telegram_id, admitted_by) values (p_person, 'approval')
    on conflict (telegram_id) do update set admitted_by = 'approval'
    where u.admitted_by in ('open', 'group');
    if found then
        perform public.audit(p_actor, 'person_admitted', p_person);
    end if;
    if p_role is not null then
        return public.give_role(p_role, p_person, p_actor);
    end if;
    return true;
end
$$;


-- The number of the role; null when the actor may make none, there is one of that name, or it can
-- be none.
create function public.make_role(p_name text, p_actor bigint)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_number int;
begin
    if not public.is_admin(p_actor) then
        return null;
    end if;
    insert into public.roles (name) values (p_name)
    on conflict (name) do nothing
    returning roles.number into v_number;
    if found then
        perform public.audit(p_actor, 'role_made', p_role => p_name);
    end if;
    return v_number;
exception when check_violation then
    return null;
end
$$;


-- The three that the base comes with stay.
create function public.delete_role(p_role int, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_name text;
begin
    if not public.is_admin(p_actor) then
        return false;
    end if;
    delete from public.roles as r
    where r.number = p_role and r.name not in ('everyone', 'owner', 'admin')
    returning r.name into v_name;
    if not found then
        return false;
    end if;
    perform public.audit(p_actor, 'role_deleted', p_role => v_name);
    return true;
end
$$;


-- What owners and admins may do is not to be set. May not: false.
create function public.set_role_right(p_role int, p_right text, p_on boolean, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_name text;
begin
    if not public.is_admin(p_actor) then
        return false;
    end if;
    update public.roles as r
    set rights = array(
        select x from unnest(array['add', 'delete', 'invite']) as x
        where case when x = p_right then p_on else x = any(r.rights) end
    )
    where r.number = p_role and r.name not in ('owner', 'admin')
    returning r.name into v_name;
    if not found then
        return false;
    end if;
    perform public.audit(
        p_actor, 'rights_changed', p_role => v_name,
        p_details => jsonb_build_object('right', p_right, 'on', p_on)
    );
    return true;
end
$$;


create function public.give_role(p_role int, p_person bigint, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_role public.roles;
begin
    select r.* into v_role from public.roles as r where r.number = p_role;
    if not found or not public.may_give(p_actor, v_role.id) or not public.is_admin(p_actor) then
        return false;
    end if;
    insert into public.user_roles (user_id, role_id)
    select u.id, v_role.id from public.users as u where u.telegram_id = p_person
    on conflict do nothing;
    if found then
        perform public.audit(p_actor, 'role_given', p_person, v_role.name);
    end if;
    return exists (select from public.users as u where u.telegram_id = p_person);
end
$$;


create function public.take_role(p_role int, p_person bigint, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_role public.roles;
begin
    select r.* into v_role from public.roles as r where r.number = p_role;
    if not found or not public.is_admin(p_actor) then
        return false;
    end if;
    -- An owner is dismissed at the machine only, and never the last.
    if p_actor is distinct from public.machine()
        and (v_role.name = 'owner' or (v_role.name = 'admin' and not public.is_owner(p_actor)))
    then
        return false;
    end if;
    if v_role.name = 'owner' then
        -- Whoever takes it queues up here, so that the last owner stays one.
        perform from public.roles as r where r.id = v_role.id for update;
        if (select count(*) from public.owners()) = 1
            and exists (select from public.owners() as o where o.telegram_id = p_person)
        then
            return false;
        end if;
    end if;
    delete from public.user_roles as ur
    using public.users as u
    where u.id = ur.user_id and u.telegram_id = p_person and ur.role_id = v_role.id;
    if found then
        perform public.audit(p_actor, 'role_taken', p_person, v_role.name);
    end if;
    return true;
end
$$;


-- The id of the invitation; null when the actor may not invite, or not with this role (null: with
-- none but `everyone`).
create function public.make_invitation(
    p_token_sha256 text, p_role int, p_uses int, p_days int, p_actor bigint
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
    v_role public.roles;
    v_id uuid;
begin
    select r.* into v_role from public.roles as r where r.number = p_role;
    if not public.has_right(p_actor, 'invite')
        or (p_role is not null and (v_role.id is null or not public.may_give(p_actor, v_role.id)))
    then
        return null;
    end if;
    insert into public.invitations (token_sha256, role_id, uses_left, expires_at, created_by)
    values (p_token_sha256, v_role.id, p_uses, now() + make_interval(days => p_days), p_actor)
    returning id into v_id;
    perform public.audit(
        p_actor, 'invitation_made', p_role => v_role.name,
        p_details => jsonb_build_object('id', v_id, 'uses', p_uses, 'days', p_days)
    );
    return v_id;
end
$$;


-- The role with which it lets this person in, now or before: `everyone` when it has none. Null when
-- it does not. Whoever is suspended stays out. An invitation ends with the right of whoever made it.
create function public.redeem_invitation(p_token_sha256 text, p_person bigint)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_invitation public.invitations;
    v_role text;
    v_is_new boolean;
begin
    select i.* into v_invitation
    from public.invitations as i
    where i.token_sha256 = p_token_sha256 and i.revoked_at is null and i.expires_at > now()
    for update;
    if not found
        or not public.has_right(v_invitation.created_by, 'invite')
        or exists (select from public.users as u where u.telegram_id = p_person and not u.is_active)
    then
        return null;
    end if;

    select r.name into v_role from public.roles as r where r.id = v_invitation.role_id;
    v_is_new := not exists (
        select from public.users as u
        where u.telegram_id = p_person
            and u.admitted_by not in ('open', 'group')
            and (
                v_invitation.role_id is null
                or exists (
                    select from public.user_roles as ur
                    where ur.user_id = u.id and ur.role_id = v_invitation.role_id
                )
            )
    );
    if not v_is_new then
        return coalesce(v_role, 'everyone');
    end if;
    if v_invitation.uses_left = 0 then
        return null;
    end if;

    update public.invitations as i set uses_left = i.uses_left - 1 where i.id = v_invitation.id;
    insert into public.users as u (telegram_id, admitted_by) values (p_person, 'invitation')
    on conflict (telegram_id) do update set admitted_by = 'invitation'
    where u.admitted_by in ('open', 'group');
    insert into public.user_roles (user_id, role_id)
    select u.id, v_invitation.role_id
    from public.users as u
    where u.telegram_id = p_person and v_invitation.role_id is not null
    on conflict do nothing;
    perform public.audit(
        v_invitation.created_by, 'invitation_used', p_person, v_role,
        p_details => jsonb_build_object('id', v_invitation.id)
    );
    return coalesce(v_role, 'everyone');
end
$$;


-- What can still be used: an admin sees all, others their own.
create function public.list_invitations(p_actor bigint)
returns table (
    id uuid, role text, uses_left int, expires_at timestamptz, created_by bigint, by_name text
)
language sql
stable
set search_path = ''
as $$
    select i.id, r.name, i.uses_left, i.expires_at, i.created_by, u.display_name
    from public.invitations as i
    left join public.roles as r on r.id = i.role_id
    left join public.users as u on u.telegram_id = i.created_by
    where i.revoked_at is null
        and i.uses_left > 0
        and i.expires_at > now()
        and (public.is_admin(p_actor) or i.created_by = p_actor)
    order by i.expires_at, i.id;
$$;


create function public.revoke_invitation(p_id uuid, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    update public.invitations as i set revoked_at = now()
    where i.id = p_id
        and i.revoked_at is null
        and (public.is_admin(p_actor) or i.created_by = p_actor);
    if found then
        perform public.audit(
            p_actor, 'invitation_revoked', p_details => jsonb_build_object('id', p_id)
        );
        return true;
    end if;
    return false;
end
$$;


-- The role of a group: null takes it away. Whoever may give the role may give it to a group.
create function public.set_group_role(p_chat_id bigint, p_role int, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_role public.roles;
begin
    select r.* into v_role from public.roles as r where r.number = p_role;
    if not public.is_admin(p_actor)
        or (p_role is not null and (v_role.id is null or not public.may_give(p_actor, v_role.id)))
    then
        return false;
    end if;
    if p_role is null then
        delete from public.group_roles as g where g.chat_id = p_chat_id;
    else
        insert into public.group_roles (chat_id, role_id) values (p_chat_id, v_role.id)
        on conflict (chat_id) do update set role_id = excluded.role_id;
    end if;
    perform public.audit(
        p_actor, 'group_role_set', p_role => v_role.name,
        p_details => jsonb_build_object('chat', p_chat_id)
    );
    return true;
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
        insert into public.group_members as m (chat_id, user_id)
        select p_chat_id, u.id from public.users as u where u.telegram_id = p_person
        on conflict (chat_id, user_id) do update set seen_at = now()
        where m.seen_at < now() - interval '1 minute';
    else
        delete from public.group_members as m
        using public.users as u
        where m.chat_id = p_chat_id and u.id = m.user_id and u.telegram_id = p_person;
    end if;
end
$$;
