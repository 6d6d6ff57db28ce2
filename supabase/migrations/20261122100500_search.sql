-- Passages that the asker may read, nearest by meaning and by words, and what is around them.
--
-- Whoever may read up to 20,000 chunks is answered exactly, over those chunks and nothing else: for
-- them it is the same whatever else there is. For whoever may read more the graph index answers; it
-- knows nothing of rights and visits what others own, so that what it finds may differ by what is
-- there. Should it give up before it found enough, the search is exact again.

-- Loads the library, without which a role that is not superuser may not name its settings.
select extensions.vector_dims('[1]'::extensions.vector);

-- Written once for every function that returns passages. The first seven are the specification's.
-- title is the document's own, which may have been renamed since its chunks were stored; score is
-- 0 for what was not searched for; superseded: a newer version has taken the document's place.
create type public.passage as (
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
    passage_idx int,
    superseded boolean,
    score_modifier double precision
);

-- The graph holds its vectors in half precision: half the memory, a fifth less work per chunk, and
-- at 100,000 chunks it finds what it found (recall@10 of .98 and .99 in one run). The rows keep
-- theirs, and distances are computed from these.
--
-- A query of one's own is answered by it only if it sorts by the expression of the index:
-- ORDER BY embedding::halfvec(768) <=> query::halfvec(768). The specification's literal
-- ORDER BY embedding <=> query reads every row; search_documents uses the graph.
create index documents_paragraphs_embedding_idx
on public.documents_paragraphs
using hnsw ((embedding::extensions.halfvec(768)) extensions.halfvec_cosine_ops)
with (m = 16, ef_construction = 64);


-- Readable chunks on the way to p_count different ones, or with p_by_passage to p_count different
-- passages; and p_chunks at least: in relaxed order some of the last belong at the top. The caller
-- sorts.
-- The planner cannot price comparing vectors, nor can_read: no way but the graph's. can_read stands
-- apart so that it can be asked once a document (Memoize): chunks of one come together.
-- Past 2,000 chunks it gives up: the exact way is as fast, or little slower, and a longer walk stays
-- in dense clusters: of 21,000 chunks, one in twenty readable, recall@60 was .92 with 5,000 and .99
-- with 3,000; with 2,000 it is 1.0.
create function public.nearest_by_graph(
    p_query extensions.vector,
    p_count int,
    p_chunks int,
    p_principals uuid[],
    p_by_passage boolean,
    p_ef int
)
returns table (document_id uuid, passage_idx int, id bigint, distance double precision)
language plpgsql
stable
set search_path = ''
set hnsw.iterative_scan = 'relaxed_order'
set hnsw.ef_search = '40'
set hnsw.max_scan_tuples = '2000'
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
    v_one bigint;
    v_different bigint[] := '{}';
    v_chunks int := 0;
begin
    -- Ends with this function, because its settings name hnsw.ef_search: without them it would
    -- last as long as the caller's transaction.
    perform set_config('hnsw.ef_search', p_ef::text, true);
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
        order by
            dp.embedding::extensions.halfvec(768)
            OPERATOR(extensions.<=>) p_query::extensions.halfvec(768)
    loop
        return next;
        v_chunks := v_chunks + 1;
        v_one := case when p_by_passage then uuid_hash_extended(document_id, passage_idx) else id end;
        if v_one <> all(v_different) then
            v_different := v_different || v_one;
        end if;
        exit when cardinality(v_different) >= p_count and v_chunks >= p_chunks;
    end loop;
end
$$;


-- The embeddings once more, in half precision and in narrow rows, for the exact search: an embedding
-- itself lies apart from its row (3 kB, TOAST), and to fetch it takes longer than to compare it.
create table public.half_embeddings (
    paragraph_id bigint primary key references public.documents_paragraphs (id) on delete cascade,
    document_id uuid not null,
    passage_idx int not null,
    embedding extensions.halfvec(768) not null
);

alter table public.half_embeddings alter column embedding set storage plain;
create index half_embeddings_document_id_idx on public.half_embeddings (document_id);
alter table public.half_embeddings enable row level security, force row level security;


create function public.copy_new_embeddings()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.half_embeddings (paragraph_id, document_id, passage_idx, embedding)
    select n.id, n.document_id, n.passage_idx, n.embedding::extensions.halfvec(768)
    from new_chunks as n
    order by n.id;
    return null;
end
$$;

create trigger documents_paragraphs_copy_new
after insert on public.documents_paragraphs
referencing new table as new_chunks
for each statement execute function public.copy_new_embeddings();


create function public.copy_changed_embedding()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    update public.half_embeddings as h
    set passage_idx = new.passage_idx, embedding = new.embedding::extensions.halfvec(768)
    where h.paragraph_id = new.id;
    return null;
end
$$;

create trigger documents_paragraphs_copy_changed
after update of embedding, passage_idx on public.documents_paragraphs
for each row execute function public.copy_changed_embedding();


-- Chunks of these documents among which the p_count nearest are, or with p_by_passage the nearest of
-- each of the p_count nearest passages; and some more. By half precision, with a margin: to round
-- turns each of two vectors by 2^-11 at most (half a unit of 11 bits), so the cosine of their angle
-- changes by 2^-10 at most, and what is compared are two of them; the rest is for sums in float32.
create function public.nearest_candidates(
    p_query extensions.vector, p_count int, p_documents uuid[], p_by_passage boolean
)
returns bigint[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
    v_margin constant double precision := 0.0025;
    v_query constant extensions.halfvec := p_query::extensions.halfvec(768);
    v_limit bigint := 100 + p_count::bigint * case when p_by_passage then 8 else 1 end;
    v_found bigint;
    v_farthest double precision;
    v_enough double precision;
    v_ids bigint[];
begin
    loop
        with near as materialized (
            select
                h.paragraph_id,
                h.document_id,
                h.passage_idx,
                h.embedding OPERATOR(extensions.<=>) v_query as distance
            from public.half_embeddings as h
            where h.document_id = any(p_documents)
            order by 4
            limit v_limit
        ),
        different as (
            select min(n.distance) as distance
            from near as n
            group by n.document_id, n.passage_idx, case when not p_by_passage then n.paragraph_id end
        ),
        enough as materialized (
            select v_margin + (
                select d.distance from different as d
                order by d.distance offset greatest(p_count, 1) - 1 limit 1
            ) as distance
        )
        select
            count(*),
            max(n.distance),
            max(e.distance),
            array_agg(n.paragraph_id) filter (where n.distance <= coalesce(e.distance, 'infinity'))
        into v_found, v_farthest, v_enough, v_ids
        from near as n
        cross join enough as e;
        exit when v_found < v_limit or v_farthest > v_enough;
        v_limit := v_limit * 8;
    end loop;
    return v_ids;
end
$$;


-- The p_count nearest chunks of these documents, and how far they are; with p_by_passage each is the
-- nearest of its passage.
create function public.nearest_exactly(
    p_query extensions.vector, p_count int, p_documents uuid[], p_by_passage boolean
)
returns table (id bigint, distance double precision, document_id uuid, passage_idx int)
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
declare
    v_ids constant bigint[] := public.nearest_candidates(
        p_query, p_count, p_documents, p_by_passage
    );
begin
    return query
    -- MATERIALIZED keeps the graph out: its answer is approximate.
    with measured as materialized (
        select
            dp.document_id,
            dp.passage_idx,
            dp.id,
            dp.embedding OPERATOR(extensions.<=>) p_query as distance,
            case when not p_by_passage then dp.id end as chunk
        from public.documents_paragraphs as dp
        where dp.id = any(v_ids)
    ),
    different as (
        select distinct on (m.document_id, m.passage_idx, m.chunk) m.*
        from measured as m
        order by m.document_id, m.passage_idx, m.chunk, m.distance, m.id
    )
    select d.id, d.distance, d.document_id, d.passage_idx from different as d
    order by d.distance, d.id limit p_count;
end
$$;


-- At least p_count of the nearest chunks, if the asker may read so many, and how far they are; with
-- p_by_passage each is the nearest of its passage. In no order.
-- p_documents: those to look in, all of them readable. p_by_graph: they are all that the asker may
-- read, and so many that the graph is asked first.
create function public.nearest_chunks(
    p_query extensions.vector,
    p_count int,
    p_principals uuid[],
    p_documents uuid[],
    p_by_passage boolean,
    p_by_graph boolean,
    p_ef int
)
returns table (id bigint, distance double precision, document_id uuid, passage_idx int)
language plpgsql
stable
rows 100
set search_path = ''
as $$
declare
    v_ids bigint[] := '{}';
    v_distances double precision[];
    v_document_ids uuid[];
    v_passages int[];
    v_enough constant int := greatest(4 * p_count, 240);
    v_walked bigint := 0;
begin
    if p_by_graph then
        with walked as materialized (
            select w.*, case when not p_by_passage then w.id end as chunk
            from public.nearest_by_graph(
                p_query, p_count, v_enough, p_principals, p_by_passage, p_ef
            ) as w
        ),
        different as (
            select distinct on (w.document_id, w.passage_idx, w.chunk) w.*
            from walked as w
            order by w.document_id, w.passage_idx, w.chunk, w.distance, w.id
        )
        select
            array_agg(d.id),
            array_agg(d.distance),
            array_agg(d.document_id),
            array_agg(d.passage_idx),
            (select count(*) from walked)
        into v_ids, v_distances, v_document_ids, v_passages, v_walked
        from different as d;
    end if;
    -- Fewer: the graph gave up, and what it found need not be the nearest.
    if v_walked < v_enough or cardinality(v_ids) < p_count then
        return query
        select e.* from public.nearest_exactly(p_query, p_count, p_documents, p_by_passage) as e;
    else
        return query
        select n.* from unnest(v_ids, v_distances, v_document_ids, v_passages) as n;
    end if;
end
$$;


-- The nearest chunk of each of these passages, and how far it is.
-- By index alone, as below: of few rows the planner reads the whole table, those of others with it.
create function public.nearest_of_passages(
    p_query extensions.vector, p_documents uuid[], p_passages int[]
)
returns table (id bigint, distance double precision, document_id uuid, passage_idx int)
language plpgsql
stable
rows 100
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    return query
    select distinct on (w.document_id, w.passage_idx)
        dp.id,
        dp.embedding OPERATOR(extensions.<=>) p_query,
        w.document_id,
        w.passage_idx
    from unnest(p_documents, p_passages) as w (document_id, passage_idx)
    join public.documents_paragraphs as dp
        on dp.document_id = w.document_id and dp.passage_idx = w.passage_idx
    order by w.document_id, w.passage_idx, 2, dp.id;
end
$$;


-- What is found, in this order. By index alone, as above.
create function public.found_passages(p_ids bigint[], p_scores double precision[])
returns setof public.passage
language plpgsql
stable
rows 100
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    return query
    select
        dp.id,
        dp.paragraph_text,
        f.score,
        dp.type,
        dp.url,
        dp.file_name,
        dp.paragraph_idx,
        dp.document_id,
        d.title,
        dp.language,
        dp.page,
        dp.start_seconds,
        dp.anchors,
        dp.passage_idx,
        d.superseded_at is not null,
        coalesce((dp.metadata ->> 'retrieval_score_modifier')::double precision, 1)
    from unnest(p_ids, p_scores) with ordinality as f (id, score, place)
    join public.documents_paragraphs as dp on dp.id = f.id
    join public.documents as d on d.id = dp.document_id
    order by f.place;
end
$$;


-- The search of the specification (6.5.1) and of the chat, among what the asker may read.
--
-- By a vector alone it finds chunks, the nearest first. score is the similarity
-- (cos - p_floor) / (1 - p_floor), not below 0, and above p_threshold.
--
-- With query_text it finds passages, each by its nearest chunk, by vectors and words together
-- (reciprocal rank fusion: a passage gets 1 / (60 + rank) from each list it is in). There a passage
-- also comes if it holds the words that carry at least half of the question's weight: a code found
-- is an answer, however far the vector is. p_language is the question's, 'und' if that is unknown.
-- Source: Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion Outperforms Condorcet and
-- Individual Rank Learning Methods".
--
-- p_within narrows the search to these documents, as far as the asker may read them.
-- Given p_model and p_layout, it raises PF001 when the base is embedded otherwise.
-- p_ef is the graph's list of candidates (hnsw.ef_search), for this search alone. A short one fills
-- up in one dense cluster and never leaves it: at 40, 64, 100, 200 and 400 recall@10 over 20,000
-- chunks was .94, .94, .98, .99 and .99 for questions near a chunk and .84, .88, .93, .98 and 1.0
-- for questions far from all, in the same time; of 40 questions over 100,000 chunks 100 missed all
-- of the nearest for 2, 400 for none.
create function public.search_documents(
    query_vector extensions.vector(768),
    top_k int default 30,
    p_threshold double precision default 0.2,
    p_floor double precision default 0,
    p_asker bigint default null,
    query_text text default null,
    p_language text default 'und',
    p_model text default null,
    p_layout text default null,
    p_ef int default 400,
    p_within uuid[] default null
)
returns setof public.passage
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_enough_words constant double precision := 0.5;
    v_constant constant double precision := 60;
    v_exact constant int := 20000;
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_left_out constant uuid[] := public.words_without_rule(v_principals);
    v_readable constant uuid[] := array(
        select r.id from public.readable_documents(v_principals) as r (id)
        where r.id <> all(v_left_out)
    );
    v_within uuid[] := v_readable;
    v_by_graph boolean := false;
    v_found bigint[];
    v_scores double precision[];
begin
    if p_floor >= 1 or top_k < 0 then
        raise exception 'p_floor must be below 1 and top_k 0 or more'
            using errcode = 'invalid_parameter_value';
    end if;
    perform public.require_embedding(p_model, p_layout);
    if p_within is null then
        select s.chunks > v_exact into v_by_graph from public.sum_up_documents(v_readable) as s;
    else
        v_within := array(
            select w.id from unnest(p_within) as w (id)
            where (w.id in (select r.id from unnest(v_readable) as r (id))) is true
        );
    end if;

    with near as materialized (
        select n.document_id, n.passage_idx, n.id, n.distance
        from public.nearest_chunks(
            query_vector, top_k, v_principals, v_within, query_text is not null, v_by_graph, p_ef
        ) as n
        where n.document_id <> all(v_left_out)
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
        from public.passages_with_words(query_text, p_language, v_readable) as w
        where query_text is not null and (p_within is null or w.document_id = any(p_within))
    ),
    only_worded as (
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
        select m.*
        from (
            select array_agg(w.document_id) as documents, array_agg(w.passage_idx) as passages
            from only_worded as w
        ) as o
        cross join lateral public.nearest_of_passages(query_vector, o.documents, o.passages) as m
        where o.documents is not null
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
        array_agg(f.id order by f.fused desc, f.distance, f.id),
        array_agg(f.score order by f.fused desc, f.distance, f.id)
    into v_found, v_scores
    from fused as f;
    return query select p.* from public.found_passages(v_found, v_scores) as p;
end
$$;

comment on function public.search_documents is
'Chunks nearest to a vector, or passages that answer a question when query_text is given. Use this
rather than ORDER BY embedding <=> query: the index is on embedding::halfvec(768), and only a query
that sorts by that expression is answered by it.';


-- The chunks of the passages around p_ids, of whichever version, and the character of its passage
-- that each begins at.
create function public.chunks_around(p_ids bigint[], p_principals uuid[])
returns table (asked bigint, id bigint, paragraph_idx int, at int)
language sql
stable
rows 100
set search_path = ''
as $$
    select
        a.id,
        c.id,
        c.paragraph_idx,
        (
            sum(length(c.lead) + length(c.paragraph_text)) over up_to_here
            - length(c.paragraph_text)
        )::int
    from public.documents_paragraphs as a
    join public.documents_paragraphs as c
        on c.document_id = a.document_id and c.passage_idx = a.passage_idx
    where a.id = any(p_ids) and public.can_read(a.document_id, p_principals, true)
    window up_to_here as (partition by a.id order by c.paragraph_idx, c.id);
$$;


-- The whole passage around each of p_ids, under the id asked for.
-- By index alone: the planner takes a few chunks for many, and would read the whole table.
create function public.get_passages(p_ids bigint[], p_asker bigint default null)
returns setof public.passage
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    with chunks as materialized (
        select w.asked, w.at, dp.*
        from public.chunks_around(p_ids, v_principals) as w
        join public.documents_paragraphs as dp on dp.id = w.id
    ),
    texts as (
        select
            c.asked,
            string_agg(c.lead || c.paragraph_text, '' order by c.paragraph_idx, c.id) as text,
            (array_agg(c.id order by c.paragraph_idx, c.id))[1] as first_id
        from chunks as c
        group by c.asked
    ),
    anchored as (
        select c.asked, c.at + (a.anchor ->> 'at')::int as at, a.anchor - 'at' as place
        from chunks as c
        cross join lateral jsonb_array_elements(c.anchors) as a (anchor)
    ),
    -- Each chunk says where it begins; within a passage only a change is news.
    news as (
        select a.*, lag(a.place) over (partition by a.asked order by a.at) as before
        from anchored as a
    ),
    joined as (
        select n.asked, jsonb_agg(jsonb_build_object('at', n.at) || n.place order by n.at) as anchors
        from news as n
        where n.place is distinct from n.before
        group by n.asked
    )
    select
        own.id,
        t.text,
        0::double precision,
        own.type,
        own.url,
        own.file_name,
        f.paragraph_idx,
        own.document_id,
        d.title,
        own.language,
        f.page,
        f.start_seconds,
        coalesce(j.anchors, '[]'),
        own.passage_idx,
        d.superseded_at is not null,
        coalesce((own.metadata ->> 'retrieval_score_modifier')::double precision, 1)
    from texts as t
    join chunks as own on own.asked = t.asked and own.id = t.asked
    join chunks as f on f.asked = t.asked and f.id = t.first_id
    join public.documents as d on d.id = own.document_id
    left join joined as j on j.asked = t.asked
    order by array_position(p_ids, own.id);
end
$$;


-- The passages just before and after those of p_ids, under the ids of their first chunks.
create function public.get_neighbours(p_ids bigint[], p_asker bigint default null)
returns setof public.passage
language sql
stable
set search_path = ''
as $$
    with asked as (
        select dp.document_id, dp.passage_idx
        from public.documents_paragraphs as dp
        where dp.id = any(p_ids)
    ),
    beside as (
        select a.document_id, a.passage_idx + s.step as passage_idx
        from asked as a
        cross join (values (-1), (1)) as s (step)
        except
        select a.document_id, a.passage_idx from asked as a
    )
    select p.*
    from public.get_passages(
        array(
            select distinct on (dp.document_id, dp.passage_idx) dp.id
            from beside as b
            join public.documents_paragraphs as dp
                on dp.document_id = b.document_id and dp.passage_idx = b.passage_idx
            order by dp.document_id, dp.passage_idx, dp.paragraph_idx, dp.id
        ),
        p_asker
    ) as p
    order by p.document_id, p.passage_idx;
$$;


-- The passages of a document, of whichever version, from number p_from on, in reading order. Whether
-- it may be read is asked first: to look for passages that are not shown takes time.
create function public.document_passages(
    p_document_id uuid, p_asker bigint default null, p_from int default 0, p_limit int default 100
)
returns setof public.passage
language plpgsql
stable
set search_path = ''
as $$
begin
    if not public.can_read(p_document_id, public.principals_of(p_asker), true) then
        return;
    end if;
    return query
    select p.*
    from public.get_passages(
        array(
            select distinct on (dp.passage_idx) dp.id
            from public.documents_paragraphs as dp
            where dp.document_id = p_document_id
                and dp.passage_idx >= p_from
                and dp.passage_idx < p_from + p_limit
            order by dp.passage_idx, dp.paragraph_idx, dp.id
        ),
        p_asker
    ) as p
    order by p.passage_idx;
end
$$;


-- One row a passage around each of p_ids: its chunks' vectors one behind the other, in reading
-- order. Of chunk i, tokens[i] count their offsets from character begins[i] of the passage.
-- Given p_model and p_layout, it raises PF001 when the base is embedded otherwise.
-- By index alone, as above.
create function public.get_token_vectors(
    p_ids bigint[],
    p_asker bigint default null,
    p_model text default null,
    p_layout text default null
)
returns table (id bigint, dim int, vectors bytea, offsets bytea, begins int[], tokens int[])
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    perform public.require_embedding(p_model, p_layout);
    return query
    select
        c.asked,
        t.dim,
        string_agg(t.vectors, '' order by c.at, c.id),
        string_agg(t.offsets, '' order by c.at, c.id),
        array_agg(c.at order by c.at, c.id),
        array_agg(length(t.offsets) / 8 order by c.at, c.id)
    from public.chunks_around(p_ids, v_principals) as c
    join public.paragraph_token_vectors as t on t.paragraph_id = c.id
    group by c.asked, t.dim;
end
$$;
