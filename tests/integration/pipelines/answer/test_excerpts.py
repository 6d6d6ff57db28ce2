"""What can be quoted to a question: what the asker may read, and nothing is kept of it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

KEYS = b"""The key of the boathouse hangs behind the kitchen door. Whoever takes it signs the book.

The boathouse is painted every third spring. The paint is ordered in January.
"""
SAFE = b"The key of the safe lies under the third flower pot. Nobody else is to know of it.\n"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as room:
        await room.ingest(("keys.txt", KEYS), owner=881)
        await room.ingest(("safe.txt", SAFE), owner=882, reader_role=None)
        yield room


async def test_quotes_only_what_the_asker_may_read(room: ReadingRoom) -> None:
    question = "Where is the key?"
    theirs = await room.runs.excerpts(question, asker=881, language="en")
    owners = await room.runs.excerpts(question, asker=882, language="en")
    everyones = await room.runs.excerpts(question, asker=None, language="en")
    assert theirs.answer is not None
    for found, is_known in ((theirs, False), (owners, True), (everyones, False)):
        cited = found.answer.citations if found.answer is not None else ()
        quotes = [one.quote for one in (*cited, *found.quotes)]
        assert any("flower pot" in quote for quote in quotes) == is_known
        assert any("kitchen door" in quote for quote in quotes)


async def test_is_silent_where_the_base_is(room: ReadingRoom) -> None:
    found = await room.runs.excerpts("Wie viele Zähne hat ein Krokodil?", asker=881, language="de")
    assert (found.answer, found.quotes) == (None, ())


async def test_keeps_neither_history_nor_record(room: ReadingRoom) -> None:
    await room.runs.excerpts("When is the boathouse painted?", asker=881, language="en")
    assert not await room.store.chats.get_exchanges("", 5, asker=None)
    assert not await room.store.chats.get_exchanges("881", 5, asker=881)
    cursor = await room.admin.execute(
        "select count(*) as runs from dbos.workflow_status where name = 'answer'"
    )
    assert (await cursor.fetchone()) == {"runs": 0}
