-- Who may read what. Every function that reads documents asks can_read and nothing else.

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


-- The predicate: published, and owned by or granted to one of the principals.
create function public.can_read(p_document_id uuid, p_principals uuid[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return exists (
        select from public.documents as d
        where d.id = p_document_id
            and d.published_at is not null
            and (
                d.owner = any(p_principals)
                or exists (
                    select from public.role_document_access as a
                    where a.document_id = d.id and a.role_id = any(p_principals)
                )
            )
    );
end
$$;


-- The two ways to be a principal of a document name the candidates, by index; can_read decides.
create function public.readable_documents(p_principals uuid[])
returns setof uuid
language sql
stable
set search_path = ''
as $$
    select c.id
    from (
        select d.id from public.documents as d where d.owner = any(p_principals)
        union
        select a.document_id from public.role_document_access as a
        where a.role_id = any(p_principals)
    ) as c
    where public.can_read(c.id, p_principals);
$$;


revoke all on function public.principals_of, public.can_read, public.readable_documents
from public, anon, authenticated;
grant execute on function public.principals_of, public.can_read, public.readable_documents
to service_role;
