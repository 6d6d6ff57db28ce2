-- How batches end. Whoever settles a batch first decides; afterwards it is too late for the other.

create table public.settled_batches (
    batch_id text primary key,
    outcome text not null check (outcome in ('finished', 'cancelled')),
    settled_at timestamptz not null default now()
);

alter table public.settled_batches enable row level security;
alter table public.settled_batches force row level security;
revoke all on public.settled_batches from public, anon, authenticated;
grant select, insert, update, delete on public.settled_batches to service_role;


-- Whether the asker may do to this owner's things what the owner may. Null is the one at the
-- machine, who acts for what is nobody's.
create function public.acts_for(p_owner bigint, p_asker bigint)
returns boolean
language sql
stable
set search_path = ''
as $$
    select p_asker is not distinct from p_owner
        or exists (
            select from public.users as u
            join public.user_roles as ur on ur.user_id = u.id
            join public.roles as r on r.id = ur.role_id
            where u.telegram_id = p_asker and u.is_active and r.name = 'owner'
        );
$$;


-- One lock a batch: rows come in under a shared one, and it is settled under the whole of it.
create function public.batch_lock(p_batch_id text)
returns bigint
language sql
immutable
set search_path = ''
as $$
    select pg_catalog.hashtextextended(p_batch_id, 7101);
$$;


-- Returns how the batch is settled, which need not be how the caller wished.
create function public.settle_batch(p_batch_id text, p_outcome text)
returns text
language plpgsql
set search_path = ''
as $$
begin
    perform pg_advisory_xact_lock(public.batch_lock(p_batch_id));
    insert into public.settled_batches (batch_id, outcome) values (p_batch_id, p_outcome)
    on conflict (batch_id) do nothing;
    return (select s.outcome from public.settled_batches as s where s.batch_id = p_batch_id);
end
$$;


-- Settles a batch as cancelled and leaves nothing of it, if it is not finished.
create function public.cancel_batch(p_batch_id text, p_owner bigint, p_asker bigint)
returns text
language plpgsql
set search_path = ''
as $$
declare
    v_outcome text;
begin
    if not public.acts_for(p_owner, p_asker) then
        raise exception 'batch % is not this user''s', p_batch_id using errcode = 'PF005';
    end if;
    v_outcome := public.settle_batch(p_batch_id, 'cancelled');
    if v_outcome = 'cancelled' then
        delete from public.documents as d
        where d.batch_id = p_batch_id and d.published_at is null;
        delete from public.artifacts as a where a.batch_id = p_batch_id;
    end if;
    return v_outcome;
end
$$;


-- A step that was under way when its batch was cancelled must not bring anything in after all.
create function public.refuse_cancelled_batch()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    perform pg_advisory_xact_lock_shared(public.batch_lock(new.batch_id));
    if exists (
        select from public.settled_batches as s
        where s.batch_id = new.batch_id and s.outcome = 'cancelled'
    ) then
        raise exception 'batch % was cancelled', new.batch_id using errcode = 'PF006';
    end if;
    return new;
end
$$;

create trigger documents_of_no_cancelled_batch
before insert on public.documents
for each row execute function public.refuse_cancelled_batch();

create trigger artifacts_of_no_cancelled_batch
before insert or update on public.artifacts
for each row execute function public.refuse_cancelled_batch();


-- Deletes what a batch added, with chunks and vectors; returns how many documents that was.
create function public.delete_batch(p_batch_id text, p_asker bigint)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_deleted int;
begin
    if exists (
        select from public.documents as d
        left join public.users as u on u.id = d.owner
        where d.batch_id = p_batch_id and not public.acts_for(u.telegram_id, p_asker)
    ) then
        raise exception 'batch % is not this user''s', p_batch_id using errcode = 'PF005';
    end if;
    delete from public.documents as d
    where d.batch_id = p_batch_id and d.published_at is not null;
    get diagnostics v_deleted = row_count;
    return v_deleted;
end
$$;


-- Forgets how batches ended, and what runs left lying, once both are older than this.
create function public.prune_batches(p_keep_days int)
returns int
language plpgsql
set search_path = ''
as $$
declare
    v_before constant timestamptz := now() - make_interval(days => p_keep_days);
    v_deleted int;
begin
    delete from public.artifacts as a where a.created_at < v_before;
    delete from public.settled_batches as s where s.settled_at < v_before;
    get diagnostics v_deleted = row_count;
    return v_deleted;
end
$$;


revoke all
on function public.acts_for, public.batch_lock, public.settle_batch, public.cancel_batch,
public.refuse_cancelled_batch, public.delete_batch, public.prune_batches
from public, anon, authenticated;
grant execute
on function public.acts_for, public.batch_lock, public.settle_batch, public.cancel_batch,
public.refuse_cancelled_batch, public.delete_batch, public.prune_batches
to service_role;

notify pgrst, 'reload schema';
