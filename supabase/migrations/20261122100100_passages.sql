-- Small to big: chunks are searched, the passage around them is read.

alter table public.documents_paragraphs
add column passage_idx int,
-- White space between the chunk before it in its passage and this one: with it the passage is
-- its chunks, letter by letter.
add column lead text not null default '',
-- Names what the embedding was made from: these rows are the cache of embeddings.
add column embedding_key text not null default '';

-- One statement, so that the table and its graph are written anew once.
-- What was stored before is its own passage.
alter table public.documents_paragraphs
alter column passage_idx type int using paragraph_idx,
alter column passage_idx set not null,
add check (passage_idx >= 0),
drop column text_search,
add column text_search tsvector generated always as (
    public.search_lexemes(language, paragraph_text)
) stored;

-- Serves the foreign key, the chunks of a passage and the exact search.
create index documents_paragraphs_passage_idx
on public.documents_paragraphs (document_id, passage_idx, paragraph_idx);
drop index public.documents_paragraphs_document_id_idx;

-- No list of pending entries: each of a question's words would read all of it.
create index documents_paragraphs_text_search_idx
on public.documents_paragraphs using gin (text_search) with (fastupdate = off);

create index documents_paragraphs_language_idx on public.documents_paragraphs (language);

create index documents_paragraphs_embedding_key_idx
on public.documents_paragraphs (embedding_key) where embedding_key <> '';


-- The chunks of the passages around p_ids, and the character of its passage that each begins at.
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
    where a.id = any(p_ids) and public.can_read(a.document_id, p_principals)
    window up_to_here as (partition by a.id order by c.paragraph_idx, c.id);
$$;


drop function public.get_neighbours;
drop function public.get_token_vectors;
drop function public.get_passages;

-- The whole passage around each of p_ids, under the id asked for.
-- By index alone: the planner takes a few chunks for many, and would read the whole table.
create function public.get_passages(p_ids bigint[], p_asker bigint default null)
returns table (
    id bigint,
    paragraph_text text,
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
        own.type,
        own.url,
        own.file_name,
        f.paragraph_idx,
        own.document_id,
        own.title,
        own.language,
        f.page,
        f.start_seconds,
        coalesce(j.anchors, '[]'),
        own.passage_idx
    from texts as t
    join chunks as own on own.asked = t.asked and own.id = t.asked
    join chunks as f on f.asked = t.asked and f.id = t.first_id
    left join joined as j on j.asked = t.asked
    order by array_position(p_ids, own.id);
end
$$;


-- The passages just before and after those of p_ids, under the ids of their first chunks.
create function public.get_neighbours(p_ids bigint[], p_asker bigint default null)
returns table (
    id bigint,
    paragraph_text text,
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


revoke all
on function public.chunks_around, public.get_passages, public.get_neighbours,
public.get_token_vectors
from public, anon, authenticated;
grant execute
on function public.chunks_around, public.get_passages, public.get_neighbours,
public.get_token_vectors
to service_role;
