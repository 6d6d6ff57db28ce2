-- The graph holds its vectors in half precision: half the memory, a fifth less work per chunk, and
-- at 100,000 chunks it finds what it found (recall@10 of .98 and .99 in one run). The rows keep
-- theirs, and distances are computed from these.

-- Loads the library, without which a role that is not superuser may not name its settings.
select extensions.vector_dims('[1]'::extensions.vector);

-- A graph of 100,000 chunks is built in a minute where there is memory for it, and searches go on
-- by the old one meanwhile.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

create index documents_paragraphs_half_embedding_idx
on public.documents_paragraphs
using hnsw ((embedding::extensions.halfvec(768)) extensions.halfvec_cosine_ops)
with (m = 16, ef_construction = 64);
drop index public.documents_paragraphs_embedding_idx;
alter index public.documents_paragraphs_half_embedding_idx
rename to documents_paragraphs_embedding_idx;


-- As before; only the order is that of the graph.
create or replace function public.nearest_by_graph(
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
        order by
            dp.embedding::extensions.halfvec(768)
            OPERATOR(extensions.<=>) p_query::extensions.halfvec(768)
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
