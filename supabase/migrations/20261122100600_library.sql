-- The library as its people see it: a list, a card, a text; renamed, deleted, emptied.
-- Who may read is can_read's to say, who may change is may_change_document's.

-- Newest first; `total` is how many there are altogether. Every word of p_query must be in the
-- title, the file's name or the address. shares_title: another document of the list has its title.
-- p_language, p_since and p_until narrow the list; null: whichever. The last moment is not in it.
create function public.list_documents(
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
    select
        d.id,
        d.title,
        d.type,
        d.file_name,
        d.published_at,
        count(*) over (partition by d.title) > 1,
        count(*) over ()
    from public.readable_documents(v_principals) as r (id)
    join public.documents as d on d.id = r.id
    where not exists (
        select from unnest(v_words) as w (word)
        where position(w.word in lower(concat_ws(' ', d.title, d.file_name, d.source_url))) = 0
    )
    and (p_language is null or d.language = p_language)
    and (p_since is null or d.published_at >= p_since)
    and (p_until is null or d.published_at < p_until)
    order by d.published_at desc, d.item_idx, d.id
    offset p_skip
    limit p_limit;
end
$$;


-- The roles that may read each of these. For what has just been published, and whoever did that.
create function public.list_readers(p_document_ids uuid[])
returns table (id uuid, readers text[])
language sql
stable
set search_path = ''
as $$
    select
        d.id,
        array(
            select r.name from public.role_document_access as a
            join public.roles as r on r.id = a.role_id
            where a.document_id = d.id
            order by r.name <> 'everyone', r.number
        )
    from public.documents as d
    where d.id = any(p_document_ids) and d.published_at is not null
    order by d.id;
$$;


-- A document's chunks joined, as they were read; passages stand apart by a blank line.
create function public.document_text(p_document_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
    select string_agg(p.text, E'\n\n' order by p.passage_idx)
    from (
        select
            dp.passage_idx,
            string_agg(dp.lead || dp.paragraph_text, '' order by dp.paragraph_idx, dp.id) as text
        from public.documents_paragraphs as dp
        where dp.document_id = p_document_id
        group by dp.passage_idx
    ) as p;
$$;


-- The card of a document, of whichever version; no row when the asker may not read it.
-- readers: names of the roles it is granted to. current_id: the version that is searched.
create function public.get_document(p_document_id uuid, p_asker bigint default null)
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
    beginning text,
    full_citation text,
    metadata jsonb
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
        ),
        d.full_citation,
        d.metadata
    from public.documents as d
    left join public.users as u on u.id = d.owner
    where d.id = p_document_id and public.can_read(d.id, v_principals, true);
end
$$;


-- The versions of one document that the asker may read, newest first.
create function public.list_versions(p_document_id uuid, p_asker bigint default null)
returns table (id uuid, title text, added_at timestamptz, superseded_at timestamptz)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select v.id, v.title, v.published_at, v.superseded_at
    from public.documents as d
    join public.documents as v on v.series = d.series
    where d.id = p_document_id
        and public.can_read(d.id, v_principals, true)
        and public.can_read(v.id, v_principals, true)
    order by (v.superseded_at is null) desc, v.superseded_at desc, v.published_at desc, v.id;
end
$$;


-- A stretch of a document's text, of whichever version, and how many characters it has in all.
create function public.read_document(
    p_document_id uuid, p_asker bigint default null, p_skip int default 0, p_limit int default 3000
)
returns table (text text, total int)
language plpgsql
stable
set search_path = ''
as $$
begin
    -- Asked first: to join the text of what is not shown would take the longer, the more there is.
    if not public.can_read(p_document_id, public.principals_of(p_asker), true) then
        return;
    end if;
    return query
    select substr(t.text, p_skip + 1, p_limit), length(t.text)
    from (select public.document_text(p_document_id) as text) as t
    where t.text is not null;
end
$$;


-- The address that a document was asked for under: where it is fetched from again. What the page
-- calls itself (source_url) may not exist, or be the same for every page of a site.
create function public.get_source_address(p_document_id uuid, p_asker bigint default null)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return (
        select case
            when d.version_key like 'url:%' then substr(d.version_key, length('url:') + 1)
            else d.source_url
        end
        from public.documents as d
        where d.id = p_document_id and public.can_read(d.id, v_principals, true)
    );
end
$$;


-- False when there is no such document that the actor may change.
create function public.rename_document(p_document_id uuid, p_title text, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    if not public.may_change_document(p_document_id, p_actor) then
        return false;
    end if;
    update public.documents as d
    set title = p_title,
        full_citation = public.cited_as(d.full_citation, d.title, p_title),
        is_renamed = true
    where d.series = (select o.series from public.documents as o where o.id = p_document_id)
        and public.may_change_document(d.id, p_actor);
    return found;
end
$$;


-- Deletes a document with all its versions; false when there is none that the actor may change.
create function public.delete_document(p_document_id uuid, p_actor bigint)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
    if not public.may_change_document(p_document_id, p_actor) then
        return false;
    end if;
    perform public.audit(
        p_actor, 'document_deleted', p_document_id => d.id,
        p_details => jsonb_build_object('title', d.title)
    )
    from public.documents as d
    where d.id = p_document_id;
    delete from public.documents as d
    where d.series = (select o.series from public.documents as o where o.id = p_document_id)
        and d.published_at is not null;
    return found;
end
$$;


-- What cleaning would delete: the actor's own documents, or everybody's if an owner of this copy
-- asks for that. Versions that are superseded count with their document.
create function public.documents_to_clean(p_actor bigint, p_everybodys boolean)
returns setof uuid
language sql
stable
set search_path = ''
as $$
    select d.id
    from public.documents as d
    left join public.users as u on u.id = d.owner
    where d.published_at is not null
        and case
            when p_everybodys then public.is_owner(p_actor)
            else u.telegram_id = p_actor and public.is_let_in(p_actor)
        end;
$$;


create function public.count_to_clean(p_actor bigint, p_everybodys boolean)
returns bigint
language sql
stable
set search_path = ''
as $$
    select count(*) from public.documents_to_clean(p_actor, p_everybodys) as c (id)
    join public.documents as d on d.id = c.id
    where d.superseded_at is null;
$$;


-- Deletes up to p_limit of them, whole series only; returns how many documents went, without
-- their former versions. Called until it returns 0, so that no call takes long, and again after a
-- crash.
create function public.clean_documents(p_actor bigint, p_everybodys boolean, p_limit int)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_series uuid[];
    v_count int;
begin
    select coalesce(array_agg(s.series), '{}') into v_series
    from (
        select distinct d.series
        from public.documents_to_clean(p_actor, p_everybodys) as c (id)
        join public.documents as d on d.id = c.id
        limit p_limit
    ) as s;
    with gone as (
        delete from public.documents as d
        where d.series = any(v_series)
            and d.id in (select public.documents_to_clean(p_actor, p_everybodys))
        returning d.id, d.title, d.series, d.superseded_at
    ),
    noted as (
        select g.series, public.audit(
            p_actor, 'document_deleted', p_document_id => g.id,
            p_details => jsonb_build_object('title', g.title)
        )
        from gone as g
    )
    select count(distinct n.series)::int into v_count from noted as n;
    return v_count;
end
$$;
