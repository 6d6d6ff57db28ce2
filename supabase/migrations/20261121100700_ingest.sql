-- Staging a batch and making it visible. Every function may be called again with the same values.

create table public.artifacts (
    batch_id text not null,
    name text not null,
    content bytea not null,
    created_at timestamptz not null default now(),
    primary key (batch_id, name)
);

alter table public.artifacts alter column content set storage external;
alter table public.artifacts enable row level security;
alter table public.artifacts force row level security;
revoke all on public.artifacts from public, anon, authenticated;
grant select, insert, update, delete on public.artifacts to service_role;


-- An uploader whom the bot has not met yet (command line) becomes a user here.
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
    p_readable_by_everyone boolean
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
        content_sha256, embedding_model, embedding_layout, readable_by_everyone
    )
    values (
        p_document_id,
        (select u.id from public.users as u where u.telegram_id = p_owner),
        p_batch_id, p_item_idx, p_type, p_title, p_url, p_file_name, p_language, p_pages,
        p_content_sha256, p_embedding_model, p_embedding_layout, p_readable_by_everyone
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
-- p_rows: [{idx_in_batch, paragraph_idx, text, language, page, start_seconds, anchors, dim}]
create function public.stage_paragraphs(
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
            paragraph_idx, paragraph_text, language, page, start_seconds, anchors, embedding
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
            g.item ->> 'text',
            g.item ->> 'language',
            (g.item ->> 'page')::int,
            (g.item ->> 'start_seconds')::double precision,
            g.item -> 'anchors',
            g.embedding
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


-- One statement's snapshot: readers see all of the batch or none of it.
create function public.publish_batch(p_batch_id text)
returns int
language plpgsql
set search_path = ''
as $$
begin
    with published as (
        update public.documents as d set published_at = now()
        where d.batch_id = p_batch_id and d.published_at is null
        returning d.id, d.readable_by_everyone
    )
    insert into public.role_document_access (role_id, document_id)
    select r.id, p.id
    from published as p
    join public.roles as r on r.name = 'everyone'
    where p.readable_by_everyone
    on conflict do nothing;

    return (
        select count(*) from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is not null
    );
end
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


revoke all
on function public.stage_document, public.stage_paragraphs, public.discard_document,
public.publish_batch, public.put_artifact, public.get_artifact, public.delete_artifacts
from public, anon, authenticated;
grant execute
on function public.stage_document, public.stage_paragraphs, public.discard_document,
public.publish_batch, public.put_artifact, public.get_artifact, public.delete_artifacts
to service_role;
