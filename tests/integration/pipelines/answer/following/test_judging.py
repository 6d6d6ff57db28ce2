"""A language model, here an endpoint on loopback, grades a sample of the answers that it gave."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
import pytest_asyncio
from dbos import DBOS
from starlette.responses import Response

from pipelines.answer.following.judging import JudgeSteps, is_sampled
from pipelines.answer.state import AnswerState
from pipelines.llms.openai_compatible import OpenAICompatible
from pipelines.models.answers import Answer, Citation
from pipelines.models.chat import Usage
from pipelines.models.interactions import interaction_id_of
from pipelines.models.learning.evaluations import JudgeRequest
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.settings import AnswerSettings, FollowUpSettings
from tests.support.llms.fake_endpoint import (
    FakeEndpoint,
    Reply,
    running_endpoint,
    says,
    silence,
    status,
    with_usage,
)
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.written_material import LIGHTHOUSE

OLAF = 871
DAILY = 50_000  # tokens
LENS = "How much does the lens of the lighthouse weigh?"
TOLD = says("It weighs nine hundred kilograms [1].")
GRADED = with_usage(600, 20, '{"relevance": 3, "groundedness": 2, "answer_relevance": 3}')
BASE = 0  # whom the judge is counted for


@dataclass
class Court:
    """A room in which every answer is judged, and the endpoint of the model that does."""

    room: ReadingRoom
    endpoint: FakeEndpoint

    async def ask(self, *replies: Reply) -> tuple[str, Answer]:
        """Ask as Olaf; the endpoint gives these replies. Return the run's id and the answer."""
        self.endpoint.requests.clear()
        self.endpoint.replies.clear()
        self.endpoint.enqueue(*replies)
        run_id = new_id("judged")
        request = AnswerRequest(LENS, str(OLAF), OLAF, run_id)
        await self.room.runs.answer(request, run_id=run_id)
        (told,) = self.room.mailbox.answers[run_id]
        return run_id, told

    async def ended(self, run_id: str) -> None:
        """Wait until the judge of an answer is done with it."""
        run = await DBOS.retrieve_workflow_async(f"judge-{run_id}")
        async with asyncio.timeout(60):
            await run.get_result(polling_interval_sec=0.05)

    async def scores(self, run_id: str) -> dict[str, Any]:
        """Return what is on record of how good an answer is."""
        query = "select * from evaluation_results where query_log_id = %s"
        [row] = await self.room.rows(query, interaction_id_of(run_id))
        return row


def until_asked(reply: Reply) -> tuple[asyncio.Future[None], Reply]:
    """Return what ends when the endpoint gives this reply, and the reply."""
    asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def give(endpoint: FakeEndpoint, body: dict[str, Any]) -> Response:
        asked.set_result(None)
        return reply(endpoint, body)

    return asked, give


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def court(shared_database_url: str, packed_models: Models) -> AsyncIterator[Court]:
    async with running_endpoint() as endpoint:
        model = OpenAICompatible(
            endpoint.base_url, FakeEndpoint.KEY, "test-model", attempts=1, first_wait=0.001
        )
        async with open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            language_model=model,
            answer=AnswerSettings(daily_tokens=DAILY, follow_ups=FollowUpSettings(0)),
            judge_sample=1.0,
        ) as room:
            await room.ingest(LIGHTHOUSE)
            await room.store.people.ensure_user(OLAF, None, None)
            yield Court(room, endpoint)


async def test_an_answer_is_graded_beside_what_was_counted(court: Court) -> None:
    before = await court.room.store.usage.get_model_usage(BASE)
    run_id, told = await court.ask(TOLD, GRADED)
    await court.ended(run_id)
    scores = await court.scores(run_id)
    judged = [float(scores[f"judge_{name}_score"]) for name in
              ("relevance", "groundedness", "answer_relevance")]  # fmt: skip
    assert judged == [1.0, 0.667, 1.0]
    assert (scores["judge_model"], scores["judged_at"] is None) == ("test-model", False)
    assert scores["groundedness_score"] > 0.8, "what was counted stays"
    shown = court.endpoint.requests[1]["messages"][-1]["content"]
    for part in (LENS, told.citations[0].quote, "It weighs nine hundred kilograms."):
        assert part in shown
    after = await court.room.store.usage.get_model_usage(BASE)
    assert after.today.prompt - before.today.prompt == 600
    assert after.today.completion - before.today.completion == 20
    [one] = await court.room.store.evaluations.judged_answers(1)
    assert (one.judgement.groundedness, one.evaluation.is_refusal) == (0.667, False)


async def test_no_answer_waits_for_its_judge(court: Court) -> None:
    asked, silent = until_asked(silence())
    run_id, told = await court.ask(TOLD, silent, TOLD)
    assert told.text == "It weighs nine hundred kilograms [1]."
    await asked
    again = await court.room.ask(LENS, asker=OLAF)
    assert again.text == told.text, "while the judge is still silent"
    court.endpoint.released.set()
    for run in (run_id, court.room.answered[-1].request.run_id):
        await court.ended(run)
    court.endpoint.released.clear()


async def test_it_waits_while_somebody_is_being_answered(court: Court) -> None:
    run_id, _ = await court.ask(TOLD, says("no grades"))
    await court.ended(run_id)
    court.endpoint.requests.clear()
    court.endpoint.enqueue(GRADED)
    busy = [True, False]
    steps = JudgeSteps(court.room.answering, lambda: busy.pop(0))
    judged = await steps.judge(JudgeRequest(interaction_id_of(run_id)))
    assert judged.judgement is not None
    assert (busy, len(court.endpoint.requests)) == ([], 1)


@pytest.mark.parametrize(
    "reply",
    [says("A fine answer: 3 of 3."), says('{"relevance": NaN}'), status(500), status(401)],
    ids=["prose", "not-a-number", "down", "refused"],
)
async def test_a_judge_that_fails_leaves_no_scores(court: Court, reply: Reply) -> None:
    run_id, _ = await court.ask(TOLD, reply, reply, reply)
    await court.ended(run_id)
    scores = await court.scores(run_id)
    assert {value for name, value in scores.items() if name.startswith("judge")} == {None}


async def test_what_was_deleted_meanwhile_is_not_shown_to_the_judge(court: Court) -> None:
    judge = court.room.store.evaluations.answer_to_judge
    run_id, _ = await court.ask(TOLD, says("no grades"))
    await court.ended(run_id)
    assert await judge(interaction_id_of(run_id)) is not None
    await court.room.admin.execute("update users set is_active = false where telegram_id = %s",
                                   [OLAF])  # fmt: skip
    assert await judge(interaction_id_of(run_id)) is None, "whoever asked may read it no more"
    await court.room.admin.execute("update users set is_active = true where telegram_id = %s",
                                   [OLAF])  # fmt: skip
    assert await court.room.store.chats.clear_history(str(OLAF))
    assert await judge(interaction_id_of(run_id)) is None


async def test_a_judgement_of_what_was_deleted_meanwhile_is_not_kept(court: Court) -> None:
    evaluations = court.room.store.evaluations
    before = len(await evaluations.judged_answers(100))
    asked, silent = until_asked(silence())
    run_id, _ = await court.ask(TOLD, silent)
    await asked
    assert await court.room.store.chats.clear_history(str(OLAF))
    court.endpoint.enqueue(GRADED, GRADED)
    court.endpoint.released.set()
    await court.ended(run_id)
    court.endpoint.released.clear()
    assert len(await evaluations.judged_answers(100)) == before


async def test_when_the_bases_tokens_are_used_up_it_is_not_asked(court: Court) -> None:
    await court.room.store.usage.add_model_usage(BASE, "test-model", Usage(DAILY, 0))
    run_id, told = await court.ask(TOLD, GRADED)
    await court.ended(run_id)
    assert told.text == "It weighs nine hundred kilograms [1].", "the asker has their own"
    assert len(court.endpoint.requests) == 1
    assert (await court.scores(run_id))["judged_at"] is None


def test_a_sample_is_of_answers_that_a_model_may_be_shown() -> None:
    cited = Citation(1, "d", None, None, None, None, None, 0, "q")
    answer = AnswerState(AnswerRequest("Who?", "7", 7), "en", has_model=True, citations=(cited,))
    states = [replace(answer, interaction_id=interaction_id_of(f"r{n}")) for n in range(2000)]
    assert 60 < sum(is_sampled(state, 0.05) for state in states) < 140
    assert not any(is_sampled(state, 0.0) for state in states)
    assert all(is_sampled(state, 1.0) for state in states)
    for other in (
        replace(states[0], has_model=False),
        replace(states[0], interaction_id=""),
        replace(states[0], abstained=True),
        replace(states[0], is_nearest=True),
        replace(states[0], citations=()),
    ):
        assert not is_sampled(other, 1.0)
