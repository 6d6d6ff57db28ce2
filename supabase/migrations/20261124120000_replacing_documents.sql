-- Which published documents of a batch took the place of a former version.
create function public.replacing_documents(p_batch_id text)
returns table (document_id uuid)
language sql
stable
set search_path = ''
as $$
    select d.id
    from public.documents as d
    where d.batch_id = p_batch_id
        and d.published_at is not null
        and exists (
            select from public.documents as o
            where o.series = d.series and o.id <> d.id and o.published_at <= d.published_at
        );
$$;

revoke all on function public.replacing_documents from public, anon, authenticated;
grant execute on function public.replacing_documents to service_role;

notify pgrst, 'reload schema';
