-- Whom to tell about trouble, also after a restart, when none of them has written yet.

create function public.owner_ids()
returns bigint []
language sql
stable
set search_path = ''
as $$
    select array(
        select u.telegram_id from public.user_roles as ur
        join public.roles as r on r.id = ur.role_id
        join public.users as u on u.id = ur.user_id
        where r.name = 'owner'
        order by u.telegram_id
    );
$$;


-- A message that was deleted again is sent anew when the work is repeated.
create function public.forget_sent_message(p_work text, p_message_id bigint)
returns void
language sql
set search_path = ''
as $$
    delete from public.sent_messages as s
    where s.work = p_work and s.message_id = p_message_id;
$$;


revoke all on function public.owner_ids, public.forget_sent_message
from public, anon, authenticated;
grant execute on function public.owner_ids, public.forget_sent_message to service_role;

notify pgrst, 'reload schema';
