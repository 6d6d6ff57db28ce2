"""What is noted of an answer: at once where few ask, when it is quiet again where many do."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from dbos import DBOS

from pipelines.models.interactions import interaction_id_of
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.settings import AnswerSettings, FollowUpSettings
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.written_material import LIGHTHOUSE

FIRST, MANY = 881, 12  # people
LENS = "How much does the lens of the lighthouse weigh?"
SCORED = "select groundedness_score from evaluation_results where query_log_id = any(%s::uuid[])"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url,
        packed_models.embedder,
        packed_models.reranker,
        answer=AnswerSettings(follow_ups=FollowUpSettings(0)),
    ) as opened:
        await opened.ingest(LIGHTHOUSE)
        for person in range(FIRST, FIRST + MANY):
            await opened.store.people.ensure_user(person, None, None)
        yield opened


async def ask(room: ReadingRoom, person: int) -> str:
    run_id = new_id("noted")
    request = AnswerRequest(LENS, str(person), person, run_id)
    await room.runs.answer(request, run_id=run_id)
    return run_id


async def noted_later(asked: list[str]) -> list[str]:
    """Return the runs that note answers, as far as they were begun; wait for their end."""
    begun = []
    for run_id in asked:
        if await DBOS.get_workflow_status_async(f"note-{run_id}") is not None:
            run = await DBOS.retrieve_workflow_async(f"note-{run_id}")
            async with asyncio.timeout(60):
                await run.get_result(polling_interval_sec=0.05)
            begun.append(run_id)
    return begun


async def test_where_one_asks_it_is_noted_before_the_answer_is_over(room: ReadingRoom) -> None:
    run_id = await ask(room, FIRST)
    [(score,)] = [
        tuple(row.values()) for row in await room.rows(SCORED, [interaction_id_of(run_id)])
    ]
    assert score is not None
    assert await noted_later([run_id]) == []


async def test_where_many_ask_it_is_noted_once_they_have_their_answers(room: ReadingRoom) -> None:
    asked = await asyncio.gather(*(ask(room, FIRST + n) for n in range(MANY)))
    assert await noted_later(asked), "nobody had to wait for what is noted"
    rows = await room.rows(SCORED, [interaction_id_of(run_id) for run_id in asked])
    assert len([row for row in rows if row["groundedness_score"] is not None]) == MANY
