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

alter table public.embedding_state enable row level security, force row level security;


-- The first to ask decides.
create function public.init_embedding_state(p_model text, p_layout text)
returns void
language sql
set search_path = ''
as $$
    insert into public.embedding_state (model, layout) values (p_model, p_layout)
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
    perform public.init_embedding_state(p_model, p_layout);
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
    perform public.init_embedding_state(new.embedding_model, new.embedding_layout);
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


-- What a model made in a layout before of what the asker may read, or is staging, by the key that
-- names what it was made from. Of others nothing: how soon a document is taken in would tell that
-- somebody has it.
create function public.find_embeddings(
    p_keys text[], p_model text, p_layout text, p_asker bigint default null
)
-- embedding: float32 big endian, the very bits: text would have to be read back.
returns table (embedding_key text, embedding bytea, dim int, vectors bytea, offsets bytea)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
begin
    return query
    select distinct on (dp.embedding_key)
        dp.embedding_key,
        -- Before the numbers stands their count, twice two bytes.
        substring(extensions.vector_send(dp.embedding) from 5),
        t.dim,
        t.vectors,
        t.offsets
    from public.documents_paragraphs as dp
    join public.documents as d on d.id = dp.document_id
    join public.paragraph_token_vectors as t on t.paragraph_id = dp.id
    left join public.users as u on u.id = d.owner
    where dp.embedding_key = any(p_keys)
        and dp.embedding_key <> ''
        and d.embedding_model = p_model
        and d.embedding_layout = p_layout
        and case
            when d.published_at is null then u.telegram_id is not distinct from p_asker
            else public.can_read(d.id, v_principals, true)
        end
    order by dp.embedding_key, dp.id;
end
$$;


-- Moving the base to another model: embeddings are made beside the ones that serve, then switched.
-- Error PF002 means that another re-embedding has taken the place of the caller's.

-- Embeddings that wait for the switch, while the ones of documents_paragraphs serve.
create table public.next_embeddings (
    paragraph_id bigint primary key references public.documents_paragraphs (id) on delete cascade,
    embedding extensions.vector(768) not null,
    dim int not null check (dim > 0),
    vectors bytea not null,
    offsets bytea not null,
    embedding_key text not null,
    check (length(vectors) % dim = 0),
    check (length(offsets) = 8 * (length(vectors) / dim))
);

alter table public.next_embeddings alter column vectors set storage external;
alter table public.next_embeddings alter column offsets set storage external;

alter table public.next_embeddings enable row level security, force row level security;


-- Goes on with what is there for this model and layout; drops what was prepared for another.
create function public.begin_reembedding(p_model text, p_layout text)
returns void
language plpgsql
set search_path = ''
as $$
begin
    perform public.init_embedding_state(p_model, p_layout);
    update public.embedding_state as s set next_model = p_model, next_layout = p_layout
    where (s.next_model, s.next_layout) is distinct from (p_model, p_layout);
    if found then
        delete from public.next_embeddings;
    end if;
end
$$;


-- In chunks.
create function public.reembedding_progress()
returns table (done bigint, total bigint)
language sql
stable
set search_path = ''
as $$
    select count(n.paragraph_id), count(*)
    from public.embedding_state as s
    join public.documents as d
        on (d.embedding_model, d.embedding_layout) <> (s.next_model, s.next_layout)
    join public.documents_paragraphs as dp on dp.document_id = d.id
    left join public.next_embeddings as n on n.paragraph_id = dp.id;
$$;


-- The next few documents, by id, with a chunk that lacks its next embedding.
create function public.documents_to_reembed(p_after uuid, p_limit int)
returns uuid[]
language sql
stable
set search_path = ''
as $$
    select array(
        select d.id
        from public.embedding_state as s
        join public.documents as d
            on (d.embedding_model, d.embedding_layout) <> (s.next_model, s.next_layout)
        where (p_after is null or d.id > p_after)
            and exists (
                select from public.documents_paragraphs as dp
                where dp.document_id = d.id
                    and not exists (
                        select from public.next_embeddings as n where n.paragraph_id = dp.id
                    )
            )
        order by d.id
        limit p_limit
    );
$$;


-- Staged ones too, whoever may read them: this is not for people.
create function public.chunks_to_reembed(p_document_id uuid)
returns table (id bigint, paragraph_text text, passage_idx int, lead text, is_done boolean)
language sql
stable
set search_path = ''
as $$
    select
        dp.id,
        dp.paragraph_text,
        dp.passage_idx,
        dp.lead,
        exists (select from public.next_embeddings as n where n.paragraph_id = dp.id)
    from public.documents_paragraphs as dp
    where dp.document_id = p_document_id
    order by dp.paragraph_idx, dp.id;
$$;


-- Entry i of every list is one chunk; chunks that are gone meanwhile are left out.
create function public.put_next_embeddings(
    p_model text,
    p_layout text,
    p_ids bigint[],
    p_embeddings extensions.vector[],
    p_dims int[],
    p_vectors bytea[],
    p_offsets bytea[],
    p_keys text[]
)
returns void
language plpgsql
set search_path = ''
as $$
begin
    if cardinality(p_ids) <> all(
        array[
            cardinality(p_embeddings), cardinality(p_dims), cardinality(p_vectors),
            cardinality(p_offsets), cardinality(p_keys)
        ]
    ) then
        raise exception 'the lists are not equally long' using errcode = 'invalid_parameter_value';
    end if;

    perform from public.embedding_state for share;
    perform from public.embedding_state as s
    where (s.next_model, s.next_layout) = (p_model, p_layout);
    if not found then
        raise exception 'the base is not being moved to %, %', p_model, p_layout
            using errcode = 'PF002';
    end if;

    insert into public.next_embeddings as n (
        paragraph_id, embedding, dim, vectors, offsets, embedding_key
    )
    select dp.id, g.embedding, g.dim, g.vectors, g.offsets, g.embedding_key
    from unnest(p_ids, p_embeddings, p_dims, p_vectors, p_offsets, p_keys)
        as g (id, embedding, dim, vectors, offsets, embedding_key)
    join public.documents_paragraphs as dp on dp.id = g.id
    for key share of dp
    on conflict (paragraph_id) do update set
        embedding = excluded.embedding,
        dim = excluded.dim,
        vectors = excluded.vectors,
        offsets = excluded.offsets,
        embedding_key = excluded.embedding_key;
end
$$;


-- True when the base is moved; false when chunks without a next embedding have come meanwhile,
-- and nothing has changed. Readers see the old rows until the end, then only new ones.
--
-- Takes minutes on a large base. PostgREST applies the time limit that is set here to the call;
-- a limit that already runs is not lifted by it, so the psycopg gateway lifts its own.
create function public.switch_embedding(p_model text, p_layout text)
returns boolean
language plpgsql
set search_path = ''
set statement_timeout = '0'
as $$
declare
    v_state public.embedding_state;
    v_documents uuid[];
begin
    select s.* into v_state from public.embedding_state as s for update;
    if (v_state.next_model, v_state.next_layout) is distinct from (p_model, p_layout) then
        if (v_state.model, v_state.layout) = (p_model, p_layout) then
            return true; -- done before, by a call whose answer was lost
        end if;
        raise exception 'the base is not being moved to %, %', p_model, p_layout
            using errcode = 'PF002';
    end if;

    update public.embedding_state
    set model = p_model, layout = p_layout, next_model = null, next_layout = null;
    -- Waits for chunks that are being staged: the look for missing ones comes after it.
    with moved as (
        update public.documents as d
        set embedding_model = p_model, embedding_layout = p_layout
        where (d.embedding_model, d.embedding_layout) <> (p_model, p_layout)
        returning d.id
    )
    select coalesce(array_agg(m.id), '{}') into v_documents from moved as m;
    if exists (
        select from public.documents_paragraphs as dp
        where dp.document_id = any(v_documents)
            and not exists (select from public.next_embeddings as n where n.paragraph_id = dp.id)
    ) then
        raise exception 'some chunks have no next embedding' using errcode = 'PF003';
    end if;

    update public.documents_paragraphs as dp
    set embedding = n.embedding, embedding_key = n.embedding_key
    from public.next_embeddings as n
    where n.paragraph_id = dp.id;
    delete from public.paragraph_token_vectors as t
    using public.next_embeddings as n
    where n.paragraph_id = t.paragraph_id;
    insert into public.paragraph_token_vectors (paragraph_id, dim, vectors, offsets)
    select n.paragraph_id, n.dim, n.vectors, n.offsets from public.next_embeddings as n;
    delete from public.next_embeddings;
    return true;
exception
    when sqlstate 'PF003' then return false;
end
$$;

notify pgrst, 'reload schema';
