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


alter table public.documents_paragraphs
add column text_search tsvector generated always as (
    public.search_lexemes(language, paragraph_text)
) stored;

-- No list of pending entries: each of a question's words would read all of it.
create index documents_paragraphs_text_search_idx
on public.documents_paragraphs using gin (text_search) with (fastupdate = off);


-- The languages of the base: jumps from one to the next in the index on language.
create function public.languages_of_chunks()
returns setof text
language sql
stable
set search_path = ''
as $$
    with recursive found (language) as (
        (select min(dp.language) from public.documents_paragraphs as dp)
        union all
        select (
            select min(dp.language) from public.documents_paragraphs as dp
            where dp.language > f.language
        )
        from found as f
        where f.language is not null
    )
    select f.language from found as f where f.language is not null;
$$;


-- The lexemes to look for, each with the number of the word that it is a form of: a word has one
-- under each language of the base. Codes are words too, with numbers below zero.
-- Stop words are those of the question's language; where that is unknown, of any language.
create function public.question_words(p_text text, p_language text)
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
        from public.languages_of_chunks() as l (language)
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


-- The lexemes that the most chunks hold, and the share that does, as last analysed; none of a
-- table that never was.
create function public.common_lexemes()
returns table (lexeme text, share real)
language sql
stable
set search_path = ''
as $$
    select c.lexeme, c.share
    from pg_catalog.pg_stats as s
    -- Behind the lexemes' shares stand the smallest and the largest.
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs)
        as c (lexeme, share)
    where s.schemaname = 'public'
        and s.tablename = 'documents_paragraphs'
        and s.attname = 'text_search'
        and c.lexeme is not null;
$$;


-- The 32 rarest words of a question, without those known to be in more than p_many chunks: what
-- half of the base says tells passages no better apart than vectors do, and to read that half
-- takes longer the larger it is.
create function public.rare_words(p_text text, p_language text, p_many int)
returns table (word int, lexeme text)
language sql
stable
set search_path = ''
as $$
    with words as materialized (
        select q.word, q.lexeme, coalesce(c.share, 0) as share
        from public.question_words(p_text, p_language) as q
        left join public.common_lexemes() as c on c.lexeme = q.lexeme
    ),
    rare as (
        select w.word
        from words as w
        group by w.word
        having max(w.share) * (
            select t.reltuples from pg_catalog.pg_class as t
            where t.oid = 'public.documents_paragraphs'::regclass
        ) <= p_many
        order by max(w.share), max(length(w.lexeme)) desc, w.word
        limit 32
    )
    select w.word, w.lexeme from words as w join rare as r on r.word = w.word;
$$;


-- One lexeme as a query, whatever characters it has.
create function public.lexeme_query(p_lexeme text)
returns tsquery
language sql
immutable
set search_path = ''
as $$
    select ('''' || replace(replace(p_lexeme, '\', '\\'), '''', '''''') || '''')::tsquery;
$$;


-- Chunks that hold these lexemes, whoever may read them: the caller decides. Of a lexeme that
-- more than p_many hold, p_many + 1 come. The planner takes a query it cannot see for common.
create function public.chunks_with_words(p_words int[], p_lexemes text[], p_many int)
returns table (word int, document_id uuid, passage_idx int, id bigint)
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
    return query
    select w.word, c.document_id, c.passage_idx, c.id
    from unnest(p_words, p_lexemes) as w (word, lexeme)
    cross join lateral (
        select dp.document_id, dp.passage_idx, dp.id
        from public.documents_paragraphs as dp
        where dp.text_search @@ public.lexeme_query(w.lexeme)
        limit p_many + 1
    ) as c;
end
$$;


-- The same among the chunks of documents that one may read: for whoever may read few.
create function public.readable_chunks_with_words(
    p_words int[], p_lexemes text[], p_principals uuid[]
)
returns table (word int, document_id uuid, passage_idx int, id bigint)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_documents constant uuid[] := array(select public.readable_documents(p_principals));
begin
    return query
    -- MATERIALIZED keeps the index on words out: it would read what is not theirs.
    with own as materialized (
        select dp.document_id, dp.passage_idx, dp.id, dp.text_search
        from public.documents_paragraphs as dp
        where dp.document_id = any(v_documents)
    ),
    sought as materialized (
        select w.word, public.lexeme_query(w.lexeme) as query
        from unnest(p_words, p_lexemes) as w (word, lexeme)
    )
    select s.word, o.document_id, o.passage_idx, o.id
    from own as o
    join sought as s on o.text_search @@ s.query;
end
$$;


-- Passages that hold words of a question, in whichever of their chunks.
-- weight: of each word ln(1 + readable chunks / those that hold it), summed.
-- share: what part that is of all the words looked for, those that nothing holds among them.
-- Whoever may read many gets the rarest words only, of 200 chunks at most and 1,000 together, and
-- 2,001 for the readable chunks. What one may not read is counted out before it is weighed.
create function public.passages_with_words(p_text text, p_language text, p_principals uuid[])
returns table (
    document_id uuid, passage_idx int, weight double precision, share double precision
)
language plpgsql
stable
rows 100
set search_path = ''
as $$
declare
    v_few constant int := 2000;
    v_many constant int := 200;
    v_enough constant int := 1000;
    v_readable constant int := public.count_readable(p_principals, v_few + 1);
    v_words int[];
    v_lexemes text[];
begin
    if v_readable > v_few then
        select array_agg(r.word), array_agg(r.lexeme) into v_words, v_lexemes
        from public.rare_words(p_text, p_language, v_many) as r;
    else
        select array_agg(q.word), array_agg(q.lexeme) into v_words, v_lexemes
        from (
            select w.* from public.question_words(p_text, p_language) as w
            order by length(w.lexeme) desc, w.lexeme
            limit 64
        ) as q;
    end if;

    return query
    with held as materialized (
        select c.* from public.chunks_with_words(v_words, v_lexemes, v_many) as c
        where v_readable > v_few
        union all
        select c.* from public.readable_chunks_with_words(v_words, v_lexemes, p_principals) as c
        where v_readable <= v_few
    ),
    counted as (
        select h.word, count(*) as chunks, sum(count(*)) over (order by count(*), h.word) as so_far
        from held as h
        group by h.word
    ),
    common as materialized (
        select c.word from counted as c
        where v_readable > v_few and (c.chunks > v_many or c.so_far > v_enough)
    ),
    rare as materialized (
        select h.* from held as h where h.word not in (select c.word from common as c)
    ),
    documents as materialized (
        select distinct r.document_id from rare as r
    ),
    readable as materialized (
        select r.*
        from rare as r
        join (
            select d.document_id from documents as d
            where public.can_read(d.document_id, p_principals)
        ) as d on d.document_id = r.document_id
    ),
    weights as materialized (
        select
            w.word,
            count(distinct r.id) as chunks,
            ln(1 + v_readable / greatest(1, count(distinct r.id))::double precision) as weight
        from (select distinct v.word from unnest(v_words) as v (word)) as w
        left join readable as r on r.word = w.word
        where w.word not in (select c.word from common as c)
        group by w.word
        -- A code has many forms, and a text one of them: the others are not missed.
        having w.word > 0 or count(r.id) > 0
    )
    select p.document_id, p.passage_idx, sum(w.weight), sum(w.weight) / t.weight
    from (select distinct r.word, r.document_id, r.passage_idx from readable as r) as p
    join weights as w on w.word = p.word
    cross join (select sum(a.weight) as weight from weights as a) as t
    group by p.document_id, p.passage_idx, t.weight;
end
$$;
