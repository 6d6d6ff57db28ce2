-- Several questions of a chat wait for a document: each that was promised an answer, and the last one
-- that was not.
alter table public.pending_questions drop constraint pending_questions_pkey;
alter table public.pending_questions add primary key (id);
create index pending_questions_user_id on public.pending_questions (user_id, id);


-- Five at most, the newest. A promise takes the place of what was kept of the same question; without
-- one a question takes the place of the one before it that had none.
create or replace function public.keep_question(
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
    delete from public.pending_questions as q
    where q.user_id = p_user_id
        and (not q.is_promised or p_is_promised and q.question = p_question);
    insert into public.pending_questions (
        user_id, question, asker, person, message_id, is_promised
    )
    select
        p_user_id, p_question, p_asker, coalesce(p_person, p_asker), p_message_id, p_is_promised
    where public.may_be_kept_of(coalesce(p_person, p_asker))
        and not exists (
            select from public.pending_questions as q
            where q.user_id = p_user_id and q.question = p_question
        );
    delete from public.pending_questions as q
    where q.user_id = p_user_id
        and q.id not in (
            select p.id from public.pending_questions as p
            where p.user_id = p_user_id
            order by p.id desc
            limit 5
        );
$$;


drop function public.get_pending_question(text);

-- What is to be answered once a document has come, the oldest first: what was promised, or was asked
-- just now; not to whoever was shut out since.
create function public.get_pending_questions(p_user_id text)
returns table (
    id bigint,
    question text,
    asker bigint,
    message_id bigint,
    person bigint,
    is_promised boolean
)
language sql
stable
set search_path = ''
as $$
    select q.id, q.question, q.asker, q.message_id, q.person, q.is_promised
    from public.pending_questions as q
    where q.user_id = p_user_id
        and not public.is_shut_out(q.person)
        and q.kept_at > now() - case
            when q.is_promised then interval '30 days' else interval '1 hour'
        end
    order by q.id;
$$;

notify pgrst, 'reload schema';
