-- What the base could not answer, for admins to answer once, and answers that stand no longer.
--
-- A gap is a question as it was understood; those that are the same share a cluster. Whoever asked
-- gets the answer that an admin gives, once, as soon as they may read the document it rests on. An
-- answer is stale when what it quoted was changed or deleted: whoever got it is told, once.

-- What an admin answers a cluster with: a stretch of a passage; a file as a whole has no quote. It
-- goes with its document, and its questions are open again where nobody was told.
create table public.gap_answers (
    id uuid primary key default gen_random_uuid(),
    document_id uuid not null references public.documents (id) on delete cascade,
    passage_id bigint not null, -- any of its chunks
    quote_at int not null,
    quote text not null,
    settled_by bigint not null, -- Telegram id of the admin
    settled_as text not null, -- what did it, which may be handled again
    settled_at timestamptz not null default now()
);

create index gap_answers_document_id_idx on public.gap_answers (document_id);

-- Open: neither answered nor closed. Closed: told, dismissed, or answered by the base meanwhile.
create table public.question_gaps (
    id uuid primary key references public.interactions (id) on delete cascade,
    cluster uuid not null, -- id of the first question that was the same, which may be gone
    asker bigint not null, -- Telegram id; of a group too
    question text not null, -- as it was understood
    written text not null, -- as it was put, behind what it leans on
    language text not null,
    interface_language text,
    embedding extensions.vector(768) not null,
    asked_at timestamptz not null default clock_timestamp(),
    answer_id uuid references public.gap_answers (id) on delete set null,
    closed_at timestamptz,
    claimed_at timestamptz -- by the worker that tells the answer
);

create index question_gaps_open_idx on public.question_gaps (cluster)
where answer_id is null and closed_at is null;
create index question_gaps_asker_idx on public.question_gaps (asker);
create index question_gaps_answer_id_idx on public.question_gaps (answer_id);

-- Nothing of the answer stands here, nor anything of a document.
create table public.stale_answers (
    id uuid primary key, -- the interaction's, which may be gone
    asker bigint not null,
    question text not null,
    answered_at timestamptz not null,
    document_id uuid references public.documents (id) on delete set null, -- null: deleted
    changed_at timestamptz not null default now(),
    claimed_at timestamptz
);

create index stale_answers_asker_idx on public.stale_answers (asker);
create index stale_answers_document_id_idx on public.stale_answers (document_id);

-- When somebody was last told of answers that stand no longer.
create table public.correction_notices (
    asker bigint primary key,
    told_at timestamptz not null
);

alter table public.gap_answers enable row level security, force row level security;
alter table public.question_gaps enable row level security, force row level security;
alter table public.stale_answers enable row level security, force row level security;
alter table public.correction_notices enable row level security, force row level security;


-- Open questions like this one, the nearest first; `similarity` is the cosine.
create function public.nearest_gaps(p_query extensions.vector(768), p_least float8, p_limit int)
returns table (cluster uuid, question text, language text, similarity float8)
language sql
stable
set search_path = ''
as $$
    select n.cluster, n.question, n.language, n.similarity
    from (
        select
            g.cluster, g.question, g.language,
            1 - (g.embedding OPERATOR(extensions.<=>) p_query) as similarity, g.id
        from public.question_gaps as g
        where g.answer_id is null and g.closed_at is null
    ) as n
    where n.similarity >= p_least
    order by n.similarity desc, n.id
    limit p_limit;
$$;


-- A step that is repeated logs once. p_cluster null: it is like no other.
create function public.log_gap(
    p_id uuid,
    p_asker bigint,
    p_cluster uuid,
    p_question text,
    p_written text,
    p_language text,
    p_interface_language text,
    p_embedding extensions.vector(768)
)
returns void
language sql
set search_path = ''
as $$
    insert into public.question_gaps (
        id, cluster, asker, question, written, language, interface_language, embedding
    )
    select
        i.id, coalesce(p_cluster, i.id), p_asker, p_question, p_written, p_language,
        p_interface_language, p_embedding
    from public.interactions as i
    where i.id = p_id
    on conflict (id) do nothing;
$$;


-- The base has answered this question to them by itself.
create function public.close_own_gaps(p_asker bigint, p_question text)
returns void
language sql
set search_path = ''
as $$
    update public.question_gaps as g
    set closed_at = now()
    where g.asker = p_asker
        and g.closed_at is null
        and g.answer_id is null
        and lower(g.question) = lower(p_question);
$$;


-- For admins. Clusters of open questions, of the most people first. Names are of those alone who
-- have passed theirs on to the owners. What an owner has settled so is open no more.
create function public.list_gaps(
    p_actor bigint, p_skip int default 0, p_limit int default 5, p_cluster uuid default null
)
returns table (
    cluster uuid,
    questions text[],
    languages text[],
    names text[],
    people bigint,
    asked bigint,
    last_asked_at timestamptz,
    total bigint
)
language plpgsql
stable
set search_path = ''
as $$
begin
    if not public.is_admin(p_actor) then
        return;
    end if;
    return query
    select
        o.cluster,
        array(
            select a.written
            from unnest(array_agg(o.written order by o.asked_at)) with ordinality
            as a (written, place)
            group by a.written
            order by min(a.place)
            limit 10
        ),
        array_agg(distinct o.language),
        coalesce(array_agg(distinct o.name) filter (where o.name is not null), '{}'),
        count(distinct o.asker),
        count(*),
        max(o.asked_at),
        count(*) over ()
    from (
        select
            g.cluster, g.written, g.language, g.asker, g.asked_at,
            case when q.id is not null then coalesce(u.display_name, g.asker::text) end as name
        from public.question_gaps as g
        left join public.users as u on u.telegram_id = g.asker
        left join public.owner_questions as q on q.id = g.id
        where g.answer_id is null
            and g.closed_at is null
            and (p_cluster is null or g.cluster = p_cluster)
            and (u.id is null or public.is_let_in(u.telegram_id))
            and coalesce(q.state = 'open', true)
    ) as o
    group by o.cluster
    order by count(distinct o.asker) desc, count(*) desc, max(o.asked_at) desc, o.cluster
    offset p_skip
    limit p_limit;
end
$$;


-- 'settled', also when the same is handled again; 'over': nothing of it is open any more; or 'gone':
-- whoever settles it is no admin, or may not read what they point at. Of what somebody asked several
-- times in one chat the last is answered that leans on nothing, if there is one: it is what is quoted.
create function public.settle_gap(
    p_cluster uuid,
    p_actor bigint,
    p_document_id uuid,
    p_passage_id bigint,
    p_quote_at int,
    p_quote text,
    p_settled_as text
)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_answer uuid;
begin
    if not public.is_admin(p_actor)
        or not public.can_read(p_document_id, public.principals_of(p_actor), true)
    then
        return 'gone';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('gap ' || p_cluster::text, 0));
    if exists (
        select from public.gap_answers as a
        join public.question_gaps as g on g.answer_id = a.id
        where g.cluster = p_cluster and a.settled_as = p_settled_as
    ) then
        return 'settled';
    end if;
    if not exists (select from public.list_gaps(p_actor, p_cluster => p_cluster)) then
        return 'over';
    end if;

    insert into public.gap_answers (
        document_id, passage_id, quote_at, quote, settled_by, settled_as
    )
    values (p_document_id, p_passage_id, p_quote_at, p_quote, p_actor, p_settled_as)
    returning id into v_answer;

    update public.owner_questions as q
    set state = 'answered', settled_by = p_actor, settled_as = p_settled_as, settled_at = now()
    from public.question_gaps as g
    where g.id = q.id and g.cluster = p_cluster and q.state = 'open'
        and g.answer_id is null and g.closed_at is null;

    with asked as (
        select
            g.id,
            row_number() over (
                partition by g.asker, i.user_context ->> 'chat'
                order by position(' → ' in g.written) > 0, g.asked_at desc, g.id
            ) = 1 as is_last
        from public.question_gaps as g
        join public.interactions as i on i.id = g.id
        left join public.owner_questions as q on q.id = g.id
        where g.cluster = p_cluster
            and g.answer_id is null
            and g.closed_at is null
            and (q.id is null or q.settled_as = p_settled_as)
    )
    update public.question_gaps as g
    set answer_id = v_answer, closed_at = case when not a.is_last then now() end
    from asked as a
    where g.id = a.id;
    return 'settled';
end
$$;


-- How many were told of what was settled so, and how many are to be.
create function public.count_gap_answers(p_actor bigint, p_settled_as text)
returns table (told bigint, untold bigint)
language sql
stable
set search_path = ''
as $$
    select
        count(distinct g.asker) filter (where g.closed_at is not null),
        count(distinct g.asker) filter (where g.closed_at is null)
    from public.gap_answers as a
    join public.question_gaps as g on g.answer_id = a.id
    where a.settled_as = p_settled_as and a.settled_by = p_actor and public.is_admin(p_actor);
$$;


-- Nobody is told. False when nothing of it is open to this actor.
create function public.dismiss_gap(p_cluster uuid, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    update public.question_gaps as g
    set closed_at = now()
    where g.cluster = p_cluster
        and g.answer_id is null
        and g.closed_at is null
        and public.is_admin(p_actor);
    return found;
end
$$;


-- Answers that are to be told now, to whoever may read what they rest on; for ten minutes they are
-- this caller's. Whoever may not read it yet is told once they may.
create function public.claim_gap_answers(p_limit int)
returns table (
    id uuid,
    asker bigint,
    chat text,
    language text,
    query text,
    asked text,
    asked_at timestamptz,
    name text,
    document_id uuid,
    title text,
    url text,
    file_name text,
    page int,
    start_seconds float8,
    paragraph_idx int,
    passage_id bigint,
    quote_at int,
    quote text
)
language sql
set search_path = ''
as $$
    with due as (
        select g.id
        from public.question_gaps as g
        join public.gap_answers as a on a.id = g.answer_id
        where g.closed_at is null
            and coalesce(g.claimed_at < now() - interval '10 minutes', true)
            and public.still_readable(array[a.document_id], g.asker) @> array[a.document_id]
        order by a.settled_at, g.id
        limit p_limit
        for update of g skip locked
    ),
    claimed as (
        update public.question_gaps as g
        set claimed_at = now()
        from due
        where g.id = due.id
        returning g.id, g.asker, g.answer_id, g.asked_at, g.written, g.interface_language
    )
    select
        c.id, c.asker, i.user_context ->> 'chat',
        coalesce(s.language, c.interface_language),
        i.original_query, c.written, c.asked_at, u.display_name,
        a.document_id, d.title, d.source_url, d.file_name, p.page, p.start_seconds,
        coalesce(p.paragraph_idx, 0), a.passage_id, a.quote_at, a.quote
    from claimed as c
    join public.interactions as i on i.id = c.id
    join public.gap_answers as a on a.id = c.answer_id
    join public.documents as d on d.id = a.document_id
    left join public.documents_paragraphs as p on p.id = a.passage_id
    left join public.users as u on u.telegram_id = a.settled_by
    left join public.user_settings as s on s.telegram_id = c.asker
    order by c.id;
$$;


create function public.close_gap(p_id uuid)
returns void
language sql
set search_path = ''
as $$
    update public.question_gaps as g set closed_at = now() where g.id = p_id;
$$;


-- Answers that somebody got in their own chat, and that quote this document. What is said in a group
-- is nobody's to turn off.
create function public.answers_quoting(p_document_id uuid)
returns table (id uuid, asker bigint, question text, answered_at timestamptz)
language sql
stable
set search_path = ''
as $$
    select i.id, (i.user_context ->> 'asker')::bigint, i.original_query, i."timestamp"
    from public.interactions as i
    where i.user_context -> 'documents' ? p_document_id::text
        and i.user_context ->> 'chat' = i.user_context ->> 'asker'
        and jsonb_array_length(i.user_context -> 'quotes') > 0
        and i.user_context ->> 'kind' = 'question'
        and not starts_with(i.user_context ->> 'chat', '-');
$$;


create function public.note_superseded()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.stale_answers as s (id, asker, question, answered_at, document_id)
    select a.id, a.asker, a.question, a.answered_at, new.id
    from public.answers_quoting(new.id) as a
    on conflict (id) do nothing;
    return null;
end
$$;

create trigger documents_note_superseded
after update of superseded_at on public.documents
for each row
when (old.superseded_at is null and new.superseded_at is not null)
execute function public.note_superseded();


-- Whoever deletes a document of their own knows.
create function public.note_deleted()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.stale_answers as s (id, asker, question, answered_at, document_id)
    select a.id, a.asker, a.question, a.answered_at, null
    from public.answers_quoting(old.id) as a
    where not exists (
        select from public.users as u where u.id = old.owner and u.telegram_id = a.asker
    )
    on conflict (id) do update set document_id = null;
    return old;
end
$$;

create trigger documents_note_deleted
before delete on public.documents
for each row
when (old.published_at is not null)
execute function public.note_deleted();


-- The quotes of an answer that the current version of this document does not hold any more, nor any
-- other document that the answer cites; none of what its asker may not read.
create function public.lost_quotes(p_id uuid, p_document_id uuid)
returns text[]
language sql
stable
set search_path = ''
as $$
    with cited as (
        select c.id from public.documents as d
        join public.documents as c
            on c.series = d.series and c.published_at is not null and c.superseded_at is null
        where d.id = p_document_id
        union
        select o.id::uuid
        from public.interactions as i
        cross join lateral jsonb_array_elements_text(i.user_context -> 'documents') as o (id)
        where i.id = p_id and o.id <> p_document_id::text
    ),
    texts as (
        select regexp_replace(public.document_text(c.id), '\s+', ' ', 'g') as text from cited as c
    )
    select array(
        select q.quote
        from public.interactions as i
        cross join lateral
        jsonb_array_elements_text(i.user_context -> 'quotes') with ordinality as q (quote, place)
        where i.id = p_id
            and public.rests_on_readable(
                i.user_context, (i.user_context ->> 'asker')::bigint
            )
            and not exists (
                select from texts as t
                where position(regexp_replace(q.quote, '\s+', ' ', 'g') in t.text) > 0
            )
        order by q.place
    );
$$;


-- Answers that stand no longer, of people who have not been told of any for a day and want to be; for
-- a quarter of an hour they are this caller's. Of what was deleted there are no quotes.
create function public.claim_stale_answers(p_limit int)
returns table (
    id uuid,
    asker bigint,
    question text,
    answered_at timestamptz,
    language text,
    is_deleted boolean,
    quotes text[]
)
language plpgsql
set search_path = ''
as $$
begin
    delete from public.stale_answers as s
    using public.user_settings as g
    where g.telegram_id = s.asker and not g.hears_corrections;
    delete from public.stale_answers as s
    using public.documents as d
    where d.id = s.document_id
        and (d.superseded_at is null or public.lost_quotes(s.id, s.document_id) = '{}');
    delete from public.stale_answers as s where s.changed_at < now() - interval '7 days';

    return query
    with due as (
        select s.id
        from public.stale_answers as s
        join public.users as u on u.telegram_id = s.asker and public.is_let_in(u.telegram_id)
        left join public.correction_notices as n on n.asker = s.asker
        where coalesce(n.told_at < now() - interval '1 day', true)
            and coalesce(s.claimed_at < now() - interval '15 minutes', true)
        order by s.changed_at, s.id
        limit p_limit
        for update of s skip locked
    )
    update public.stale_answers as s
    set claimed_at = now()
    from due, public.users as u
    where s.id = due.id and u.telegram_id = s.asker
    returning
        s.id,
        s.asker,
        s.question,
        s.answered_at,
        coalesce(
            (select g.language from public.user_settings as g where g.telegram_id = s.asker),
            u.language
        ),
        s.document_id is null,
        case
            when s.document_id is null then '{}'
            else public.lost_quotes(s.id, s.document_id)
        end;
end
$$;


-- p_is_told: a message went out, and there is none for a day.
create function public.finish_stale_answers(p_asker bigint, p_ids uuid[], p_is_told boolean)
returns void
language sql
set search_path = ''
as $$
    delete from public.stale_answers as s where s.id = any(p_ids) and s.asker = p_asker;
    insert into public.correction_notices (asker, told_at)
    select p_asker, now() where p_is_told
    on conflict (asker) do update set told_at = excluded.told_at;
$$;


-- What is forgotten is not spoken of again either; its gaps go with its answers.
create or replace function public.clear_history(p_user_id text)
returns bigint
language sql
set search_path = ''
as $$
    delete from public.pending_questions as q where q.user_id = p_user_id;
    delete from public.awaited_texts as a where a.chat = p_user_id;
    delete from public.stale_answers as s where s.asker::text = p_user_id;
    select public.erase_answers(array(
        select i.user_context ->> 'run_id' from public.interactions as i
        where i.user_context ->> 'chat' = p_user_id
        union
        select m.run_id from public.chat_messages as m where m.user_id = p_user_id
    ));
    with gone as (
        delete from public.interactions as i
        where i.user_context ->> 'chat' = p_user_id
        returning i.id
    )
    delete from public.query_logs as q using gone where q.id = gone.id;
    with gone as (delete from public.chat_messages as m where m.user_id = p_user_id returning m.id)
    select count(*) from gone;
$$;


-- What would be said to somebody goes with them.
create function public.forget_asker()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    delete from public.question_gaps as g where g.asker = old.telegram_id;
    delete from public.stale_answers as s where s.asker = old.telegram_id;
    delete from public.correction_notices as n where n.asker = old.telegram_id;
    delete from public.awaited_texts as a where a.asker = old.telegram_id;
    delete from public.owner_question_counts as c where c.asker = old.telegram_id;
    return old;
end
$$;

create trigger users_forget_asker
after delete on public.users
for each row execute function public.forget_asker();

notify pgrst, 'reload schema';
