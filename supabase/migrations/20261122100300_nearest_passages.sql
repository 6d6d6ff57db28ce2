-- Nearest passages that the asker may read: as before over chunks, but each passage once, by its
-- nearest chunk.

-- Loads the library, without which a role that is not superuser may not name its settings.
select extensions.vector_dims('[1]'::extensions.vector);

-- It stops after few rows, which the planner does not count on where grants are many: left alone
-- it reads the whole table, to join it at once.
alter function public.count_readable(uuid[], int) set enable_seqscan = off;
alter function public.count_readable(uuid[], int) set enable_hashjoin = off;
alter function public.count_readable(uuid[], int) set enable_mergejoin = off;


drop function public.search_documents;
drop function public.nearest_exactly;
drop function public.nearest_by_graph;


-- The chunks on the way to p_passages different passages, and four times as many at least: in
-- relaxed order some of the last belong at the top. The caller sorts.
-- The planner cannot price comparing vectors, nor can_read: no way but the graph's. can_read stands
-- apart so that it can be asked once a document (Memoize): chunks of one come together.
-- A short list of candidates fills up in one dense cluster and never leaves it: of 40 questions over
-- 100,000 chunks ef_search = 100 missed all of the nearest for 2 (recall@10 .95), 400 for none (1.0),
-- in the same time.
-- Past 5,000 chunks the graph is slower than the exact way, so there it gives up.
create function public.nearest_by_graph(
    p_query extensions.vector, p_passages int, p_principals uuid[]
)
returns table (document_id uuid, passage_idx int, id bigint, distance double precision)
language plpgsql
stable
set search_path = ''
set hnsw.iterative_scan = 'relaxed_order'
set hnsw.ef_search = '400'
set hnsw.max_scan_tuples = '5000'
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
    v_passage bigint;
    v_passages bigint[] := '{}';
    v_chunks int := 0;
begin
    for document_id, passage_idx, id, distance in
        select
            dp.document_id,
            dp.passage_idx,
            dp.id,
            dp.embedding OPERATOR(extensions.<=>) p_query
        from public.documents_paragraphs as dp
        cross join lateral (
            select from public.documents as d
            where d.id = dp.document_id and public.can_read(d.id, p_principals)
        ) as readable
        order by dp.embedding OPERATOR(extensions.<=>) p_query
    loop
        return next;
        v_chunks := v_chunks + 1;
        v_passage := uuid_hash_extended(document_id, passage_idx);
        if v_passage <> all(v_passages) then
            v_passages := v_passages || v_passage;
        end if;
        exit when cardinality(v_passages) >= p_passages and v_chunks >= 4 * p_passages;
    end loop;
end
$$;


-- MATERIALIZED keeps the graph out: its answer is approximate.
create function public.nearest_exactly(
    p_query extensions.vector, p_passages int, p_principals uuid[]
)
returns table (document_id uuid, passage_idx int, id bigint, distance double precision)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_documents constant uuid[] := array(select public.readable_documents(p_principals));
begin
    return query
    with readable as materialized (
        select
            dp.document_id,
            dp.passage_idx,
            dp.id,
            dp.embedding OPERATOR(extensions.<=>) p_query as distance
        from public.documents_paragraphs as dp
        where dp.document_id = any(v_documents)
    ),
    passages as (
        select distinct on (r.document_id, r.passage_idx) r.*
        from readable as r
        order by r.document_id, r.passage_idx, r.distance, r.id
    )
    select p.* from passages as p order by p.distance, p.id limit p_passages;
end
$$;


-- The nearest chunk of each of at least p_passages passages, if the asker may read so many, and
-- how far it is; in no order.
create function public.nearest_passages(
    p_query extensions.vector, p_passages int, p_principals uuid[]
)
returns table (id bigint, distance double precision)
language plpgsql
stable
rows 100
set search_path = ''
as $$
declare
    v_few constant int := 2000;
    v_ids bigint[] := '{}';
    v_distances double precision[];
begin
    if public.count_readable(p_principals, v_few + 1) > v_few then
        select coalesce(array_agg(n.id), '{}'), array_agg(n.distance) into v_ids, v_distances
        from (
            select distinct on (g.document_id, g.passage_idx) g.id, g.distance
            from public.nearest_by_graph(p_query, p_passages, p_principals) as g
            order by g.document_id, g.passage_idx, g.distance, g.id
        ) as n;
    end if;
    -- Fewer: the graph gave up, and what it found need not be the nearest.
    if cardinality(v_ids) < p_passages then
        return query
        select e.id, e.distance from public.nearest_exactly(p_query, p_passages, p_principals) as e;
    else
        return query select n.id, n.distance from unnest(v_ids, v_distances) as n (id, distance);
    end if;
end
$$;


-- score is the calibrated similarity (cos - p_floor) / (1 - p_floor), not below 0.
-- A row is the nearest chunk of its passage.
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
    anchors jsonb,
    passage_idx int
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    if p_floor >= 1 or top_k < 0 then
        raise exception 'p_floor must be below 1 and top_k 0 or more'
            using errcode = 'invalid_parameter_value';
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
        dp.anchors,
        dp.passage_idx
    from public.nearest_passages(query_vector, top_k, v_principals) as n
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
on function public.nearest_by_graph, public.nearest_exactly, public.nearest_passages,
public.search_documents
from public, anon, authenticated;
grant execute
on function public.nearest_by_graph, public.nearest_exactly, public.nearest_passages,
public.search_documents
to service_role;
