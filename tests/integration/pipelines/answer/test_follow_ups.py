"""What is asked after an answer: of its time, of what comes with it, and of nothing of the kind."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

ROTA = """# Farm rota, week 30

| Post | Mon | Tue | Wed | Thu | Fri | Sat | Sun |
|---|---|---|---|---|---|---|---|
| Gate desk | Ida | Ida | Ruth | Ned | Ruth | Zoe | Zoe |
| Goat shed | Ned | Omar | Omar | Ruth | Ida | Omar | Ned |
| Closing the barn | Ned | Omar | Ned | Ned | Ned | Omar | Lars |
"""
PRICES = """Ticket,Admission (EUR),Pony ride (EUR),Admission and pony ride (EUR)
Adult,9.50,6.00,14.00
Student,7.50,5.00,11.50
Pensioner 65+,8.00,5.00,12.00
"""
RULES = """# Handbook of the farm

## 1. Emergencies
Every accident is written in the red book on the same day. The defibrillator hangs by the dairy
door. If the fire alarm sounds, lead visitors to the assembly point in the orchard; do not go back
for belongings. Only trained drivers may start the tractor.

## 2. Clothes
Wear the green apron and closed shoes. The apron is lent against a deposit of 15 euros.
"""
LETTERS = """From: Ruth Ahl
To: Ned Quill
Date: 2 June 2026, 09:14
Subject: Harvest fair

The harvest fair is on Saturday 12 September, from 10:00 to 18:00. Fair tickets are 18 euros for
adults and 9 euros for children. Annual passes are valid at the fair, but pass holders pay 5 euros
for the rides.
Ruth
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("rota.md", ROTA.encode()),
            ("prices.csv", PRICES.encode()),
            ("handbook.md", RULES.encode()),
            ("letters.txt", LETTERS.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("what do i do if the fire alarm goes off", "where is the defib"), ["orchard", "dairy"]),
        (
            (
                "who is at the gate desk on saturday",
                "and who closes the barn then",
                "and on sunday",
            ),
            ["Zoe", "Omar", "Lars"],
        ),
        (("when is the harvest fair", "do annual passes count that day"), ["12 Sep", "valid"]),
        (("how much is a student ticket without the ride", "and with"), ["7.50", "11.50"]),
        (("сколько стоит вход для студента", "а вместе с поездкой"), ["7.50", "11.50"]),
    ],
)
async def test_each_question_is_answered_after_the_one_before_it(
    room: ReadingRoom, said: tuple[str, ...], told: list[str]
) -> None:
    chat = new_id("chat")
    first = [(await room.ask(one, user_id=chat)).text.splitlines()[0] for one in said]
    assert [each for each, line in zip(told, first, strict=True) if each in line] == told, first
