-- A worker that has left counts as silent for a day. For ever, as before, was also longer than
-- what the pruning of the inbox keeps: it could strike the worker off before anybody had taken up
-- what was left.
create or replace function public.worker_leaves(p_worker text, p_bot bigint, p_store text)
returns void
language sql
set search_path = ''
as $$
    insert into public.workers (worker, bot, store, beat_at)
    values (p_worker, p_bot, p_store, clock_timestamp() - interval '1 day')
    on conflict (worker) do update set beat_at = excluded.beat_at;
$$;
