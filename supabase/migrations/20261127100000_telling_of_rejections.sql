-- Those who asked for a rule that is p_actor's to decide on, or that p_actor has decided on, but for
-- p_actor: who is to be told what was decided, each once, however many press or press again.
--
-- Words that were rejected are closed to whoever rejected them, and their rule with them.
create or replace function public.supporters_to_tell(p_actor bigint, p_id bigint)
returns table (telegram_id bigint, language text)
language sql
set search_path = ''
as $$
    with decided as (
        select d.id from public.decidable_rules(p_actor) as d where d.id = p_id
        union
        select f.constraint_id from public.feedback_audit_log as f
        where f.constraint_id = p_id
            and f.user_id = p_actor::text
            and f.review_comment_id = 'rule:' || p_id
    ),
    told as (
        update public.rule_supporters as s
        set told_at = now()
        from decided as d
        where s.constraint_id = d.id and s.told_at is null
        returning s.user_id
    )
    select u.telegram_id, coalesce(t.language, u.language)
    from told as s
    join public.users as u on u.id = s.user_id
    left join public.user_settings as t on t.telegram_id = u.telegram_id
    where public.is_let_in(u.telegram_id) and u.telegram_id <> p_actor
    order by u.telegram_id;
$$;
