-- A message is written down before it goes out, too: whoever repeats the work of a process that
-- died between Telegram's taking a message and our noting it knows that it may be there, and where.

alter table public.sent_messages
    alter column message_id drop not null, -- null: begun, and nothing is known of its end
    add column counter text, -- what numbers the messages of its chat: one a bot, or one a chat
    add column chat bigint,
    add column above bigint not null default 0; -- the highest number known before it went out

create index sent_messages_counter_idx on public.sent_messages (counter, message_id)
where message_id > 0;
create index sent_messages_open_idx on public.sent_messages (counter, chat)
where message_id is null or message_id = 0;


-- Write a message down that is about to go out, unless it is there. Of one that was begun before,
-- `noted` are the numbers above it that are known to be other messages'. It `is_alone` where no
-- other message that its chat may hold is without a number; one that was begun long before it
-- does not count, as what came to the chat since then has higher ones.
create function public.begin_message(
    p_work text, p_digest text, p_counter text, p_chat bigint, p_seen bigint
)
returns table (
    message_id bigint, is_repeated boolean, above bigint, noted bigint [], is_alone boolean
)
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_above bigint := greatest(
        p_seen,
        (
            select max(s.message_id) from public.sent_messages as s
            where s.counter = p_counter and s.message_id > 0
        )
    );
begin
    -- Outlives our death, which is what it is for; the server's would cost every message a flush.
    perform set_config('synchronous_commit', 'off', true);
    insert into public.sent_messages (work, digest, message_id, counter, chat, above)
    values (p_work, p_digest, null, p_counter, p_chat, v_above)
    on conflict (work, digest) do nothing;
    if found then
        return query select null::bigint, false, v_above, '{}'::bigint [], true;
        return;
    end if;
    return query
    select
        s.message_id,
        true,
        s.above,
        array(
            select n.message_id from public.sent_messages as n
            where n.counter = s.counter and n.message_id > s.above
            order by n.message_id
            limit 1000
        ),
        not exists (
            select from public.sent_messages as o
            where o.counter = s.counter
                and o.chat = s.chat
                and (o.work, o.digest) <> (s.work, s.digest)
                and (
                    (o.message_id is null and o.sent_at > s.sent_at - interval '2 minutes')
                    or (o.message_id = 0 and (o.above >= s.above or o.work = s.work))
                )
        )
    from public.sent_messages as s
    where s.work = p_work and s.digest = p_digest;
end
$$;


-- A message that is surely not there: it was refused, or looked for.
create function public.withdraw_message(p_work text, p_digest text)
returns void
language sql
set search_path = ''
as $$
    delete from public.sent_messages as s
    where s.work = p_work and s.digest = p_digest and s.message_id is null;
$$;


-- In which chat it is no longer matters: it may be a stranger's, of whom nothing stays.
create or replace function public.record_sent_message(
    p_work text, p_digest text, p_message_id bigint
)
returns void
language sql
set search_path = ''
as $$
    insert into public.sent_messages as s (work, digest, message_id)
    values (p_work, p_digest, p_message_id)
    on conflict (work, digest) do update set
        message_id = excluded.message_id,
        chat = case when excluded.message_id = 0 then s.chat end
    where s.message_id is null;
$$;
