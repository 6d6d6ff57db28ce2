-- Modes and histories. `user_id` is the Telegram chat id as text.

create table public.user_state (
    user_id text primary key,
    current_mode text not null check (current_mode in ('chat', 'documents')),
    updated_at timestamptz not null default now()
);

create table public.chat_messages (
    id bigint generated always as identity primary key,
    user_id text not null,
    role text not null check (role in ('user', 'assistant')),
    message text not null,
    created_at timestamptz not null default now(),
    run_id text, -- of the run that saved it, which may be repeated after a crash
    asker bigint, -- Telegram's, of whoever asked: in a group it is not the chat that tells
    context jsonb -- of an answer: what a follow-up may lean on (question as understood, what was cited)
);

-- Two messages may share a timestamp: the id settles which came first, here and in every query.
create index chat_messages_user_id_created_at_id_idx
on public.chat_messages (user_id, created_at desc, id desc);
create index chat_messages_asker_idx on public.chat_messages (asker);

-- A question that the base had no answer to, until a document comes: one a chat. `id` is another
-- whenever one is kept, and names the run that answers it. Promised: the bot has said that it will.
create table public.pending_questions (
    user_id text primary key,
    id bigint generated always as identity,
    question text not null,
    asker bigint, -- by whose rights it is answered: a group's own, there
    person bigint, -- who asked
    message_id bigint, -- Telegram's, of the message that asked
    is_promised boolean not null,
    kept_at timestamptz not null default now()
);

alter table public.user_state enable row level security, force row level security;
alter table public.chat_messages enable row level security, force row level security;
alter table public.pending_questions enable row level security, force row level security;


create function public.get_mode(p_user_id text)
returns text
language sql
stable
set search_path = ''
as $$
    select s.current_mode from public.user_state as s where s.user_id = p_user_id;
$$;


create function public.set_mode(p_user_id text, p_mode text)
returns void
language sql
set search_path = ''
as $$
    insert into public.user_state (user_id, current_mode) values (p_user_id, p_mode)
    on conflict (user_id) do update set current_mode = excluded.current_mode, updated_at = now();
$$;


create function public.get_history(p_user_id text, p_pairs int)
returns table (role text, message text, context jsonb)
language sql
stable
set search_path = ''
as $$
    select latest.role, latest.message, latest.context
    from (
        select m.id, m.role, m.message, m.created_at, m.context
        from public.chat_messages as m
        where m.user_id = p_user_id
        order by m.created_at desc, m.id desc
        limit greatest(p_pairs, 0)::bigint * 2
    ) as latest
    order by latest.created_at, latest.id;
$$;


-- The answers of the last pairs, oldest first, without those that rest on what the asker may not
-- read any more: nothing that is asked next leans on them.
create function public.get_exchanges(p_user_id text, p_pairs int, p_asker bigint)
returns table (message text, context jsonb)
language plpgsql
stable
set search_path = ''
as $$
begin
    return query
    select h.message, h.context
    from public.get_history(p_user_id, p_pairs) with ordinality as h (role, message, context, place)
    where h.role = 'assistant'
        and h.context is not null
        and public.rests_on_readable(h.context, p_asker)
    order by h.place;
end
$$;


create function public.clear_history(p_user_id text)
returns bigint
language sql
set search_path = ''
as $$
    delete from public.pending_questions as q where q.user_id = p_user_id;
    with gone as (delete from public.chat_messages as m where m.user_id = p_user_id returning m.id)
    select count(*) from gone;
$$;


-- A question without a promise does not take the place of one with.
create function public.keep_question(
    p_user_id text,
    p_question text,
    p_asker bigint,
    p_message_id bigint,
    p_is_promised boolean,
    p_person bigint default null
)
returns void
language sql
set search_path = ''
as $$
    insert into public.pending_questions as q (
        user_id, question, asker, person, message_id, is_promised
    )
    select
        p_user_id, p_question, p_asker, coalesce(p_person, p_asker), p_message_id, p_is_promised
    where public.may_be_kept_of(coalesce(p_person, p_asker))
    on conflict (user_id) do update
    set id = default,
        question = excluded.question,
        asker = excluded.asker,
        person = excluded.person,
        message_id = excluded.message_id,
        is_promised = excluded.is_promised,
        kept_at = now()
    where excluded.is_promised or not q.is_promised;
$$;


-- What is to be answered once a document has come: what was promised, or was asked just now; not to
-- whoever was shut out since.
create function public.get_pending_question(p_user_id text)
returns table (id bigint, question text, asker bigint, message_id bigint, person bigint)
language sql
stable
set search_path = ''
as $$
    select q.id, q.question, q.asker, q.message_id, q.person
    from public.pending_questions as q
    where q.user_id = p_user_id
        and not public.is_shut_out(q.person)
        and q.kept_at > now() - case
            when q.is_promised then interval '30 days' else interval '1 hour'
        end;
$$;


-- Forgets a question; without its id, the one that nothing was promised about.
create function public.forget_question(p_user_id text, p_id bigint default null)
returns void
language sql
set search_path = ''
as $$
    delete from public.pending_questions as q
    where q.user_id = p_user_id
        and case when p_id is null then not q.is_promised else q.id = p_id end;
$$;


-- Refuses what it cannot file under one user; an item without created_at is dated here.
-- A run that already saved its pair saves nothing again.
create function public.insert_and_trim_pairs(
    p_items jsonb, p_keep_pairs int, p_run_id text default null
)
returns void
language plpgsql
set search_path = ''
as $$
declare
    v_user text;
    v_now timestamptz;
begin
    if p_keep_pairs is null or p_keep_pairs < 0 then
        raise exception 'p_keep_pairs must be 0 or more' using errcode = 'invalid_parameter_value';
    end if;
    if p_items is null or jsonb_typeof(p_items) <> 'array' then
        raise exception 'p_items must be an array' using errcode = 'invalid_parameter_value';
    end if;
    if jsonb_array_length(p_items) = 0 then
        return;
    end if;
    if exists (
        select from jsonb_array_elements(p_items) as i (item)
        where coalesce(i.item ->> 'role', '') not in ('user', 'assistant')
            or coalesce(i.item ->> 'user_id', '') = ''
            or i.item ->> 'message' is null
    ) then
        raise exception 'each item needs a user_id, a message and the role user or assistant'
            using errcode = 'invalid_parameter_value';
    end if;

    v_user := p_items -> 0 ->> 'user_id';
    if exists (
        select from jsonb_array_elements(p_items) as i (item)
        where i.item ->> 'user_id' <> v_user
    ) then
        raise exception 'all items must belong to one user'
            using errcode = 'invalid_parameter_value';
    end if;

    -- Calls for one user queue up, so that no pair is torn and none is counted twice.
    perform pg_advisory_xact_lock(hashtextextended('chat_messages ' || v_user, 0));
    if p_run_id is not null and exists (
        select from public.chat_messages as m where m.user_id = v_user and m.run_id = p_run_id
    ) then
        return;
    end if;
    if not public.may_be_kept_of((p_items -> 0 ->> 'asker')::bigint) then
        return;
    end if;
    v_now := clock_timestamp();

    insert into public.chat_messages (user_id, role, message, created_at, run_id, asker, context)
    select
        v_user,
        i.item ->> 'role',
        i.item ->> 'message',
        coalesce((i.item ->> 'created_at')::timestamptz, v_now),
        p_run_id,
        (i.item ->> 'asker')::bigint,
        nullif(i.item -> 'context', 'null')
    from jsonb_array_elements(p_items) with ordinality as i (item, place)
    order by i.place;

    delete from public.chat_messages as m
    where m.id in (
        select old.id
        from public.chat_messages as old
        where old.user_id = v_user
        order by old.created_at desc, old.id desc
        offset p_keep_pairs::bigint * 2
    );
end
$$;
