"""What goes on from an answer, and what is a question of its own after one."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.models.answers import Answer
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

BEN = 823
CONCERT = """# Winter concert of the Weir choir

The winter concert of the choir is in St Bride's church on 12 December. Doors open at half past
six. Entry to the church is 16 euros at the door, and children under twelve pay 5 euros.
The collection goes to the lifeboat. Parking is behind the mill.
"""
CAVE = """# A day at Ardle cave

A visit is 21 euros a head, and one gets in by a ladder. Guides carry the lamps.
The bus back leaves at five.
"""
BOILER = """# Codes of the Solway boiler

When the pressure is below 0.8 bar the boiler stops and shows F22.

| Code | Meaning | Who repairs it |
|---|---|---|
| F54 | condensate pipe frozen | the tenant |
| F61 | fan does not turn | the service |
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        texts = {"concert.md": CONCERT, "cave.md": CAVE, "boiler.md": BOILER}
        report = await opened.ingest(*((n, t.encode()) for n, t in texts.items()), owner=BEN)
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def talk(room: ReadingRoom, *said: str) -> list[Answer]:
    """Say these one after the other in a chat of their own."""
    chat = new_id("chat")
    return [await room.ask(one, asker=BEN, user_id=chat) for one in said]


async def test_a_new_question_is_not_dragged_into_the_last_document(room: ReadingRoom) -> None:
    _, bus = await talk(room, "Where is the winter concert?", "When does the bus leave Ardle cave?")
    assert bus.citations[0].file_name == "cave.md"


async def test_a_code_is_a_question_of_its_own_where_the_last_one_has_no_answer_for_it(
    room: ReadingRoom,
) -> None:
    _, code = await talk(room, "The boiler shows F22, what does it mean?", "F54?")
    assert not code.abstained
    assert "condensate pipe frozen" in code.text
