-- Passages by the words of a question: names, codes and numbers that an embedding blurs.

-- The lexemes that the most chunks hold, and the share that does, as last analysed; none of a
-- table that never was.
create function public.common_lexemes()
returns table (lexeme text, share real)
language sql
stable
set search_path = ''
as $$
    select c.lexeme, c.share
    from pg_catalog.pg_stats as s
    -- Behind the lexemes' shares stand the smallest and the largest.
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs)
        as c (lexeme, share)
    where s.schemaname = 'public'
        and s.tablename = 'documents_paragraphs'
        and s.attname = 'text_search'
        and c.lexeme is not null;
$$;


-- The 32 rarest words of a question, without those known to be in more than p_many chunks: what
-- half of the base says tells passages no better apart than vectors do, and to read that half
-- takes longer the larger it is.
create function public.rare_words(p_text text, p_language text, p_many int)
returns table (word int, lexeme text)
language sql
stable
set search_path = ''
as $$
    with words as materialized (
        select q.word, q.lexeme, coalesce(c.share, 0) as share
        from public.question_words(p_text, p_language) as q
        left join public.common_lexemes() as c on c.lexeme = q.lexeme
    ),
    rare as (
        select w.word
        from words as w
        group by w.word
        having max(w.share) * (
            select t.reltuples from pg_catalog.pg_class as t
            where t.oid = 'public.documents_paragraphs'::regclass
        ) <= p_many
        order by max(w.share), max(length(w.lexeme)) desc, w.word
        limit 32
    )
    select w.word, w.lexeme from words as w join rare as r on r.word = w.word;
$$;


-- One lexeme as a query, whatever characters it has.
create function public.lexeme_query(p_lexeme text)
returns tsquery
language sql
immutable
set search_path = ''
as $$
    select ('''' || replace(replace(p_lexeme, '\', '\\'), '''', '''''') || '''')::tsquery;
$$;


-- Chunks that hold these lexemes, whoever may read them: the caller decides. Of a lexeme that
-- more than p_many hold, p_many + 1 come. The planner takes a query it cannot see for common.
create function public.chunks_with_words(p_words int[], p_lexemes text[], p_many int)
returns table (word int, document_id uuid, passage_idx int, id bigint)
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
    return query
    select w.word, c.document_id, c.passage_idx, c.id
    from unnest(p_words, p_lexemes) as w (word, lexeme)
    cross join lateral (
        select dp.document_id, dp.passage_idx, dp.id
        from public.documents_paragraphs as dp
        where dp.text_search @@ public.lexeme_query(w.lexeme)
        limit p_many + 1
    ) as c;
end
$$;


-- The same among the chunks of documents that one may read: for whoever may read few.
create function public.readable_chunks_with_words(
    p_words int[], p_lexemes text[], p_principals uuid[]
)
returns table (word int, document_id uuid, passage_idx int, id bigint)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_documents constant uuid[] := array(select public.readable_documents(p_principals));
begin
    return query
    -- MATERIALIZED keeps the index on words out: it would read what is not theirs.
    with own as materialized (
        select dp.document_id, dp.passage_idx, dp.id, dp.text_search
        from public.documents_paragraphs as dp
        where dp.document_id = any(v_documents)
    ),
    sought as materialized (
        select w.word, public.lexeme_query(w.lexeme) as query
        from unnest(p_words, p_lexemes) as w (word, lexeme)
    )
    select s.word, o.document_id, o.passage_idx, o.id
    from own as o
    join sought as s on o.text_search @@ s.query;
end
$$;


-- Passages that hold words of a question, in whichever of their chunks.
-- weight: of each word ln(1 + readable chunks / those that hold it), summed.
-- share: what part that is of all the words looked for, those that nothing holds among them.
-- Whoever may read many gets the rarest words only, of 200 chunks at most and 1,000 together, and
-- 2,001 for the readable chunks. What one may not read is counted out before it is weighed.
create function public.passages_with_words(p_text text, p_language text, p_principals uuid[])
returns table (
    document_id uuid, passage_idx int, weight double precision, share double precision
)
language plpgsql
stable
rows 100
set search_path = ''
as $$
declare
    v_few constant int := 2000;
    v_many constant int := 200;
    v_enough constant int := 1000;
    v_readable constant int := public.count_readable(p_principals, v_few + 1);
    v_words int[];
    v_lexemes text[];
begin
    if v_readable > v_few then
        select array_agg(r.word), array_agg(r.lexeme) into v_words, v_lexemes
        from public.rare_words(p_text, p_language, v_many) as r;
    else
        select array_agg(q.word), array_agg(q.lexeme) into v_words, v_lexemes
        from (
            select w.* from public.question_words(p_text, p_language) as w
            order by length(w.lexeme) desc, w.lexeme
            limit 64
        ) as q;
    end if;

    return query
    with held as materialized (
        select c.* from public.chunks_with_words(v_words, v_lexemes, v_many) as c
        where v_readable > v_few
        union all
        select c.* from public.readable_chunks_with_words(v_words, v_lexemes, p_principals) as c
        where v_readable <= v_few
    ),
    counted as (
        select h.word, count(*) as chunks, sum(count(*)) over (order by count(*), h.word) as so_far
        from held as h
        group by h.word
    ),
    common as materialized (
        select c.word from counted as c
        where v_readable > v_few and (c.chunks > v_many or c.so_far > v_enough)
    ),
    rare as materialized (
        select h.* from held as h where h.word not in (select c.word from common as c)
    ),
    documents as materialized (
        select distinct r.document_id from rare as r
    ),
    readable as materialized (
        select r.*
        from rare as r
        join (
            select d.document_id from documents as d
            where public.can_read(d.document_id, p_principals)
        ) as d on d.document_id = r.document_id
    ),
    weights as materialized (
        select
            w.word,
            count(distinct r.id) as chunks,
            ln(1 + v_readable / greatest(1, count(distinct r.id))::double precision) as weight
        from (select distinct v.word from unnest(v_words) as v (word)) as w
        left join readable as r on r.word = w.word
        where w.word not in (select c.word from common as c)
        group by w.word
        -- A code has many forms, and a text one of them: the others are not missed.
        having w.word > 0 or count(r.id) > 0
    )
    select p.document_id, p.passage_idx, sum(w.weight), sum(w.weight) / t.weight
    from (select distinct r.word, r.document_id, r.passage_idx from readable as r) as p
    join weights as w on w.word = p.word
    cross join (select sum(a.weight) as weight from weights as a) as t
    group by p.document_id, p.passage_idx, t.weight;
end
$$;


revoke all
on function public.common_lexemes, public.rare_words, public.lexeme_query,
public.chunks_with_words, public.readable_chunks_with_words, public.passages_with_words
from public, anon, authenticated;
grant execute
on function public.common_lexemes, public.rare_words, public.lexeme_query,
public.chunks_with_words, public.readable_chunks_with_words, public.passages_with_words
to service_role;
