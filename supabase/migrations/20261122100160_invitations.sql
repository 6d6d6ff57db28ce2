-- Links that let people in, with a role or without.

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

alter table public.invitations enable row level security, force row level security;


-- The id of the invitation; null when the actor may not invite, or not with this role (null: with
-- none but `everyone`). Repeated with the same token, it makes no other.
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
    on conflict (token_sha256) do nothing
    returning id into v_id;
    if not found then
        return (
            select i.id from public.invitations as i
            where i.token_sha256 = p_token_sha256 and i.created_by = p_actor
        );
    end if;
    perform public.audit(
        p_actor, 'invitation_made', p_role => v_role.name,
        p_details => jsonb_build_object('id', v_id, 'uses', p_uses, 'days', p_days)
    );
    return v_id;
end
$$;


-- The role with which it lets this person in, now or before: `everyone` when it has none. Null when
-- it does not. Whoever is suspended stays out, and whoever was removed since it was made. It ends
-- with the right of whoever made it to invite, or to give its role.
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
        or (
            v_invitation.role_id is not null
            and not public.may_give(v_invitation.created_by, v_invitation.role_id)
        )
        or exists (select from public.users as u where u.telegram_id = p_person and not u.is_active)
        or exists (
            select from public.audit_log as a
            where a.person = p_person
                and a.action = 'person_removed'
                and a.at > v_invitation.created_at
        )
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
