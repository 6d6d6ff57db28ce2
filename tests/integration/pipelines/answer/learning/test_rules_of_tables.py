"""Corrections of what a column comes to: no sum of all rows but the one that is cited."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.answer.teaching import Correction
from pipelines.models.interactions import interaction_id_of
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

OWNER = 911
ROWERS = [(f"Rower {number}", 40 + 7 * number) for number in range(1, 31)]
TOTAL = sum(fee for _, fee in ROWERS)
LINES = (f"{name},The boat house by the old lock on the eastern arm,{fee}" for name, fee in ROWERS)
FEES = ("fees.csv", "\n".join(["Rower,Boat is kept in,Fee", *LINES]).encode())
ASKED = "What is the sum of the fees?"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models) as opened:
        await opened.store.people.ensure_user(OWNER, None, "en")
        await opened.store.people.appoint_owners((OWNER,))
        await opened.ingest(FEES, owner=OWNER)
        yield opened


async def test_what_is_no_sum_is_not_summed_without_a_row(room: ReadingRoom) -> None:
    run_id = new_id("asked")
    request = AnswerRequest(ASKED, run_id, OWNER, run_id)
    assert str(TOTAL) in digits(await said(room, request))
    seen = await room.store.interactions.get_interaction(
        interaction_id_of(request.origin), asker=OWNER, chat=run_id
    )
    assert seen is not None
    teaching = await room.runs.teaching()
    proposed = await teaching.propose(
        seen.interaction, Correction("suppress", "off_topic"), asker=OWNER, chat=run_id
    )
    assert proposed is not None
    assert proposed.rule_id is not None
    await room.store.rules.decide_rule(proposed.rule_id, "accept", actor=OWNER)
    left = await said(room, again(request))
    sums = {str(TOTAL), *(str(TOTAL - fee) for _, fee in ROWERS)}
    assert not any(each in digits(left) for each in sums)
    await room.store.rules.decide_rule(proposed.rule_id, "undo", actor=OWNER)
    assert str(TOTAL) in digits(await said(room, again(request)))


def again(request: AnswerRequest) -> AnswerRequest:
    run_id = new_id("asked")
    return AnswerRequest(request.question, run_id, OWNER, run_id)


async def said(room: ReadingRoom, request: AnswerRequest) -> str:
    run_id = str(request.user_id)
    await room.runs.answer(request, run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    return told.text


def digits(text: str) -> str:
    """Return a text with thousands as plain digits."""
    return text.replace(",", "").replace("\u00a0", "")
