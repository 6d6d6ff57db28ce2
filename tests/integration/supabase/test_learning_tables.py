"""The statements of the specification, as others run them beside the bot: its columns alone."""

import psycopg
import pytest
from psycopg.rows import TupleRow

Connection = psycopg.Connection[TupleRow]

_VECTOR = f"[{','.join(['0.03'] * 768)}]"
_LEARN = (
    "insert into public.learned_constraints (repo_id, violation_reason, code_pattern, user_reason,"
    " embedding, expires_at) values (%s, 'unused', 'foo(', 'a false positive', %s,"
    " now() + interval '90 days') returning id"
)
_KNOW = (
    "insert into knowledge_base (repo_id, content, metadata, embedding)"
    ' values (%s, %s, \'{"file_path": "a.py"}\', %s) returning id'
)


@pytest.fixture
def bot(admin: Connection) -> Connection:
    """A connection with the rights that the bot has."""
    admin.execute("set role paragraf_bot")
    return admin


def test_what_was_learned_of_code_is_found_for_its_repository(bot: Connection) -> None:
    (learned,) = bot.execute(_LEARN, ["owner/repo", _VECTOR]).fetchall()
    check = "select id, user_reason from check_constraints(%s, 0.8)"
    assert bot.execute(check, [_VECTOR]).fetchall() == [(*learned, "a false positive")]
    of_one = "select id from check_constraints(%s, 0.8, %s)"
    assert bot.execute(of_one, [_VECTOR, "owner/repo"]).fetchall() == [learned]
    assert bot.execute(of_one, [_VECTOR, "paragraf/base"]).fetchall() == []


def test_nothing_is_learned_of_the_base_without_a_document(bot: Connection) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        bot.execute(_LEARN, ["paragraf/base", _VECTOR])


def test_the_audit_log_changes_by_the_deletion_of_a_rule_alone(bot: Connection) -> None:
    (learned,) = bot.execute(_LEARN, ["owner/repo", _VECTOR]).fetchall()
    bot.execute(
        "insert into feedback_audit_log (review_comment_id, user_id, action, reason, constraint_id)"
        " values ('c1', 'u1', 'rejected', 'wrong', %s)",
        learned,
    )
    for change in "reason = 'forgotten'", "constraint_id = null", "action = 'accepted'":
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            bot.execute(f"update feedback_audit_log set {change}")  # type: ignore[arg-type]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        bot.execute("delete from feedback_audit_log")
    bot.execute("delete from learned_constraints where id = %s", learned)
    kept = bot.execute("select action, reason, constraint_id from feedback_audit_log").fetchall()
    assert kept == [("rejected", "wrong", None)]


def test_an_answer_is_logged_and_evaluated_by_the_columns_of_the_specification(
    bot: Connection,
) -> None:
    (log,) = bot.execute(
        "insert into query_logs (query_text, model_provider) values ('When?', 'openai')"
        " returning id"
    ).fetchall()
    bot.execute(
        "insert into evaluation_results (query_log_id, relevance_score, groundedness_score,"
        " answer_relevance_score) values (%s, 0.9, 0.8, 0.7)",
        log,
    )
    bot.execute("insert into interactions (original_query, ai_response) values ('When?', 'Now.')")
    assert bot.execute("select count(*) from evaluation_results").fetchone() == (1,)


def test_knowledge_of_code_is_found_and_narrowed_to_a_repository(bot: Connection) -> None:
    ids = {
        repository: bot.execute(_KNOW, [repository, "def f(): ...", _VECTOR]).fetchall()[0]
        for repository in ("owner/repo", "https://code.example/a/b.git")
    }
    assert len(bot.execute("select * from match_knowledge(%s, 0.75, 5)", [_VECTOR]).fetchall()) == 2
    [found] = bot.execute(
        "select * from match_knowledge(%s, p_repo_id => 'owner/repo')", [_VECTOR]
    ).fetchall()
    assert found == (*ids["owner/repo"], "owner/repo", "def f(): ...", {"file_path": "a.py"}, 1.0)
    far = f"[{','.join(['0.03', '-0.03'] * 384)}]"
    assert bot.execute("select * from match_knowledge(%s)", [far]).fetchall() == []


@pytest.mark.parametrize("repository", ["", "repo", "owner/repo/x", "paragraf/base"])
def test_knowledge_is_of_a_repository(bot: Connection, repository: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        bot.execute(_KNOW, [repository, "def f(): ...", _VECTOR])


def test_knowledge_says_something(bot: Connection) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        bot.execute(_KNOW, ["owner/repo", " \n", _VECTOR])
