-- The address that a document was asked for under: where it is fetched from again. What the page
-- calls itself (source_url) may not exist, or be the same for every page of a site.
create function public.asked_address(p_document_id uuid, p_asker bigint default null)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return (
        select case
            when d.version_key like 'url:%' then substr(d.version_key, length('url:') + 1)
            else d.source_url
        end
        from public.documents as d
        where d.id = p_document_id and public.can_read(d.id, v_principals, true)
    );
end
$$;

revoke all on function public.asked_address from public, anon, authenticated;
grant execute on function public.asked_address to service_role;

notify pgrst, 'reload schema';
