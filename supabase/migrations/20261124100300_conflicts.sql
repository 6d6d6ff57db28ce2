-- Statements of two documents that cannot both hold, and which of them does.
--
-- A conflict is seen by people who may read both documents, and goes with either. No text of them is
-- kept here: start and end are characters of a passage, and what they hold is read when it is shown.

create table public.conflicts (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('number', 'date', 'name', 'negation')),
    first_document_id uuid not null references public.documents (id) on delete cascade,
    first_passage_idx int not null,
    first_start int not null check (first_start >= 0),
    first_end int not null check (first_end > first_start),
    second_document_id uuid not null references public.documents (id) on delete cascade, -- the later
    second_passage_idx int not null,
    second_start int not null check (second_start >= 0),
    second_end int not null check (second_end > second_start),
    state text not null default 'open' check (state in ('open', 'first', 'second', 'none')),
    decided_by uuid references public.users (id) on delete set null,
    decided_at timestamptz,
    told_at timestamptz,
    created_at timestamptz not null default now(),
    unique (
        second_document_id, second_passage_idx, second_start,
        first_document_id, first_passage_idx, first_start
    )
);

create index conflicts_first_document_id_idx on public.conflicts (first_document_id);
create index conflicts_decided_by_idx on public.conflicts (decided_by);

-- What somebody decides for themselves alone: whoever may not say it for all.
create table public.conflict_choices (
    conflict_id bigint not null references public.conflicts (id) on delete cascade,
    user_id uuid not null references public.users (id) on delete cascade,
    state text not null check (state in ('first', 'second', 'none')),
    decided_at timestamptz not null default now(),
    primary key (conflict_id, user_id)
);

create index conflict_choices_user_id_idx on public.conflict_choices (user_id);

-- Which decision a rule is of; it stays that when it is undone or renewed among the other rules.
alter table public.learned_constraints
add column conflict_id bigint references public.conflicts (id) on delete set null;

create index learned_constraints_conflict_id_idx on public.learned_constraints (conflict_id);

alter table public.conflicts enable row level security, force row level security;
alter table public.conflict_choices enable row level security, force row level security;


-- Passages of earlier documents that the asker may read and that are like one of this document's: of
-- its first p_passages the p_each most similar ones, by their chunks.
create function public.alike_passages(
    p_document_id uuid,
    p_asker bigint,
    p_least double precision,
    p_passages int default 60,
    p_each int default 4
)
returns table (
    passage_idx int, text text, other_document_id uuid, other_title text, other_passage_idx int,
    other_text text
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_documents uuid[];
begin
    if not public.can_read(p_document_id, v_principals) then
        return;
    end if;
    select array_agg(o.id) into v_documents
    from public.documents as n
    join public.documents as o
        on o.series <> n.series
        and (o.published_at, o.item_idx, o.id) < (n.published_at, n.item_idx, n.id)
    where n.id = p_document_id
        and o.id in (select r.id from public.readable_documents(v_principals) as r (id));
    return query
    with pairs as (
        select distinct c.passage_idx, o.document_id, o.passage_idx as other_idx
        from public.documents_paragraphs as c
        cross join lateral public.nearest_exactly(c.embedding, p_each, v_documents, true) as n
        join public.documents_paragraphs as o on o.id = n.id
        where c.document_id = p_document_id
            and c.passage_idx < p_passages
            and 1 - n.distance >= p_least
    )
    select
        p.passage_idx,
        public.passage_text(p_document_id, p.passage_idx),
        p.document_id,
        coalesce(d.title, d.file_name, ''),
        p.other_idx,
        public.passage_text(p.document_id, p.other_idx)
    from pairs as p
    join public.documents as d on d.id = p.document_id
    order by p.passage_idx, d.published_at desc, p.other_idx;
end
$$;


create function public.passage_text(p_document_id uuid, p_passage_idx int)
returns text
language sql
stable
set search_path = ''
as $$
    select string_agg(dp.lead || dp.paragraph_text, '' order by dp.paragraph_idx, dp.id)
    from public.documents_paragraphs as dp
    where dp.document_id = p_document_id and dp.passage_idx = p_passage_idx;
$$;


-- Pairs of these passages, of a later document and an earlier one, that the asker may read and of
-- which no conflict is known.
create function public.passages_found_together(p_passages bigint[], p_asker bigint)
returns table (
    document_id uuid, batch_id text, title text, passage_idx int, text text,
    other_document_id uuid, other_title text, other_passage_idx int, other_text text
)
language sql
stable
set search_path = ''
as $$
    with found as (
        select distinct dp.document_id, dp.passage_idx
        from public.documents_paragraphs as dp
        where dp.id = any(p_passages)
    ), readable as (
        select f.*, d.series, d.batch_id, d.published_at, d.item_idx,
            coalesce(d.title, d.file_name, '') as title
        from found as f
        join public.documents as d on d.id = f.document_id
        where f.document_id = any(
            public.still_readable(array(select g.document_id from found as g), p_asker)
        )
    )
    select
        n.document_id,
        n.batch_id,
        n.title,
        n.passage_idx,
        public.passage_text(n.document_id, n.passage_idx),
        o.document_id,
        o.title,
        o.passage_idx,
        public.passage_text(o.document_id, o.passage_idx)
    from readable as n
    join readable as o
        on o.series <> n.series
        and (o.published_at, o.item_idx, o.document_id)
        < (n.published_at, n.item_idx, n.document_id)
    where not exists (
        select from public.conflicts as c
        where c.second_document_id = n.document_id
            and c.second_passage_idx = n.passage_idx
            and c.first_document_id = o.document_id
            and c.first_passage_idx = o.passage_idx
    )
    order by n.document_id, n.passage_idx, o.document_id, o.passage_idx;
$$;


-- Notes what the later document contradicts of what the asker may read, too; how many of these were
-- not known yet.
create function public.note_conflicts(p_document_id uuid, p_found jsonb, p_asker bigint)
returns int
language sql
set search_path = ''
as $$
    with noted as (
        insert into public.conflicts (
            kind, first_document_id, first_passage_idx, first_start, first_end,
            second_document_id, second_passage_idx, second_start, second_end
        )
        select
            f.kind, f.other_document_id, f.other_passage_idx, f.other_start, f.other_end,
            p_document_id, f.passage_idx, f.start, f."end"
        from jsonb_to_recordset(p_found) as f (
            kind text, passage_idx int, start int, "end" int, other_document_id uuid,
            other_passage_idx int, other_start int, other_end int
        )
        where cardinality(
            public.still_readable(array[p_document_id, f.other_document_id], p_asker)
        ) = 2
        on conflict do nothing
        returning id
    )
    select count(*)::int from noted;
$$;


-- The conflicts that somebody may decide: who may read both documents as they are now, and is an
-- admin or may change one of them.
create function public.decidable_conflicts(p_actor bigint)
returns setof public.conflicts
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_actor);
begin
    return query
    select c.*
    from public.conflicts as c
    where public.can_read(c.first_document_id, v_principals)
        and public.can_read(c.second_document_id, v_principals)
        and (
            public.is_admin(p_actor)
            or public.may_change_document(c.first_document_id, p_actor)
            or public.may_change_document(c.second_document_id, p_actor)
        );
end
$$;


-- What is said of a conflict: by whoever may say it for all, else by the reader for themselves.
create function public.state_of_conflict(p_id bigint, p_state text, p_reader bigint)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when p_state <> 'open' then p_state
        else coalesce(
            (
                select o.state from public.conflict_choices as o
                join public.users as u on u.id = o.user_id
                where o.conflict_id = p_id and u.telegram_id = p_reader
            ),
            p_state
        )
    end;
$$;


-- The conflicts that an actor may decide, oldest first: one by its number, or those still open, of
-- one batch or of all. is_for_all: what is said of it holds for everybody.
create function public.list_conflicts(
    p_actor bigint, p_id bigint default null, p_batch_id text default null, p_limit int default 20
)
returns table (
    id bigint, kind text, state text, is_for_all boolean, batch_id text,
    first_document_id uuid, first_title text, first_file_name text, first_opening text,
    first_date text, first_text text,
    second_document_id uuid, second_title text, second_file_name text, second_opening text,
    second_date text, second_text text
)
language sql
stable
set search_path = ''
as $$
    select
        c.id,
        c.kind,
        t.state,
        c.state <> 'open',
        s.batch_id,
        f.id,
        coalesce(f.title, f.file_name, ''),
        f.file_name,
        left(public.passage_text(f.id, 0), 400),
        coalesce(f.published, f.published_at::date::text),
        substr(
            public.passage_text(f.id, c.first_passage_idx),
            c.first_start + 1, c.first_end - c.first_start
        ),
        s.id,
        coalesce(s.title, s.file_name, ''),
        s.file_name,
        left(public.passage_text(s.id, 0), 400),
        coalesce(s.published, s.published_at::date::text),
        substr(
            public.passage_text(s.id, c.second_passage_idx),
            c.second_start + 1, c.second_end - c.second_start
        )
    from public.decidable_conflicts(p_actor) as c
    join public.documents as f on f.id = c.first_document_id
    join public.documents as s on s.id = c.second_document_id
    cross join lateral (
        select public.state_of_conflict(c.id, c.state, p_actor) as state
    ) as t
    where case when p_id is null then t.state = 'open' else c.id = p_id end
        and s.batch_id = coalesce(p_batch_id, s.batch_id)
    order by c.id
    limit p_limit;
$$;


-- Whom to ask about the conflicts of a batch: owners of this copy and of the later document, and of
-- an earlier one that the later one's owner may not read, as far as they may decide. About each
-- conflict once.
create function public.people_to_ask_of_conflicts(p_batch_id text)
returns table (telegram_id bigint, language text)
language plpgsql
set search_path = ''
as $$
declare
    v_untold bigint[];
begin
    with told as (
        update public.conflicts as c
        set told_at = now()
        from public.documents as s
        where s.id = c.second_document_id
            and s.batch_id = p_batch_id
            and c.told_at is null
            and c.state = 'open'
        returning c.id
    )
    select array_agg(t.id) into v_untold from told as t;
    return query
    select u.telegram_id, u.language
    from public.users as u
    where public.is_let_in(u.telegram_id)
        and (
            u.id in (select o.id from public.owners() as o)
            or u.id in (select s.owner from public.documents as s where s.batch_id = p_batch_id)
            or u.id in (
                select f.owner
                from public.conflicts as c
                join public.documents as f on f.id = c.first_document_id
                join public.documents as s on s.id = c.second_document_id
                left join public.users as o on o.id = s.owner
                where c.id = any(v_untold)
                    and not public.can_read(f.id, public.principals_of(o.telegram_id))
            )
        )
        and exists (
            select from public.decidable_conflicts(u.telegram_id) as c where c.id = any(v_untold)
        )
    order by u.telegram_id;
end
$$;


-- Says which statement holds: 'first', 'second', or 'none' when they do not contradict each other.
-- What holds becomes a rule, for all who may read both if the actor is an admin or may change both,
-- else for the actor, as long as nobody has said it for all; the rule of a former decision of the
-- same kind is undone. p_question: the statement that does not hold, with its language and embedding.
-- False when it is not theirs to decide.
create function public.decide_conflict(
    p_id bigint,
    p_state text,
    p_question text,
    p_language text,
    p_embedding extensions.vector(768),
    p_actor bigint
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_conflict public.conflicts;
    v_user uuid;
    v_rule bigint;
    v_is_for_all boolean;
begin
    select c.* into v_conflict from public.conflicts as c
    where c.id = p_id and c.id in (select d.id from public.decidable_conflicts(p_actor) as d)
    for update;
    if not found then
        return false;
    end if;
    select u.id into v_user from public.users as u where u.telegram_id = p_actor;
    v_is_for_all := public.is_admin(p_actor) or (
        public.may_change_document(v_conflict.first_document_id, p_actor)
        and public.may_change_document(v_conflict.second_document_id, p_actor)
    );
    if not v_is_for_all and v_conflict.state <> 'open' then
        return false;
    end if;
    if p_state = public.state_of_conflict(p_id, v_conflict.state, p_actor) and (
        p_state = v_conflict.state or not v_is_for_all
    ) then
        return true;
    end if;
    update public.learned_constraints as lc
    set state = 'undone', decided_at = now()
    where lc.conflict_id = p_id
        and lc.state = 'active'
        and lc.only_for is not distinct from case when not v_is_for_all then v_user end;

    if p_state in ('first', 'second') then
        insert into public.learned_constraints (
            repo_id, code_pattern, user_reason, embedding, kind, state, question, language,
            shown_document_id, shown_passage_idx, right_document_id, right_passage_idx, only_for,
            decided_at, conflict_id
        )
        select
            'paragraf/base', public.passage_key(w.wrong, w.wrong_idx), 'conflict', p_embedding,
            'prefer', 'active', p_question, p_language, w.wrong, w.wrong_idx, w.holds, w.holds_idx,
            case when not v_is_for_all then v_user end, now(), p_id
        from (
            select
                v_conflict.second_document_id as wrong,
                v_conflict.second_passage_idx as wrong_idx,
                v_conflict.first_document_id as holds,
                v_conflict.first_passage_idx as holds_idx
            where p_state = 'first'
            union all
            select
                v_conflict.first_document_id,
                v_conflict.first_passage_idx,
                v_conflict.second_document_id,
                v_conflict.second_passage_idx
            where p_state = 'second'
        ) as w
        returning id into v_rule;
    end if;
    if v_is_for_all then
        update public.conflicts as c
        set state = p_state, decided_by = v_user, decided_at = now()
        where c.id = p_id;
    else
        insert into public.conflict_choices as o (conflict_id, user_id, state)
        values (p_id, v_user, p_state)
        on conflict (conflict_id, user_id) do update set
            state = excluded.state,
            decided_at = now();
    end if;
    insert into public.feedback_audit_log (
        review_comment_id, user_id, action, reason, constraint_id
    )
    values (
        'conflict:' || p_id,
        p_actor::text,
        case when v_rule is null then 'rejected' else 'modified' end,
        'conflict: ' || p_state,
        v_rule
    );
    return true;
end
$$;


-- The statements of these passages that do not hold, as was decided, and what holds instead: while
-- the rule of the decision is in force, and for whoever may read both documents. Of one conflict the
-- last decision counts that is for them.
create function public.settled_statements(p_passages bigint[], p_asker bigint)
returns table (
    passage bigint, wrong_start int, wrong_end int, right_passage bigint, right_start int,
    right_end int
)
language sql
stable
set search_path = ''
as $$
    with decided as (
        select distinct on (lc.conflict_id)
            c.*, lc.shown_document_id = c.first_document_id as is_second, lc.decided_at as said_at
        from public.rules_in_force(p_asker) as lc
        join public.conflicts as c on c.id = lc.conflict_id
        order by lc.conflict_id, lc.decided_at desc, lc.id desc
    ), sides as (
        select
            d.id, d.said_at, d.first_document_id as wrong, d.first_passage_idx as wrong_idx,
            d.first_start as wrong_start, d.first_end as wrong_end,
            d.second_document_id as holds, d.second_passage_idx as holds_idx,
            d.second_start as holds_start, d.second_end as holds_end
        from decided as d
        where d.is_second
        union all
        select
            d.id, d.said_at, d.second_document_id, d.second_passage_idx, d.second_start,
            d.second_end, d.first_document_id, d.first_passage_idx, d.first_start, d.first_end
        from decided as d
        where not d.is_second
    )
    select
        dp.id,
        s.wrong_start,
        s.wrong_end,
        (
            select min(o.id) from public.documents_paragraphs as o
            where o.document_id = s.holds and o.passage_idx = s.holds_idx
        ),
        s.holds_start,
        s.holds_end
    from public.documents_paragraphs as dp
    join sides as s on s.wrong = dp.document_id and s.wrong_idx = dp.passage_idx
    where dp.id = any(p_passages)
    order by s.said_at desc, s.id;
$$;


-- Pairs of statements of these passages that do not contradict each other, as was said for all or by
-- the asker, who may read both documents.
create function public.denied_conflicts(p_passages bigint[], p_asker bigint)
returns table (
    passage bigint, statement_start int, statement_end int, other_passage bigint, other_start int,
    other_end int
)
language sql
stable
set search_path = ''
as $$
    select f.id, c.first_start, c.first_end, s.id, c.second_start, c.second_end
    from public.documents_paragraphs as f
    join public.conflicts as c
        on c.first_document_id = f.document_id and c.first_passage_idx = f.passage_idx
    join public.documents_paragraphs as s
        on s.document_id = c.second_document_id and s.passage_idx = c.second_passage_idx
    where f.id = any(p_passages)
        and s.id = any(p_passages)
        and public.state_of_conflict(c.id, c.state, p_asker) = 'none'
        and cardinality(
            public.still_readable(array[c.first_document_id, c.second_document_id], p_asker)
        ) = 2
    order by c.id;
$$;

notify pgrst, 'reload schema';
