-- Whatever of a batch is still staged, also of items that nobody knows by name any more: the files
-- of an archive are found only while it is read.
create function public.discard_batch(p_batch_id text)
returns void
language sql
set search_path = ''
as $$
    delete from public.documents as d
    where d.batch_id = p_batch_id and d.published_at is null;
$$;

revoke all on function public.discard_batch from public, anon, authenticated;
grant execute on function public.discard_batch to service_role;
