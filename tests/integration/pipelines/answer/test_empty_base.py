"""A base that holds nothing says so, whatever it is asked, and what to send."""

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import new_id, open_room

SAID = ("Hello!", "What documents are there?", "How many documents?", "What does it cost?")


async def test_an_empty_base_says_so_and_what_to_send(
    database_url: str, packed_models: Models
) -> None:
    async with open_room(database_url, packed_models.embedder, packed_models.reranker) as room:
        chat = new_id("chat")
        for said in SAID:
            answer = await room.ask(said, asker=1, user_id=chat)
            assert "nothing in the base yet" in answer.text
            assert "Send a file" in answer.text
            assert answer.citations == ()
        russian = await room.ask("Привет!", asker=1, user_id=chat)
        assert "пока пусто" in russian.text or "ничего нет" in russian.text
