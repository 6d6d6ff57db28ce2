-- While nobody is there who could decide on a rule, one that is about somebody's own documents holds
-- for that person alone, at once, whoever else may read them: else it would never hold for anybody.

-- Says what somebody would have answered otherwise. Returns the rule and its state ('draft', or
-- 'active' where it is for them alone), or no rule and why: see learning.sql.
create or replace function public.propose_rule(
    p_asker bigint,
    p_chat text,
    p_interaction uuid,
    p_kind text,
    p_question text,
    p_language text,
    p_embedding extensions.vector(768),
    p_shown bigint,
    p_right bigint,
    p_start int,
    p_end int,
    p_reason text,
    p_opens boolean default false,
    p_per_day int default 20
)
returns table (id bigint, state text)
language plpgsql
set search_path = ''
as $$
declare
    v_principals constant uuid[] := public.principals_of(p_asker);
    v_user uuid;
    v_shown public.documents_paragraphs;
    v_right public.documents_paragraphs;
    v_only_for uuid;
    v_opens boolean;
    v_is_decided boolean;
    v_rule public.learned_constraints;
    v_is_theirs boolean;
begin
    select u.id into v_user from public.users as u
    where u.telegram_id = p_asker and u.is_active -- of a group's members too
    for no key update; -- a person's proposals queue up: their number is limited
    v_is_theirs := exists (
        select from public.interactions as i
        where i.id = p_interaction and public.may_rate(i.user_context, p_asker, p_chat)
    );
    select dp.* into v_shown from public.documents_paragraphs as dp
    where dp.id = p_shown and public.can_read(dp.document_id, v_principals);
    select dp.* into v_right from public.documents_paragraphs as dp
    where dp.id = p_right and public.can_read(dp.document_id, v_principals);
    if v_user is null
        or not v_is_theirs
        or (p_shown is not null and v_shown.id is null)
        or (p_right is not null and v_right.id is null)
    then
        return query select null::bigint, 'forgotten';
        return;
    end if;
    if p_per_day <= (
        select count(*) from public.rule_supporters as s
        where s.user_id = v_user and s.proposed_at > now() - interval '1 day'
    ) then
        return query select null::bigint, 'too_many';
        return;
    end if;

    v_is_decided := exists (select from public.admins_to_ask());
    v_opens := p_opens
        and v_is_decided
        and public.is_private_to(v_right.document_id, v_user)
        and not public.is_private_to(v_shown.document_id, v_user);
    -- A rule acts for whoever can read both of its documents.
    if not v_opens and (
        public.is_private_to(v_shown.document_id, v_user)
        or public.is_private_to(v_right.document_id, v_user)
        or (not v_is_decided and not exists (
            select from public.documents as d
            where d.id in (v_shown.document_id, v_right.document_id)
                and d.owner is distinct from v_user
        ))
    )
    then
        v_only_for := v_user;
    end if;

    select lc.* into v_rule from public.learned_constraints as lc
    where lc.repo_id = 'paragraf/base'
        and lc.kind = p_kind
        and lc.state in ('draft', 'active')
        and lc.only_for is not distinct from v_only_for
        and lc.shown_document_id is not distinct from v_shown.document_id
        and lc.shown_passage_idx is not distinct from v_shown.passage_idx
        and lc.right_document_id is not distinct from v_right.document_id
        and lc.right_passage_idx is not distinct from v_right.passage_idx
        and lc.right_start is not distinct from p_start
        and lc.right_end is not distinct from p_end
        and lc.question = p_question
    for update;
    if not found then
        insert into public.learned_constraints (
            repo_id, code_pattern, user_reason, embedding, kind, state, question,
            language, shown_document_id, shown_passage_idx, right_document_id, right_passage_idx,
            right_start, right_end, only_for, opens_right, interaction_id, decided_at
        )
        values (
            'paragraf/base',
            public.passage_key(
                v_shown.document_id, case when p_kind <> 'retire' then v_shown.passage_idx end
            ),
            p_reason,
            p_embedding,
            p_kind,
            case when v_only_for is null then 'draft' else 'active' end,
            p_question,
            p_language,
            v_shown.document_id,
            v_shown.passage_idx,
            v_right.document_id,
            v_right.passage_idx,
            p_start,
            p_end,
            v_only_for,
            v_opens,
            p_interaction,
            case when v_only_for is not null then now() end
        )
        returning * into v_rule;
        perform public.open_correction(v_rule.id, p_asker);
    end if;

    insert into public.rule_supporters (constraint_id, user_id, interaction_id)
    values (v_rule.id, v_user, p_interaction)
    on conflict (constraint_id, user_id) do nothing;
    perform public.count_supporters(v_rule.id);
    insert into public.feedback_audit_log (
        review_comment_id, user_id, action, reason, constraint_id
    )
    values (
        p_interaction::text,
        p_asker::text,
        case when p_right is null then 'rejected' else 'modified' end,
        p_reason,
        v_rule.id
    );
    return query select v_rule.id, v_rule.state;
end
$$;
