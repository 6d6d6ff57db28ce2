-- What full-text search reads of a chunk and of a question, and the passages that hold its words:
-- names, codes and numbers that an embedding blurs.

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


-- Codes that the parser of Postgres tears apart, as words of our own; lower case.
-- With full stops between the parts, and so each beginning of them: 34.602-2020 is 34.602 and
-- 34.602.2020. And joined, with the capitals before it: 8K0-959-802-B, 8K0 959 802 B and
-- 8K0959802B are all 8k0959802b; ISO 9001 is iso9001. Short numbers are not: 2.14 is not 214.
create function public.code_words(p_text text)
returns text[]
language sql
immutable
set search_path = ''
as $$
    select array(
        select form
        from (
            select array_to_string(f.parts[:n], '.')
            from (
                select regexp_split_to_array(lower(m.code[1]), '[-./:_]')
                from regexp_matches(
                    p_text,
                    '[[:alnum:]]*[0-9][[:alnum:]]*(?:[-./:_][[:alnum:]]+)+',
                    'g'
                ) as m (code)
            ) as f (parts)
            cross join lateral generate_series(2, least(8, cardinality(f.parts))) as n
            union
            select lower(regexp_replace(m.code[1], '[-./:_ ]', '', 'g'))
            from regexp_matches(
                p_text,
                '(?:\m[[:upper:]]{1,6}[-./:_ ])?[[:alnum:]]*[0-9][[:alnum:]]*'
                || '(?:[-./:_][[:alnum:]]+| [[:alnum:]]*[0-9][[:alnum:]]*| [[:upper:]]\M)*',
                'g'
            ) as m (code)
            where m.code[1] ~ '[-./:_ ]'
        ) as c (form)
        -- A lexeme holds 2 kB; what is longer than this is no code.
        where length(form) <= 64 and (form ~ '[^0-9]' or length(form) >= 5)
    );
$$;


-- What stands between the parts of a code, signs and markup are no part of a word; ё is е.
create function public.plain_words(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
    select translate(p_text, '-+./_:<>&ёЁ', '         еЕ');
$$;


-- Every lexeme of a chunk, without positions: nothing reads them.
-- A tsvector holds 1 MB; the cut keeps an absurdly long chunk from being refused for it.
create function public.search_lexemes(p_language text, p_text text)
returns tsvector
language sql
immutable
set search_path = ''
as $$
    select strip(
        to_tsvector(
            public.text_search_config(p_language), public.plain_words(left(p_text, 100000))
        )
        || array_to_tsvector(public.code_words(left(p_text, 100000)))
    );
$$;


-- Which chunks of a document hold a lexeme: an index by word and document, so that what an asker may
-- read is counted and fetched without a look at the chunks of others. An index on chunks (GIN) names
-- those of everybody, one by one: half of a base for a common word, however few are the asker's.
-- places: of each chunk, passage_idx * 2^32 + paragraph_idx. Chunks that are staged later add rows.
create table public.document_lexemes (
    lexeme text collate "C" not null,
    document_id uuid not null references public.documents (id) on delete cascade,
    chunks int not null check (chunks > 0),
    places bigint[] not null check (cardinality(places) = chunks)
);

create index document_lexemes_lexeme_idx
on public.document_lexemes (lexeme, document_id) include (chunks);
create index document_lexemes_document_id_idx on public.document_lexemes (document_id);


-- How large a document is, and in which languages: of what the asker may read these are added up.
create table public.document_contents (
    document_id uuid primary key references public.documents (id) on delete cascade,
    chunks int not null,
    languages text[] not null
);

alter table public.document_lexemes enable row level security, force row level security;
alter table public.document_contents enable row level security, force row level security;


-- Chunks as they come in, many of one document in a statement.
create function public.index_new_chunks()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.document_lexemes (lexeme, document_id, chunks, places)
    select
        w.lexeme,
        n.document_id,
        count(*),
        array_agg((n.passage_idx::bigint << 32) | n.paragraph_idx)
    from new_chunks as n
    cross join lateral unnest(public.search_lexemes(n.language, n.paragraph_text)) as w
    group by w.lexeme, n.document_id
    order by w.lexeme;

    insert into public.document_contents as c (document_id, chunks, languages)
    select n.document_id, count(*), array_agg(distinct n.language)
    from new_chunks as n
    group by n.document_id
    order by n.document_id
    on conflict (document_id) do update set
        chunks = c.chunks + excluded.chunks,
        languages = array(
            select distinct l.language from unnest(c.languages || excluded.languages) as l (language)
        );
    return null;
end
$$;

create trigger documents_paragraphs_index_new
after insert on public.documents_paragraphs
referencing new table as new_chunks
for each statement execute function public.index_new_chunks();


-- Nothing of ours changes the text of a chunk or deletes one alone: whoever does it by hand has the
-- chunk's document indexed anew. Of a document that is gone the index is gone already.
create function public.index_document_anew()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    if not exists (select from public.documents as d where d.id = old.document_id) then
        return null;
    end if;
    delete from public.document_lexemes as l where l.document_id = old.document_id;
    insert into public.document_lexemes (lexeme, document_id, chunks, places)
    select
        w.lexeme,
        dp.document_id,
        count(*),
        array_agg((dp.passage_idx::bigint << 32) | dp.paragraph_idx)
    from public.documents_paragraphs as dp
    cross join lateral unnest(public.search_lexemes(dp.language, dp.paragraph_text)) as w
    where dp.document_id = old.document_id
    group by w.lexeme, dp.document_id;
    insert into public.document_contents as c (document_id, chunks, languages)
    select old.document_id, count(*), coalesce(array_agg(distinct dp.language), '{}')
    from public.documents_paragraphs as dp
    where dp.document_id = old.document_id
    on conflict (document_id) do update set
        chunks = excluded.chunks, languages = excluded.languages;
    return null;
end
$$;

create trigger documents_paragraphs_index_changed
after update of paragraph_text, language, passage_idx, paragraph_idx on public.documents_paragraphs
for each row execute function public.index_document_anew();

create trigger documents_paragraphs_index_deleted
after delete on public.documents_paragraphs
for each row execute function public.index_document_anew();


-- The lexemes to look for, each with the number of the word that it is a form of: a word has one
-- under each of p_languages. Codes are words too, with numbers below zero.
-- Stop words are those of the question's language; where that is unknown, of any language.
create function public.question_words(p_text text, p_language text, p_languages text[])
returns table (word int, lexeme text)
language sql
stable
set search_path = ''
as $$
    with given as materialized (
        select left(p_text, 2000) as text, public.text_search_config(p_language) as config
    ),
    configs as materialized (
        select g.config from given as g
        union
        select public.text_search_config(l.language)
        from unnest(p_languages) as l (language)
    ),
    -- The parser is one for all of them, so a word has the same position under each.
    forms as materialized (
        select c.config, p.word, v.lexeme
        from given as g
        cross join configs as c
        cross join lateral unnest(to_tsvector(c.config, public.plain_words(g.text))) as v
        cross join lateral unnest(v.positions) as p (word)
    ),
    telling as (
        select f.word
        from forms as f
        cross join given as g
        where f.config = g.config or g.config = 'pg_catalog.simple'::regconfig
        group by f.word, g.config
        having g.config <> 'pg_catalog.simple'::regconfig
            or count(*) = (select count(*) from configs)
    )
    select min(f.word)::int, f.lexeme
    from forms as f
    join telling as t on t.word = f.word
    group by f.lexeme
    union all
    select -c.number::int, c.form
    from given as g
    cross join lateral unnest(public.code_words(g.text)) with ordinality as c (form, number);
$$;


-- How many chunks there are in these documents, and in which languages. By index: a small table the
-- planner would read whole, what is of others with it.
create function public.sum_up_documents(p_documents uuid[])
returns table (chunks bigint, languages text[])
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
begin
    return query
    with held as materialized (
        select c.chunks, c.languages from public.document_contents as c
        where c.document_id = any(p_documents)
    )
    select
        coalesce((select sum(h.chunks) from held as h), 0),
        array(select distinct l.language from held as h, unnest(h.languages) as l (language));
end
$$;


-- Of each lexeme, the chunks of these documents that hold it: how many, or with p_places their places.
-- By its index. Of a few documents each is looked up under each lexeme, and nothing of others is
-- read, however common the lexeme is with them; of more, all that a lexeme is in are read and compared
-- by a hash. The planner knows neither how common a lexeme is nor how many documents there are.
create function public.lexemes_held(
    p_words int[], p_lexemes text[], p_documents uuid[], p_with_places boolean
)
returns table (word int, document_id uuid, chunks int, places bigint[])
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
    v_few constant int := 100;
begin
    if cardinality(p_documents) <= v_few then
        return query
        select w.word, l.document_id, l.chunks, l.places
        from unnest(p_words, p_lexemes) as w (word, lexeme)
        cross join lateral (
            select h.document_id, h.chunks, case when p_with_places then h.places end as places
            from public.document_lexemes as h
            where h.lexeme = w.lexeme collate "C" and h.document_id = any(p_documents)
            offset 0
        ) as l;
    elsif p_with_places then
        return query
        select w.word, l.document_id, l.chunks, l.places
        from unnest(p_words, p_lexemes) as w (word, lexeme)
        join public.document_lexemes as l on l.lexeme = w.lexeme collate "C"
        where (l.document_id in (select d.id from unnest(p_documents) as d (id))) is true;
    else
        return query
        select w.word, l.document_id, l.chunks, null::bigint[]
        from unnest(p_words, p_lexemes) as w (word, lexeme)
        join public.document_lexemes as l on l.lexeme = w.lexeme collate "C"
        where (l.document_id in (select d.id from unnest(p_documents) as d (id))) is true;
    end if;
end
$$;


-- Passages of these documents that hold words of a question, in whichever of their chunks. The
-- documents are what the asker may read: nothing else is counted, weighed or looked at.
-- weight: of each word ln(1 + chunks / those that hold it), summed.
-- share: what part that is of all the words looked for, those that nothing holds among them.
-- Of more than 2,000 chunks the 32 rarest words only, those of 200 chunks at most and 1,000 together:
-- what half of them say tells passages no better apart than vectors do. More count as 2,001.
-- Sums are made in the order of the words: in another their last bits, and then places, could differ.
create function public.passages_with_words(p_text text, p_language text, p_documents uuid[])
returns table (
    document_id uuid, passage_idx int, weight double precision, share double precision
)
language plpgsql
stable
rows 100
set search_path = ''
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
    v_few constant int := 2000;
    v_many constant int := 200;
    v_enough constant int := 1000;
    v_most_words constant int := 32;
    v_readable int;
    v_languages text[];
    v_words int[];
    v_lexemes text[];
    v_kept int[];
begin
    select least(s.chunks, v_few + 1), s.languages into v_readable, v_languages
    from public.sum_up_documents(p_documents) as s;
    select array_agg(q.word), array_agg(q.lexeme) into v_words, v_lexemes
    from (
        select w.* from public.question_words(p_text, p_language, v_languages) as w
        order by length(w.lexeme) desc, w.lexeme, w.word
        limit case when v_readable <= v_few then 64 end
    ) as q;

    if v_readable > v_few then
        with words as (
            select w.word, max(length(w.lexeme)) as longest
            from unnest(v_words, v_lexemes) as w (word, lexeme)
            group by w.word
        ),
        counted as (
            select w.word, w.longest, coalesce(h.chunks, 0) as chunks
            from words as w
            left join (
                select l.word, sum(l.chunks) as chunks
                from public.lexemes_held(v_words, v_lexemes, p_documents, false) as l
                group by l.word
            ) as h on h.word = w.word
        ),
        rarest as (
            select c.word, c.chunks from counted as c
            where c.chunks <= v_many
            order by c.chunks, c.longest desc, c.word
            limit v_most_words
        ),
        added_up as (
            select r.word, sum(r.chunks) over (order by r.chunks, r.word) as so_far from rarest as r
        )
        select array_agg(a.word) into v_kept from added_up as a where a.so_far <= v_enough;

        select array_agg(w.word), array_agg(w.lexeme) into v_words, v_lexemes
        from unnest(v_words, v_lexemes) as w (word, lexeme)
        where w.word = any(v_kept);
    end if;

    return query
    with held as materialized (
        select distinct l.word, l.document_id, p.place
        from public.lexemes_held(v_words, v_lexemes, p_documents, true) as l
        cross join lateral unnest(l.places) as p (place)
    ),
    weights as materialized (
        select
            w.word,
            ln(1 + v_readable / greatest(1, count(h.word))::double precision) as weight
        from (select distinct v.word from unnest(v_words) as v (word)) as w
        left join held as h on h.word = w.word
        group by w.word
        -- A code has many forms, and a text one of them: the others are not missed.
        having w.word > 0 or count(h.word) > 0
    )
    select
        p.document_id,
        p.passage_idx,
        sum(w.weight order by w.word),
        sum(w.weight order by w.word) / t.weight
    from (
        select distinct h.word, h.document_id, (h.place >> 32)::int as passage_idx from held as h
    ) as p
    join weights as w on w.word = p.word
    cross join (select sum(a.weight order by a.word) as weight from weights as a) as t
    group by p.document_id, p.passage_idx, t.weight;
end
$$;
