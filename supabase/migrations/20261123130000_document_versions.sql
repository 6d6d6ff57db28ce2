-- A changed file or page becomes a new version of its document: it alone is searched, and what
-- answers cited before stays readable under its ids.

alter table public.documents
add column author text,
-- As the source says: a date of ISO 8601, or a part of one.
add column published text,
-- What makes an upload a version of an earlier one of the same owner; null: nothing does.
add column version_key text,
-- Shared by the versions of one document.
add column series uuid not null default gen_random_uuid(),
-- Set when a newer version has taken its place.
add column superseded_at timestamptz,
-- The title is a person's word: a new version keeps it.
add column is_renamed boolean not null default false;

update public.documents as d
set version_key = case
    when d.type = 'file' then 'file:' || lower(d.file_name)
    else 'url:' || d.source_url
end;

create index documents_version_key_idx on public.documents (version_key, owner)
where version_key is not null and superseded_at is null;
create index documents_series_idx on public.documents (series);


-- The predicate, as before, and besides: what is superseded is read by whoever has its id (to
-- open an old citation), but neither searched nor listed.
drop function public.can_read;

create function public.can_read(
    p_document_id uuid, p_principals uuid[], p_any_version boolean default false
)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return exists (
        select from public.documents as d
        where d.id = p_document_id
            and d.published_at is not null
            and (d.superseded_at is null or p_any_version)
            and (
                d.owner = any(p_principals)
                or exists (
                    select from public.role_document_access as a
                    where a.document_id = d.id and a.role_id = any(p_principals)
                )
            )
    );
end
$$;


create or replace function public.count_readable(p_principals uuid[], p_enough int)
returns int
language sql
stable
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
    select count(*)::int
    from (
        select
        from (
            select d.id from public.documents as d
            where d.owner = any(p_principals) and d.superseded_at is null
            union all
            select a.document_id
            from public.role_document_access as a
            join public.documents as d on d.id = a.document_id
            where a.role_id = any(p_principals) and d.superseded_at is null
        ) as c
        join public.documents_paragraphs as dp on dp.document_id = c.id
        limit p_enough
    ) as few;
$$;


create or replace function public.chunks_around(p_ids bigint[], p_principals uuid[])
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


drop function public.get_neighbours;
drop function public.get_passages;

-- As before, and besides: the title is the document's, which may have been renamed, and the row
-- says whether a newer version has taken its place.
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
    passage_idx int,
    superseded boolean
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
        d.title,
        own.language,
        f.page,
        f.start_seconds,
        coalesce(j.anchors, '[]'),
        own.passage_idx,
        d.superseded_at is not null
    from texts as t
    join chunks as own on own.asked = t.asked and own.id = t.asked
    join chunks as f on f.asked = t.asked and f.id = t.first_id
    join public.documents as d on d.id = own.document_id
    left join joined as j on j.asked = t.asked
    order by array_position(p_ids, own.id);
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
    anchors jsonb,
    passage_idx int,
    superseded boolean
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


drop function public.stage_document;

-- As before, and what the source says of its author and date, and what it may be a version of.
create function public.stage_document(
    p_document_id uuid,
    p_batch_id text,
    p_item_idx int,
    p_owner bigint,
    p_type text,
    p_title text,
    p_url text,
    p_file_name text,
    p_language text,
    p_pages int,
    p_content_sha256 text,
    p_embedding_model text,
    p_embedding_layout text,
    p_readable_by_everyone boolean,
    p_author text default null,
    p_published text default null,
    p_version_key text default null
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    if p_owner is not null then
        insert into public.users (telegram_id) values (p_owner) on conflict (telegram_id) do nothing;
    end if;
    insert into public.documents (
        id, owner, batch_id, item_idx, type, title, source_url, file_name, language, pages,
        content_sha256, embedding_model, embedding_layout, readable_by_everyone,
        author, published, version_key
    )
    values (
        p_document_id,
        (select u.id from public.users as u where u.telegram_id = p_owner),
        p_batch_id, p_item_idx, p_type, p_title, p_url, p_file_name, p_language, p_pages,
        p_content_sha256, p_embedding_model, p_embedding_layout, p_readable_by_everyone,
        p_author, p_published, p_version_key
    )
    -- Any conflict: of two calls at once either key may be the one that is hit first.
    on conflict do nothing;

    if not exists (
        select from public.documents as d
        where d.id = p_document_id and d.batch_id = p_batch_id and d.item_idx = p_item_idx
    ) then
        raise exception 'item % of batch % is another document', p_item_idx, p_batch_id
            using errcode = 'unique_violation';
    end if;
end
$$;


-- Pairs of a staged document and the one whose place it takes. Of two in one batch that go by the
-- same name neither is a version, nor of a name that two documents already have: who would say of
-- which?
create function public.former_versions(p_batch_id text)
returns table (id uuid, former_id uuid)
language sql
stable
set search_path = ''
as $$
    select n.id, (array_agg(o.id))[1]
    from public.documents as n
    join public.documents as o
        on o.version_key = n.version_key and o.owner is not distinct from n.owner
    where n.batch_id = p_batch_id
        and n.published_at is null
        and o.batch_id <> n.batch_id
        and o.published_at is not null
        and o.superseded_at is null
        and not exists (
            select from public.documents as t
            where t.batch_id = n.batch_id and t.version_key = n.version_key and t.id <> n.id
        )
    group by n.id
    having count(*) = 1;
$$;


-- One transaction: readers see all of the batch or none of it, and of each document one version.
create or replace function public.publish_batch(p_batch_id text)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_lock bigint;
    v_new uuid[];
    v_former uuid[];
begin
    -- Two new versions of one document go one after the other, and the second sees the first.
    -- In order, so that no two batches wait for each other.
    for v_lock in
        select distinct hashtextextended(concat(d.owner, d.version_key), 0) as lock
        from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is null and d.version_key is not null
        order by lock
    loop
        perform pg_advisory_xact_lock(v_lock);
    end loop;

    select coalesce(array_agg(f.id), '{}'), coalesce(array_agg(f.former_id), '{}')
    into v_new, v_former
    from public.former_versions(p_batch_id) as f;

    update public.documents as n
    set series = o.series,
        title = case when o.is_renamed then o.title else n.title end,
        is_renamed = o.is_renamed
    from unnest(v_new, v_former) as p (id, former_id)
    join public.documents as o on o.id = p.former_id
    where n.id = p.id;
    update public.documents as o set superseded_at = now() where o.id = any(v_former);

    -- A new version is read by those who may read the former.
    insert into public.role_document_access (role_id, document_id)
    select a.role_id, p.id
    from unnest(v_new, v_former) as p (id, former_id)
    join public.role_document_access as a on a.document_id = p.former_id
    on conflict do nothing;

    with published as (
        update public.documents as d set published_at = now()
        where d.batch_id = p_batch_id and d.published_at is null
        returning d.id, d.readable_by_everyone
    )
    insert into public.role_document_access (role_id, document_id)
    select r.id, p.id
    from published as p
    join public.roles as r on r.name = 'everyone'
    where p.readable_by_everyone and p.id <> all(v_new)
    on conflict do nothing;

    return (
        select count(*) from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is not null
    );
end
$$;


-- Who deletes a version that came by mistake has the former back. After the statement: whoever
-- deletes all versions at once leaves none to come back.
create function public.bring_back_former_version()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    if old.published_at is not null and old.superseded_at is null then
        update public.documents as d
        set superseded_at = null
        where d.id = (
            select o.id from public.documents as o
            where o.series = old.series and o.superseded_at is not null
            order by o.superseded_at desc, o.published_at desc
            limit 1
        )
        and not exists (
            select from public.documents as c
            where c.series = old.series and c.superseded_at is null and c.published_at is not null
        );
    end if;
    return null;
end
$$;

create trigger documents_bring_back_former_version
after delete on public.documents
for each row execute function public.bring_back_former_version();


revoke all
on function public.can_read, public.get_passages, public.get_neighbours, public.stage_document,
public.former_versions, public.bring_back_former_version
from public, anon, authenticated;
grant execute
on function public.can_read, public.get_passages, public.get_neighbours, public.stage_document,
public.former_versions
to service_role;

notify pgrst, 'reload schema';
