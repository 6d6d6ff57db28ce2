"""Documents that were found for one question and disagree: who decides is asked, once."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.answer.following.conflicts import note_conflicts
from pipelines.answer.following.pipeline import FollowSteps
from pipelines.models.interactions import FollowRequest
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

OWNER, ADDER, OTHER = 871, 872, 873
ASKED = "How long does the warranty on submersible pumps last?"


@pytest_asyncio.fixture(loop_scope="session")
async def room(database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(database_url, packed_models.embedder, packed_models.reranker) as opened:
        await opened.store.people.claim_ownership(OWNER)
        yield opened


async def _store(room: ReadingRoom, months: int, owner: int, role: str | None) -> str:
    text = f"The warranty on submersible pumps lasts {months} months from delivery."
    report = await room.ingest((f"pump{months}.txt", text.encode()), owner=owner, reader_role=role)
    return report.batch_id


async def _ask(room: ReadingRoom, person: int) -> None:
    await room.ask(ASKED, asker=person, user_id=str(person))


async def test_what_the_uploader_could_not_compare_is_compared_when_it_is_found(
    room: ReadingRoom,
) -> None:
    conflicts = room.store.conflicts
    await _store(room, 24, OTHER, None)
    later = await _store(room, 36, ADDER, "everyone")
    assert await conflicts.list_conflicts(OTHER) == ()
    await _ask(room, ADDER)
    assert await note_conflicts(room.answered[-1], conflicts) == ()
    await _ask(room, OTHER)
    assert await note_conflicts(room.answered[-1], conflicts) == (later,)
    [conflict] = await conflicts.list_conflicts(OTHER, batch_id=later)
    assert "24 months" in conflict.first.text
    assert "36 months" in conflict.second.text
    for person in (OWNER, ADDER):
        assert await conflicts.list_conflicts(person) == (), "one of the two is OTHER's alone"
    asked = await conflicts.people_to_ask_of_conflicts(later)
    assert [one.telegram_id for one in asked] == [OTHER]


async def test_they_are_asked_once_and_not_about_what_is_decided(room: ReadingRoom) -> None:
    await _store(room, 24, OTHER, None)
    later = await _store(room, 36, ADDER, "everyone")
    await _ask(room, OTHER)
    state = room.answered[-1]
    assert await note_conflicts(state, room.store.conflicts) == (later,)
    assert await note_conflicts(state, room.store.conflicts) == ()
    [conflict] = await room.store.conflicts.list_conflicts(OTHER)
    decide = room.store.conflicts.decide_conflict
    assert await decide(conflict.id, "none", "", None, language="en", actor=OTHER)
    assert await note_conflicts(state, room.store.conflicts) == ()
    assert await room.store.conflicts.list_conflicts(OTHER) == ()


async def test_it_is_looked_for_after_an_answer(room: ReadingRoom) -> None:
    await _store(room, 24, OTHER, None)
    later = await _store(room, 36, ADDER, "everyone")
    room.mailbox.has_buttons = True
    await _ask(room, OTHER)
    await room.mailbox.disagreement(later)


async def test_whoever_waits_for_an_answer_goes_before(room: ReadingRoom) -> None:
    await _store(room, 24, OTHER, None)
    await _store(room, 36, ADDER, "everyone")
    await _ask(room, OTHER)
    waits, over = asyncio.Event(), asyncio.Event()

    async def idle() -> None:
        waits.set()
        await over.wait()

    steps = FollowSteps(room.answering, lambda: True, idle)
    request = FollowRequest(room.answered[-1].request.run_id)
    comparing = asyncio.create_task(steps.compare(request))
    waiting = asyncio.create_task(waits.wait())
    await asyncio.wait((comparing, waiting), return_when=asyncio.FIRST_COMPLETED)
    assert await steps.find(request) == request
    assert await room.store.conflicts.list_conflicts(OTHER) == ()
    over.set()
    await asyncio.gather(comparing, waiting)
    assert len(await room.store.conflicts.list_conflicts(OTHER)) == 1
