-- name: create
create table if not exists records (
    kind text not null,
    key text not null,
    value text not null,
    primary key (kind, key)
) without rowid
-- name: put
insert into records (kind, key, value) values (:kind, :key, :value)
on conflict (kind, key) do update set value = excluded.value
-- name: delete
delete from records where kind = :kind and key = :key
-- name: load
select key, value from records where kind = :kind
