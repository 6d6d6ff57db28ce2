-- Which processes of a bot are at work. One that has not been heard of for a while is dead, and
-- the living take up what it left: its runs, which `store` says where to find, and its updates.

create table public.workers (
    worker text primary key,
    bot bigint not null,
    store text not null,
    heartbeat_at timestamptz not null default clock_timestamp()
);

create index workers_bot_idx on public.workers (bot);

alter table public.workers enable row level security, force row level security;


-- False when this worker was not known: it is new, or was held for dead meanwhile.
create function public.worker_heartbeat(p_worker text, p_bot bigint, p_store text)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    update public.workers as w set heartbeat_at = clock_timestamp() where w.worker = p_worker;
    if found then
        return true;
    end if;
    insert into public.workers (worker, bot, store) values (p_worker, p_bot, p_store)
    on conflict (worker) do update set heartbeat_at = excluded.heartbeat_at;
    return false;
end
$$;


-- A worker that has left counts as silent for a day: what it left may be taken up at once. For
-- ever would be longer than what prune_inbox keeps, which could strike it off before anybody had.
create function public.remove_worker(p_worker text, p_bot bigint, p_store text)
returns void
language sql
set search_path = ''
as $$
    insert into public.workers (worker, bot, store, heartbeat_at)
    values (p_worker, p_bot, p_store, clock_timestamp() - interval '1 day')
    on conflict (worker) do update set heartbeat_at = excluded.heartbeat_at;
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
            and w.heartbeat_at < clock_timestamp() - make_interval(secs => p_silent_seconds)
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
        and w.heartbeat_at < clock_timestamp() - make_interval(secs => p_silent_seconds);
$$;


-- Updates as Telegram sent them: written before they are confirmed to it, handled once.
-- What people wrote is kept no longer than it takes to handle it.

create table public.inbox (
    bot bigint not null,
    update_id bigint not null,
    chat bigint not null,
    payload text,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'dead')),
    worker text,
    attempts int not null default 0,
    delays int not null default 0,
    not_before timestamptz,
    received_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    primary key (bot, update_id)
);

create index inbox_open_idx on public.inbox (bot, chat, update_id)
where state in ('waiting', 'taken');
create index inbox_ended_idx on public.inbox (ended_at) where ended_at is not null;

alter table public.inbox enable row level security, force row level security;


-- Write down what came, then take what may be handled now, oldest first: of every chat that no
-- other living worker is busy with, up to the first update that has to wait. An update that is
-- there already is dropped. `repeated` tells that somebody had taken it before.
create function public.receive_updates(
    p_bot bigint,
    p_worker text,
    p_update_ids bigint [],
    p_chats bigint [],
    p_payloads text [],
    p_silent_seconds double precision,
    p_limit int
)
returns table (
    update_id bigint, chat bigint, payload text, attempts int, delays int, repeated boolean
)
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
    -- Workers take turns: two that take at once could divide a chat between them.
    perform pg_advisory_xact_lock(hashtextextended('public.inbox', p_bot));

    insert into public.inbox (bot, update_id, chat, payload)
    select p_bot, n.update_id, n.chat, n.payload
    from rows from (unnest(p_update_ids), unnest(p_chats), unnest(p_payloads))
        as n (update_id, chat, payload)
    on conflict (bot, update_id) do nothing;

    return query
    with living as (
        select w.worker from public.workers as w
        where w.bot = p_bot
            and w.heartbeat_at >= clock_timestamp() - make_interval(secs => p_silent_seconds)
    ),
    free as (
        select i.update_id from public.inbox as i
        where i.bot = p_bot
            and (
                i.state = 'waiting'
                or (
                    i.state = 'taken'
                    and i.worker <> p_worker
                    and i.worker not in (select l.worker from living as l)
                )
            )
            and not exists (
                select from public.inbox as o
                where o.bot = p_bot
                    and o.chat = i.chat
                    and (
                        (
                            o.state = 'taken'
                            and o.worker <> p_worker
                            and o.worker in (select l.worker from living as l)
                        )
                        or (
                            o.state = 'waiting'
                            and o.update_id <= i.update_id
                            and o.not_before > clock_timestamp()
                        )
                    )
            )
        order by i.update_id
        limit p_limit
    ),
    taken as (
        update public.inbox as i
        set state = 'taken', worker = p_worker, attempts = greatest(i.attempts, 1)
        from free as f
        where i.bot = p_bot and i.update_id = f.update_id
        returning i.update_id, i.chat, i.payload, i.attempts, i.delays
    )
    select
        t.update_id, t.chat, t.payload, t.attempts, t.delays, was.attempts > 0
    from taken as t
    -- The table as the statement found it.
    join public.inbox as was on was.bot = p_bot and was.update_id = t.update_id
    order by t.update_id;
end
$$;


-- Count an attempt at what was taken before; null when another worker has taken it since.
create function public.begin_update(p_bot bigint, p_worker text, p_update_id bigint)
returns int
language sql
set search_path = ''
as $$
    update public.inbox as i set attempts = i.attempts + 1
    where i.bot = p_bot
        and i.update_id = p_update_id
        and i.state = 'taken'
        and i.worker = p_worker
    returning i.attempts;
$$;


-- p_how: 'done', 'forgotten' (done, and nothing stays of it), 'dead' (dead-lettered), 'retry'
-- (counts), 'delay' or 'back' (do not count).
create function public.finish_updates(
    p_bot bigint,
    p_worker text,
    p_update_ids bigint [],
    p_how text,
    p_seconds double precision
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    if p_how not in ('done', 'forgotten', 'dead', 'retry', 'delay', 'back') then
        raise exception 'no such end of an update: %', p_how
            using errcode = 'invalid_parameter_value';
    end if;
    if p_how = 'forgotten' then
        delete from public.inbox as i
        where i.bot = p_bot
            and i.update_id = any(p_update_ids)
            and i.state = 'taken'
            and i.worker = p_worker;
        return;
    end if;
    update public.inbox as i
    set
        state = case when p_how in ('done', 'dead') then p_how else 'waiting' end,
        worker = null,
        payload = case when p_how = 'done' then null else i.payload end,
        ended_at = case when p_how in ('done', 'dead') then clock_timestamp() end,
        attempts = case
            when p_how in ('delay', 'back') then greatest(i.attempts - 1, 0) else i.attempts
        end,
        delays = case when p_how = 'delay' then i.delays + 1 else i.delays end,
        not_before = case
            when p_seconds > 0 then clock_timestamp() + make_interval(secs => p_seconds)
        end
    where i.bot = p_bot
        and i.update_id = any(p_update_ids)
        and i.state = 'taken'
        and i.worker = p_worker;
end
$$;


-- Messages that were sent on behalf of an update or a step of a run, so that whoever repeats the
-- work does not send them again. No text: a digest of it.
create table public.sent_messages (
    work text not null,
    digest text not null,
    message_id bigint not null,
    sent_at timestamptz not null default clock_timestamp(),
    primary key (work, digest)
);

create index sent_messages_sent_at_idx on public.sent_messages (sent_at);

alter table public.sent_messages enable row level security, force row level security;


create function public.find_sent_message(p_work text, p_digest text)
returns bigint
language sql
stable
set search_path = ''
as $$
    select s.message_id from public.sent_messages as s
    where s.work = p_work and s.digest = p_digest;
$$;


create function public.record_sent_message(p_work text, p_digest text, p_message_id bigint)
returns void
language sql
set search_path = ''
as $$
    insert into public.sent_messages (work, digest, message_id)
    values (p_work, p_digest, p_message_id)
    on conflict (work, digest) do nothing;
$$;


-- A message that was deleted again is sent anew when the work is repeated.
create function public.forget_sent_message(p_work text, p_message_id bigint)
returns void
language sql
set search_path = ''
as $$
    delete from public.sent_messages as s
    where s.work = p_work and s.message_id = p_message_id;
$$;


-- Telegram itself keeps an update for a day; after three nothing can come twice any more. What nobody
-- could handle holds what people and the bot wrote: by then that is gone.
create function public.prune_inbox()
returns void
language plpgsql
set search_path = ''
as $$
begin
    update public.inbox as i set payload = null
    where i.payload is not null and i.ended_at < clock_timestamp() - interval '20 hours';
    delete from public.inbox as i where i.ended_at < clock_timestamp() - interval '3 days';
    delete from public.sent_messages as s where s.sent_at < clock_timestamp() - interval '3 days';
    delete from public.workers as w where w.heartbeat_at < clock_timestamp() - interval '30 days';
end
$$;


-- Which batch a message went into, so that a message which is handled again after a crash begins
-- no second one. Noted before the batch's run begins, together with nothing of what it says.

create table public.message_runs (
    bot bigint not null,
    chat bigint not null,
    message_id bigint not null,
    run_id text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    primary key (bot, chat, message_id)
);

create index message_runs_age_idx on public.message_runs (recorded_at);

alter table public.message_runs enable row level security, force row level security;


-- The batches that any of these messages are in.
create function public.find_message_runs(p_bot bigint, p_chat bigint, p_messages bigint [])
returns table (message_id bigint, run_id text)
language sql
stable
set search_path = ''
as $$
    select g.message_id, g.run_id
    from public.message_runs as g
    where g.bot = p_bot and g.chat = p_chat and g.message_id = any(p_messages)
    order by g.message_id;
$$;


-- Note the batch of messages that are in none yet. Telegram keeps an update for a day; after a
-- week no message can come again.
create function public.record_message_runs(
    p_bot bigint, p_chat bigint, p_messages bigint [], p_run_id text
)
returns void
language sql
set search_path = ''
as $$
    delete from public.message_runs as g
    where g.recorded_at < clock_timestamp() - interval '7 days';

    insert into public.message_runs (bot, chat, message_id, run_id)
    select p_bot, p_chat, m, p_run_id from unnest(p_messages) as m
    on conflict (bot, chat, message_id) do nothing;
$$;
