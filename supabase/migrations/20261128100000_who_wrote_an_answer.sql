-- Which language model wrote an answer, or tried to, and how many of its sentences no passage bore
-- out, for whoever may rate the answer; no row where none took part.
create function public.writing_of_answer(p_asker bigint, p_chat text, p_id uuid default null)
returns table (model text, unsupported int)
language sql
stable
set search_path = ''
as $$
    select q.details ->> 'model', coalesce((q.details ->> 'unsupported')::int, 0)
    from public.query_logs as q
    where q.id = public.answer_to_explain(p_asker, p_chat, p_id) and q.details ->> 'model' > '';
$$;

notify pgrst, 'reload schema';
