"""Chats that were copied out, telephone lists and recipes, as people jot them down."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

NUMBERS = """TELEPHONES (hang it up in the hall)

guard Farhad 8-926-551-08-14
constable Drozdov 8-999-640-12-77, office hours Tue Thu 17-19
nurse Quill 8-916-204-67-31
"""
CHAT = """[09/11/2026, 18:02] Maggie: Hello all. The party is on Sunday 13 December
[10/11/2026, 15:40] Dean: baz says it is the door seal of the fridge. £85 callout
[10/11/2026, 15:41] Tom: ok
[10/11/2026, 15:42] Tom: anyone got the spare key
"""
RECIPES = """PLUM TART   makes 2 tins
700g plums
3 eggs
keeps 4 days in the fridge

DUMPLINGS
5 eggs
400g flour
boil for 6 mins
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("numbers.txt", NUMBERS.encode()),
            ("chat.txt", CHAT.encode()),
            ("recipes.txt", RECIPES.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def talk(room: ReadingRoom, *said: str) -> str:
    """Say one thing after another; return the last answer."""
    chat = new_id("chat")
    return [await room.ask(one, user_id=chat) for one in said][-1].text


async def test_the_line_of_whom_is_asked_for_has_the_number(room: ReadingRoom) -> None:
    assert "Farhad 8-926-551-08-14" in await talk(room, "telephone of the guard")


async def test_what_the_line_tells_besides_is_asked_of_the_line(room: ReadingRoom) -> None:
    told = await talk(room, "telephone of the constable Drozdov", "when is he in?")
    assert "Tue Thu 17-19" in told.splitlines()[0]


async def test_the_very_next_words_of_a_message_answer(room: ReadingRoom) -> None:
    assert (await talk(room, "what did baz say", "how much did he charge")).startswith("£85")


async def test_a_line_is_of_its_recipe(room: ReadingRoom) -> None:
    assert "3 eggs" in (await talk(room, "how many eggs in the plum tart")).splitlines()[0]
    assert "5 eggs" in (await talk(room, "how many eggs in the dumplings")).splitlines()[0]


async def test_all_of_a_recipe_is_shown_to_whoever_asks_what_goes_in(room: ReadingRoom) -> None:
    assert (await talk(room, "what goes in the dumplings")).splitlines() == [
        "DUMPLINGS: [1]",
        "• 5 eggs [1]",
        "• 400g flour [1]",
        "• boil for 6 mins [1]",
    ]


async def test_a_recipe_is_found_by_its_name_though_no_line_answers(room: ReadingRoom) -> None:
    assert (await talk(room, "how do i make dumplings")).startswith("DUMPLINGS: [1]")


async def test_what_asks_and_what_only_consents_is_never_quoted(room: ReadingRoom) -> None:
    told = await talk(room, "who has got the spare key")
    assert "anyone got" not in told
    assert "Tom: ok" not in told
