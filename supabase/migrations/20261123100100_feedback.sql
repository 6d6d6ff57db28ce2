-- What was asked of the base and answered, what people say of the answers, and the texts that the
-- bot has asked somebody for. One answer has the same id in `interactions` and in `query_logs`.

create table public.interactions (
    id uuid primary key default gen_random_uuid(),
    user_context jsonb, -- chat, asker, run_id, language, kind, reading, documents, passages, offered
    original_query text not null,
    ai_response text not null,
    "timestamp" timestamptz not null default now()
);

create index interactions_timestamp_idx on public.interactions ("timestamp");
create index interactions_chat_idx on public.interactions ((user_context ->> 'chat'));

-- What one person says of one answer: the last word counts.
create table public.feedback (
    id uuid primary key default gen_random_uuid(),
    interaction_id uuid not null references public.interactions (id) on delete cascade,
    rating text not null check (rating in ('positive', 'negative')),
    correction text, -- what the person wrote
    "timestamp" timestamptz not null default now(),
    user_id uuid not null references public.users (id) on delete cascade,
    reason text check (reason in ('wrong', 'off_topic', 'too_little', 'outdated', 'unreadable')),
    unique (interaction_id, user_id),
    check (rating = 'negative' or reason is null)
);

create index feedback_user_id_idx on public.feedback (user_id);

create table public.query_logs (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references public.users (id) on delete set null,
    query_text text not null,
    response_text text,
    model_provider text, -- null: no language model wrote it
    agent_steps int not null default 0 check (agent_steps between 0 and 5),
    created_at timestamptz not null default now(),
    -- ms by stage, passages with their documents, ranks and scores, rules that acted, the language
    -- model that wrote it, tokens that models took for it
    details jsonb not null default '{}'
);

create index idx_query_logs_user_id_created on public.query_logs (user_id, created_at desc);
create index query_logs_created_at_idx on public.query_logs (created_at);

-- The text that somebody was asked for: the next one of that person in that chat is it.
create table public.awaited_texts (
    chat text not null,
    asker bigint not null,
    kind text not null
    check (
        kind in (
            'correction', 'correction_or_question', 'owner_answer', 'gap_answer', 'gap_words'
        )
    ),
    subject uuid not null,
    prompt_id bigint not null, -- Telegram's, of the message that asks for it
    asked_at timestamptz not null default now(),
    taken_by bigint, -- Telegram's, of the message that is it: its update may be handled again
    primary key (chat, asker)
);

alter table public.interactions enable row level security, force row level security;
alter table public.feedback enable row level security, force row level security;
alter table public.query_logs enable row level security, force row level security;
alter table public.awaited_texts enable row level security, force row level security;


-- Whoever asked may see an answer again and rate it; in a group (its id is negative) all of it may.
create function public.may_rate(p_context jsonb, p_asker bigint, p_chat text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select coalesce(
        p_context ->> 'asker' = p_asker::text
        or (starts_with(p_chat, '-') and p_context ->> 'chat' = p_chat),
        false
    ) and (
        -- In a group those may who were let in by nobody but its admins.
        public.is_let_in(p_asker)
        or (
            starts_with(p_chat, '-')
            and not exists (
                select from public.users as u where u.telegram_id = p_asker and not u.is_active
            )
        )
    );
$$;


-- What an answer offered to be asked next is not offered any more once what it rests on is closed to
-- whoever it was for: in a group, the group.
create function public.get_interaction(p_id uuid, p_asker bigint, p_chat text)
returns table (
    id uuid,
    user_context jsonb,
    original_query text,
    ai_response text,
    rating text,
    reason text,
    correction text
)
language sql
stable
set search_path = ''
as $$
    select
        i.id,
        case
            when r.is_readable then i.user_context
            else i.user_context || jsonb_build_object(
                'offered', '[]'::jsonb,
                'quotes', '[]'::jsonb,
                'left_out', '[]'::jsonb,
                'reading', i.original_query
            )
        end,
        i.original_query,
        case when r.is_readable then i.ai_response else '' end,
        f.rating,
        f.reason,
        f.correction
    from public.interactions as i
    cross join lateral (
        select public.rests_on_readable(
            i.user_context,
            case
                when starts_with(p_chat, '-') then split_part(p_chat, '/', 1)::bigint
                else p_asker
            end
        ) as is_readable
    ) as r
    left join public.users as u on u.telegram_id = p_asker
    left join public.feedback as f on f.interaction_id = i.id and f.user_id = u.id
    where i.id = p_id and public.may_rate(i.user_context, p_asker, p_chat);
$$;


-- False when there is nothing to rate, or it is not this person's. A rating of null is taken back;
-- the same one again keeps what was said with it.
create function public.rate_interaction(
    p_id uuid, p_asker bigint, p_chat text, p_rating text, p_reason text, p_correction text
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_user uuid;
begin
    perform from public.interactions as i
    where i.id = p_id and public.may_rate(i.user_context, p_asker, p_chat)
    for key share;
    if not found then
        return false;
    end if;

    select u.id into v_user from public.users as u where u.telegram_id = p_asker;
    if not found then
        return false;
    end if;

    if p_rating is null then
        delete from public.feedback as f where f.interaction_id = p_id and f.user_id = v_user;
        return true;
    end if;
    insert into public.feedback as f (interaction_id, user_id, rating, reason, correction)
    values (p_id, v_user, p_rating, p_reason, p_correction)
    on conflict (interaction_id, user_id) do update set
        rating = excluded.rating,
        reason = case
            when f.rating = excluded.rating then coalesce(excluded.reason, f.reason)
            else excluded.reason
        end,
        correction = case
            when f.rating = excluded.rating then coalesce(excluded.correction, f.correction)
            else excluded.correction
        end,
        "timestamp" = now();
    return true;
end
$$;


-- How many people say what of an answer; nothing of one that this person may not rate.
create function public.count_ratings(p_id uuid, p_asker bigint, p_chat text)
returns table (positive bigint, negative bigint)
language sql
stable
set search_path = ''
as $$
    select
        count(*) filter (where f.rating = 'positive'),
        count(*) filter (where f.rating = 'negative')
    from public.interactions as i
    join public.feedback as f on f.interaction_id = i.id
    where i.id = p_id and public.may_rate(i.user_context, p_asker, p_chat);
$$;


-- Notes what is offered to be asked next; returns how its asker has rated the answer meanwhile.
create function public.offer_questions(p_id uuid, p_questions text[])
returns text
language sql
set search_path = ''
as $$
    update public.interactions as i
    set user_context = coalesce(i.user_context, '{}')
        || jsonb_build_object('offered', to_jsonb(p_questions))
    where i.id = p_id;

    select f.rating
    from public.feedback as f
    join public.users as u on u.id = f.user_id
    join public.interactions as i on i.id = f.interaction_id
    where f.interaction_id = p_id and i.user_context ->> 'asker' = u.telegram_id::text;
$$;


create function public.await_text(
    p_chat text, p_asker bigint, p_kind text, p_subject uuid, p_prompt_id bigint
)
returns void
language sql
set search_path = ''
as $$
    insert into public.awaited_texts (chat, asker, kind, subject, prompt_id)
    values (p_chat, p_asker, p_kind, p_subject, p_prompt_id)
    on conflict (chat, asker) do update set
        kind = excluded.kind,
        subject = excluded.subject,
        prompt_id = excluded.prompt_id,
        asked_at = now(),
        taken_by = null;
$$;


-- What this message is the awaited text of; the same again whenever that message is handled again.
-- Where others talk, only a reply to what asked for it is; with kinds, only if it is of those.
create function public.take_text(
    p_chat text,
    p_asker bigint,
    p_message_id bigint,
    p_replied_to bigint default null,
    p_kinds text[] default null
)
returns table (kind text, subject uuid, prompt_id bigint)
language sql
set search_path = ''
as $$
    update public.awaited_texts as a
    set taken_by = p_message_id
    where a.chat = p_chat
        and a.asker = p_asker
        and (not starts_with(p_chat, '-') or a.prompt_id = p_replied_to)
        and a.asked_at > now() - interval '1 hour'
        and coalesce(a.taken_by, p_message_id) = p_message_id
        and (p_kinds is null or a.kind = any(p_kinds))
    returning a.kind, a.subject, a.prompt_id;
$$;


create function public.stop_awaiting_text(
    p_chat text, p_asker bigint, p_kinds text[] default null
)
returns table (kind text, subject uuid, prompt_id bigint)
language sql
set search_path = ''
as $$
    with stopped as (
        delete from public.awaited_texts as a
        where a.chat = p_chat
            and a.asker = p_asker
            and (p_kinds is null or a.kind = any(p_kinds))
        returning a.kind, a.subject, a.prompt_id, a.taken_by, a.asked_at
    )
    select s.kind, s.subject, s.prompt_id
    from stopped as s
    where s.taken_by is null and s.asked_at > now() - interval '1 hour';
$$;


-- Returns how many answers were forgotten, with what was said of them.
create function public.prune_interactions(p_keep_days int)
returns bigint
language sql
set search_path = ''
as $$
    delete from public.awaited_texts as a where a.asked_at < now() - interval '1 day';
    delete from public.query_logs as q where q.created_at < now() - make_interval(days => p_keep_days);
    with gone as (
        delete from public.interactions as i
        where i."timestamp" < now() - make_interval(days => p_keep_days)
        returning i.id
    )
    select count(*) from gone;
$$;


-- What is forgotten is forgotten here too: the chat's answers, with what was said of them.
create or replace function public.clear_history(p_user_id text)
returns bigint
language sql
set search_path = ''
as $$
    delete from public.pending_questions as q where q.user_id = p_user_id;
    delete from public.awaited_texts as a where a.chat = p_user_id;
    with gone as (
        delete from public.interactions as i
        where i.user_context ->> 'chat' = p_user_id
        returning i.id
    )
    delete from public.query_logs as q using gone where q.id = gone.id;
    with gone as (delete from public.chat_messages as m where m.user_id = p_user_id returning m.id)
    select count(*) from gone;
$$;
