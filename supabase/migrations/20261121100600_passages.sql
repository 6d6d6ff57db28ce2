-- Chunks by id, for whoever may read them: an id is never a permission.

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
    anchors jsonb
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select
        dp.id,
        dp.paragraph_text,
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
    from public.documents_paragraphs as dp
    where dp.id = any(p_ids) and public.can_read(dp.document_id, v_principals)
    order by array_position(p_ids, dp.id);
end
$$;


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
    anchors jsonb
)
language sql
stable
set search_path = ''
as $$
    select p.*
    from public.get_passages(
        array(
            select n.id
            from public.documents_paragraphs as dp
            join public.documents_paragraphs as n on n.document_id = dp.document_id
            where dp.id = any(p_ids)
                and n.paragraph_idx in (dp.paragraph_idx - 1, dp.paragraph_idx + 1)
                and n.id <> all(p_ids)
        ),
        p_asker
    ) as p
    order by p.document_id, p.paragraph_idx;
$$;


create function public.get_token_vectors(p_ids bigint[], p_asker bigint default null)
returns table (id bigint, dim int, vectors bytea, offsets bytea)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select dp.id, t.dim, t.vectors, t.offsets
    from public.documents_paragraphs as dp
    join public.paragraph_token_vectors as t on t.paragraph_id = dp.id
    where dp.id = any(p_ids) and public.can_read(dp.document_id, v_principals);
end
$$;


-- The oldest document with this text that the asker may read; no row when there is none.
create function public.find_known(p_content_sha256 text, p_asker bigint default null)
returns table (
    document_id uuid,
    title text,
    batch_id text,
    type text,
    language text,
    pages int,
    chunks int
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select
        d.id,
        d.title,
        d.batch_id,
        d.type,
        d.language,
        d.pages,
        (
            select count(*)::int from public.documents_paragraphs as dp where dp.document_id = d.id
        )
    from public.documents as d
    where d.content_sha256 = p_content_sha256 and public.can_read(d.id, v_principals)
    order by d.published_at, d.item_idx, d.id
    limit 1;
end
$$;


revoke all
on function public.get_passages, public.get_neighbours, public.get_token_vectors, public.find_known
from public, anon, authenticated;
grant execute
on function public.get_passages, public.get_neighbours, public.get_token_vectors, public.find_known
to service_role;
