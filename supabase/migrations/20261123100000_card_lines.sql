-- The beginning on a document's card keeps its lines, so that headings do not run into the text: its
-- chunks are joined as document_text joins them. Nothing else of get_document is changed.
create or replace function public.get_document(p_document_id uuid, p_asker bigint default null)
returns table (
    id uuid,
    title text,
    type text,
    source_url text,
    file_name text,
    language text,
    pages int,
    chunks bigint,
    author text,
    published text,
    added_at timestamptz,
    superseded_at timestamptz,
    owner_telegram_id bigint,
    owner_name text,
    readers text[],
    may_change boolean,
    current_id uuid,
    versions bigint,
    beginning text
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
        d.type,
        d.source_url,
        d.file_name,
        d.language,
        d.pages,
        (select count(*) from public.documents_paragraphs as dp where dp.document_id = d.id),
        d.author,
        d.published,
        d.published_at,
        d.superseded_at,
        u.telegram_id,
        u.display_name,
        array(
            select r.name from public.role_document_access as a
            join public.roles as r on r.id = a.role_id
            where a.document_id = d.id
            order by r.name
        ),
        public.may_change_document(d.id, p_asker),
        (
            select c.id from public.documents as c
            where c.series = d.series
                and c.published_at is not null
                and c.superseded_at is null
                and public.can_read(c.id, v_principals)
            limit 1
        ),
        (
            select count(*) from public.documents as v
            where v.series = d.series and public.can_read(v.id, v_principals, true)
        ),
        (
            select string_agg(p.text, E'\n\n' order by p.passage_idx)
            from (
                select
                    f.passage_idx,
                    string_agg(f.lead || f.paragraph_text, '' order by f.paragraph_idx) as text
                from (
                    select dp.passage_idx, dp.paragraph_idx, dp.lead, dp.paragraph_text
                    from public.documents_paragraphs as dp
                    where dp.document_id = d.id
                    order by dp.passage_idx, dp.paragraph_idx
                    limit 8
                ) as f
                group by f.passage_idx
            ) as p
        )
    from public.documents as d
    left join public.users as u on u.id = d.owner
    where d.id = p_document_id and public.can_read(d.id, v_principals, true);
end
$$;
