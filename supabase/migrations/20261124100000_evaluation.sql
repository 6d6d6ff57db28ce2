-- How good answers are: the triad that the bot measures itself, and a judge's beside it.

-- As specified, but that an answer is measured once; a refusal is scored, too.
create table public.evaluation_results (
    id uuid primary key default gen_random_uuid(),
    query_log_id uuid not null references public.query_logs (id) on delete cascade,
    relevance_score numeric(4, 3) not null check (relevance_score between 0 and 1),
    groundedness_score numeric(4, 3) not null check (groundedness_score between 0 and 1),
    answer_relevance_score numeric(4, 3) not null check (answer_relevance_score between 0 and 1),
    trulens_record_id text,
    evaluated_at timestamptz default now(),
    is_refusal boolean not null default false,
    judge_model text, -- the language model that judged the same answer; null: none did
    judge_relevance_score numeric(4, 3) check (judge_relevance_score between 0 and 1),
    judge_groundedness_score numeric(4, 3) check (judge_groundedness_score between 0 and 1),
    judge_answer_relevance_score numeric(4, 3)
    check (judge_answer_relevance_score between 0 and 1),
    judged_at timestamptz,
    check (
        num_nonnulls(
            judge_model,
            judge_relevance_score,
            judge_groundedness_score,
            judge_answer_relevance_score,
            judged_at
        ) in (0, 5)
    )
);

create unique index idx_eval_results_query_log_id on public.evaluation_results (query_log_id);
create index idx_eval_results_trulens_id on public.evaluation_results (trulens_record_id)
where trulens_record_id is not null;
create index evaluation_results_evaluated_at_idx on public.evaluation_results (evaluated_at);
create index evaluation_results_judged_at_idx on public.evaluation_results (judged_at)
where judged_at is not null;

-- Serves forget_answers.
create index query_logs_documents_idx on public.query_logs using gin ((details -> 'documents'));

-- Questions that were made from a document and found it: those of who may read it, and of nobody else.
create table public.self_test_questions (
    document_id uuid not null references public.documents (id) on delete cascade,
    idx int not null check (idx >= 0),
    question text not null check (question <> ''),
    passage_idx int not null check (passage_idx >= 0), -- that it was made from
    primary key (document_id, idx)
);

alter table public.evaluation_results enable row level security, force row level security;
alter table public.self_test_questions enable row level security, force row level security;


-- What was found for a question, with the documents that it is of; a passage that has gone since
-- is left out.
create function public.with_documents(p_details jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
    with found as (
        select f.passage || jsonb_build_object('document_id', p.document_id) as passage, f.at
        from jsonb_array_elements(p_details -> 'passages') with ordinality as f (passage, at)
        join public.documents_paragraphs as p on p.id = (f.passage ->> 'id')::bigint
    )
    select p_details || jsonb_build_object(
        'passages', coalesce(jsonb_agg(f.passage order by f.at), '[]'),
        'documents', coalesce(jsonb_agg(distinct f.passage -> 'document_id'), '[]')
    )
    from found as f;
$$;


create function public.add_evaluation(p_id uuid, p_evaluation jsonb)
returns void
language sql
set search_path = ''
as $$
    insert into public.evaluation_results (
        query_log_id, relevance_score, groundedness_score, answer_relevance_score, is_refusal,
        trulens_record_id
    )
    select q.id, e.relevance, e.groundedness, e.answer_relevance, e.is_refusal, e.trace_id
    from public.query_logs as q
    cross join jsonb_to_record(p_evaluation) as e (
        relevance numeric, groundedness numeric, answer_relevance numeric, is_refusal boolean,
        trace_id text
    )
    where q.id = p_id and p_evaluation is not null
    on conflict (query_log_id) do nothing;
$$;


-- A step that is repeated logs once: the id is made of the run's. Of whoever was shut out nothing is
-- kept. p_reader asked it, where that is
-- not p_asker, whose rights it was answered by: that may be a group.
create function public.log_interaction(
    p_id uuid,
    p_asker bigint,
    p_query text,
    p_response text,
    p_context jsonb,
    p_model text,
    p_steps int,
    p_details jsonb default '{}',
    p_evaluation jsonb default null,
    p_reader bigint default null
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    if not public.may_be_kept_of(coalesce(p_reader, p_asker)) then
        return;
    end if;

    with kept as (
        insert into public.interactions (id, user_context, original_query, ai_response)
        values (p_id, p_context, p_query, p_response)
        on conflict (id) do nothing
        returning id
    )
    insert into public.audit_log (actor, action, details)
    select
        coalesce(p_reader, p_asker),
        'documents_read',
        jsonb_build_object('answer', k.id, 'documents', p_context -> 'documents')
    from kept as k
    where jsonb_array_length(p_context -> 'documents') > 0;

    insert into public.query_logs (
        id, user_id, query_text, response_text, model_provider, agent_steps, details
    )
    values (
        p_id,
        (select u.id from public.users as u where u.telegram_id = p_asker),
        p_query,
        p_response,
        nullif(p_model, ''),
        least(greatest(p_steps, 0), 5),
        public.with_documents(p_details)
    )
    on conflict (id) do nothing;

    perform public.add_evaluation(p_id, p_evaluation);
end
$$;


-- What is known of a kept answer only when it was sent; of one that was forgotten meanwhile nothing.
create function public.note_answer(p_id uuid, p_details jsonb, p_evaluation jsonb)
returns void
language sql
set search_path = ''
as $$
    update public.query_logs as q
    set details = public.with_documents(p_details)
    where q.id = p_id;

    select public.add_evaluation(p_id, p_evaluation);
$$;


-- How good answers were, by day, oldest first; days without any are left out.
create function public.evaluation_days(p_days int)
returns table (
    day date,
    answers bigint,
    refusals bigint,
    relevance double precision,
    groundedness double precision,
    answer_relevance double precision
)
language sql
stable
set search_path = ''
as $$
    select
        (e.evaluated_at at time zone 'UTC')::date,
        count(*) filter (where not e.is_refusal),
        count(*) filter (where e.is_refusal),
        avg(e.relevance_score) filter (where not e.is_refusal),
        avg(e.groundedness_score) filter (where not e.is_refusal),
        avg(e.answer_relevance_score) filter (where not e.is_refusal)
    from public.evaluation_results as e
    where e.evaluated_at >= date_trunc('day', now(), 'UTC') - make_interval(days => p_days)
    group by 1
    having count(*) filter (where not e.is_refusal) > 0
    order by 1;
$$;


-- The answers of the last day that are worst by any of their scores.
create function public.worst_answers(p_limit int)
returns table (
    id uuid, relevance numeric, groundedness numeric, answer_relevance numeric
)
language sql
stable
set search_path = ''
as $$
    select
        e.query_log_id, e.relevance_score, e.groundedness_score, e.answer_relevance_score
    from public.evaluation_results as e
    where e.evaluated_at >= now() - interval '1 day' and not e.is_refusal
    order by
        least(e.relevance_score, e.groundedness_score, e.answer_relevance_score),
        e.evaluated_at,
        e.id
    limit p_limit;
$$;


-- What an owner is shown of somebody's answer: all of it where they may read what it was made of,
-- else that there is one.
create function public.get_evaluated_answer(p_id uuid, p_asker bigint)
returns table (
    question text, answer text, relevance numeric, groundedness numeric, answer_relevance numeric
)
language sql
stable
set search_path = ''
as $$
    select
        case when r.is_readable then q.query_text end,
        case when r.is_readable then q.response_text end,
        e.relevance_score,
        e.groundedness_score,
        e.answer_relevance_score
    from public.evaluation_results as e
    join public.query_logs as q on q.id = e.query_log_id
    join public.interactions as i on i.id = q.id
    cross join lateral (
        select public.rests_on_readable(i.user_context, p_asker) as is_readable
    ) as r
    where q.id = p_id and public.is_owner(p_asker);
$$;

-- What a judge is shown of an answer: nothing of one that is gone, is judged already, is a refusal, or
-- was made of what its asker may not read any more. passages: those that it cites, then the best two
-- that were found.
create function public.answer_to_judge(p_id uuid)
returns table (question text, answer text, asker bigint, passages jsonb)
language sql
stable
set search_path = ''
as $$
    select
        case
            when (i.user_context -> 'is_single')::boolean then i.user_context ->> 'reading'
            else i.original_query
        end,
        i.ai_response,
        a.asker,
        (i.user_context -> 'passages')
            || jsonb_path_query_array(q.details, '$.passages[0 to 1].id')
    from public.evaluation_results as e
    join public.query_logs as q on q.id = e.query_log_id
    join public.interactions as i on i.id = q.id
    cross join lateral (select (i.user_context ->> 'asker')::bigint as asker) as a
    where q.id = p_id
        and e.judged_at is null
        and not e.is_refusal
        and public.rests_on_readable(i.user_context, a.asker);
$$;


-- Keeps what a judge says, once; nothing of an answer that is gone.
create function public.record_judgement(
    p_id uuid,
    p_model text,
    p_relevance double precision,
    p_groundedness double precision,
    p_answer_relevance double precision
)
returns void
language sql
set search_path = ''
as $$
    update public.evaluation_results as e
    set judge_model = p_model,
        judge_relevance_score = p_relevance,
        judge_groundedness_score = p_groundedness,
        judge_answer_relevance_score = p_answer_relevance,
        judged_at = now()
    where e.query_log_id = p_id and e.judged_at is null;
$$;


-- The answers that were judged last, by both scores.
create function public.judged_answers(p_limit int)
returns table (
    relevance numeric,
    groundedness numeric,
    answer_relevance numeric,
    judge_model text,
    judge_relevance numeric,
    judge_groundedness numeric,
    judge_answer_relevance numeric
)
language sql
stable
set search_path = ''
as $$
    select
        e.relevance_score,
        e.groundedness_score,
        e.answer_relevance_score,
        e.judge_model,
        e.judge_relevance_score,
        e.judge_groundedness_score,
        e.judge_answer_relevance_score
    from public.evaluation_results as e
    where e.judged_at is not null
    order by e.judged_at desc, e.id
    limit p_limit;
$$;


-- Keeps the questions of a document in the place of those it had; of one that has gone, none.
create function public.keep_self_tests(p_document_id uuid, p_questions jsonb)
returns void
language sql
set search_path = ''
as $$
    delete from public.self_test_questions as t where t.document_id = p_document_id;
    insert into public.self_test_questions (document_id, idx, question, passage_idx)
    select d.id, q.at - 1, q.test ->> 'question', (q.test ->> 'passage_idx')::int
    from public.documents as d
    cross join jsonb_array_elements(p_questions) with ordinality as q (test, at)
    where d.id = p_document_id;
$$;


-- A sample of the self-tests of documents as they are now, the same each time: those of p_first, then one
-- of each other document before a second of any. p_principals: of what these may read; null: of all.
create function public.sampled_self_tests(
    p_limit int, p_principals uuid[] default null, p_first uuid[] default '{}'
)
returns table (document_id uuid, idx int)
language sql
stable
set search_path = ''
as $$
    select s.document_id, s.idx
    from (
        select
            t.document_id,
            t.idx,
            t.document_id = any(p_first) as is_first,
            md5(t.document_id::text || t.idx) as lot,
            row_number() over (
                partition by t.document_id order by md5(t.document_id::text || t.idx)
            ) as turn
        from public.self_test_questions as t
        join public.documents as d
            on d.id = t.document_id and d.published_at is not null and d.superseded_at is null
        where p_principals is null
            or d.id in (select r.id from public.readable_documents(p_principals) as r (id))
    ) as s
    order by s.is_first desc, case when not s.is_first then s.turn end, s.lot
    limit p_limit;
$$;

notify pgrst, 'reload schema';
