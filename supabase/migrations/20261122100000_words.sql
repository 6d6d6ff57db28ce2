-- What full-text search reads of a chunk and of a question: one function for both.

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


revoke all
on function public.code_words, public.plain_words, public.search_lexemes,
public.languages_of_chunks, public.question_words
from public, anon, authenticated;
grant execute
on function public.code_words, public.plain_words, public.search_lexemes,
public.languages_of_chunks, public.question_words
to service_role;
