-- What people set for themselves, and what admins set for their groups.

create table public.user_settings (
    telegram_id bigint primary key,
    language text check (language in ('ru', 'en')), -- null: as in Telegram
    answer_length text not null check (answer_length in ('full', 'short')),
    is_streamed boolean not null,
    are_sources_folded boolean not null,
    new_documents text not null check (new_documents in ('default', 'private', 'everyone')),
    is_decided_by_bot boolean not null, -- what a message is for, whatever the mode
    is_rich_readable boolean not null, -- their Telegram has shown them a rich message
    hears_corrections boolean not null, -- of answers that stand no longer
    updated_at timestamptz not null default now()
);

-- Nothing here says what may be read: a group is shown what everyone may read, and what its role
-- may. answers_to: the group, or whoever asked, in private. shows_roles: as tags of its members.
create table public.group_policies (
    chat_id bigint primary key,
    is_answered boolean not null,
    who_asks text not null check (who_asks in ('users', 'members')),
    who_adds text not null check (who_adds in ('nobody', 'users', 'members')),
    answers_to text not null check (answers_to in ('group', 'asker')),
    shows_roles boolean not null,
    opened_by bigint, -- who let all members ask or add
    updated_at timestamptz not null default now()
);

alter table public.user_settings enable row level security, force row level security;
alter table public.group_policies enable row level security, force row level security;


create function public.get_user_settings(p_telegram_id bigint)
returns table (
    language text,
    answer_length text,
    is_streamed boolean,
    are_sources_folded boolean,
    new_documents text,
    is_decided_by_bot boolean,
    is_rich_readable boolean,
    hears_corrections boolean
)
language sql
stable
set search_path = ''
as $$
    select
        s.language, s.answer_length, s.is_streamed, s.are_sources_folded, s.new_documents,
        s.is_decided_by_bot, s.is_rich_readable, s.hears_corrections
    from public.user_settings as s
    where s.telegram_id = p_telegram_id;
$$;


create function public.set_user_settings(
    p_telegram_id bigint,
    p_language text,
    p_answer_length text,
    p_is_streamed boolean,
    p_are_sources_folded boolean,
    p_new_documents text,
    p_is_decided_by_bot boolean,
    p_is_rich_readable boolean,
    p_hears_corrections boolean
)
returns void
language sql
set search_path = ''
as $$
    insert into public.user_settings (
        telegram_id, language, answer_length, is_streamed, are_sources_folded, new_documents,
        is_decided_by_bot, is_rich_readable, hears_corrections
    )
    values (
        p_telegram_id, p_language, p_answer_length, p_is_streamed, p_are_sources_folded,
        p_new_documents, p_is_decided_by_bot, p_is_rich_readable, p_hears_corrections
    )
    on conflict (telegram_id) do update
    set language = excluded.language,
        answer_length = excluded.answer_length,
        is_streamed = excluded.is_streamed,
        are_sources_folded = excluded.are_sources_folded,
        new_documents = excluded.new_documents,
        is_decided_by_bot = excluded.is_decided_by_bot,
        is_rich_readable = excluded.is_rich_readable,
        hears_corrections = excluded.hears_corrections,
        updated_at = now();
$$;


-- What was opened to all members is so as long as whoever did it may invite.
create function public.get_group_policy(p_chat_id bigint)
returns table (
    is_answered boolean, who_asks text, who_adds text, answers_to text, shows_roles boolean
)
language sql
stable
set search_path = ''
as $$
    select
        p.is_answered,
        case when w.may then p.who_asks else 'users' end,
        case when w.may or p.who_adds = 'nobody' then p.who_adds else 'users' end,
        p.answers_to,
        p.shows_roles
    from public.group_policies as p
    cross join lateral (
        select 'members' not in (p.who_asks, p.who_adds)
            or public.has_right(p.opened_by, 'invite') as may
    ) as w
    where p.chat_id = p_chat_id;
$$;


-- False when it opens something to all members, and the actor may invite nobody.
create function public.set_group_policy(
    p_chat_id bigint,
    p_is_answered boolean,
    p_who_asks text,
    p_who_adds text,
    p_answers_to text,
    p_shows_roles boolean,
    p_actor bigint
)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
    v_was record;
    v_opens boolean;
begin
    select p.who_asks, p.who_adds into v_was from public.get_group_policy(p_chat_id) as p;
    v_opens := (p_who_asks = 'members' and v_was.who_asks is distinct from 'members')
        or (p_who_adds = 'members' and v_was.who_adds is distinct from 'members');
    if v_opens and not public.has_right(p_actor, 'invite') then
        return false;
    end if;
    insert into public.group_policies as p (
        chat_id, is_answered, who_asks, who_adds, answers_to, shows_roles, opened_by
    )
    values (
        p_chat_id, p_is_answered, p_who_asks, p_who_adds, p_answers_to, p_shows_roles,
        case when v_opens then p_actor end
    )
    on conflict (chat_id) do update
    set is_answered = excluded.is_answered,
        who_asks = excluded.who_asks,
        who_adds = excluded.who_adds,
        answers_to = excluded.answers_to,
        shows_roles = excluded.shows_roles,
        opened_by = case
            when 'members' in (excluded.who_asks, excluded.who_adds)
                then coalesce(excluded.opened_by, p.opened_by)
        end,
        updated_at = now();
    perform public.audit(
        p_actor, 'group_policy_set',
        p_details => jsonb_build_object(
            'chat', p_chat_id, 'answered', p_is_answered, 'asks', p_who_asks, 'adds', p_who_adds
        )
    );
    return true;
end
$$;


-- Tags of people whom we have forgotten, until they are taken away.
create table public.left_member_tags (
    chat_id bigint not null,
    telegram_id bigint not null,
    primary key (chat_id, telegram_id)
);

alter table public.left_member_tags enable row level security, force row level security;


create function public.keep_left_tags()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
    insert into public.left_member_tags (chat_id, telegram_id)
    select m.chat_id, old.telegram_id from public.group_members as m
    where m.user_id = old.id and m.tag is not null
    on conflict do nothing;
    return old;
end
$$;

create trigger users_keep_left_tags
before delete on public.users
for each row execute function public.keep_left_tags();


-- Tags that are not what they should be: in a group that has a role and shows roles, the first one
-- that somebody was given by name; null where they have none, or the group shows none any more.
-- A group's own role says nothing there, everybody has it; and who runs the bot is no admin of the
-- group. Telegram takes 16 characters. Of whoever was forgotten and has come in again, the old one
-- goes first.
create function public.due_member_tags()
returns table (chat_id bigint, telegram_id bigint, tag text)
language sql
stable
set search_path = ''
as $$
    select m.chat_id, u.telegram_id, w.tag
    from public.group_members as m
    join public.users as u on u.id = m.user_id
    cross join lateral (
        select left(min(r.name), 16) as tag
        from public.user_roles as ur
        join public.roles as r on r.id = ur.role_id
        join public.group_roles as g on g.chat_id = m.chat_id
        join public.group_policies as p on p.chat_id = m.chat_id
        where ur.user_id = u.id
            and u.is_active
            and p.shows_roles
            and r.name not in ('everyone', 'owner', 'admin')
    ) as w
    where w.tag is distinct from m.tag
    union all
    select l.chat_id, l.telegram_id, null from public.left_member_tags as l
    order by 1, 2, 3 nulls first
    limit 100;
$$;


-- Keep what stands beside somebody's name in a group, or what Telegram would not put there.
create function public.note_member_tag(p_chat_id bigint, p_person bigint, p_tag text)
returns void
language sql
set search_path = ''
as $$
    update public.group_members as m
    set tag = p_tag
    from public.users as u
    where m.chat_id = p_chat_id and u.id = m.user_id and u.telegram_id = p_person;
    delete from public.left_member_tags as l
    where l.chat_id = p_chat_id and l.telegram_id = p_person;
$$;


-- A group that has become a supergroup goes on under another id, as the chat that things were asked in
-- and as whose rights they are answered by. Repeated, it does nothing.
create function public.move_group(p_from bigint, p_to bigint)
returns void
language plpgsql
set search_path = ''
as $$
begin
    update public.group_policies as p
    set chat_id = p_to
    where p.chat_id = p_from
        and not exists (select from public.group_policies as q where q.chat_id = p_to);
    delete from public.group_policies as p where p.chat_id = p_from;
    update public.group_roles as g set chat_id = p_to
    where g.chat_id = p_from
        and not exists (select from public.group_roles as r where r.chat_id = p_to);
    delete from public.group_roles as g where g.chat_id = p_from;
    insert into public.group_members (chat_id, user_id, seen_at, tag)
    select p_to, m.user_id, m.seen_at, m.tag
    from public.group_members as m where m.chat_id = p_from
    on conflict do nothing;
    delete from public.group_members as m where m.chat_id = p_from;
    insert into public.left_member_tags (chat_id, telegram_id)
    select p_to, l.telegram_id from public.left_member_tags as l where l.chat_id = p_from
    on conflict do nothing;
    delete from public.left_member_tags as l where l.chat_id = p_from;

    update public.chat_messages as m set user_id = p_to::text where m.user_id = p_from::text;
    update public.interactions as i
    set user_context = i.user_context
        || jsonb_build_object('chat', p_to::text)
        || case
            when i.user_context ->> 'asker' = p_from::text then jsonb_build_object('asker', p_to)
            else '{}'
        end
    where i.user_context ->> 'chat' = p_from::text;
    update public.question_gaps as g set asker = p_to where g.asker = p_from;
    update public.owner_questions as o
    set chat_id = p_to, message_id = null
    where o.chat_id = p_from;
    delete from public.awaited_texts as a where a.chat = p_from::text;
    update public.pending_questions as q
    set user_id = p_to::text,
        asker = case when q.asker = p_from then p_to else q.asker end,
        message_id = null -- messages are numbered anew there
    where q.user_id = p_from::text
        and not exists (select from public.pending_questions as p where p.user_id = p_to::text);
    delete from public.pending_questions as q where q.user_id = p_from::text;
end
$$;


-- Of a group that the bot has left nothing is kept, but the documents that came from it.
create function public.forget_group(p_chat_id bigint)
returns void
language plpgsql
set search_path = ''
as $$
begin
    perform public.audit(
        public.machine(), 'group_left', u.telegram_id, public.get_group_role(p_chat_id),
        p_details => jsonb_build_object('chat', p_chat_id)
    )
    from public.group_members as m
    join public.users as u on u.id = m.user_id
    where m.chat_id = p_chat_id;
    delete from public.group_policies as p where p.chat_id = p_chat_id;
    delete from public.group_roles as g where g.chat_id = p_chat_id;
    delete from public.group_members as m where m.chat_id = p_chat_id;
    delete from public.left_member_tags as l where l.chat_id = p_chat_id;
    perform public.erase_answers(array(
        select m.run_id from public.chat_messages as m
        where m.user_id = p_chat_id::text or m.user_id like p_chat_id::text || '/%'
        union
        select i.user_context ->> 'run_id' from public.interactions as i
        where i.user_context ->> 'chat' = p_chat_id::text
            or i.user_context ->> 'chat' like p_chat_id::text || '/%'
    ));
    delete from public.chat_messages as m
    where m.user_id = p_chat_id::text or m.user_id like p_chat_id::text || '/%';
    delete from public.pending_questions as q
    where q.user_id = p_chat_id::text or q.user_id like p_chat_id::text || '/%';
    delete from public.awaited_texts as a
    where a.chat = p_chat_id::text or a.chat like p_chat_id::text || '/%';
    with gone as (
        delete from public.interactions as i
        where i.user_context ->> 'chat' = p_chat_id::text
            or i.user_context ->> 'chat' like p_chat_id::text || '/%'
        returning i.id
    )
    delete from public.query_logs as q using gone where q.id = gone.id;
end
$$;


-- The wording that was answered last of a message, whose runs begin with its own; null if none was.
create function public.get_answered_question(p_user_id text, p_run_id text)
returns text
language sql
stable
set search_path = ''
as $$
    select m.message
    from public.chat_messages as m
    where m.user_id = p_user_id
        and m.role = 'user'
        and (m.run_id = p_run_id or starts_with(m.run_id, p_run_id || '-'))
    order by m.created_at desc, m.id desc
    limit 1;
$$;
