-- A batch on its way in: staged, published whole, taken back, and how it ended.
-- Every function may be called again with the same values.

create table public.artifacts (
    batch_id text not null,
    name text not null,
    content bytea not null,
    created_at timestamptz not null default now(),
    primary key (batch_id, name)
);

alter table public.artifacts alter column content set storage external;
alter table public.artifacts enable row level security, force row level security;

-- How batches end. Whoever finalizes a batch first decides; afterwards it is too late for the other.
create table public.batch_outcomes (
    batch_id text primary key,
    outcome text not null check (outcome in ('finished', 'cancelled')),
    finalized_at timestamptz not null default now(),
    reported_at timestamptz -- when its final report was begun
);

alter table public.batch_outcomes enable row level security, force row level security;


-- Whether documents are taken of somebody: by their rights, or as a member of a group that somebody
-- who may invite has opened for that. Of which groups they are one Telegram knows, and the bot asks it.
create function public.may_add(p_telegram_id bigint)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return public.has_right(p_telegram_id, 'add') or (
        exists (
            select from public.users as u
            where u.telegram_id = p_telegram_id and u.is_active and u.admitted_by = 'group'
        )
        and exists (
            select from public.roles as r where r.name = 'everyone' and 'add' = any(r.rights)
        )
        and exists (
            select from public.group_policies as p
            where p.who_adds = 'members' and public.has_right(p.opened_by, 'invite')
        )
    );
end
$$;


-- Of whoever is not let in (any more) it takes nothing: PF007. What a group is told of (p_told_in) is
-- no version of what the group may not read: it would learn of that, and read no more than before.
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
    p_reader_role text,
    p_author text default null,
    p_published text default null,
    p_version_key text default null,
    p_full_citation text default null,
    p_metadata jsonb default '{}',
    p_told_in bigint default null
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    -- Held until the end: whoever is removed meanwhile takes this document along.
    if p_owner is not null then
        perform from public.users as u where u.telegram_id = p_owner for key share;
        if not found or not public.may_add(p_owner) then
            raise exception '% may not add documents', p_owner using errcode = 'PF007';
        end if;
    end if;
    insert into public.documents (
        id, owner, batch_id, item_idx, type, title, source_url, file_name, language, pages,
        content_sha256, embedding_model, embedding_layout, reader_role,
        author, published, version_key, full_citation, metadata
    )
    values (
        p_document_id,
        (select u.id from public.users as u where u.telegram_id = p_owner),
        p_batch_id, p_item_idx, p_type, p_title, p_url, p_file_name, p_language, p_pages,
        p_content_sha256, p_embedding_model, p_embedding_layout, p_reader_role,
        p_author, p_published,
        case
            when p_told_in is null or not exists (
                select from public.documents as f
                join public.users as u on u.id = f.owner
                where f.version_key = p_version_key
                    and u.telegram_id = p_owner
                    and f.superseded_at is null
                    and not public.can_read(f.id, public.principals_of(p_told_in))
            )
            then p_version_key
        end,
        p_full_citation, p_metadata
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


-- Row i of p_rows, p_embeddings, p_vectors and p_offsets are one chunk.
-- p_rows: [{idx_in_batch, paragraph_idx, passage_idx, lead, text, language, page, start_seconds,
-- anchors, dim, embedding_key}]; a chunk without passage_idx is its own passage.
-- Given p_embedding_model and p_embedding_layout, it raises PF001 when the document has been moved
-- to others meanwhile: a run that goes on puts no chunks of the old kind into it.
create function public.stage_paragraphs(
    p_document_id uuid,
    p_batch_id text,
    p_rows jsonb,
    p_embeddings extensions.vector[],
    p_vectors bytea[],
    p_offsets bytea[],
    p_embedding_model text default null,
    p_embedding_layout text default null
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
    if (v_document.embedding_model, v_document.embedding_layout)
        <> (p_embedding_model, p_embedding_layout)
    then
        raise exception 'document % is embedded by another model or in another layout than %, %',
            p_document_id, p_embedding_model, p_embedding_layout
            using errcode = 'PF001';
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


create function public.discard_document(p_document_id uuid)
returns void
language sql
set search_path = ''
as $$
    delete from public.documents as d where d.id = p_document_id and d.published_at is null;
$$;


-- Whatever of a batch is still staged, also of items that nobody knows by name any more: the files
-- of an archive are found only while it is read.
create function public.discard_batch(p_batch_id text)
returns void
language sql
set search_path = ''
as $$
    delete from public.documents as d
    where d.batch_id = p_batch_id and d.published_at is null;
$$;


-- A reference to a document by another title. The part that is the title is another, and no other: its
-- words may stand in a name, and its letters in an address. `full_citation` puts an end after each part.
create function public.cited_as(p_full_citation text, p_title text, p_new_title text)
returns text
language sql
immutable
set search_path = ''
as $$
    select case
        when p_title = '' then p_full_citation
        else regexp_replace(
            p_full_citation,
            '(^|[].?!…] )'
            || regexp_replace(left(p_title, 300), '([][(){}.*+?^$|\\])', '\\\1', 'g')
            || '\.?(?= |$)',
            '\1' || replace(p_new_title, '\', '\\')
            || case when p_new_title ~ '[].?!…]$' then '' else '.' end
        )
    end;
$$;


-- One transaction: readers see all of the batch or none of it, and of each document one version.
create function public.publish_batch(p_batch_id text)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_lock bigint;
    v_new uuid[];
    v_former uuid[];
    v_noted int;
begin
    if exists (
        select from public.documents as d
        join public.users as u on u.id = d.owner
        where d.batch_id = p_batch_id
            and d.published_at is null
            and not public.may_add(u.telegram_id)
    ) then
        raise exception 'the owner of batch % may not add documents', p_batch_id
            using errcode = 'PF007';
    end if;

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
        full_citation = case
            when o.is_renamed then public.cited_as(n.full_citation, n.title, o.title)
            else n.full_citation
        end,
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
        returning d.id, d.owner, d.title, d.reader_role
    ),
    opened as (
        insert into public.role_document_access (role_id, document_id)
        select r.id, p.id
        from published as p
        join public.roles as r on r.name = p.reader_role
        left join public.users as u on u.id = p.owner
        where p.id <> all(v_new)
            and (u.id is null or public.may_open_to(u.telegram_id, r.id))
        on conflict do nothing
        returning document_id
    ),
    noted as (
        select public.audit(
            u.telegram_id, 'document_added',
            p_role => case
                when p.id in (select o.document_id from opened as o) then p.reader_role
            end,
            p_document_id => p.id,
            p_details => jsonb_build_object('title', p.title)
        )
        from published as p
        left join public.users as u on u.id = p.owner
    )
    -- Counted, since what nothing reads is not run.
    select count(*) into v_noted from noted;

    return (
        select count(*) from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is not null
    );
end
$$;


-- The document a batch has made of a page, and the version it took the place of, if any.
create function public.list_batch_versions(p_batch_id text)
returns table (id uuid, former_id uuid)
language sql
stable
set search_path = ''
as $$
    select
        d.id,
        (
            select o.id from public.documents as o
            where o.series = d.series and o.superseded_at is not null and o.id <> d.id
            order by o.superseded_at desc, o.published_at desc
            limit 1
        )
    from public.documents as d
    where d.batch_id = p_batch_id and d.published_at is not null
    order by d.item_idx;
$$;


create function public.put_artifact(p_batch_id text, p_name text, p_content bytea)
returns void
language sql
set search_path = ''
as $$
    insert into public.artifacts (batch_id, name, content) values (p_batch_id, p_name, p_content)
    on conflict (batch_id, name) do update set content = excluded.content, created_at = now();
$$;


create function public.get_artifact(p_batch_id text, p_name text)
returns bytea
language sql
stable
set search_path = ''
as $$
    select a.content from public.artifacts as a
    where a.batch_id = p_batch_id and a.name = p_name;
$$;


create function public.delete_artifacts(p_batch_id text)
returns void
language sql
set search_path = ''
as $$
    delete from public.artifacts as a where a.batch_id = p_batch_id;
$$;


-- What is left of one item of a batch, deleted before the batch has ended: an item that was
-- refused for what is in it does not lie around until the others are done.
create function public.delete_artifacts_of(p_batch_id text, p_prefix text, p_name text)
returns void
language sql
set search_path = ''
as $$
    delete from public.artifacts as a
    where a.batch_id = p_batch_id and (starts_with(a.name, p_prefix) or a.name = p_name);
$$;


-- One lock a batch: rows come in under a shared one, and it is finalized under the whole of it.
create function public.batch_lock(p_batch_id text)
returns bigint
language sql
immutable
set search_path = ''
as $$
    select pg_catalog.hashtextextended(p_batch_id, 7101);
$$;


-- Returns how the batch has ended, which need not be how the caller wished.
create function public.finalize_batch(p_batch_id text, p_outcome text)
returns text
language plpgsql
set search_path = ''
as $$
begin
    perform pg_advisory_xact_lock(public.batch_lock(p_batch_id));
    insert into public.batch_outcomes (batch_id, outcome) values (p_batch_id, p_outcome)
    on conflict (batch_id) do nothing;
    return (select s.outcome from public.batch_outcomes as s where s.batch_id = p_batch_id);
end
$$;


-- Finalizes a batch as finished unless it has ended, and records that its final report is being
-- written: from then on nobody shows how far it is. Of a cancelled batch somebody else reports.
create function public.claim_final_report(p_batch_id text)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_outcome constant text := public.finalize_batch(p_batch_id, 'finished');
begin
    update public.batch_outcomes as s set reported_at = now()
    where s.batch_id = p_batch_id and s.outcome = 'finished' and s.reported_at is null;
    return v_outcome;
end
$$;


-- How a batch ended, once that is being reported; null while it goes on.
create function public.final_outcome(p_batch_id text)
returns text
language sql
stable
set search_path = ''
as $$
    select s.outcome from public.batch_outcomes as s
    where s.batch_id = p_batch_id and (s.outcome = 'cancelled' or s.reported_at is not null);
$$;


-- Finalizes a batch as cancelled and leaves nothing of it, if it is not finished.
create function public.cancel_batch(p_batch_id text, p_owner bigint, p_actor bigint)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_outcome text;
begin
    if not public.acts_for(p_owner, p_actor) then
        raise exception 'batch % is not this user''s', p_batch_id using errcode = 'PF005';
    end if;
    v_outcome := public.finalize_batch(p_batch_id, 'cancelled');
    if v_outcome = 'cancelled' then
        delete from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is null;
        delete from public.artifacts as a where a.batch_id = p_batch_id;
    end if;
    return v_outcome;
end
$$;


-- Deletes what a batch added, with chunks and vectors; returns how many documents that was: none
-- where there is no such batch, or something of it is not the actor's.
create function public.delete_batch(p_batch_id text, p_actor bigint)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_deleted int;
begin
    if exists (
        select from public.documents as d
        left join public.users as u on u.id = d.owner
        where d.batch_id = p_batch_id and not public.acts_for(u.telegram_id, p_actor)
    ) then
        return 0;
    end if;
    with gone as (
        delete from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is not null
        returning d.id, d.title
    ),
    noted as (
        select public.audit(
            p_actor, 'document_deleted', p_document_id => g.id,
            p_details => jsonb_build_object('title', g.title)
        )
        from gone as g
    )
    select count(*)::int into v_deleted from noted;
    return v_deleted;
end
$$;


-- Forgets how batches ended, and what runs left lying, once both are older than this.
create function public.prune_batches(p_keep_days int)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_before constant timestamptz := now() - make_interval(days => p_keep_days);
    v_deleted int;
begin
    delete from public.artifacts as a where a.created_at < v_before;
    delete from public.batch_outcomes as s where s.finalized_at < v_before;
    get diagnostics v_deleted = row_count;
    return v_deleted;
end
$$;


-- A step that was under way when its batch was cancelled must not bring anything in after all.
create function public.refuse_cancelled_batch()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    perform pg_advisory_xact_lock_shared(public.batch_lock(new.batch_id));
    if exists (
        select from public.batch_outcomes as s
        where s.batch_id = new.batch_id and s.outcome = 'cancelled'
    ) then
        raise exception 'batch % was cancelled', new.batch_id using errcode = 'PF006';
    end if;
    return new;
end
$$;

create trigger documents_of_no_cancelled_batch
before insert on public.documents
for each row execute function public.refuse_cancelled_batch();

create trigger artifacts_of_no_cancelled_batch
before insert or update on public.artifacts
for each row execute function public.refuse_cancelled_batch();
