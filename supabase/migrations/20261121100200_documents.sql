-- Sources and their chunks.

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
    -- What publish_batch is to grant; the grant itself is a row of role_document_access.
    readable_by_everyone boolean not null,
    -- Null: staged, seen by nobody. A batch gets its date all at once.
    published_at timestamptz,
    created_at timestamptz not null default now(),
    unique (batch_id, item_idx)
);

create index documents_owner_idx on public.documents (owner);
create index documents_content_sha256_idx on public.documents (content_sha256);

create table public.role_document_access (
    role_id uuid not null references public.roles (id) on delete cascade,
    document_id uuid not null references public.documents (id) on delete cascade,
    primary key (role_id, document_id)
);

create index role_document_access_document_id_idx on public.role_document_access (document_id);


-- The stemmer of a two-letter code. Only languages that Postgres 15 has too.
create function public.text_search_config(p_language text)
returns regconfig
language sql
immutable
set search_path = ''
as $$
    select case p_language
        when 'ar' then 'pg_catalog.arabic'::regconfig
        when 'ca' then 'pg_catalog.catalan'::regconfig
        when 'da' then 'pg_catalog.danish'::regconfig
        when 'de' then 'pg_catalog.german'::regconfig
        when 'el' then 'pg_catalog.greek'::regconfig
        when 'en' then 'pg_catalog.english'::regconfig
        when 'es' then 'pg_catalog.spanish'::regconfig
        when 'eu' then 'pg_catalog.basque'::regconfig
        when 'fi' then 'pg_catalog.finnish'::regconfig
        when 'fr' then 'pg_catalog.french'::regconfig
        when 'ga' then 'pg_catalog.irish'::regconfig
        when 'hi' then 'pg_catalog.hindi'::regconfig
        when 'hu' then 'pg_catalog.hungarian'::regconfig
        when 'hy' then 'pg_catalog.armenian'::regconfig
        when 'id' then 'pg_catalog.indonesian'::regconfig
        when 'it' then 'pg_catalog.italian'::regconfig
        when 'lt' then 'pg_catalog.lithuanian'::regconfig
        when 'ne' then 'pg_catalog.nepali'::regconfig
        when 'nl' then 'pg_catalog.dutch'::regconfig
        when 'no' then 'pg_catalog.norwegian'::regconfig
        when 'pt' then 'pg_catalog.portuguese'::regconfig
        when 'ro' then 'pg_catalog.romanian'::regconfig
        when 'ru' then 'pg_catalog.russian'::regconfig
        when 'sr' then 'pg_catalog.serbian'::regconfig
        when 'sv' then 'pg_catalog.swedish'::regconfig
        when 'ta' then 'pg_catalog.tamil'::regconfig
        when 'tr' then 'pg_catalog.turkish'::regconfig
        when 'yi' then 'pg_catalog.yiddish'::regconfig
        else 'pg_catalog.simple'::regconfig
    end;
$$;

revoke all on function public.text_search_config from public, anon, authenticated;
grant execute on function public.text_search_config to service_role;


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
    -- A tsvector holds 1 MB; the cut keeps an absurdly long chunk from being refused for it.
    text_search tsvector generated always as (
        to_tsvector(public.text_search_config(language), left(paragraph_text, 100000))
    ) stored,
    unique (batch_id, idx_in_batch)
);

-- Serves the foreign key, the neighbours of a passage and the exact search.
create index documents_paragraphs_document_id_idx
on public.documents_paragraphs (document_id, paragraph_idx);

create index documents_paragraphs_text_search_idx
on public.documents_paragraphs using gin (text_search);

create index documents_paragraphs_embedding_idx
on public.documents_paragraphs using hnsw (embedding extensions.vector_cosine_ops)
with (m = 16, ef_construction = 64);


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


alter table public.documents enable row level security;
alter table public.documents force row level security;
alter table public.role_document_access enable row level security;
alter table public.role_document_access force row level security;
alter table public.documents_paragraphs enable row level security;
alter table public.documents_paragraphs force row level security;
alter table public.paragraph_token_vectors enable row level security;
alter table public.paragraph_token_vectors force row level security;

revoke all
on public.documents, public.role_document_access, public.documents_paragraphs,
public.paragraph_token_vectors
from public, anon, authenticated;
grant select, insert, update, delete
on public.documents, public.role_document_access, public.documents_paragraphs,
public.paragraph_token_vectors
to service_role;
