-- Letting people in, suspending and removing them; roles, and who holds them.

-- Whether somebody was suspended, or removed so lately that what they began may go on still: nothing
-- comes of that, also where members of a group ask whom nobody else has let in.
create function public.is_shut_out(p_person bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select coalesce(
        (select not u.is_active from public.users as u where u.telegram_id = p_person),
        exists (
            select from public.audit_log as a
            where a.person = p_person
                and a.action = 'person_removed'
                and a.at > now() - interval '1 day'
        )
    );
$$;


-- Whether something may be kept of somebody now. Whoever asks holds up their removal until it is, and
-- waits for one that is under way; of nobody (null) anything may.
create function public.may_be_kept_of(p_person bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    perform from public.users as u where u.telegram_id = p_person for key share;
    return not public.is_shut_out(p_person);
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


-- Forgets somebody, with what is theirs alone and what they asked; what a role may read stays, as
-- nobody's. What they are about to add is not added, and no invitation of before lets them in again.
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
        returning d.id, d.title
    ),
    noted as (
        select public.audit(
            p_actor, 'document_deleted', p_person, p_document_id => g.id,
            p_details => jsonb_build_object('title', g.title)
        )
        from gone as g
    )
    select count(*)::int into v_gone from noted;
    -- In a chat with one person the chat has that person's id; in a group others talk, too.
    perform public.clear_history(p_person::text);
    perform public.forget_carried(p_person);
    with gone as (
        delete from public.interactions as i
        where p_person::text in (i.user_context ->> 'asker', i.user_context ->> 'reader')
        returning i.id
    )
    delete from public.query_logs as q using gone where q.id = gone.id;
    delete from public.chat_messages as m where m.asker = p_person;
    -- The records of their batches, also where nothing came of one, and with them those of all answers
    -- until now: what others asked after somebody holds their words, too.
    insert into public.erasures as e (batch_id)
    select s.batch_id from public.batch_outcomes as s
    where s.batch_id ~ ('^ingest-[0-9]+-' || p_person || '-')
    union
    select g.run_id from public.message_runs as g where g.chat = p_person
    union
    select s.batch_id from public.batch_outcomes as s
    join public.watches as w on starts_with(s.batch_id, 'watch-' || w.id || '-')
    where w.owner = v_id
    union
    select 'removed-' || gen_random_uuid()
    on conflict (batch_id) do update set deleted_at = excluded.deleted_at, erases_answers = true;
    delete from public.artifacts as a
    where a.batch_id in ('offer-' || p_person, 'open-offer-' || p_person);
    delete from public.query_logs as q where q.user_id = v_id;
    delete from public.pending_questions as q where p_person in (q.asker, q.person);
    delete from public.inbox as i where i.chat = p_person and i.state in ('done', 'dead');
    delete from public.message_runs as g where g.chat = p_person;
    delete from public.owner_questions as o where o.asker = p_person;
    delete from public.user_state as s where s.user_id = p_person::text;
    delete from public.user_settings as s where s.telegram_id = p_person;
    delete from public.model_usage as m where m.telegram_id = p_person;
    delete from public.viewpoints as v where p_person in (v.viewer, v.person);
    delete from public.invitations as i where i.created_by = p_person;
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


-- The number of the role; null when the actor may make none, there is one of that name, be it in other
-- letters' case, or it can be none.
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
    on conflict do nothing
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
    v_id uuid;
    v_name text;
begin
    if not public.is_admin(p_actor) then
        return false;
    end if;
    -- Whoever comes in by an invitation takes it first, and its role then: so neither waits for the other.
    perform from public.invitations as i
    join public.roles as r on r.id = i.role_id
    where r.number = p_role
    order by i.id
    for update of i;
    select r.id, r.name into v_id, v_name from public.roles as r
    where r.number = p_role and r.name not in ('everyone', 'owner', 'admin')
    for update;
    if not found then
        return false;
    end if;
    perform public.audit(p_actor, 'role_taken', u.telegram_id, v_name)
    from public.user_roles as ur
    join public.users as u on u.id = ur.user_id
    where ur.role_id = v_id;
    perform public.audit(
        p_actor, 'group_role_set', p_details => jsonb_build_object('chat', g.chat_id)
    )
    from public.group_roles as g
    where g.role_id = v_id;
    perform public.audit(
        p_actor, 'document_closed', p_role => v_name, p_document_id => a.document_id
    )
    from public.role_document_access as a
    where a.role_id = v_id;
    perform public.audit(p_actor, 'role_deleted', p_role => v_name);
    delete from public.roles as r where r.id = v_id;
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
    if not exists (select from public.users as u where u.telegram_id = p_person) then
        return false;
    end if;
    if v_role.name = 'owner' then
        perform public.appoint_owners(array[p_person]);
        return true;
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
