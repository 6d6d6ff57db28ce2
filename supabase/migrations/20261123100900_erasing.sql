-- What was made of a document goes with it: answers and what was said of them at once, the records
-- of runs within a day.

-- What a worker has yet to erase records of: batches of documents that were deleted, with every
-- answer before that, and answers that their chat has forgotten.
create table public.erasures (
    batch_id text primary key, -- or the id of a document, which records name, or of an answer's run
    deleted_at timestamptz not null default clock_timestamp(),
    erases_answers boolean not null default true
);

alter table public.erasures enable row level security, force row level security;

-- Serve forget_answers.
create index chat_messages_documents_idx
on public.chat_messages using gin ((context -> 'documents'), (context -> 'sources'));
create index interactions_documents_idx
on public.interactions using gin ((user_context -> 'documents'), (user_context -> 'sources'));


-- Deletes every answer that was made of one of these documents, with its question and what was said
-- of it, and that others found passages of them; returns how many were in histories.
create function public.forget_answers(p_documents text[])
returns bigint
language sql
set search_path = ''
as $$
    with gone as (
        delete from public.interactions as i
        where i.user_context -> 'documents' ?| p_documents
            or i.user_context -> 'sources' ?| p_documents
        returning i.id
    )
    delete from public.query_logs as q using gone where q.id = gone.id;

    update public.query_logs as q
    set details = q.details || jsonb_build_object(
        'documents', (q.details -> 'documents') - p_documents,
        'passages', coalesce((
            select jsonb_agg(f.passage order by f.at)
            from jsonb_array_elements(q.details -> 'passages') with ordinality as f (passage, at)
            where f.passage ->> 'document_id' <> all (p_documents)
        ), '[]')
    )
    where q.details -> 'documents' ?| p_documents;

    with made as materialized (
        select m.id, m.user_id, m.run_id
        from public.chat_messages as m
        where m.context -> 'documents' ?| p_documents or m.context -> 'sources' ?| p_documents
    ),
    gone as (
        delete from public.chat_messages as m
        using made
        where m.id = made.id or (m.user_id = made.user_id and m.run_id = made.run_id)
        returning m.id
    )
    select count(*) from gone;
$$;


create function public.forget_deleted_documents()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
    v_ids constant text[] := array(select g.id::text from gone as g where g.published_at is not null);
begin
    if v_ids = '{}' then
        return null;
    end if;
    perform public.forget_answers(v_ids);
    delete from public.artifacts as a
    where a.batch_id in (select g.batch_id from gone as g where g.published_at is not null);
    update public.owner_questions as q set answer = null
    where q.batch_id in (select g.batch_id from gone as g where g.published_at is not null);
    insert into public.erasures as e (batch_id)
    select distinct f.id
    from gone as g
    cross join lateral unnest(array[g.batch_id, g.id::text]) as f (id)
    where g.published_at is not null
    on conflict (batch_id) do update set deleted_at = excluded.deleted_at;
    return null;
end
$$;

create trigger documents_forget_deleted
after delete on public.documents
referencing old table as gone
for each statement execute function public.forget_deleted_documents();


-- A batch that was cancelled leaves nothing either: titles and names stand in its records.
create function public.forget_cancelled_batch()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.erasures (batch_id, erases_answers) values (new.batch_id, false)
    on conflict (batch_id) do nothing;
    return null;
end
$$;

create trigger batch_outcomes_forget_cancelled
after insert on public.batch_outcomes
for each row when (new.outcome = 'cancelled')
execute function public.forget_cancelled_batch();


-- Has the records of these runs erased that answered, and of what each went on to ask.
create function public.erase_answers(p_run_ids text[])
returns void
language sql
set search_path = ''
as $$
    insert into public.erasures (batch_id, erases_answers)
    select distinct f.run_id, false
    from unnest(p_run_ids) as r (id)
    cross join lateral unnest(array[r.id, 'follow-' || r.id]) as f (run_id)
    where r.id is not null
    on conflict (batch_id) do nothing;
$$;


-- Takes out of what others asked what may come from somebody's questions: since somebody asked in a
-- group, what follows there was understood by what was said before. Nothing is lost but that: their own
-- words stay, and the next message leans on none of those answers.
create function public.forget_carried(p_gone bigint)
returns void
language plpgsql
set search_path = ''
as $$
begin
    with asked as (
        select i.user_context ->> 'chat' as chat, i."timestamp" as at
        from public.interactions as i
        where p_gone::text in (i.user_context ->> 'asker', i.user_context ->> 'reader')
        union all
        select m.user_id, m.created_at from public.chat_messages as m where m.asker = p_gone
    ),
    since as materialized (
        select a.chat, min(a.at) as at from asked as a
        where a.chat is not null and a.chat <> p_gone::text
        group by a.chat
    ),
    told as (
        update public.chat_messages as m
        set context = m.context || '{"question": "", "subject": [], "written": []}'
        from since as s
        where m.user_id = s.chat and m.created_at >= s.at and m.context is not null
    ),
    understood as (
        update public.interactions as i
        set user_context = i.user_context
            || jsonb_build_object('reading', i.original_query, 'offered', '[]'::jsonb)
        from since as s
        where i.user_context ->> 'chat' = s.chat
            and i."timestamp" >= s.at
            and i.user_context ->> 'reading' <> ''
        returning i.id, i.original_query as question
    ),
    stale as (
        update public.stale_answers as t set question = u.question
        from understood as u where t.id = u.id
    )
    update public.question_gaps as g set question = u.question, written = u.question
    from understood as u where g.id = u.id;
end
$$;


-- What is to be erased by now. An answer that was on its way when a document was deleted was saved
-- after that: it goes now.
create function public.list_erasures()
returns table (batch_id text, deleted_at timestamptz, erases_answers boolean)
language plpgsql
set search_path = ''
as $$
begin
    if exists (select from public.erasures) then
        perform public.forget_answers(array(
            select distinct s.id
            from (
                select i.user_context as context from public.interactions as i
                union all
                select m.context from public.chat_messages as m where m.context is not null
            ) as c
            cross join lateral public.sources_of(c.context) as s (id)
            where not exists (select from public.documents as d where d.id::text = s.id)
        ));
    end if;
    return query
    select e.batch_id, e.deleted_at, e.erases_answers from public.erasures as e
    order by e.deleted_at;
end
$$;


-- One that was deleted from again meanwhile is kept.
create function public.finish_erasures(p_until timestamptz)
returns void
language sql
set search_path = ''
as $$
    delete from public.erasures as e where e.deleted_at <= p_until;
$$;

notify pgrst, 'reload schema';
