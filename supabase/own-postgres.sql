-- Prepares a Postgres of one's own (15 or later, with pgvector): roles, database, extension.
-- Once, by an administrator, with psql; PARAGRAF_PASSWORD is the password of the bot's login.

\set ON_ERROR_STOP on
\getenv password PARAGRAF_PASSWORD
\if :{?password}
\else
    \warn 'Set PARAGRAF_PASSWORD: the password that stands in DATABASE_URL.'
    \quit
\endif

select exists (select from pg_available_extensions where name = 'vector') as has_pgvector \gset
\if :has_pgvector
\else
    \warn 'This server does not have pgvector: install 0.8 or newer on it first. Nothing was made.'
    \quit
\endif

\ir migrations/20261122090000_roles.sql

create role paragraf login password :'password'
    in role paragraf_owner, paragraf_bot, paragraf_engine;
create database paragraf owner paragraf_owner;
revoke connect on database paragraf from public;
grant connect on database paragraf to paragraf;

\connect paragraf

create schema extensions authorization paragraf_owner;
create extension vector with schema extensions;
create schema dbos authorization paragraf_engine;
