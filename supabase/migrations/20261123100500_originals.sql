-- The files that documents were read out of: how they can be had again, to show a page of them.
-- The bytes are not here; workers keep some on disk.

create table public.document_originals (
    document_id uuid primary key references public.documents (id) on delete cascade,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size bigint not null check (size > 0),
    -- Where to fetch them from, and under which address there. Null: they cannot be had again.
    place text check (place in ('telegram', 'web')),
    key text,
    check ((place is null) = (key is null))
);

create index document_originals_sha256_idx on public.document_originals (sha256);

alter table public.document_originals enable row level security, force row level security;


-- Keeps what there is when it is called again.
create function public.put_original(
    p_document_id uuid,
    p_sha256 text,
    p_size bigint,
    p_place text default null,
    p_key text default null
)
returns void
language sql
set search_path = ''
as $$
    insert into public.document_originals (document_id, sha256, size, place, key)
    values (p_document_id, p_sha256, p_size, p_place, p_key)
    on conflict (document_id) do nothing;
$$;


-- The original of a document, of whichever version; no row when the asker may not read it.
create function public.get_original(p_document_id uuid, p_asker bigint default null)
returns table (
    document_id uuid, sha256 text, size bigint, place text, key text, file_name text
)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select o.document_id, o.sha256, o.size, o.place, o.key, d.file_name
    from public.document_originals as o
    join public.documents as d on d.id = o.document_id
    where o.document_id = p_document_id and public.can_read(o.document_id, v_principals, true);
end
$$;


-- Those of p_sha256 that are some document's.
create function public.known_originals(p_sha256 text[])
returns text[]
language sql
stable
set search_path = ''
as $$
    select array(
        select distinct o.sha256 from public.document_originals as o where o.sha256 = any(p_sha256)
    );
$$;

notify pgrst, 'reload schema';
