"""Every SQL function × whoever may call it for somebody: nobody is shown what they may not read.

Which functions there are is read from the schema: one that stands in none of the tables below
fails. What is asked for a document that exists and for one that does not is compared to the
letter.
"""

import json
import re
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.support import ROOT

OWNER, READER, OTHER, SUSPENDED, STRANGER, ADMIN, GROUP = 1, 2, 3, 4, 5, 6, -100
ASKERS = (OWNER, READER, OTHER, SUSPENDED, STRANGER, ADMIN, GROUP, None)
READERS = {OWNER, READER}
MARK = "zirconium"  # in every text of the document that not all may read
SECRET, ABSENT = str(uuid.UUID(int=7)), str(uuid.UUID(int=9))
CLOSED, OF_OTHERS = str(uuid.UUID(int=17)), str(uuid.UUID(int=18))
OPEN = str(uuid.UUID(int=11))  # everyone may read it
VECTOR = "array_fill(0.1::real, array[768])::extensions.vector"
PASSAGE = "array(select id from documents_paragraphs where document_id = '{id}')"

WORLD = f"""
insert into users (telegram_id, display_name, is_active, admitted_by) values
({OWNER}, 'Olga', true, 'approval'), ({READER}, 'Rita', true, 'approval'),
({OTHER}, 'Otto', true, 'approval'), ({SUSPENDED}, 'Sven', false, 'approval'),
({ADMIN}, 'Ada', true, 'approval');
insert into roles (name) values ('readers');
insert into user_roles select u.id, r.id from users as u join roles as r on
(r.name = 'readers' and u.telegram_id in ({READER}, {SUSPENDED}))
or (r.name = 'admin' and u.telegram_id = {ADMIN});
insert into documents (
    id, owner, batch_id, item_idx, type, title, source_url, file_name, full_citation, metadata,
    author, language, pages, content_sha256, embedding_model, embedding_layout, reader_role,
    published_at, version_key
)
select
    '{SECRET}', u.id, 'batch', 0, 'web', '{MARK} title', 'https://{MARK}.example/', '{MARK}.pdf',
    '{MARK} citation', '{{"k": "{MARK}"}}', '{MARK} author', 'en', 1, '{MARK}', 'm', 'l', null,
    now(), 'url:https://{MARK}.example/'
from users as u where u.telegram_id = {OWNER};
insert into role_document_access select r.id, '{SECRET}' from roles as r where r.name = 'readers';
insert into documents_paragraphs (
    document_id, type, title, paragraph_text, paragraph_idx, language, embedding, batch_id,
    idx_in_batch, passage_idx, embedding_key
)
select
    '{SECRET}', 'web', '{MARK} title', '{MARK} paragraph ' || n, n, 'en', {VECTOR}, 'batch', n, n,
    '{MARK}'
from generate_series(0, 2) as n;
insert into paragraph_token_vectors (paragraph_id, dim, vectors, offsets)
select id, 9, '{MARK}'::bytea, '\\x0000000001000000'::bytea from documents_paragraphs;
insert into document_originals (document_id, sha256, size, place, key)
values ('{SECRET}', repeat('0', 64), 1, 'web', 'https://{MARK}.example/');
insert into watches (owner, url, every, origin)
select u.id, 'https://{MARK}.example/', 'daily', '' from users as u where u.telegram_id = {OWNER};
insert into interactions (id, user_context, original_query, ai_response) values
('{CLOSED}', '{{"chat": "{OWNER}", "asker": {OWNER}}}', '{MARK}?', '{MARK}'),
('{OF_OTHERS}', '{{"chat": "{SUSPENDED}", "asker": {SUSPENDED}}}', '{MARK}?', '{MARK}');
insert into query_logs (id, query_text, response_text, details)
values ('{CLOSED}', '{MARK}?', '{MARK}', '{{"passages": [], "documents": ["{SECRET}"]}}');
insert into evaluation_results (
    query_log_id, relevance_score, groundedness_score, answer_relevance_score
)
values ('{CLOSED}', 0.5, 0.5, 0.5);
insert into question_gaps (id, cluster, asker, question, written, language, embedding)
values ('{CLOSED}', '{CLOSED}', {OWNER}, '{MARK}?', '{MARK}?', 'en', {VECTOR});
insert into invitations (id, token_sha256, uses_left, expires_at, created_by)
values ('{CLOSED}', '{MARK}', 5, now() + interval '1 day', {OWNER});
insert into chat_messages (user_id, role, message, context)
values ('{OWNER}', 'assistant', '{MARK}', '{{"documents": ["{SECRET}"]}}');
select add_model_usage({OTHER}, 'm', 1, 1);
insert into group_roles (chat_id, role_id) select -6, r.id from roles as r where r.name = 'readers';
insert into viewpoints (id, viewer, person) overriding system value
values (-1152921504606847000, {ADMIN}, {OWNER});
insert into audit_log (actor, action, document_id, details)
values ({OWNER}, 'document_added', '{SECRET}', '{{"title": "{MARK}"}}');
insert into learned_constraints (
    id, repo_id, code_pattern, user_reason, embedding, state, question, shown_document_id,
    shown_passage_idx
) values
(101, 'paragraf/base', '', '{MARK}', {VECTOR}, 'active', '{MARK}!', '{SECRET}', 0),
(102, 'paragraf/base', '', '{MARK}', {VECTOR}, 'draft', '{MARK}?', '{SECRET}', 1);
insert into rule_supporters (constraint_id, user_id)
select 102, u.id from users as u where u.telegram_id in ({OTHER}, {READER});
insert into self_test_questions values ('{SECRET}', 0, '{MARK}', 0);
insert into asked_questions (id, language, embedding, passages, rules)
values ('{CLOSED}', 'en', {VECTOR}, '{{}}', '{{101}}');
update query_logs set details = with_documents(jsonb_build_object(
    'model', '{MARK}',
    'passages', (select jsonb_agg(jsonb_build_object('id', id)) from documents_paragraphs)
));
insert into user_roles select u.id, r.id from users as u join roles as r on r.name = 'owner'
where u.telegram_id = {OWNER};
insert into documents (
    id, batch_id, item_idx, type, title, language, content_sha256, embedding_model,
    embedding_layout, published_at
) values ('{OPEN}', 'later', 0, 'file', 'open', 'en', 'open', 'm', 'l', now() + interval '1 hour');
insert into role_document_access select r.id, '{OPEN}' from roles as r where r.name = 'everyone';
insert into documents_paragraphs (
    document_id, type, paragraph_text, paragraph_idx, language, embedding, batch_id, idx_in_batch,
    passage_idx
) values ('{OPEN}', 'file', 'open to all', 0, 'en', {VECTOR}, 'later', 0, 0);
insert into conflicts (
    kind, first_document_id, first_passage_idx, first_start, first_end, second_document_id,
    second_passage_idx, second_start, second_end, state
) values
('number', '{SECRET}', 0, 0, 9, '{OPEN}', 0, 0, 4, 'open'),
('number', '{SECRET}', 0, 1, 9, '{OPEN}', 0, 1, 4, 'second'),
('number', '{SECRET}', 0, 2, 9, '{OPEN}', 0, 2, 4, 'none');
update learned_constraints set conflict_id = 2 where id = 101;
"""

# What shows something: `{{id}}` is a document's, `{{asker}}` whoever asks. Who may see it.
SHOWN = {
    "find_known": ("select * from find_known('{mark}', {asker})", READERS),
    "find_embeddings": (
        "select * from find_embeddings(array['{mark}'], 'm', 'l', {asker})",
        READERS,
    ),
    "search_documents": (
        f"select * from search_documents({VECTOR}, p_asker => {{asker}}, p_threshold => 0,"
        " query_text => '{mark}', p_language => 'en')",
        READERS,
    ),
    "get_passages": (f"select * from get_passages({PASSAGE}, {{asker}})", READERS),
    "get_neighbours": (
        "select * from get_neighbours(array(select id from documents_paragraphs"
        " where document_id = '{id}' and passage_idx = 1), {asker})",
        READERS,
    ),
    "document_passages": ("select * from document_passages('{id}', {asker})", READERS),
    "get_token_vectors": (
        f"select convert_from(vectors, 'utf8') from get_token_vectors({PASSAGE}, {{asker}})",
        READERS,
    ),
    "list_documents": ("select * from list_documents({asker}, '{mark}')", READERS),
    "get_document": ("select * from get_document('{id}', {asker})", READERS),
    "still_readable": (
        "select '{mark}' from unnest(still_readable(array['{id}'::uuid], {asker}))",
        READERS,
    ),
    "get_exchanges": (f"select * from get_exchanges('{OWNER}', 9, {{asker}})", READERS),
    "list_versions": ("select * from list_versions('{id}', {asker})", READERS),
    "read_document": ("select * from read_document('{id}', {asker})", READERS),
    "get_source_address": ("select get_source_address('{id}', {asker})", READERS),
    "get_original": ("select * from get_original('{id}', {asker})", READERS),
    "list_watches": ("select * from list_watches({asker})", {OWNER}),
    "get_interaction": (
        "select * from get_interaction('{interaction}', {asker}, coalesce({asker}, 0)::text)",
        {OWNER},
    ),
    "withheld_from": (
        "select * from withheld_from(array['{id}'::uuid], -1152921504606846976, {asker})",
        {OWNER},
    ),
    "groups_reading": (
        "select '{mark}' where groups_reading('{id}', {asker}) > 0",
        {OWNER},
    ),
    "left_out_of": (
        "select '{mark}' where left_out_of(-1152921504606847000, {asker}) > 0",
        {ADMIN},
    ),
    "document_readers": (
        "select 'zirconium', * from document_readers('{id}', {asker})",
        {OWNER},
    ),
    "document_roles": (
        "select 'zirconium', * from document_roles('{id}', {asker})",
        {OWNER},
    ),
    "shared_roles": (
        "select 'zirconium', * from shared_roles(array['{id}'::uuid], {asker})",
        {OWNER},
    ),
    "list_people": ("select 'zirconium', * from list_people({asker})", {OWNER, ADMIN}),
    "list_invitations": ("select 'zirconium', * from list_invitations({asker})", {OWNER, ADMIN}),
    "list_audit": ("select * from list_audit({asker})", {OWNER}),
    "get_team_usage": ("select 'zirconium', * from get_team_usage({asker}, 9)", {OWNER}),
    "rules_for": (f"select * from rules_for({{asker}}, {VECTOR}, 0)", READERS),
    "settled_statements": (
        f"select 'zirconium', * from settled_statements({PASSAGE}, {{asker}})",
        READERS,
    ),
    "denied_conflicts": (
        f"select 'zirconium', * from denied_conflicts({PASSAGE} || array(select id from"
        f" documents_paragraphs where document_id = '{OPEN}'), {{asker}})",
        READERS,
    ),
    "rules_in_force": ("select * from rules_in_force({asker})", READERS),
    "list_rules": ("select * from list_rules({asker})", {OWNER}),
    "asked_rules": ("select * from asked_rules({asker})", {READER}),
    "questions_to_replay": ("select * from questions_to_replay({asker}, 102)", {OWNER}),
    "explain_answer": (
        "select * from explain_answer({asker}, coalesce({asker}, 0)::text, '{interaction}')",
        {OWNER},
    ),
    "rules_of_answer": (
        "select * from rules_of_answer({asker}, coalesce({asker}, 0)::text, '{interaction}')",
        {OWNER},
    ),
    "writing_of_answer": (
        "select * from writing_of_answer({asker}, coalesce({asker}, 0)::text, '{interaction}')",
        {OWNER},
    ),
    "decidable_rules": ("select * from decidable_rules({asker})", {OWNER}),
    "get_evaluated_answer": (
        "select * from get_evaluated_answer('{interaction}', {asker})",
        {OWNER},
    ),
    "get_golden_question": (
        "select * from get_golden_question("
        "concat_ws('_', 'test', replace('{id}', '-', ''), 0), {asker})",
        {OWNER},
    ),
    "alike_passages": (f"select * from alike_passages('{OPEN}', {{asker}}, 0)", READERS),
    "passages_found_together": (
        f"select * from passages_found_together({PASSAGE} || array(select id from"
        f" documents_paragraphs where document_id = '{OPEN}'), {{asker}})",
        READERS,
    ),
    "list_conflicts": ("select * from list_conflicts({asker})", {OWNER}),
    "decidable_conflicts": ("select 'zirconium', * from decidable_conflicts({asker})", {OWNER}),
    "list_gaps": ("select * from list_gaps({asker})", {OWNER, ADMIN}),
    "get_owner_question": ("select * from get_owner_question('{interaction}', {asker})", {OWNER}),
}

# What changes something: who may, and how it looks to others.
_CHANGED = {
    "rename_document": ("select rename_document('{id}', 'new', {asker})", {OWNER}),
    "delete_document": ("select delete_document('{id}', {asker})", {OWNER}),
    "delete_batch": (
        "select delete_batch((select batch_id from documents where id = '{id}'), {asker})",
        {OWNER},
    ),
    "share_documents": (
        "select share_documents(array['{id}'::uuid], 1, true, {asker})",
        {OWNER},
    ),
    "share_document": ("select share_document('{id}', 1, true, {asker})", {OWNER}),
    "clean_documents": ("select clean_documents({asker}, false, 9)", {OWNER}),
    "stop_watch": ("select stop_watch((select id from watches limit 1), {asker})", {OWNER}),
    "revoke_invitation": ("select revoke_invitation('{interaction}', {asker})", {OWNER, ADMIN}),
    "dismiss_gap": ("select dismiss_gap('{interaction}', {asker})", {OWNER, ADMIN}),
    "settle_gap": (
        "select settle_gap('{interaction}', {asker}, '{id}', 1, 0, 'q', 'x')",
        {OWNER},
    ),
    "rate_interaction": (
        "select rate_interaction('{interaction}', {asker}, coalesce({asker}, 0)::text,"
        " 'positive', null, null)",
        {OWNER},
    ),
    "propose_rule": (
        "select propose_rule({asker}, coalesce({asker}, 0)::text, '{interaction}', 'suppress',"
        f" 'q', 'en', {VECTOR}, ({PASSAGE})[1], null, null, null, 'wrong')",
        {OWNER},
    ),
    "supporters_to_tell": ("select * from supporters_to_tell({asker}, 102)", {OWNER}),
    "withdraw_rule": ("select withdraw_rule({asker}, 102)", {OTHER, READER}),
    "decide_rule": ("select decide_rule({asker}, 102, 'accept')", {OWNER}),
    "note_conflicts": (
        f"select note_conflicts('{OPEN}', jsonb_build_array(jsonb_build_object("
        "'kind', 'number', 'passage_idx', 0, 'start', 0, 'end', 4, 'other_document_id', '{id}',"
        " 'other_passage_idx', 1, 'other_start', 0, 'other_end', 4)), {asker})",
        READERS,
    ),
    "decide_conflict": (
        f"select decide_conflict(1, 'first', 'q', 'en', {VECTOR}, {{asker}})",
        {OWNER},
    ),
    "set_person_active": (f"select set_person_active({OTHER}, false, {{asker}})", {OWNER, ADMIN}),
    "remove_person": (f"select remove_person({OTHER}, {{asker}})", {OWNER, ADMIN}),
    "approve_person": ("select approve_person(77, null, {asker})", {OWNER, ADMIN}),
    "make_role": ("select make_role('new', {asker})", {OWNER, ADMIN}),
    "delete_role": ("select delete_role(4, {asker})", {OWNER, ADMIN}),
    "set_role_right": ("select set_role_right(4, 'invite', true, {asker})", {OWNER, ADMIN}),
    "give_role": (f"select give_role(4, {OTHER}, {{asker}})", {OWNER, ADMIN}),
    "take_role": (f"select take_role(4, {READER}, {{asker}})", {OWNER, ADMIN}),
    "make_invitation": ("select make_invitation('t', null, 1, 1, {asker})", {OWNER, ADMIN}),
    "set_group_role": ("select set_group_role(-5, 4, {asker})", {OWNER, ADMIN}),
    "set_group_policy": (
        "select set_group_policy(-5, true, 'members', 'nobody', 'group', false, {asker})",
        {OWNER, ADMIN},
    ),
    "open_viewpoint": (f"select open_viewpoint({OTHER}, {{asker}})", {OWNER, ADMIN}),
}

# Named by a person's id, and about that person, or about a chat that they are in.
_ABOUT_ONESELF = {
    "get_user", "ensure_user", "refresh_user", "claim_ownership", "redeem_invitation", "list_roles",
    "keep_question", "add_watch", "add_model_usage", "tokens_used_today", "get_model_usage",
    "get_user_settings", "set_user_settings", "await_text", "take_text", "stop_awaiting_text",
    "count_to_clean", "count_ratings", "log_interaction", "note_membership", "note_member_tag",
    "groups_of", "owners_to_ask", "take_username",
    "pass_to_owners", "find_owner_prompt", "record_owner_prompt", "settle_owner_question",
    "note_owner_answer_batch", "cancel_batch", "log_gap", "close_own_gaps", "finish_stale_answers",
    "count_gap_answers",
}  # fmt: skip

# What others are made of: they answer yes or no, or ids.
_DECIDING = {
    "is_let_in", "is_shut_out", "may_add", "roles_of", "is_owner", "is_admin", "has_right",
    "may_manage", "may_give", "may_be_kept_of",
    "may_open_to", "acts_for", "is_viewpoint", "principals_of", "may_change_document", "may_rate",
    "rests_on_readable", "answer_to_explain", "reader_in", "documents_to_clean", "audit",
    "appoint_owners", "stage_document", "open_correction",
}  # fmt: skip

# Asked by what somebody may read by: `{{principals}}` are those of whoever asks.
BY_PRINCIPALS = {
    "can_read": "select '{mark}' where can_read('{id}', {principals})",
    "chunks_around": (
        "select p.* from documents_paragraphs as p"
        f" join chunks_around({PASSAGE}, {{principals}}) as c on c.id = p.id"
    ),
    "nearest_by_graph": (
        "select p.* from documents_paragraphs as p join nearest_by_graph"
        f"({VECTOR}, 9, 9, {{principals}}, true, 9) as n on n.id = p.id"
    ),
    "nearest_chunks": (
        "select p.* from documents_paragraphs as p join nearest_chunks"
        f"({VECTOR}, 9, {{principals}}, array(select readable_documents({{principals}})), true,"
        " false, 9) as n on n.id = p.id"
    ),
    "readable_documents": (
        "select '{mark}' from readable_documents({principals}) as d where d = '{id}'"
    ),
    "sampled_self_tests": (
        "select q.* from self_test_questions as q join"
        " sampled_self_tests(9, {principals}, '{{}}') as s on s.document_id = q.document_id"
    ),
}

# Parts of functions above, which give them what may be read: no process calls them.
_PARTS = {
    "answers_quoting", "batch_lock", "bot_reaches_row", "carry_pins", "cited_as", "code_words",
    "count_supporters", "document_text", "erase_answers", "forget_answers", "forget_carried",
    "found_passages", "is_private_to", "lexemes_held", "lost_quotes", "machine",
    "nearest_candidates", "nearest_exactly", "nearest_of_passages", "owners", "passage_key",
    "passage_text", "passages_with_words", "plain_words", "question_words", "require_embedding",
    "score_modifier_of", "search_lexemes", "settle_withdrawal", "sources_of", "sum_up_documents",
    "text_search_config",
    "with_documents", "add_evaluation", "applied_migrations", "check_constraints",
    "former_versions", "get_history", "init_embedding_state", "match_knowledge",
    "state_of_conflict", "words_without_rule",
}  # fmt: skip

# Called by the process for nobody in particular, with ids that it holds itself: of its runs and
# workers, of a chat that an update came from, of what somebody was just shown to be allowed.
_OF_THE_PROCESS = {
    # workers, updates, messages
    "worker_heartbeat", "remove_worker", "dead_workers", "forget_workers", "receive_updates",
    "begin_update", "finish_updates", "prune_inbox", "find_sent_message", "record_sent_message",
    "forget_sent_message", "begin_message", "withdraw_message", "record_message_runs",
    "find_message_runs",
    # batches of a run
    "claim_embedding", "put_artifact", "get_artifact", "delete_artifacts",
    "delete_artifacts_of", "stage_paragraphs", "keep_self_tests", "put_original",
    "known_originals", "discard_document", "discard_batch", "publish_batch", "finalize_batch",
    "claim_final_report", "final_outcome", "list_batch_versions",
    "people_to_ask_of_conflicts", "prune_batches", "list_erasures", "finish_erasures",
    "list_readers",
    # embedding anew
    "begin_reembedding", "documents_to_reembed", "chunks_to_reembed", "put_next_embeddings",
    "reembedding_progress", "switch_embedding",
    # a chat's own, and a group's
    "get_mode", "set_mode", "clear_history", "insert_and_trim_pairs",
    "get_pending_questions", "forget_question", "get_answered_question", "record_shown_answer",
    "find_shown_answer", "get_group_policy", "forget_group", "move_group",
    "get_group_role", "groups_with_roles", "take_due_memberships", "due_member_tags",
    # whom to tell
    "has_owner", "set_front_door", "owner_ids", "admins_to_ask", "list_owner_prompts",
    "withdraw_from_owners",
    # watches that are due
    "claim_due_watches", "get_watch", "record_visit", "record_failed_visit",
    # an answer that was just given, and the nightly measuring of answers
    "log_asked_question", "note_answer", "note_documents_read", "offer_questions", "nearest_gaps",
    "claim_gap_answers", "close_gap", "claim_stale_answers", "clean_rules", "answer_to_judge",
    "record_judgement", "judged_answers", "evaluation_days", "worst_answers", "golden_questions",
    "record_evaluation_run", "last_evaluation_run", "prune_interactions",
}  # fmt: skip
_NAME = '"([a-z_]+)"'
_CALL = r'(?:value|rows)\(\s*"([a-z_]+)"'


@pytest.fixture
def world(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(WORLD)
        connection.execute("set search_path = public, extensions")
        yield connection


def ask(world: psycopg.Connection, query: str) -> str:
    """Return all that a query shows; whatever it changes is taken back."""
    with world.transaction(force_rollback=True):
        return json.dumps(world.execute(query).fetchall(), default=str)


def filled(query: str, asker: int | None, *, there: bool = True) -> str:
    return query.format(
        asker="null" if asker is None else asker,
        id=SECRET if there else ABSENT,
        interaction=CLOSED if there else ABSENT,
        mark=MARK if there else "beryllium",
    )


FOR_SOMEBODY = {*SHOWN, *_CHANGED, *_ABOUT_ONESELF, *_DECIDING}


def test_every_function_is_listed_once(world: psycopg.Connection) -> None:
    rows = world.execute(
        "select distinct p.proname, exists ("
        " select from unnest(p.proargnames[:p.pronargs]) as a (name)"
        " where a.name ~ '^p_(asker|actor|viewer|owner|person|telegram_ids?)$'"
        ") from pg_proc as p"
        " where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype"
    ).fetchall()
    assert {name for name, is_for_somebody in rows if is_for_somebody} == FOR_SOMEBODY
    others = [*BY_PRINCIPALS, *_PARTS, *_OF_THE_PROCESS]
    assert {name for name, is_for_somebody in rows if not is_for_somebody} == set(others)
    assert len(others) == len(set(others))


def test_no_process_calls_what_is_only_a_part() -> None:
    written = "".join(path.read_text() for path in (ROOT / "pipelines" / "store").rglob("*.py"))
    assert not {*_PARTS, *BY_PRINCIPALS} & set(re.findall(_CALL, written))
    assert set(re.findall(_NAME, written)) >= _OF_THE_PROCESS, "or it is not needed any more"


@pytest.mark.parametrize("function", BY_PRINCIPALS)
def test_what_is_asked_by_rights_shows_no_more_than_these_allow(
    world: psycopg.Connection, function: str
) -> None:
    query = BY_PRINCIPALS[function]
    for asker in ASKERS:
        principals = f"principals_of({'null' if asker is None else asker})"
        for there in (True, False):
            shown = ask(
                world,
                query.format(id=SECRET if there else ABSENT, mark=MARK, principals=principals),
            )
            assert (MARK in shown) == (asker in READERS and (there or "{id}" not in query)), asker


@pytest.mark.parametrize("function", SHOWN)
def test_it_is_shown_to_whoever_may_see_it_and_nobody_else(
    world: psycopg.Connection, function: str
) -> None:
    query, allowed = SHOWN[function]
    if function == "get_owner_question":
        world.execute(
            "insert into owner_questions (id, asker, chat_id, message_id, language, passed_by)"
            f" values ('{CLOSED}', {OTHER}, {OTHER}, 1, 'en', 'x')"
        )
    seen = {asker for asker in ASKERS if MARK in ask(world, filled(query, asker))}
    assert seen == allowed


@pytest.mark.parametrize("function", [name for name, (q, _) in SHOWN.items() if "{id}" in q])
def test_what_one_may_not_read_looks_like_what_does_not_exist(
    world: psycopg.Connection, function: str
) -> None:
    query, allowed = SHOWN[function]
    for asker in set(ASKERS) - allowed:
        there = ask(world, filled(query, asker))
        assert there == ask(world, filled(query, asker, there=False)), asker


@pytest.mark.parametrize("function", _CHANGED)
def test_it_is_changed_by_whoever_may_and_nobody_else(
    world: psycopg.Connection, function: str
) -> None:
    query, allowed = _CHANGED[function]
    before = everything(world)
    for asker in ASKERS:
        with world.transaction(force_rollback=True):
            answer = world.execute(filled(query, asker)).fetchall()
            assert (everything(world) != before) == (asker in allowed), asker
        if asker not in allowed:
            assert json.dumps(answer) == ask(world, filled(query, asker, there=False)), asker


def everything(world: psycopg.Connection) -> dict[str, Any]:
    """Return all rows of all tables."""
    tables = world.execute(
        "select tablename from pg_tables where schemaname = 'public' order by 1"
    ).fetchall()
    return {
        name: world.execute(f"select t::text from public.{name} as t order by 1").fetchall()
        for (name,) in tables
    }


def test_suspension_holds_in_the_next_statement(world: psycopg.Connection) -> None:
    query = filled(SHOWN["read_document"][0], READER)
    assert MARK in ask(world, query)
    world.execute(f"select set_person_active({READER}, false, {OWNER})")
    assert MARK not in ask(world, query)
    world.execute(f"select set_person_active({READER}, true, {OWNER})")
    assert MARK in ask(world, query)
    world.execute(f"select take_role(4, {READER}, {OWNER})")
    assert MARK not in ask(world, query)


def test_the_audit_is_only_added_to(world: psycopg.Connection) -> None:
    for statement in (
        "update audit_log set actor = 9",
        "delete from audit_log",
        "truncate audit_log",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            world.execute(statement)
