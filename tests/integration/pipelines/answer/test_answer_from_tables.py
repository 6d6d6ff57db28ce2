"""Questions of a whole table, as they are answered: what is said, and what is folded beneath."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

PRICES = """Code,Treatment,Animal,"Price, £",Minutes
T01,Check-up,any,42,15
T02,Scaling,dog,265,90
T03,Scaling,cat,230,80
T04,Castration,dog,210,75
T05,Claw trimming,any,14,30
T06,Travel papers,any,,20
"""
ROTA = """Name,Fri
Nora Quill,off
Ivo Marsh,early
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        report = await opened.ingest(
            ("Treatment prices.csv", PRICES.encode()), ("Rota.csv", ROTA.encode())
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def test_the_number_of_a_comparison_stands_nowhere(room: ReadingRoom) -> None:
    answer = await room.ask("which treatment price is under 100 pounds")
    assert answer.text.splitlines() == [
        "• Check-up, Price, £: 42 [1]",
        "• Claw trimming, Price, £: 14 [2]",
    ]


async def test_what_fulfils_a_comparison_is_counted_and_shown(room: ReadingRoom) -> None:
    answer = await room.ask("in how many is the treatment price over 220 pounds")
    assert answer.text == "Price, £: 2 of 5 rows [1]"
    assert "Scaling, dog, Price, £: 265 [1]" in answer.aside


async def test_a_total_says_what_it_is_and_what_is_left_out(room: ReadingRoom) -> None:
    answer = await room.ask("what do all treatment prices add up to?")
    assert answer.text == "Price, £, total of 5 rows: 761 [1]"
    assert answer.aside.endswith("1 row has no number and is left out.")


async def test_a_row_that_says_no_more_is_not_folded(room: ReadingRoom) -> None:
    answer = await room.ask("Nora Quill on Fridays?")
    assert (answer.text, answer.aside) == ("Nora Quill, Fri: off [1]", "")


async def test_nothing_that_is_folded_ends_in_an_empty_line(room: ReadingRoom) -> None:
    answer = await room.ask("what is the price of castration?")
    assert answer.aside.startswith("Code: T04")
    several = await room.ask("in how many is the treatment price under 220 pounds")
    assert "\n\n" not in answer.aside + several.aside
