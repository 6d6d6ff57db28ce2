-- Tokens that language models took, by person, day (UTC) and model. Nobody (0) stands for questions
-- that no person asked.

create table public.model_usage (
    telegram_id bigint not null,
    day date not null,
    model text not null,
    calls bigint not null default 0,
    prompt_tokens bigint not null default 0,
    completion_tokens bigint not null default 0,
    primary key (telegram_id, day, model)
);

create index model_usage_day_idx on public.model_usage (day);

alter table public.model_usage enable row level security, force row level security;


-- Adds one call; several at once lose none.
create function public.add_model_usage(
    p_telegram_id bigint, p_model text, p_prompt_tokens bigint, p_completion_tokens bigint
)
returns void
language sql
set search_path = ''
as $$
    insert into public.model_usage as u
        (telegram_id, day, model, calls, prompt_tokens, completion_tokens)
    values (
        coalesce(p_telegram_id, 0),
        (now() at time zone 'utc')::date,
        p_model,
        1,
        greatest(p_prompt_tokens, 0),
        greatest(p_completion_tokens, 0)
    )
    on conflict (telegram_id, day, model) do update
    set calls = u.calls + 1,
        prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = u.completion_tokens + excluded.completion_tokens;
$$;


create function public.tokens_used_today(p_telegram_id bigint)
returns bigint
language sql
stable
set search_path = ''
as $$
    select coalesce(sum(u.prompt_tokens + u.completion_tokens), 0)::bigint
    from public.model_usage as u
    where u.telegram_id = p_telegram_id and u.day = (now() at time zone 'utc')::date;
$$;


-- What one person took, today and since the first of the month.
create function public.get_model_usage(p_telegram_id bigint)
returns table (
    calls_today bigint,
    prompt_today bigint,
    completion_today bigint,
    calls_month bigint,
    prompt_month bigint,
    completion_month bigint
)
language sql
stable
set search_path = ''
as $$
    with today as (select (now() at time zone 'utc')::date as day)
    select
        coalesce(sum(u.calls) filter (where u.day = today.day), 0)::bigint,
        coalesce(sum(u.prompt_tokens) filter (where u.day = today.day), 0)::bigint,
        coalesce(sum(u.completion_tokens) filter (where u.day = today.day), 0)::bigint,
        coalesce(sum(u.calls), 0)::bigint,
        coalesce(sum(u.prompt_tokens), 0)::bigint,
        coalesce(sum(u.completion_tokens), 0)::bigint
    from today
    left join public.model_usage as u
        on u.telegram_id = p_telegram_id and u.day >= date_trunc('month', today.day)::date;
$$;


-- What everybody took since the first of the month, those who took most first; for owners alone.
-- people: how many there are, of whom no more than p_limit are told.
create function public.get_team_usage(p_actor bigint, p_limit int)
returns table (
    telegram_id bigint,
    display_name text,
    calls bigint,
    prompt_tokens bigint,
    completion_tokens bigint,
    people bigint,
    team_calls bigint,
    team_prompt bigint,
    team_completion bigint
)
language sql
stable
set search_path = ''
as $$
    with taken as (
        select
            u.telegram_id,
            sum(u.calls) as calls,
            sum(u.prompt_tokens) as prompt_tokens,
            sum(u.completion_tokens) as completion_tokens
        from public.model_usage as u
        where u.day >= date_trunc('month', (now() at time zone 'utc'))::date
            and public.is_owner(p_actor)
        group by u.telegram_id
    )
    select
        t.telegram_id,
        p.display_name,
        t.calls::bigint,
        t.prompt_tokens::bigint,
        t.completion_tokens::bigint,
        count(*) over (),
        (sum(t.calls) over ())::bigint,
        (sum(t.prompt_tokens) over ())::bigint,
        (sum(t.completion_tokens) over ())::bigint
    from taken as t
    left join public.users as p on p.telegram_id = t.telegram_id
    order by t.prompt_tokens + t.completion_tokens desc, t.telegram_id
    limit greatest(p_limit, 0);
$$;
