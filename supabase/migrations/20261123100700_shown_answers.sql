-- Which message shows an answer: for reactions, which name the message and nothing else.

create table public.shown_answers (
    chat text not null, -- Telegram's
    message_id bigint not null,
    interaction_id uuid not null references public.interactions (id) on delete cascade,
    primary key (chat, message_id)
);

create index shown_answers_interaction_id_idx on public.shown_answers (interaction_id);

alter table public.shown_answers enable row level security, force row level security;


-- The chat is that of the answer, without the topic.
create function public.record_shown_answer(p_id uuid, p_message_id bigint)
returns void
language sql
set search_path = ''
as $$
    insert into public.shown_answers as s (chat, message_id, interaction_id)
    select split_part(i.user_context ->> 'chat', '/', 1), p_message_id, i.id
    from public.interactions as i
    where i.id = p_id and i.user_context ->> 'chat' is not null
    on conflict (chat, message_id) do update set interaction_id = excluded.interaction_id;
$$;


-- The answer that a message shows, and the memory that it stands in; of another chat none.
create function public.find_shown_answer(p_chat text, p_message_id bigint)
returns table (id uuid, chat text)
language sql
stable
set search_path = ''
as $$
    select i.id, i.user_context ->> 'chat'
    from public.shown_answers as s
    join public.interactions as i on i.id = s.interaction_id
    where s.chat = p_chat
        and s.message_id = p_message_id
        -- in the supergroup that a group has become messages are numbered anew
        and split_part(i.user_context ->> 'chat', '/', 1) = p_chat;
$$;


notify pgrst, 'reload schema';
