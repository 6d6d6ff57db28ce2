-- The passages that an answer was chosen from now tell their ids: several of one document are told
-- apart by where they stand in it.
drop function public.explain_answer(bigint, text, uuid);

create function public.explain_answer(p_asker bigint, p_chat text, p_id uuid default null)
returns table (
    passage_id bigint,
    title text,
    is_cited boolean,
    similarity double precision,
    lexical_score double precision,
    fused_score double precision,
    modifier double precision
)
language sql
stable
set search_path = ''
as $$
    select
        dp.id,
        d.title,
        i.user_context -> 'passages' @> (f.passage -> 'id'),
        (f.passage ->> 'similarity')::double precision,
        (f.passage ->> 'lexical_score')::double precision,
        (f.passage ->> 'fused_score')::double precision,
        coalesce((dp.metadata ->> 'retrieval_score_modifier')::double precision, 1)
    from public.interactions as i
    join public.query_logs as q on q.id = i.id
    cross join jsonb_array_elements(q.details -> 'passages') with ordinality as f (passage, at)
    join public.documents_paragraphs as dp on dp.id = (f.passage ->> 'id')::bigint
    join public.documents as d on d.id = dp.document_id
    where i.id = public.answer_to_explain(p_asker, p_chat, p_id)
        and public.can_read(dp.document_id, public.principals_of(public.reader_in(p_asker, p_chat)))
    order by f.at;
$$;

notify pgrst, 'reload schema';
