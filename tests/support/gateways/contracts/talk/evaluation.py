"""What both gateways promise about how good answers were, and about how they came to be."""

from dataclasses import replace

from psycopg import AsyncConnection

from pipelines.models.chat import Usage
from pipelines.models.interactions import interaction_id_of
from pipelines.models.learning.evaluations import (
    AnswerLog,
    Evaluation,
    GoldenResult,
    JudgedAnswer,
    Judgement,
    LoggedPassage,
    SelfTest,
    ShownGolden,
)
from pipelines.store.store import Store
from tests.support.gateways.contracts.talk.interaction import ANNA, ANSWER, BORIS, logged
from tests.support.gateways.sample_documents import direction, document, publish

GOOD, POOR = Evaluation(0.9, 1.0, 0.95), Evaluation(0.8, 0.2, 0.9)
REFUSED = Evaluation(0.05, 1.0, 0.0, is_refusal=True)


async def passage_ids(admin: AsyncConnection, document_id: str) -> list[int]:
    rows = await admin.execute(
        "select id from documents_paragraphs where document_id = %s order by id", [document_id]
    )
    return [row["id"] for row in await rows.fetchall()]


class EvaluationContract:
    """Tests of the log of an answer, and of its scores."""

    async def test_an_answer_is_scored_once_and_refusals_are_counted_apart(
        self, store: Store
    ) -> None:
        for person in (ANNA, BORIS):
            await store.people.ensure_user(person, None, None)
        for run, evaluation in (("run-1", GOOD), ("run-2", POOR), ("run-1", POOR), ("r", REFUSED)):
            one = replace(ANSWER, id=interaction_id_of(run))
            await store.interactions.log_interaction(one, AnswerLog(evaluation=evaluation))
        [day] = await store.evaluations.evaluation_days(30)
        assert (day.answers, day.refusals) == (2, 1)
        assert (day.relevance, day.groundedness) == (0.85, 0.6)
        worst = await store.evaluations.worst_answers(3)
        assert [one.id for one in worst] == [interaction_id_of("run-2"), ANSWER.id]
        assert worst[0].evaluation == POOR

    async def test_a_log_names_documents_until_they_are_deleted(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        other = await publish(store, document("other"), [direction(0), direction(1)])
        first, second = await passage_ids(admin, other)
        found = (
            LoggedPassage(second, 0.7, 0.6, None, 0.5),
            LoggedPassage(first, 0.5, None, None, 0),
        )
        log = AnswerLog((("search", 3.14159),), found, (4,), "m", Usage(7, 2))
        for person in (ANNA, BORIS):
            await store.people.ensure_user(person, None, None)
        await store.interactions.note_answer(ANSWER.id, log)
        await store.interactions.log_interaction(ANSWER)
        for _ in range(2):
            await store.interactions.note_answer(ANSWER.id, log)

        async def details() -> dict[str, object]:
            (row,) = await (await admin.execute("select details from query_logs")).fetchall()
            return dict(row["details"])

        kept = await details()
        assert (kept["ms"], kept["rules"], kept["documents"]) == ({"search": 3.1}, [4], [other])
        assert (kept["model"], kept["tokens"]) == ("m", {"prompt": 7, "completion": 2})
        assert isinstance(kept["passages"], list)
        assert kept["passages"][0] == {
            "id": second,
            "rank": 1,
            "document_id": other,
            "similarity": 0.7,
            "rerank_score": 0.6,
            "lexical_score": None,
            "fused_score": 0.5,
        }
        await admin.execute("delete from documents where id = %s", [other])
        gone = await details()
        assert (gone["passages"], gone["documents"]) == ([], [])

    async def test_an_answer_is_judged_once_by_what_its_asker_may_read(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await logged(store, replace(ANSWER, id=interaction_id_of("run-2")))  # its document is there
        other = await publish(store, document("other"), [direction(0), direction(1)])
        first, second = await passage_ids(admin, other)
        hits = tuple(LoggedPassage(one, 0.7, None, None, None) for one in (first, 3, second))
        judge = store.evaluations
        await store.interactions.log_interaction(ANSWER, AnswerLog(passages=hits, evaluation=GOOD))
        shown = await judge.answer_to_judge(ANSWER.id)
        assert shown is not None
        assert (shown.question, shown.answer) == (ANSWER.reading, ANSWER.response)
        assert (shown.asker, shown.passages) == (ANNA, (7, 3, first, second))
        await admin.execute("delete from role_document_access")
        assert await judge.answer_to_judge(ANSWER.id) is None
        await admin.execute(
            "insert into role_document_access select r.id, d.id from roles as r, documents as d"
            " where r.name = 'everyone'"
        )
        said = Judgement("m", 1.0, 0.667, 0.0)
        await judge.record_judgement(ANSWER.id, said)
        await judge.record_judgement(ANSWER.id, replace(said, groundedness=0.0))
        await judge.record_judgement(interaction_id_of("gone"), said)
        assert await judge.judged_answers(9) == (JudgedAnswer(GOOD, said),)
        assert await judge.answer_to_judge(ANSWER.id) is None, "once is enough"

    async def test_a_refusal_is_not_judged(self, store: Store) -> None:
        await logged(store, replace(ANSWER, id=interaction_id_of("run-2")))
        await store.interactions.log_interaction(ANSWER, AnswerLog(evaluation=REFUSED))
        assert await store.evaluations.answer_to_judge(ANSWER.id) is None

    async def test_an_owner_sees_what_they_may_read_of_an_answer(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        await logged(store, replace(ANSWER, id=interaction_id_of("run-2")))
        await store.interactions.log_interaction(ANSWER, AnswerLog(evaluation=POOR))
        evaluated = store.evaluations.get_evaluated_answer
        assert await evaluated(ANSWER.id, asker=ANNA) is None, "nobody but an owner"
        await store.people.appoint_owners((BORIS,))
        seen = await evaluated(ANSWER.id, asker=BORIS)
        assert seen is not None
        assert (seen.answer, seen.evaluation) == (ANSWER.response, POOR)
        await admin.execute("delete from role_document_access")
        closed = await evaluated(ANSWER.id, asker=BORIS)
        assert closed is not None
        assert (closed.question, closed.answer) == (None, None)

    async def test_a_self_test_is_golden_as_its_owner_and_shown_to_who_may_read_it(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        for person in (ANNA, BORIS):
            await store.people.ensure_user(person, None, None)
        own = replace(document("own"), owner_telegram_id=ANNA, reader_role=None)
        document_id = await publish(store, own, [direction(0), direction(1)])
        evaluations = store.evaluations
        for tests in ([SelfTest("old", 0)], [SelfTest("new", 1), SelfTest("other", 0)]):
            await evaluations.keep_self_tests(document_id, tests)
        golden = {one.question: one for one in await evaluations.golden_questions()}
        assert set(golden) == {"new", "other"}
        new = golden["new"]
        assert (new.asker, new.passage) == (ANNA, f"{document_id}#1")
        assert await evaluations.golden_questions([new.key]) == (new,)
        await store.people.appoint_owners((BORIS,))
        assert await evaluations.get_golden_question(new.key, asker=ANNA) is None, "no owner"
        hidden = await evaluations.get_golden_question(new.key, asker=BORIS)
        assert hidden == ShownGolden(None, None, None, None, None)
        await admin.execute(
            "insert into role_document_access select id, %s from roles where name = 'everyone'",
            [document_id],
        )
        shown = await evaluations.get_golden_question(new.key, asker=BORIS)
        assert shown is not None
        assert (shown.question, shown.title, shown.answer) == ("new", own.title, None)
        assert shown.passage

    async def test_a_sample_of_self_tests_has_every_document_before_a_second_of_any(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        documents = [
            await publish(store, document(f"sampled-{number}"), [direction(0)])
            for number in range(3)
        ]
        for document_id in documents:
            tests = [SelfTest(f"{number}", 0) for number in range(3)]
            await store.evaluations.keep_self_tests(document_id, tests)

        async def sample(limit: int, first: list[str]) -> list[str]:
            rows = await admin.execute(
                "select document_id::text from sampled_self_tests(%s, null, %s::uuid[])",
                [limit, first],
            )
            return [row["document_id"] for row in await rows.fetchall()]

        assert sorted(await sample(3, [])) == sorted(documents)
        assert (await sample(4, [documents[1]]))[:3] == [documents[1]] * 3

    async def test_a_night_is_compared_with_a_night(self, store: Store) -> None:
        evaluations = store.evaluations
        night, command = GoldenResult("a", True, GOOD), GoldenResult("a", False)
        await evaluations.record_run("night", [night], is_nightly=True)
        await evaluations.record_run("command", [command], is_nightly=False)
        last = [await evaluations.last_run("now", is_nightly=one) for one in (True, False)]
        assert last == [(night,), (command,)]

    async def test_answers_and_their_scores_go_with_the_person(
        self, store: Store, admin: AsyncConnection
    ) -> None:
        for person in (ANNA, BORIS):
            await store.people.ensure_user(person, None, None)
        await store.interactions.log_interaction(ANSWER, AnswerLog(evaluation=GOOD))
        await store.people.appoint_owners((BORIS,))
        assert await store.administration.remove_person(ANNA, actor=BORIS)
        for table in ("interactions", "query_logs", "evaluation_results"):
            (row,) = await (await admin.execute(f"select count(*) from {table}")).fetchall()  # type: ignore[arg-type]
            assert row["count"] == 0, table
