"""Whoever got an answer hears when it stands no longer: once, of what they may still read."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

import pytest_asyncio

from pipelines.answer.following.corrections import Corrections
from pipelines.models.interactions import Correction
from pipelines.models.preferences import UserSettings
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

OWNER, ANNA, BOB = 861, 862, 863
ASKED = "When is the water in the allotments turned off?"
HEDGES = "How high may hedges along the path be?"
RULES = """# Allotment rules

The water in the allotments is turned off on {day}, and turned on again on 2 April.

Hedges along the path may be 120 centimetres high, and are cut twice a year.
"""


@dataclass
class Told:
    """Keeps what people are told."""

    corrections: list[tuple[int, str | None, tuple[Correction, ...]]] = field(default_factory=list)

    async def tell_gaps(self) -> None:
        raise AssertionError("corrections tell no answers of admins")

    async def corrected(
        self, asker: int, language: str | None, corrections: Sequence[Correction]
    ) -> None:
        self.corrections.append((asker, language, tuple(corrections)))

    def taken(self) -> list[tuple[int, str | None, tuple[Correction, ...]]]:
        """Return what was told since, in the order of those who were."""
        told, self.corrections = sorted(self.corrections, key=lambda one: one[0]), []
        return told


@dataclass
class Desk:
    """The running pipelines, and what is pushed."""

    room: ReadingRoom
    told: Told

    async def rules(self, day: str, **more: object) -> str:
        """Store the rules, or a new version of them; return the document's id."""
        sent = ("rules.md", RULES.format(day=day).encode())
        report = await self.room.ingest(sent, owner=OWNER, **more)
        assert report.items[0].document_id is not None
        return report.items[0].document_id

    async def asks(self, person: int, question: str = ASKED) -> None:
        """Ask in one's own chat, and be answered."""
        answer = await self.room.ask(question, asker=person, user_id=str(person))
        assert answer.citations
        assert not answer.abstained

    async def push(self) -> list[tuple[int, str | None, tuple[Correction, ...]]]:
        """Do what the worker does by the clock; return what was told."""
        await Corrections(self.room.answering, self.told).push()
        return self.told.taken()

    async def sql(self, statement: str, *values: object) -> None:
        await self.room.admin.execute(statement, values)

    async def a_day_passes(self) -> None:
        await self.sql("update correction_notices set told_at = told_at - interval '25 hours'")
        await self.sql("update stale_answers set claimed_at = null")


@pytest_asyncio.fixture(loop_scope="session")
async def desk(database_url: str, packed_models: Models) -> AsyncIterator[Desk]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(database_url, *models, executor_id=new_id("worker")) as room:
        for person in OWNER, ANNA, BOB:
            await room.store.people.ensure_user(person, None, "en")
        yield Desk(room, Told())


async def test_a_new_version_that_says_otherwise_is_told_once(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.asks(BOB, HEDGES)
    assert await desk.push() == []
    await desk.rules("3 November")
    [(person, language, [correction])] = await desk.push()
    assert (person, language, correction.question) == (ANNA, "en", ASKED), "hedges stay as high"
    assert "28 October" in correction.then[0]
    assert "3 November" in correction.now[0].quote
    assert await desk.push() == []


async def test_there_is_one_message_a_day(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.rules("3 November")
    assert len(await desk.push()) == 1
    await desk.asks(ANNA)
    await desk.rules("9 November")
    assert await desk.push() == []
    await desk.a_day_passes()
    [(_, _, [correction])] = await desk.push()
    assert "3 November" in correction.then[0]
    assert "9 November" in correction.now[0].quote


async def test_of_what_was_deleted_nothing_is_shown(desk: Desk) -> None:
    document = await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.asks(OWNER)
    assert await desk.room.store.documents.delete_document(document, actor=OWNER)
    kept = await desk.room.rows("select * from stale_answers")
    assert "October" not in str(kept)
    [(person, _, [correction])] = await desk.push()
    assert person == ANNA, "the owner knows what they did"
    assert (correction.question, correction.then, correction.now) == (ASKED, (), ())


async def test_it_can_be_turned_off(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.asks(ANNA)
    settings = replace(UserSettings(), hears_corrections=False)
    await desk.room.store.preferences.set_user_settings(ANNA, settings)
    await desk.rules("3 November")
    assert await desk.push() == []


async def test_what_may_be_read_no_more_is_not_told(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.rules("3 November")
    await desk.sql("delete from role_document_access")
    assert await desk.push() == []


async def test_the_suspended_and_the_removed_hear_nothing(desk: Desk) -> None:
    document = await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.asks(BOB)
    assert await desk.room.store.documents.delete_document(document, actor=OWNER)
    await desk.sql("update users set is_active = false where telegram_id = %s", ANNA)
    await desk.sql("delete from users where telegram_id = %s", BOB)
    assert await desk.push() == []
    assert [row["asker"] for row in await desk.room.rows("select asker from stale_answers")] == [
        ANNA
    ]


async def test_a_conversation_that_is_cleared_is_not_spoken_of(desk: Desk) -> None:
    document = await desk.rules("28 October")
    await desk.asks(ANNA)
    assert await desk.room.store.documents.delete_document(document, actor=OWNER)
    await desk.room.store.chats.clear_history(str(ANNA))
    assert await desk.push() == []


async def test_in_groups_nothing_is_pushed(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.room.ask(ASKED, asker=-5, user_id="-5")
    await desk.rules("3 November")
    assert await desk.push() == []


async def test_two_workers_do_not_tell_twice(desk: Desk) -> None:
    await desk.rules("28 October")
    await desk.asks(ANNA)
    await desk.rules("3 November")
    gaps = desk.room.store.gaps
    assert len(await gaps.claim_stale_answers()) == 1
    assert await gaps.claim_stale_answers() == ()
    assert await desk.push() == []
