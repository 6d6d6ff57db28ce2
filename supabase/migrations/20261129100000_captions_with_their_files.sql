-- The caption of files that were sent together is read and searched, and listed with its files: by
-- itself only once none of those is left.

create or replace function public.list_documents(
    p_asker bigint default null,
    p_query text default '',
    p_skip int default 0,
    p_limit int default 8,
    p_language text default null,
    p_since timestamptz default null,
    p_until timestamptz default null
)
returns table (
    id uuid,
    title text,
    type text,
    file_name text,
    published_at timestamptz,
    shares_title boolean,
    total bigint
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_words constant text[] := string_to_array(lower(btrim(p_query)), ' ');
begin
    return query
    with readable as (
        select d.* from public.readable_documents(v_principals) as r (id)
        join public.documents as d on d.id = r.id
    )
    select
        d.id,
        d.title,
        d.type,
        d.file_name,
        d.published_at,
        count(*) over (partition by d.title) > 1,
        count(*) over ()
    from readable as d
    where not exists (
        select from unnest(v_words) as w (word)
        where position(w.word in lower(concat_ws(' ', d.title, d.file_name, d.source_url))) = 0
    )
    and (p_language is null or d.language = p_language)
    and (p_since is null or d.published_at >= p_since)
    and (p_until is null or d.published_at < p_until)
    and not (
        d.metadata ? 'caption'
        and exists (
            select from readable as other
            where other.batch_id = d.batch_id and not other.metadata ? 'caption'
        )
    )
    order by d.published_at desc, d.item_idx, d.id
    offset p_skip
    limit p_limit;
end
$$;
