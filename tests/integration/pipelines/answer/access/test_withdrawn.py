"""What was read once and may not be read any more: no follow-up brings it back."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.allotment import LIBRARY, TREASURE
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

OWNER, ANNA = 831, 832
FIRST = "Who dug the well?"
SECRETS = ("31 metres", "Silvan Rook", "80 kilograms", "two people lift")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def library(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    """The well is for those whose role may read it, the rest for everybody."""
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models) as opened:
        for telegram_id in OWNER, ANNA:
            await opened.store.people.ensure_user(telegram_id, None, "en")
        await opened.ingest(*LIBRARY, owner=OWNER)
        await opened.ingest(("well.md", TREASURE.encode()), owner=OWNER, reader_role=None)
        await opened.admin.execute("insert into roles (name) values ('readers')")
        await opened.admin.execute(
            "insert into user_roles select u.id, r.id from users u, roles r"
            " where u.telegram_id = %s",
            (ANNA,),
        )
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def room(library: ReadingRoom) -> AsyncIterator[ReadingRoom]:
    """Anna's role may read about the well, until it is withdrawn."""
    await library.admin.execute(
        "insert into role_document_access select r.id, d.id from roles r, documents d"
        " where d.title = 'The well'"
    )
    yield library
    await withdraw(library)


async def withdraw(room: ReadingRoom) -> None:
    await room.admin.execute("delete from role_document_access")


@pytest.mark.parametrize(
    "said",
    [
        "and how deep is it?",
        "how much does its lid weigh?",
        "tell me more",
        "what comes next?",
        "What is this document about?",
        "why?",
        FIRST,
    ],
)
async def test_a_follow_up_quotes_nothing_that_was_withdrawn(room: ReadingRoom, said: str) -> None:
    chat = new_id("chat")
    first = await room.ask(FIRST, asker=ANNA, user_id=chat)
    assert "Silvan Rook" in first.text
    await withdraw(room)
    answer = await room.ask(said, asker=ANNA, user_id=chat)
    for secret in SECRETS:
        assert secret not in answer.text
        assert secret not in answer.aside
    assert "The well" not in {citation.title for citation in answer.citations}
    assert "The well" not in {choice.title for choice in answer.choices}


async def test_while_it_may_be_read_the_same_follow_ups_are_answered(room: ReadingRoom) -> None:
    chat = new_id("chat")
    await room.ask(FIRST, asker=ANNA, user_id=chat)
    more = await room.ask("what comes next?", asker=ANNA, user_id=chat)
    assert "80 kilograms" in more.text


async def test_passages_and_cards_are_for_those_who_may_read_them(room: ReadingRoom) -> None:
    (row,) = await room.rows("select id from documents where title = 'The well'")
    document_id = str(row["id"])
    search, documents = room.store.search, room.store.documents
    read = await search.document_passages(document_id, asker=ANNA)
    assert [passage.passage_idx for passage in read] == list(range(len(read)))
    assert "Silvan Rook" in "".join(passage.text for passage in read)
    later = await search.document_passages(document_id, asker=ANNA, first=1, limit=1)
    assert later == read[1:2]
    assert await documents.get_document(document_id, asker=ANNA) is not None
    await withdraw(room)
    for asker in ANNA, None, 999:
        assert await search.document_passages(document_id, asker=asker) == ()
        assert await documents.get_document(document_id, asker=asker) is None
    assert await search.document_passages(document_id, asker=OWNER) == read
