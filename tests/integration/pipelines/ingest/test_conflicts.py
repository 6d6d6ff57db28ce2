"""What a new document contradicts, who is asked about it, and what becomes of the decision."""

from collections.abc import AsyncIterator

import numpy as np
import pytest_asyncio

from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

OWNER, ADDER, OTHER = 701, 702, 703
EVERYONE = "everyone"


@pytest_asyncio.fixture(loop_scope="session")
async def room(database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(database_url, WordEmbedder(), WordReranker()) as opened:
        await opened.store.people.claim_ownership(OWNER)
        yield opened


def _pump(months: int) -> tuple[str, bytes]:
    text = f"The warranty on submersible pumps lasts {months} months from delivery."
    return f"pump{months}.txt", text.encode()


async def test_both_statements_are_shown_with_their_documents(room: ReadingRoom) -> None:
    first = await room.ingest(_pump(24), owner=ADDER, reader_role=EVERYONE)
    second = await room.ingest(_pump(36), owner=ADDER, reader_role=EVERYONE)
    [conflict] = await room.store.conflicts.list_conflicts(OWNER, batch_id=second.batch_id)
    assert conflict.kind == "number"
    assert conflict.first.text == _pump(24)[1].decode()
    assert conflict.second.text == _pump(36)[1].decode()
    assert conflict.first.document_id == first.items[0].document_id
    assert len(conflict.second.date) == len("2026-11-24")


async def test_the_owner_and_the_uploader_are_asked_once(room: ReadingRoom) -> None:
    await room.ingest(_pump(24), owner=OTHER, reader_role=EVERYONE)
    report = await room.ingest(_pump(36), owner=ADDER, reader_role=EVERYONE)
    conflicts = room.store.conflicts
    asked = await conflicts.people_to_ask_of_conflicts(report.batch_id)
    assert [one.telegram_id for one in asked] == [OWNER, ADDER]
    assert await conflicts.people_to_ask_of_conflicts(report.batch_id) == ()


async def test_what_the_uploader_may_not_read_is_not_compared(room: ReadingRoom) -> None:
    await room.ingest(_pump(24), owner=OTHER, reader_role=None)
    await room.ingest(_pump(36), owner=ADDER, reader_role=None)
    for person in (OWNER, ADDER, OTHER):
        assert await room.store.conflicts.list_conflicts(person) == ()


async def test_it_is_shown_only_to_who_may_read_both(room: ReadingRoom) -> None:
    await room.ingest(_pump(24), owner=OTHER, reader_role=EVERYONE)
    report = await room.ingest(_pump(36), owner=ADDER, reader_role=None)
    conflicts = room.store.conflicts
    assert await conflicts.list_conflicts(OWNER) == await conflicts.list_conflicts(OTHER) == ()
    [conflict] = await conflicts.list_conflicts(ADDER)
    asked = await conflicts.people_to_ask_of_conflicts(report.batch_id)
    assert [one.telegram_id for one in asked] == [ADDER]
    assert await conflicts.get_conflict(conflict.id, actor=OWNER) is None
    query = np.ones(768, dtype=np.float32)
    wrong = conflict.first.text
    for person, may in ((OTHER, False), (ADDER, True)):
        done = await conflicts.decide_conflict(
            conflict.id, "second", wrong, query, language="en", actor=person
        )
        assert done is may


async def test_a_decision_becomes_a_rule_and_another_undoes_it(room: ReadingRoom) -> None:
    await room.ingest(_pump(24), owner=OTHER, reader_role=EVERYONE)
    await room.ingest(_pump(36), owner=ADDER, reader_role=EVERYONE)
    conflicts, rules = room.store.conflicts, room.store.rules
    [conflict] = await conflicts.list_conflicts(OWNER)
    query = np.ones(768, dtype=np.float32)
    for state, wrong, holds in (
        ("second", conflict.first, conflict.second),
        ("first", conflict.second, conflict.first),
    ):
        assert await conflicts.decide_conflict(
            conflict.id, state, wrong.text, query, language="en", actor=OWNER
        )
        [rule] = await rules.list_rules(OWNER, state="active")
        assert rule.rule.kind == "prefer"
        assert rule.rule.shown_document_id == wrong.document_id
        assert rule.rule.right_passage is not None
        [right] = await room.store.search.get_passages([rule.rule.right_passage], asker=OWNER)
        assert right.document_id == holds.document_id
        assert not rule.is_personal
    assert await conflicts.decide_conflict(
        conflict.id, "none", "", None, language="en", actor=OWNER
    )
    assert await rules.list_rules(OWNER, state="active") == ()
    assert await conflicts.list_conflicts(OWNER) == ()


async def test_nothing_is_left_of_it_when_a_document_is_deleted(room: ReadingRoom) -> None:
    first = await room.ingest(_pump(24), owner=ADDER, reader_role=EVERYONE)
    await room.ingest(_pump(36), owner=ADDER, reader_role=EVERYONE)
    await room.store.documents.delete_document(first.items[0].document_id, actor=ADDER)
    assert await room.rows("select id from conflicts") == []


async def test_many_differences_are_two_things_of_one_form(room: ReadingRoom) -> None:
    things = ("boat", "car", "house", "garage", "tent")
    for number in (1, 2):
        lines = [
            f"Monthly rent of the {thing} is {at + 10 * number} euros."
            for at, thing in enumerate(things, start=1)
        ]
        name = f"rent{number}.txt"
        await room.ingest((name, "\n".join(lines).encode()), owner=ADDER, reader_role=EVERYONE)
    assert await room.store.conflicts.list_conflicts(OWNER) == ()


async def test_what_a_document_says_in_two_places_is_asked_once(room: ReadingRoom) -> None:
    name, text = _pump(24)
    between = " ".join(
        f"Valve {number} is painted green and oiled in spring." for number in range(99)
    )
    twice = b"\n\n".join((text, between.encode(), text))
    await room.ingest((name, twice), owner=ADDER, reader_role=EVERYONE)
    await room.ingest(_pump(36), owner=ADDER, reader_role=EVERYONE)
    [conflict] = await room.store.conflicts.list_conflicts(OWNER)
    assert conflict.first.text == text.decode()
