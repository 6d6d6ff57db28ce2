-- Vectors and words together, by reciprocal rank fusion: a passage gets 1 / (60 + rank) from each
-- list it is in. Source: Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion Outperforms
-- Condorcet and Individual Rank Learning Methods".

-- Rows and score are those of search_documents; the order is the fused one.
-- A passage comes if its score passes p_threshold, or if it holds the words that carry at least
-- half of the question's weight: a code found is an answer, however far the vector is.
-- Given p_model and p_layout, it raises PF001 when the base is embedded otherwise.
create function public.hybrid_search(
    query_vector extensions.vector(768),
    query_text text,
    top_k int default 30,
    p_threshold double precision default 0.2,
    p_floor double precision default 0,
    p_asker bigint default null,
    p_language text default 'und',
    p_model text default null,
    p_layout text default null
)
returns table (
    id bigint,
    paragraph_text text,
    score double precision,
    type text,
    url text,
    file_name text,
    paragraph_idx int,
    document_id uuid,
    title text,
    language text,
    page int,
    start_seconds double precision,
    anchors jsonb,
    passage_idx int
)
language plpgsql
stable
set search_path = ''
set jit = off
as $$
declare
    v_enough_words constant double precision := 0.5;
    v_constant constant double precision := 60;
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    if p_floor >= 1 or top_k < 0 then
        raise exception 'p_floor must be below 1 and top_k 0 or more'
            using errcode = 'invalid_parameter_value';
    end if;
    perform public.require_embedding(p_model, p_layout);

    return query
    with near as materialized (
        select dp.document_id, dp.passage_idx, n.id, n.distance
        from public.nearest_passages(query_vector, top_k, v_principals) as n
        join public.documents_paragraphs as dp on dp.id = n.id
    ),
    -- Passages with the same words share the middle of their places: of a hundred that hold what
    -- is common, none is second. The vectors tell them apart.
    worded as materialized (
        select
            w.document_id,
            w.passage_idx,
            w.share,
            rank() over (order by w.weight desc)
            + (count(*) over (partition by w.weight) - 1) / 2.0 as place
        from public.passages_with_words(query_text, p_language, v_principals) as w
    ),
    only_worded as materialized (
        select w.document_id, w.passage_idx
        from worded as w
        where not exists (
            select from near as n
            where n.document_id = w.document_id and n.passage_idx = w.passage_idx
        )
        order by w.place, w.document_id, w.passage_idx
        limit 2 * top_k
    ),
    measured as (
        select distinct on (w.document_id, w.passage_idx)
            w.document_id,
            w.passage_idx,
            dp.id,
            dp.embedding OPERATOR(extensions.<=>) query_vector as distance
        from only_worded as w
        join public.documents_paragraphs as dp
            on dp.document_id = w.document_id and dp.passage_idx = w.passage_idx
        order by w.document_id, w.passage_idx, distance, dp.id
    ),
    -- What only the words found is in the list of the vectors too, further down.
    candidates as (
        select c.*, rank() over (order by c.distance) as place
        from (
            select n.document_id, n.passage_idx, n.id, n.distance from near as n
            union all
            select m.document_id, m.passage_idx, m.id, m.distance from measured as m
        ) as c
    ),
    fused as (
        select
            c.id,
            c.distance,
            s.score,
            1 / (v_constant + c.place) + coalesce(1 / (v_constant + w.place), 0) as fused
        from candidates as c
        left join worded as w
            on w.document_id = c.document_id and w.passage_idx = c.passage_idx
        cross join lateral (
            select greatest(0, (1 - c.distance - p_floor) / (1 - p_floor)) as score
        ) as s
        where s.score > p_threshold or w.share >= v_enough_words
        order by fused desc, c.distance, c.id
        limit top_k
    )
    select
        dp.id,
        dp.paragraph_text,
        f.score,
        dp.type,
        dp.url,
        dp.file_name,
        dp.paragraph_idx,
        dp.document_id,
        dp.title,
        dp.language,
        dp.page,
        dp.start_seconds,
        dp.anchors,
        dp.passage_idx
    from fused as f
    join public.documents_paragraphs as dp on dp.id = f.id
    order by f.fused desc, f.distance, f.id;
end
$$;

revoke all on function public.hybrid_search from public, anon, authenticated;
grant execute on function public.hybrid_search to service_role;

notify pgrst, 'reload schema';
