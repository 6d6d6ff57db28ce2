-- What is left of one item of a batch, deleted before the batch has ended: an item that was
-- refused for what is in it does not lie around until the others are done.
create function public.delete_artifacts_of(p_batch_id text, p_prefix text, p_name text)
returns void
language sql
set search_path = ''
as $$
    delete from public.artifacts as a
    where a.batch_id = p_batch_id and (starts_with(a.name, p_prefix) or a.name = p_name);
$$;

revoke all on function public.delete_artifacts_of from public, anon, authenticated;
grant execute on function public.delete_artifacts_of to service_role;
