-- What admins look at and look after: people, roles, who may read a document, and the audit.

-- The people, whoever was here last first, for an admin; a name or @username narrows the list.
create function public.list_people(
    p_actor bigint, p_query text default '', p_skip int default 0, p_limit int default 8
)
returns table (
    telegram_id bigint,
    display_name text,
    username text,
    is_active boolean,
    admitted_by text,
    roles text[],
    documents bigint,
    last_login timestamptz,
    may_manage boolean,
    total bigint
)
language sql
stable
set search_path = ''
as $$
    select
        u.telegram_id,
        u.display_name,
        u.username,
        u.is_active,
        u.admitted_by,
        array(
            select r.name from public.user_roles as ur
            join public.roles as r on r.id = ur.role_id
            where ur.user_id = u.id
            union
            select r.name from public.group_members as m
            join public.group_roles as g on g.chat_id = m.chat_id
            join public.roles as r on r.id = g.role_id
            where m.user_id = u.id
            order by 1
        ),
        (
            select count(*) from public.documents as d
            where d.owner = u.id and d.published_at is not null and d.superseded_at is null
        ),
        u.last_login,
        public.may_manage(p_actor, u.telegram_id),
        count(*) over ()
    from public.users as u
    where public.is_admin(p_actor)
        and (
            p_query = ''
            or u.telegram_id::text = p_query
            or lower(u.username) = lower(ltrim(p_query, '@'))
            or position(lower(p_query) in lower(u.display_name)) > 0
        )
    order by u.last_login desc nulls last, u.telegram_id
    offset p_skip
    limit p_limit;
$$;


-- Admins who have written to the bot, owners among them, and the language of each: whom to ask
-- whether a stranger is to be let in.
create function public.admins_to_ask()
returns table (telegram_id bigint, language text)
language sql
stable
set search_path = ''
as $$
    select u.telegram_id, coalesce(s.language, u.language)
    from public.users as u
    left join public.user_settings as s on s.telegram_id = u.telegram_id
    where u.is_active and u.last_login is not null and public.is_admin(u.telegram_id)
    order by u.telegram_id;
$$;


-- All roles for an admin, with how many hold each and how many documents it may read; their own
-- for others. may_give: the actor may give it to others.
create function public.list_roles(p_actor bigint)
returns table (
    number int, name text, rights text[], people bigint, documents bigint, may_give boolean
)
language sql
stable
set search_path = ''
as $$
    select
        r.number,
        r.name,
        r.rights,
        case
            when r.name = 'everyone' then (select count(*) from public.users as u where u.is_active)
            else (select count(*) from public.user_roles as ur where ur.role_id = r.id)
        end,
        (select count(*) from public.role_document_access as a where a.role_id = r.id),
        public.may_give(p_actor, r.id)
    from public.roles as r
    where public.is_admin(p_actor)
        or r.name = 'everyone'
        or r.id in (select h.id from public.roles_of(p_actor) as h)
    order by r.name not in ('everyone', 'owner', 'admin'), r.number;
$$;


-- What was quoted to somebody outside of an answer that is kept: each document once an hour, since
-- whoever types a question in another chat is shown a list at every letter. Through a viewpoint it is
-- the viewer who reads.
create function public.note_documents_read(p_reader bigint, p_documents uuid[])
returns void
language sql
set search_path = ''
as $$
    with reader as materialized (
        select coalesce(
            (select v.viewer from public.viewpoints as v where v.id = p_reader), p_reader
        ) as id
    ),
    lately as (
        select a.details -> 'documents' as documents
        from public.audit_log as a
        where a.at > now() - interval '1 hour'
            and a.actor = (select r.id from reader as r)
            and a.action = 'documents_read'
            and not a.details ? 'answer'
    )
    select public.audit(
        (select r.id from reader as r), 'documents_read',
        p_details => jsonb_build_object('documents', jsonb_agg(n.id::text order by n.id))
    )
    from unnest(p_documents) as n (id)
    where not exists (select from lately as l where l.documents ? n.id::text)
    having count(*) > 0;
$$;


-- Newest first, for an admin; p_before: older than this entry; p_person: who did it or whom it was
-- done to.
create function public.list_audit(
    p_actor bigint,
    p_before bigint default null,
    p_limit int default 20,
    p_person bigint default null,
    p_document_id uuid default null
)
returns table (
    id bigint,
    at timestamptz,
    actor bigint,
    actor_name text,
    action text,
    person bigint,
    person_name text,
    role text,
    document_id uuid,
    title text,
    details jsonb
)
language sql
stable
set search_path = ''
as $$
    select
        a.id,
        a.at,
        a.actor,
        (select u.display_name from public.users as u where u.telegram_id = a.actor),
        a.action,
        a.person,
        (select u.display_name from public.users as u where u.telegram_id = a.person),
        a.role,
        a.document_id,
        -- An admin sees the name of what they may read or have deleted, and of nobody else's.
        coalesce(
            (
                select d.title from public.documents as d
                where d.id = a.document_id
                    and (
                        p_actor is not distinct from public.machine()
                        or public.can_read(d.id, public.principals_of(p_actor), true)
                    )
            ),
            case when p_actor in (public.machine(), a.actor) then a.details ->> 'title' end,
            (
                select string_agg(d.title, ', ' order by d.title, d.id)
                from jsonb_array_elements_text(
                    case when a.action = 'documents_read' then a.details -> 'documents' else '[]' end
                ) as n (id)
                join public.documents as d on d.id = n.id::uuid
                where p_actor is not distinct from public.machine()
                    or public.can_read(d.id, public.principals_of(p_actor), true)
            )
        ),
        a.details - 'title'
    from public.audit_log as a
    where public.is_admin(p_actor)
        and (p_before is null or a.id < p_before)
        and (p_person is null or a.actor = p_person or a.person = p_person)
        and (
            p_document_id is null
            or a.document_id = p_document_id
            or a.details -> 'documents' ? p_document_id::text
        )
    order by a.id desc
    limit p_limit;
$$;


-- The roles that a document can be opened to by the actor, and whether each may read it; no row
-- when it is not the actor's to change.
create function public.document_roles(p_document_id uuid, p_actor bigint)
returns table (number int, name text, may_read boolean)
language sql
stable
set search_path = ''
as $$
    select
        r.number,
        r.name,
        exists (
            select from public.role_document_access as a
            where a.document_id = p_document_id and a.role_id = r.id
        ) as may_read
    from public.roles as r
    where public.may_change_document(p_document_id, p_actor)
        and (
            public.may_open_to(p_actor, r.id)
            or exists (
                select from public.role_document_access as a
                where a.document_id = p_document_id and a.role_id = r.id
            )
        )
    order by r.name <> 'everyone', r.number;
$$;


-- Opens a document with all its versions to a role, or closes it again; false when it is not the
-- actor's to change, or the role not theirs to open it to.
create function public.share_document(
    p_document_id uuid, p_role int, p_on boolean, p_actor bigint
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_role public.roles;
    v_series constant uuid := (
        select d.series from public.documents as d where d.id = p_document_id
    );
    v_changed int;
begin
    select r.* into v_role from public.roles as r where r.number = p_role;
    if not found
        or not public.may_change_document(p_document_id, p_actor)
        or (p_on and not public.may_open_to(p_actor, v_role.id))
    then
        return false;
    end if;
    if p_on then
        insert into public.role_document_access (role_id, document_id)
        select v_role.id, d.id from public.documents as d where d.series = v_series
        on conflict do nothing;
    else
        delete from public.role_document_access as a
        using public.documents as d
        where d.id = a.document_id and d.series = v_series and a.role_id = v_role.id;
    end if;
    get diagnostics v_changed = row_count;
    if v_changed > 0 then
        perform public.audit(
            p_actor, case when p_on then 'document_opened' else 'document_closed' end,
            p_role => v_role.name, p_document_id => p_document_id
        );
    end if;
    return true;
end
$$;


-- The same of several documents, as far as they are the actor's to change: how many of them each
-- role may read, of how many that it could be opened to.
create function public.shared_roles(p_document_ids uuid[], p_actor bigint)
returns table (number int, name text, readable bigint, total bigint)
language sql
stable
set search_path = ''
as $$
    select r.number, r.name, count(*) filter (where r.may_read), count(*)
    from unnest(p_document_ids) as d (id)
    cross join lateral public.document_roles(d.id, p_actor) as r
    group by r.number, r.name
    order by r.name <> 'everyone', r.number;
$$;


-- Opens all of these to a role that are the actor's to open, or closes them; returns how many.
create function public.share_documents(
    p_document_ids uuid[], p_role int, p_on boolean, p_actor bigint
)
returns int
language sql
set search_path = ''
as $$
    select count(*) filter (where public.share_document(d.id, p_role, p_on, p_actor))::int
    from unnest(p_document_ids) as d (id);
$$;


-- Who can read a document, and by what: `owner` is whose it is, else a role's name. No row when it
-- is not the actor's to change.
create function public.document_readers(
    p_document_id uuid, p_actor bigint, p_limit int default 50
)
returns table (telegram_id bigint, display_name text, through text[], total bigint)
language sql
stable
set search_path = ''
as $$
    select u.telegram_id, u.display_name, w.through, count(*) over ()
    from public.users as u
    cross join lateral (
        select array(
            select 'its-owner' from public.documents as d
            where d.id = p_document_id and d.owner = u.id
            union all
            select r.name
            from public.role_document_access as a
            join public.roles as r on r.id = a.role_id
            where a.document_id = p_document_id
                and r.id = any(public.principals_of(u.telegram_id))
        ) as through
    ) as w
    where public.may_change_document(p_document_id, p_actor)
        and public.can_read(p_document_id, public.principals_of(u.telegram_id), true)
    order by u.display_name, u.telegram_id
    limit p_limit;
$$;


-- How many groups are answered from a document by a role of theirs, whoever is in them; 0 when it is
-- not the actor's to change. What everyone may read is quoted in all groups.
create function public.groups_reading(p_document_id uuid, p_actor bigint)
returns bigint
language sql
stable
set search_path = ''
as $$
    select count(distinct g.chat_id)
    from public.group_roles as g
    join public.role_document_access as a on a.role_id = g.role_id
    where a.document_id = p_document_id
        and public.may_change_document(p_document_id, p_actor);
$$;


-- Of these documents, which the actor may read and a viewpoint may not, and the roles that may. What
-- is the person's own is not withheld from them: see left_out_of.
create function public.withheld_from(p_document_ids uuid[], p_viewpoint bigint, p_actor bigint)
returns table (document_id uuid, title text, roles text[])
language sql
stable
set search_path = ''
as $$
    select
        d.id,
        d.title,
        array(
            select r.name from public.role_document_access as a
            join public.roles as r on r.id = a.role_id
            where a.document_id = d.id
            order by r.name
        )
    from public.documents as d
    where d.id = any(p_document_ids)
        and public.is_admin(p_actor)
        and public.can_read(d.id, public.principals_of(p_actor))
        and not public.can_read(d.id, public.principals_of(p_viewpoint))
        and not exists (
            select from public.viewpoints as v
            join public.users as u on u.telegram_id = v.person
            where v.id = p_viewpoint and u.id = d.owner
        )
    order by array_position(p_document_ids, d.id);
$$;


-- How many documents of a person's own a viewpoint leaves out, for whoever opened it: what somebody
-- alone may read is shown to nobody else.
create function public.left_out_of(p_viewpoint bigint, p_actor bigint)
returns bigint
language sql
stable
set search_path = ''
as $$
    select count(*)
    from public.viewpoints as v
    join public.users as u on u.telegram_id = v.person
    join public.documents as d on d.owner = u.id
    where v.id = p_viewpoint
        and v.viewer = p_actor
        and public.is_admin(p_actor)
        and d.published_at is not null
        and d.superseded_at is null
        and not public.can_read(d.id, public.principals_of(p_viewpoint));
$$;
