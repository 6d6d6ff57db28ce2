-- What the embeddings of the base were made with.
--
-- Embeddings of two models, or of two layouts of one model, cannot be compared: the base has one
-- pair of both. Error PF001 means that the caller works with another pair.

create table public.embedding_state (
    is_only_row boolean primary key default true check (is_only_row),
    model text not null,
    layout text not null,
    -- What the rows of next_embeddings are made with; null when nothing is being prepared.
    next_model text,
    next_layout text,
    check ((next_model is null) = (next_layout is null))
);

alter table public.embedding_state enable row level security;
alter table public.embedding_state force row level security;
revoke all on public.embedding_state from public, anon, authenticated;
grant select, insert, update, delete on public.embedding_state to service_role;


-- A base from before this file is what most of its chunks are; a new one is what the first asks.
create function public.settle_embedding(p_model text, p_layout text)
returns void
language sql
set search_path = ''
as $$
    insert into public.embedding_state (model, layout)
    select c.model, c.layout
    from (
        select d.embedding_model, d.embedding_layout, count(dp.id)
        from public.documents as d
        left join public.documents_paragraphs as dp on dp.document_id = d.id
        group by d.embedding_model, d.embedding_layout
        union all
        select p_model, p_layout, -1
    ) as c (model, layout, chunks)
    where not exists (select from public.embedding_state)
    order by c.chunks desc, c.model, c.layout
    limit 1
    on conflict do nothing;
$$;


-- What the base is embedded with, and how many of its documents are not. An empty base has nothing
-- that could be mixed with: it takes what is given.
create function public.claim_embedding(p_model text, p_layout text)
returns table (model text, layout text, others bigint)
language plpgsql
set search_path = ''
as $$
begin
    perform public.settle_embedding(p_model, p_layout);
    if exists (
        select from public.embedding_state as s where (s.model, s.layout) <> (p_model, p_layout)
    ) then
        perform from public.embedding_state for update; -- holds back stage_document
        update public.embedding_state as s
        set model = p_model, layout = p_layout, next_model = null, next_layout = null
        where not exists (select from public.documents);
    end if;
    return query
    select
        s.model,
        s.layout,
        (
            select count(*) from public.documents as d
            where (d.embedding_model, d.embedding_layout) <> (s.model, s.layout)
        )
    from public.embedding_state as s;
end
$$;


-- Raises PF001 unless the base is embedded with this. In a STABLE function that searches it looks
-- at the same snapshot as the search.
create function public.require_embedding(p_model text, p_layout text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if exists (
        select from public.embedding_state as s where (s.model, s.layout) <> (p_model, p_layout)
    ) then
        raise exception 'the base is embedded by another model or in another layout than %, %',
            p_model, p_layout
            using errcode = 'PF001';
    end if;
end
$$;


create function public.check_embedding_of_document()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    perform public.settle_embedding(new.embedding_model, new.embedding_layout);
    -- A statement of its own after the lock sees what a switch that held it has done.
    perform from public.embedding_state for share;
    perform from public.embedding_state as s
    where (s.model, s.layout) = (new.embedding_model, new.embedding_layout);
    if not found then
        raise exception 'the base is embedded by another model or in another layout than %, %',
            new.embedding_model, new.embedding_layout
            using errcode = 'PF001';
    end if;
    return new;
end
$$;

create trigger documents_check_embedding
before insert or update of embedding_model, embedding_layout on public.documents
for each row execute function public.check_embedding_of_document();


-- The same with a word on who embedded it: a run that goes on while the base is moved does not put
-- its chunks into a document that was moved.
create function public.stage_paragraphs(
    p_document_id uuid,
    p_batch_id text,
    p_rows jsonb,
    p_embeddings extensions.vector[],
    p_vectors bytea[],
    p_offsets bytea[],
    p_embedding_model text,
    p_embedding_layout text
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    perform from public.documents as d where d.id = p_document_id for share;
    perform from public.documents as d
    where d.id = p_document_id
        and (d.embedding_model, d.embedding_layout) <> (p_embedding_model, p_embedding_layout);
    if found then
        raise exception 'document % is embedded by another model or in another layout than %, %',
            p_document_id, p_embedding_model, p_embedding_layout
            using errcode = 'PF001';
    end if;
    perform public.stage_paragraphs(
        p_document_id, p_batch_id, p_rows, p_embeddings, p_vectors, p_offsets
    );
end
$$;

revoke all
on function public.stage_paragraphs(
    uuid, text, jsonb, extensions.vector[], bytea[], bytea[], text, text
)
from public, anon, authenticated;
grant execute
on function public.stage_paragraphs(
    uuid, text, jsonb, extensions.vector[], bytea[], bytea[], text, text
)
to service_role;

revoke all
on function public.settle_embedding, public.claim_embedding, public.require_embedding,
public.check_embedding_of_document
from public, anon, authenticated;
grant execute
on function public.settle_embedding, public.claim_embedding, public.require_embedding
to service_role;
