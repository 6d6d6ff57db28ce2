-- Sources and their chunks, who may read them, and versions of one source.

create table public.documents (
    id uuid primary key,
    owner uuid references public.users (id) on delete set null,
    batch_id text not null,
    item_idx int not null check (item_idx >= 0),
    type text not null check (type in ('web', 'video', 'file')),
    title text,
    source_url text,
    file_name text,
    full_citation text,
    metadata jsonb not null default '{}',
    language text not null,
    pages int,
    content_sha256 text not null,
    embedding_model text not null,
    embedding_layout text not null,
    -- The role that publish_batch is to grant it to; the grant itself is a row of
    -- role_document_access. Null: to none.
    reader_role text,
    -- Null: staged, seen by nobody. A batch gets its date all at once.
    published_at timestamptz,
    created_at timestamptz not null default now(),
    author text,
    -- As the source says: a date of ISO 8601, or a part of one.
    published text,
    -- What makes an upload a version of an earlier one of the same owner; null: nothing does.
    version_key text,
    -- Shared by the versions of one document.
    series uuid not null default gen_random_uuid(),
    -- Set when a newer version has taken its place.
    superseded_at timestamptz,
    -- The title is a person's word: a new version keeps it.
    is_renamed boolean not null default false,
    unique (batch_id, item_idx)
);

create index documents_owner_idx on public.documents (owner);
create index documents_content_sha256_idx on public.documents (content_sha256);
create index documents_version_key_idx on public.documents (version_key, owner)
where version_key is not null and superseded_at is null;
create index documents_series_idx on public.documents (series);

create table public.role_document_access (
    role_id uuid not null references public.roles (id) on delete cascade,
    document_id uuid not null references public.documents (id) on delete cascade,
    primary key (role_id, document_id)
);

create index role_document_access_document_id_idx on public.role_document_access (document_id);


-- type, title, url and file_name are the document's: copied, because one search reads them for
-- thirty rows and because the specification has them here.
create table public.documents_paragraphs (
    id bigint generated always as identity primary key,
    document_id uuid not null references public.documents (id) on delete cascade,
    type text not null check (type in ('web', 'video', 'file')),
    title text,
    url text,
    file_name text,
    paragraph_text text not null,
    paragraph_idx int not null check (paragraph_idx >= 0),
    language text not null,
    embedding extensions.vector(768) not null,
    page int,
    start_seconds double precision,
    anchors jsonb not null default '[]' check (jsonb_typeof(anchors) = 'array'),
    batch_id text not null,
    idx_in_batch int not null check (idx_in_batch >= 0),
    retrieved_at timestamptz not null default now(),
    -- Chunks are searched, the passage around them is read.
    passage_idx int not null check (passage_idx >= 0),
    -- White space between the chunk before it in its passage and this one: with it the passage is
    -- its chunks, letter by letter.
    lead text not null default '',
    -- Names what the embedding was made from: these rows are the cache of embeddings.
    embedding_key text not null default '',
    -- retrieval_score_modifier: what people's votes multiply the score of its passage by, .5 to 2.
    metadata jsonb not null default '{}',
    unique (batch_id, idx_in_batch)
);

-- Serves the foreign key and the chunks of a passage.
create index documents_paragraphs_passage_idx
on public.documents_paragraphs (document_id, passage_idx, paragraph_idx);
create index documents_paragraphs_language_idx on public.documents_paragraphs (language);
create index documents_paragraphs_embedding_key_idx
on public.documents_paragraphs (embedding_key) where embedding_key <> '';


-- What the reranker reads, apart from the chunks: a search must not drag it along.
-- vectors: int8 [tokens, dim]; offsets: int32 little endian [tokens, 2], characters of the chunk.
create table public.paragraph_token_vectors (
    paragraph_id bigint primary key references public.documents_paragraphs (id) on delete cascade,
    dim int not null check (dim > 0),
    vectors bytea not null,
    offsets bytea not null,
    check (length(vectors) % dim = 0),
    check (length(offsets) = 8 * (length(vectors) / dim))
);

-- Noise does not compress; trying to costs time on every write and read.
alter table public.paragraph_token_vectors alter column vectors set storage external;
alter table public.paragraph_token_vectors alter column offsets set storage external;


alter table public.documents enable row level security, force row level security;
alter table public.role_document_access enable row level security, force row level security;
alter table public.documents_paragraphs enable row level security, force row level security;
alter table public.paragraph_token_vectors enable row level security, force row level security;


-- Who is let in to what: its owner, and whoever holds a role that it was granted to. The one place
-- where that is said; the functions below ask for one document, or for all of one asker.
-- OFFSET 0 has grants looked up first, and then their documents: not all documents, for a grant each.
create view public.reading_rights with (security_invoker = true) as
select d.id as document_id, d.owner as principal, d.superseded_at is null as is_current
from public.documents as d
where d.published_at is not null
union all
select a.document_id, a.role_id, d.is_current
from public.role_document_access as a
cross join lateral (
    select g.superseded_at is null as is_current
    from public.documents as g
    where g.id = a.document_id and g.published_at is not null
    offset 0
) as d;


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
        select from public.reading_rights as r
        where r.document_id = p_document_id
            and r.principal = any(p_principals)
            and (r.is_current or p_any_version)
    );
end
$$;


-- By index alone: of a small table the planner would read all rows, those of others among them.
create function public.readable_documents(p_principals uuid[])
returns setof uuid
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    return query
    select distinct r.document_id from public.reading_rights as r
    where r.principal = any(p_principals) and r.is_current;
end
$$;


-- Those of p_document_ids that the asker may read at this moment, of whichever version; null when
-- whoever asks is known and not let in, or was shut out, or p_reader was, who asked by the rights of a
-- group. What was read a while ago is asked about here before it is shown.
create function public.still_readable(
    p_document_ids uuid[], p_asker bigint, p_reader bigint default null
)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_person constant bigint := coalesce(
        (select v.viewer from public.viewpoints as v where v.id = p_asker), p_asker
    );
begin
    if public.is_shut_out(v_person)
        or public.is_shut_out(p_reader)
        or exists (
            select from public.users as u
            where u.telegram_id = v_person and not public.is_let_in(u.telegram_id)
        )
    then
        return null;
    end if;
    return array(
        select i.id from unnest(p_document_ids) with ordinality as i (id, place)
        where public.can_read(i.id, v_principals, true)
        order by i.place
    );
end
$$;


-- Ids of the documents that an answer was made of: what it cites, and what its writer was shown.
create function public.sources_of(p_record jsonb)
returns setof text
language sql
immutable
set search_path = ''
as $$
    select jsonb_array_elements_text(
        coalesce(p_record -> 'documents', '[]') || coalesce(p_record -> 'sources', '[]')
    );
$$;


-- Whether the asker may read every document that a record names as its ground.
create function public.rests_on_readable(p_record jsonb, p_asker bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select coalesce(
        public.still_readable(g.ids, p_asker) @> g.ids, false
    )
    from (
        select array(
            select i.id::uuid
            from public.sources_of(p_record) as i (id)
        ) as ids
    ) as g;
$$;


-- Published, and the actor's own, or the actor may read it and is an admin, or may delete what a role
-- of theirs may read. Whoever is at the machine may change what they cannot read.
create function public.may_change_document(p_document_id uuid, p_actor bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from public.documents as d
        left join public.users as u on u.id = d.owner
        where d.id = p_document_id
            and d.published_at is not null
            and (
                (u.telegram_id = p_actor and public.is_let_in(p_actor))
                or p_actor is not distinct from public.machine()
                or (
                    public.is_admin(p_actor)
                    and public.can_read(d.id, public.principals_of(p_actor), true)
                )
                or exists (
                    select from public.role_document_access as a
                    join public.roles as r on r.id = a.role_id and 'delete' = any(r.rights)
                    where a.document_id = d.id and r.id = any(public.principals_of(p_actor))
                        and p_actor > 0
                )
            )
    );
$$;


-- The oldest document with this text that the asker may read; no row when there is none. What a group
-- is told of (p_told_in), it may read, too.
create function public.find_known(
    p_content_sha256 text, p_asker bigint default null, p_told_in bigint default null
)
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
    where d.content_sha256 = p_content_sha256
        and public.can_read(d.id, v_principals)
        and (
            p_told_in is null or public.can_read(d.id, public.principals_of(p_told_in))
        )
    order by d.published_at, d.item_idx, d.id
    limit 1;
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


-- Who deletes a version that came by mistake has the former back. After the statement: whoever
-- deletes all versions at once leaves none to come back.
create function public.restore_former_version()
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

create trigger documents_restore_former_version
after delete on public.documents
for each row execute function public.restore_former_version();
