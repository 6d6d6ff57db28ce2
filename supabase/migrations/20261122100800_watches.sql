-- Pages that are read again every day or every week.

create table public.watches (
    id uuid primary key default gen_random_uuid(),
    owner uuid not null references public.users (id) on delete cascade,
    url text not null,
    every text not null check (every in ('daily', 'weekly')),
    -- Where to write, as the bot packed it.
    origin text not null,
    reader_role text,
    -- What the site said of the page last time, to ask whether it has changed.
    etag text,
    last_modified text,
    -- Visits in a row that came to nothing.
    failures int not null default 0,
    next_at timestamptz not null default now(),
    visited_at timestamptz,
    created_at timestamptz not null default now(),
    unique (owner, url)
);

create index watches_next_at_idx on public.watches (next_at);

alter table public.watches enable row level security, force row level security;


-- Begins a watch, or changes how often the page is looked at, and returns its id; null when the
-- actor has p_most others already. Whoever calls it makes the first visit: it falls due by itself
-- only in an hour.
create function public.add_watch(
    p_actor bigint,
    p_url text,
    p_every text,
    p_origin text,
    p_reader_role text,
    p_most int default 50
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
    v_owner uuid;
    v_watch uuid;
begin
    -- Two of the same person's at once are counted one after the other.
    select u.id into v_owner from public.users as u where u.telegram_id = p_actor for update;
    if not found or not public.has_right(p_actor, 'add') then
        raise exception '% may not add documents', p_actor using errcode = 'PF007';
    end if;
    if (
        select count(*) from public.watches as w where w.owner = v_owner and w.url <> p_url
    ) >= p_most then
        return null;
    end if;
    insert into public.watches as w (owner, url, every, origin, reader_role, next_at)
    values (
        v_owner, p_url, p_every, p_origin, p_reader_role, now() + interval '1 hour'
    )
    on conflict (owner, url) do update set
        every = excluded.every,
        origin = excluded.origin,
        failures = 0,
        next_at = excluded.next_at
    returning w.id into v_watch;
    return v_watch;
end
$$;


create function public.list_watches(p_asker bigint)
returns table (
    id uuid, url text, every text, visited_at timestamptz, failures int
)
language sql
stable
set search_path = ''
as $$
    select w.id, w.url, w.every, w.visited_at, w.failures
    from public.watches as w
    join public.users as u on u.id = w.owner
    where u.telegram_id = p_asker
    order by w.created_at, w.id;
$$;


-- False when there is no such watch of the actor's.
create function public.stop_watch(p_watch_id uuid, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    delete from public.watches as w
    using public.users as u
    where w.id = p_watch_id and u.id = w.owner and u.telegram_id = p_actor;
    return found;
end
$$;


-- Takes watches whose time has come and puts each off by an hour: nobody else takes them too, and
-- a visit that nobody lived to record is made again.
create function public.claim_due_watches(p_limit int)
returns table (id uuid, visit text)
language sql
set search_path = ''
as $$
    with due as (
        select w.id, w.next_at from public.watches as w
        where w.next_at <= now()
        order by w.next_at
        limit p_limit
        for update skip locked
    )
    update public.watches as w
    set next_at = now() + interval '1 hour'
    from due
    where w.id = due.id
    -- The same name for the same visit, however often it is asked for.
    returning w.id, w.id || '-' || to_char(due.next_at at time zone 'utc', 'YYYYMMDDHH24MISSUS');
$$;


-- No row when it was stopped, or its owner may not use the bot any more.
create function public.get_watch(p_watch_id uuid)
returns table (
    id uuid,
    owner_telegram_id bigint,
    url text,
    every text,
    origin text,
    reader_role text,
    etag text,
    last_modified text,
    failures int
)
language sql
stable
set search_path = ''
as $$
    select
        w.id, u.telegram_id, w.url, w.every, w.origin, w.reader_role,
        w.etag, w.last_modified, w.failures
    from public.watches as w
    join public.users as u on u.id = w.owner
    where w.id = p_watch_id and public.has_right(u.telegram_id, 'add');
$$;


-- Records a visit that went well.
create function public.record_visit(p_watch_id uuid, p_etag text, p_last_modified text)
returns void
language sql
set search_path = ''
as $$
    update public.watches as w
    set visited_at = now(),
        failures = 0,
        etag = p_etag,
        last_modified = p_last_modified,
        next_at = now() + case w.every when 'daily' then interval '1 day' else interval '7 days' end
    where w.id = p_watch_id;
$$;


-- Records one that did not: the next is in p_again_after seconds, a visit number p_failures.
-- Given as a number, and not counted here, so that a repeated call says the same.
create function public.record_failed_visit(
    p_watch_id uuid, p_failures int, p_again_after double precision
)
returns void
language sql
set search_path = ''
as $$
    update public.watches as w
    set visited_at = now(),
        failures = p_failures,
        next_at = now() + make_interval(secs => p_again_after)
    where w.id = p_watch_id;
$$;
