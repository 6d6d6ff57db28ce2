"""What was decided between two documents: answers quote what holds, to whom it is for."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

OWNER, ADDER, OTHER = 951, 952, 953
ASKED = "How long does the warranty on submersible pumps last?"


@pytest_asyncio.fixture(loop_scope="session")
async def room(database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(database_url, packed_models.embedder, packed_models.reranker) as opened:
        for person in OWNER, ADDER, OTHER:
            await opened.store.people.ensure_user(person, None, "en")
        await opened.store.people.appoint_owners((OWNER,))
        for months in 24, 36:
            text = f"The warranty on submersible pumps lasts {months} months from delivery."
            await opened.ingest((f"pumps{months}.txt", text.encode()), owner=ADDER)
        yield opened


async def decide(room: ReadingRoom, holds: int | None, actor: int = OWNER) -> bool:
    """Decide that so many months hold, or that there is no conflict."""
    rows = await (await room.admin.execute("select id from conflicts")).fetchall()
    conflict = await room.store.conflicts.get_conflict(rows[0]["id"], actor=OWNER)
    assert conflict is not None
    sides = {"first": conflict.first.text, "second": conflict.second.text}
    state = next((name for name, text in sides.items() if holds and str(holds) in text), "none")
    query = await room.embedder.embed_query(ASKED)
    return await room.store.conflicts.decide_conflict(
        *(conflict.id, state, "statement", query.embedding),  # type: ignore[arg-type]
        language="en",
        actor=actor,
    )


async def test_what_was_decided_is_quoted_until_it_is_decided_otherwise(room: ReadingRoom) -> None:
    before = (await room.ask(ASKED, asker=OTHER)).text
    for holds, not_any_more in (24, 36), (36, 24):
        assert await decide(room, holds)
        for person in OWNER, OTHER:
            told = (await room.ask(ASKED, asker=person)).text
            assert f"{holds} months" in told
            assert f"{not_any_more} months" not in told
    assert await decide(room, None)
    assert (await room.ask(ASKED, asker=OTHER)).text == before


async def test_who_may_not_read_both_is_answered_as_before(room: ReadingRoom) -> None:
    await decide(room, 24)
    await room.admin.execute(
        "delete from role_document_access using documents as d"
        " where d.id = document_id and d.file_name = 'pumps24.txt'"
    )
    told = (await room.ask(ASKED, asker=OTHER)).text
    assert "36 months" in told
    assert "24 months" not in told
