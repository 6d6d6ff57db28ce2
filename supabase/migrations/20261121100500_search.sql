-- Nearest chunks that the asker may read.
--
-- The graph index answers fast, but knows nothing of rights: an asker who may read 40 of 20,000
-- chunks would make it walk the whole graph and give up early. So whoever may read few chunks is
-- answered exactly, over those chunks; everyone else by the graph, and exactly again should the
-- graph give up before it found enough.

-- Loads the library, without which a role that is not superuser may not name its settings.
select extensions.vector_dims('[1]'::extensions.vector);


-- How many chunks the asker might read, counted no further than p_enough. An upper bound, for
-- choosing a way to search, never for deciding what is shown.
create function public.count_readable(p_principals uuid[], p_enough int)
returns int
language sql
stable
set search_path = ''
as $$
    select count(*)::int
    from (
        select
        from (
            select d.id from public.documents as d where d.owner = any(p_principals)
            union all
            select a.document_id from public.role_document_access as a
            where a.role_id = any(p_principals)
        ) as c
        join public.documents_paragraphs as dp on dp.document_id = c.id
        limit p_enough
    ) as few;
$$;


-- Rows come roughly in order of distance (relaxed_order): the caller sorts.
-- The planner cannot price reading vectors out of line, nor can_read: no way but the graph's.
-- Past 5,000 chunks the graph is slower than the exact way, so there it gives up.
create function public.nearest_by_graph(
    p_query extensions.vector, p_count int, p_principals uuid[]
)
returns table (id bigint, distance double precision)
language plpgsql
stable
set search_path = ''
set hnsw.iterative_scan = 'relaxed_order'
set hnsw.ef_search = '100'
set hnsw.max_scan_tuples = '5000'
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
begin
    return query
    select dp.id, dp.embedding OPERATOR(extensions.<=>) p_query
    from public.documents_paragraphs as dp
    where public.can_read(dp.document_id, p_principals)
    order by dp.embedding OPERATOR(extensions.<=>) p_query
    limit p_count;
end
$$;


-- MATERIALIZED keeps the graph out: its answer is approximate.
create function public.nearest_exactly(
    p_query extensions.vector, p_count int, p_principals uuid[]
)
returns table (id bigint, distance double precision)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_documents constant uuid[] := array(select public.readable_documents(p_principals));
begin
    return query
    with readable as materialized (
        select dp.id, dp.embedding OPERATOR(extensions.<=>) p_query as distance
        from public.documents_paragraphs as dp
        where dp.document_id = any(v_documents)
    )
    select r.id, r.distance from readable as r order by r.distance, r.id limit p_count;
end
$$;


-- score is the calibrated similarity (cos - p_floor) / (1 - p_floor), not below 0.
create function public.search_documents(
    query_vector extensions.vector(768),
    top_k int default 30,
    p_threshold double precision default 0.2,
    p_floor double precision default 0,
    p_asker bigint default null
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
    anchors jsonb
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_few constant int := 2000;
    -- More than asked: in relaxed order some of the last belong at the top.
    v_wanted constant int := 4 * top_k;
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_ids bigint[];
    v_distances double precision[];
begin
    if p_floor >= 1 or top_k < 0 then
        raise exception 'p_floor must be below 1 and top_k 0 or more'
            using errcode = 'invalid_parameter_value';
    end if;

    if public.count_readable(v_principals, v_few + 1) > v_few then
        select array_agg(n.id), array_agg(n.distance) into v_ids, v_distances
        from public.nearest_by_graph(query_vector, v_wanted, v_principals) as n;
    end if;
    -- Fewer: the graph gave up, and what it found need not be the nearest.
    if coalesce(cardinality(v_ids), 0) < v_wanted then
        select array_agg(n.id), array_agg(n.distance) into v_ids, v_distances
        from public.nearest_exactly(query_vector, top_k, v_principals) as n;
    end if;

    return query
    select
        dp.id,
        dp.paragraph_text,
        s.score,
        dp.type,
        dp.url,
        dp.file_name,
        dp.paragraph_idx,
        dp.document_id,
        dp.title,
        dp.language,
        dp.page,
        dp.start_seconds,
        dp.anchors
    from unnest(v_ids, v_distances) as n (id, distance)
    join public.documents_paragraphs as dp on dp.id = n.id
    cross join lateral (
        select greatest(0, (1 - n.distance - p_floor) / (1 - p_floor)) as score
    ) as s
    where s.score > p_threshold
    order by n.distance, n.id
    limit top_k;
end
$$;


revoke all
on function public.count_readable, public.nearest_by_graph, public.nearest_exactly,
public.search_documents
from public, anon, authenticated;
grant execute
on function public.count_readable, public.nearest_by_graph, public.nearest_exactly,
public.search_documents
to service_role;
