-- Which batches have been given their last word: from then on nobody shows how far they are. Other
-- workers look here before they show something, and once more when they have shown it.

alter table public.settled_batches add column told_at timestamptz;


-- Settles a batch as finished unless it is settled, and notes that its receipt is being written.
-- Of a cancelled batch somebody else speaks.
create function public.begin_last_word(p_batch_id text)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_outcome constant text := public.settle_batch(p_batch_id, 'finished');
begin
    update public.settled_batches as s set told_at = now()
    where s.batch_id = p_batch_id and s.outcome = 'finished' and s.told_at is null;
    return v_outcome;
end
$$;


-- How a batch ended, once that is being told; null while it goes on.
create function public.last_word_on(p_batch_id text)
returns text
language sql
stable
set search_path = ''
as $$
    select s.outcome from public.settled_batches as s
    where s.batch_id = p_batch_id and (s.outcome = 'cancelled' or s.told_at is not null);
$$;


revoke all on function public.begin_last_word, public.last_word_on
from public, anon, authenticated;
grant execute on function public.begin_last_word, public.last_word_on to service_role;

notify pgrst, 'reload schema';
