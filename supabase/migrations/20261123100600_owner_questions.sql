-- Questions that the base had no answer to, which whoever asked has passed on to the owners of this
-- copy. What was asked stands in `interactions`: a chat that is cleared is forgotten here too.

create table public.owner_questions (
    id uuid primary key references public.interactions (id) on delete cascade,
    asker bigint not null, -- Telegram id, also of somebody in a group
    chat_id bigint not null, -- where the answer goes
    thread_id bigint,
    message_id bigint, -- Telegram's, of the message that asked
    language text, -- of the interface, for whoever asked
    passed_by text not null, -- the press that did it: its update may be handled again
    passed_at timestamptz not null default now(),
    state text not null default 'open' check (state in ('open', 'answered', 'declined')),
    settled_by bigint, -- Telegram id of the owner
    settled_as text, -- what did it, which may be handled again
    settled_at timestamptz,
    answer text, -- null: declined, or answered with a file, or gone with its document
    batch_id text, -- that put the answer into the base
    check ((state = 'open') = (settled_by is null))
);

-- The message that shows a question to an owner: a reply to it is an answer.
create table public.owner_prompts (
    question_id uuid not null references public.owner_questions (id) on delete cascade,
    owner bigint not null,
    message_id bigint not null,
    primary key (question_id, owner)
);

create index owner_prompts_message_idx on public.owner_prompts (owner, message_id);

-- How many somebody passed on, on the last day that they did (UTC). Clearing a chat changes nothing
-- of it, or else one could ask without end.
create table public.owner_question_counts (
    asker bigint primary key,
    day date not null,
    passed int not null
);

alter table public.owner_questions enable row level security, force row level security;
alter table public.owner_prompts enable row level security, force row level security;
alter table public.owner_question_counts enable row level security, force row level security;


-- Owners whom somebody may ask: others than themselves, who have spoken to the bot.
create function public.owners_to_ask(p_asker bigint)
returns table (telegram_id bigint, language text)
language sql
stable
set search_path = ''
as $$
    select o.telegram_id, coalesce(s.language, o.language)
    from public.owners() as o
    left join public.user_settings as s on s.telegram_id = o.telegram_id
    where o.telegram_id <> p_asker and o.is_active and o.last_login is not null
    order by o.telegram_id;
$$;


-- 'passed', also when the same press is handled again; 'known': it was, before; or why it was not.
create function public.pass_to_owners(
    p_id uuid,
    p_asker bigint,
    p_chat_id bigint,
    p_thread_id bigint,
    p_message_id bigint,
    p_language text,
    p_passed_by text,
    p_per_day int
)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_today date := (now() at time zone 'utc')::date;
    v_passed_by text;
begin
    -- Presses on one answer queue up here; what follows sees what the one before did.
    perform from public.interactions as i
    where i.id = p_id
        and public.may_rate(i.user_context, p_asker, concat_ws('/', p_chat_id, p_thread_id))
    for no key update;
    if not found then
        return 'forgotten';
    end if;

    select q.passed_by into v_passed_by from public.owner_questions as q where q.id = p_id;
    if found then
        return case when v_passed_by = p_passed_by then 'passed' else 'known' end;
    end if;
    if not exists (select from public.owners_to_ask(p_asker)) then
        return 'unreachable';
    end if;

    insert into public.owner_question_counts as c (asker, day, passed)
    select p_asker, v_today, 1 where p_per_day > 0
    on conflict (asker) do update
    set day = v_today, passed = case when c.day = v_today then c.passed + 1 else 1 end
    where c.day <> v_today or c.passed < p_per_day;
    if not found then
        return 'too_many';
    end if;

    insert into public.owner_questions (
        id, asker, chat_id, thread_id, message_id, language, passed_by
    )
    values (
        p_id, p_asker, p_chat_id, p_thread_id, p_message_id, p_language, p_passed_by
    );
    return 'passed';
end
$$;


-- Takes back what reached nobody: it may be passed on again, and does not count.
create function public.withdraw_from_owners(p_id uuid, p_passed_by text)
returns void
language sql
set search_path = ''
as $$
    with gone as (
        delete from public.owner_questions as q
        where q.id = p_id and q.passed_by = p_passed_by and q.state = 'open'
        returning q.asker
    )
    update public.owner_question_counts as c
    set passed = greatest(c.passed - 1, 0)
    from gone
    where c.asker = gone.asker;
$$;


create function public.record_owner_prompt(p_id uuid, p_owner bigint, p_message_id bigint)
returns void
language sql
set search_path = ''
as $$
    insert into public.owner_prompts (question_id, owner, message_id)
    values (p_id, p_owner, p_message_id)
    on conflict (question_id, owner) do update set message_id = excluded.message_id;
$$;


-- Where owners see a question: of those who are owners no more nothing is changed.
create function public.list_owner_prompts(p_id uuid)
returns table (owner bigint, message_id bigint, language text)
language sql
stable
set search_path = ''
as $$
    select p.owner, p.message_id, coalesce(s.language, u.language)
    from public.owner_prompts as p
    join public.owners() as u on u.telegram_id = p.owner and u.is_active
    left join public.user_settings as s on s.telegram_id = p.owner
    where p.question_id = p_id
    order by p.owner;
$$;


-- The question that a message shows to an owner; null if it shows none, or they are none any more.
create function public.find_owner_prompt(p_owner bigint, p_message_id bigint)
returns uuid
language sql
stable
set search_path = ''
as $$
    select p.question_id
    from public.owner_prompts as p
    where p.owner = p_owner and p.message_id = p_message_id and public.is_owner(p_owner)
    limit 1;
$$;


-- For owners alone.
create function public.get_owner_question(p_id uuid, p_actor bigint)
returns table (
    id uuid,
    question text,
    asker bigint,
    asker_name text,
    chat_id bigint,
    thread_id bigint,
    message_id bigint,
    language text,
    state text,
    settled_name text,
    settled_at timestamptz,
    answer text
)
language sql
stable
set search_path = ''
as $$
    select
        q.id,
        i.original_query,
        q.asker,
        u.display_name,
        q.chat_id,
        q.thread_id,
        q.message_id,
        q.language,
        q.state,
        o.display_name,
        q.settled_at,
        q.answer
    from public.owner_questions as q
    join public.interactions as i on i.id = q.id
    left join public.users as u on u.telegram_id = q.asker
    left join public.users as o on o.telegram_id = q.settled_by
    where q.id = p_id and public.is_owner(p_actor);
$$;


-- 'settled', also when the same is handled again; 'over': it was, before; or why it cannot be.
-- The first owner's word counts.
create function public.settle_owner_question(
    p_id uuid, p_actor bigint, p_state text, p_answer text, p_settled_as text
)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_question public.owner_questions;
begin
    select q.* into v_question from public.owner_questions as q where q.id = p_id for update;
    if not found or not public.is_owner(p_actor) then
        return 'gone';
    end if;
    if v_question.state <> 'open' then
        return case when v_question.settled_as = p_settled_as then 'settled' else 'over' end;
    end if;
    -- In a group it is told to all, also where its admins let all members ask.
    if p_state = 'answered' and (
        public.is_shut_out(v_question.asker)
        or (
            v_question.chat_id > 0
            and exists (
                select from public.users as u
                where u.telegram_id = v_question.asker and not public.is_let_in(u.telegram_id)
            )
        )
    ) then
        return 'suspended';
    end if;

    update public.owner_questions as q
    set state = p_state,
        settled_by = p_actor,
        settled_as = p_settled_as,
        settled_at = now(),
        answer = p_answer
    where q.id = p_id;
    return 'settled';
end
$$;


-- Which batch puts an answer into the base: with its document the answer goes, too.
create function public.note_owner_answer_batch(p_id uuid, p_actor bigint, p_batch_id text)
returns void
language sql
set search_path = ''
as $$
    update public.owner_questions as q set batch_id = p_batch_id
    where q.id = p_id and public.is_owner(p_actor);
$$;
