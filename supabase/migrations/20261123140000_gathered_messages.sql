-- Which batch a message went into, so that a message which is handled again after a crash begins
-- no second one. Noted before the batch's run begins, together with nothing of what it says.

create table public.gathered_messages (
    bot bigint not null,
    chat bigint not null,
    message_id bigint not null,
    run_id text not null,
    gathered_at timestamptz not null default clock_timestamp(),
    primary key (bot, chat, message_id)
);

create index gathered_messages_age_idx on public.gathered_messages (gathered_at);

alter table public.gathered_messages enable row level security;
alter table public.gathered_messages force row level security;
revoke all on public.gathered_messages from public, anon, authenticated;
grant select, insert, update, delete on public.gathered_messages to service_role;


-- The batches that any of these messages are in.
create function public.runs_of_messages(p_bot bigint, p_chat bigint, p_messages bigint [])
returns table (message_id bigint, run_id text)
language sql
stable
set search_path = ''
as $$
    select g.message_id, g.run_id
    from public.gathered_messages as g
    where g.bot = p_bot and g.chat = p_chat and g.message_id = any(p_messages)
    order by g.message_id;
$$;


-- Note the batch of messages that are in none yet. Telegram keeps an update for a day; after a
-- week no message can come again.
create function public.note_gathered_messages(
    p_bot bigint, p_chat bigint, p_messages bigint [], p_run_id text
)
returns void
language sql
set search_path = ''
as $$
    delete from public.gathered_messages as g
    where g.gathered_at < clock_timestamp() - interval '7 days';

    insert into public.gathered_messages (bot, chat, message_id, run_id)
    select p_bot, p_chat, m, p_run_id from unnest(p_messages) as m
    on conflict (bot, chat, message_id) do nothing;
$$;


revoke all on function public.runs_of_messages, public.note_gathered_messages
from public, anon, authenticated;
grant execute on function public.runs_of_messages, public.note_gathered_messages to service_role;

notify pgrst, 'reload schema';
