"""Items of lists, two questions in one, and days of the week, as they are answered."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

RULES = """# House rules

The following are not allowed in the reading room:

- smoking of any kind
- eating of hot meals
- calls by telephone

## What we lend to nobody

- maps of the harbour
- albums with pressed flowers
- loose newspapers
- old engravings of boats

## Events

The fair takes place in the courtyard on 26 June 2026. Lucy Brandt runs the fair.

The cellar opens at 8:30 and closes at 17:30, Monday to Friday. The cellar stays closed on Sundays.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        report = await opened.ingest(("rules.md", RULES.encode()))
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def test_an_item_stands_behind_what_leads_to_it(room: ReadingRoom) -> None:
    answer = await room.ask("Is smoking allowed?")
    said = "The following are not allowed in the reading room: smoking of any kind [1]"
    assert answer.text.startswith(said)


async def test_several_items_that_answer_stand_in_the_whole_list(room: ReadingRoom) -> None:
    answer = await room.ask("What smoking, eating or calls are not allowed in the reading room?")
    assert answer.text.splitlines() == [
        "The following are not allowed in the reading room: [1]",
        "• smoking of any kind [1]",
        "• eating of hot meals [1]",
        "• calls by telephone [1]",
    ]


async def test_an_item_that_says_little_stands_behind_its_heading(room: ReadingRoom) -> None:
    answer = await room.ask("Do you lend engravings?")
    assert answer.text.startswith("What we lend to nobody: old engravings of boats [1]")


async def test_what_answers_two_questions_stands_once(room: ReadingRoom) -> None:
    answer = await room.ask("When does the fair take place and where does the fair take place?")
    assert answer.text.count("The fair takes place in the courtyard") == 1


async def test_the_sentence_of_the_day_comes_first(room: ReadingRoom) -> None:
    answer = await room.ask("What time does the cellar open on the weekend?")
    assert "The cellar stays closed on Sundays. [1]" in answer.text
    assert "8:30" not in answer.text
