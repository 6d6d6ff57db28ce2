-- Which processes of a bot are at work. One that has not been heard of for a while is dead, and
-- the living take up what it left: its runs, which `store` says where to find, and its updates.

create table public.workers (
    worker text primary key,
    bot bigint not null,
    store text not null,
    beat_at timestamptz not null default clock_timestamp()
);

create index workers_bot_idx on public.workers (bot);

alter table public.workers enable row level security;
alter table public.workers force row level security;
revoke all on public.workers from public, anon, authenticated;
grant select, insert, update, delete on public.workers to service_role;


-- False when this worker was not known: it is new, or was held for dead meanwhile.
create function public.worker_beats(p_worker text, p_bot bigint, p_store text)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    update public.workers as w set beat_at = clock_timestamp() where w.worker = p_worker;
    if found then
        return true;
    end if;
    insert into public.workers (worker, bot, store) values (p_worker, p_bot, p_store)
    on conflict (worker) do update set beat_at = excluded.beat_at;
    return false;
end
$$;


-- What it left may be taken up at once.
create function public.worker_leaves(p_worker text, p_bot bigint, p_store text)
returns void
language sql
set search_path = ''
as $$
    insert into public.workers (worker, bot, store, beat_at)
    values (p_worker, p_bot, p_store, '-infinity')
    on conflict (worker) do update set beat_at = excluded.beat_at;
$$;


create function public.dead_workers(p_bot bigint, p_store text, p_silent_seconds double precision)
returns text []
language sql
stable
set search_path = ''
as $$
    select array(
        select w.worker from public.workers as w
        where w.bot = p_bot
            and w.store = p_store
            and w.beat_at < clock_timestamp() - make_interval(secs => p_silent_seconds)
        order by w.worker
    );
$$;


-- One that came back meanwhile is kept.
create function public.forget_workers(p_workers text [], p_silent_seconds double precision)
returns void
language sql
set search_path = ''
as $$
    delete from public.workers as w
    where w.worker = any(p_workers)
        and w.beat_at < clock_timestamp() - make_interval(secs => p_silent_seconds);
$$;


revoke all
on function public.worker_beats, public.worker_leaves, public.dead_workers, public.forget_workers
from public, anon, authenticated;
grant execute
on function public.worker_beats, public.worker_leaves, public.dead_workers, public.forget_workers
to service_role;
