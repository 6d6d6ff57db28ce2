-- Passages and the cache of embeddings on the way in.

-- Row i of p_rows, p_embeddings, p_vectors and p_offsets are one chunk.
-- p_rows: [{idx_in_batch, paragraph_idx, passage_idx, lead, text, language, page, start_seconds,
-- anchors, dim, embedding_key}]; a chunk without passage_idx is its own passage.
create or replace function public.stage_paragraphs(
    p_document_id uuid,
    p_batch_id text,
    p_rows jsonb,
    p_embeddings extensions.vector[],
    p_vectors bytea[],
    p_offsets bytea[]
)
returns void
language plpgsql
set search_path = ''
as $$
declare
    v_count constant int := jsonb_array_length(p_rows);
    v_numbers constant int[] := array(
        select (r.item ->> 'idx_in_batch')::int from jsonb_array_elements(p_rows) as r (item)
    );
    v_document public.documents;
    v_added int;
begin
    if v_count <> all(
        array[cardinality(p_embeddings), cardinality(p_vectors), cardinality(p_offsets)]
    ) then
        raise exception 'rows, embeddings, vectors and offsets are not equally many'
            using errcode = 'invalid_parameter_value';
    end if;
    if v_count <> (select count(distinct n) from unnest(v_numbers) as n) then
        raise exception 'idx_in_batch is missing or occurs twice'
            using errcode = 'invalid_parameter_value';
    end if;

    -- FOR SHARE holds back publish_batch until these rows are in.
    select d.* into v_document
    from public.documents as d
    where d.id = p_document_id and d.batch_id = p_batch_id
    for share;
    if not found then
        raise exception 'document % is not staged in batch %', p_document_id, p_batch_id
            using errcode = 'foreign_key_violation';
    end if;

    with given as (
        select g.item, (g.item ->> 'idx_in_batch')::int as number, g.embedding, g.vectors, g.offsets
        from rows from (
            jsonb_array_elements(p_rows), unnest(p_embeddings), unnest(p_vectors), unnest(p_offsets)
        ) as g (item, embedding, vectors, offsets)
    ),
    added as (
        insert into public.documents_paragraphs (
            document_id, batch_id, idx_in_batch, type, title, url, file_name,
            paragraph_idx, passage_idx, lead, paragraph_text, language, page, start_seconds, anchors,
            embedding, embedding_key
        )
        select
            v_document.id,
            v_document.batch_id,
            g.number,
            v_document.type,
            v_document.title,
            v_document.source_url,
            v_document.file_name,
            (g.item ->> 'paragraph_idx')::int,
            coalesce(g.item ->> 'passage_idx', g.item ->> 'paragraph_idx')::int,
            coalesce(g.item ->> 'lead', ''),
            g.item ->> 'text',
            g.item ->> 'language',
            (g.item ->> 'page')::int,
            (g.item ->> 'start_seconds')::double precision,
            g.item -> 'anchors',
            g.embedding,
            coalesce(g.item ->> 'embedding_key', '')
        from given as g
        order by g.number
        on conflict (batch_id, idx_in_batch) do nothing
        returning id, idx_in_batch
    )
    insert into public.paragraph_token_vectors (paragraph_id, dim, vectors, offsets)
    select a.id, (g.item ->> 'dim')::int, g.vectors, g.offsets
    from added as a
    join given as g on g.number = a.idx_in_batch;
    get diagnostics v_added = row_count;

    if v_added > 0 and v_document.published_at is not null then
        raise exception 'document % is published: nothing can be added', p_document_id
            using errcode = 'object_not_in_prerequisite_state';
    end if;
    -- "Kept" must mean this document's own row: otherwise text would be lost without a word.
    if exists (
        select from public.documents_paragraphs as dp
        where dp.batch_id = p_batch_id
            and dp.idx_in_batch = any(v_numbers)
            and dp.document_id <> p_document_id
    ) then
        raise exception 'another document of batch % has one of these numbers', p_batch_id
            using errcode = 'unique_violation';
    end if;
end
$$;


-- What a model made in a layout before, staged rows included, by the key that names what it was
-- made from. For ingest alone: a key is a hash of the text, so only who has the text can ask.
create function public.find_embeddings(p_keys text[], p_model text, p_layout text)
-- embedding: float32 big endian, the very bits: text would have to be read back.
returns table (embedding_key text, embedding bytea, dim int, vectors bytea, offsets bytea)
language sql
stable
set search_path = ''
as $$
    select distinct on (dp.embedding_key)
        dp.embedding_key,
        -- Before the numbers stands their count, twice two bytes.
        substring(extensions.vector_send(dp.embedding) from 5),
        t.dim,
        t.vectors,
        t.offsets
    from public.documents_paragraphs as dp
    join public.documents as d on d.id = dp.document_id
    join public.paragraph_token_vectors as t on t.paragraph_id = dp.id
    where dp.embedding_key = any(p_keys)
        and dp.embedding_key <> ''
        and d.embedding_model = p_model
        and d.embedding_layout = p_layout
    order by dp.embedding_key, dp.id;
$$;

revoke all on function public.find_embeddings from public, anon, authenticated;
grant execute on function public.find_embeddings to service_role;
