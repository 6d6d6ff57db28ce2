"""Questions in other words than the documents have: "janitor" for the caretaker."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

LEASE = """# Alder Court, house rules

1. The caretaker is Mr Osric Fenwick, flat 2, telephone 555-0142.
2. Animals may not be kept, with the exception of fish.
3. The stopcock of each flat is behind the panel under the kitchen sink.
4. Noisy works are allowed from 9:00 to 17:00 on working days.
5. The sauna may be booked for two hours a week.
"""
GARDEN = """# Сад «Рябина», протокол

Казначей товарищества: Ульяна Берг, участок 14.
Водоснабжение отключается 10 октября, включается 25 апреля.
Прокат велосипедов: 150 рублей в час, залог 1000 рублей.
Общее собрание назначено на 7 июня в 11:00 у пруда.
Председатель ревизионной комиссии — Рита Дольская.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(("rules.md", LEASE.encode()), ("сад.md", GARDEN.encode()))
        assert {item.status for item in report.items} == {"stored"}
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who is the janitor in my building", "Osric Fenwick"),
        ("am i allowed a hamster", "Animals may not be kept"),
        ("where do i turn the water off", "under the kitchen sink"),
        ("until when may i drill", "from 9:00 to 17:00"),
        ("кто держит казну", "Ульяна Берг"),
        ("сколько стоит взять велик на час", "150 рублей"),
        ("когда воду перекроют", "10 октября"),
    ],
)
async def test_it_is_answered_all_the_same(room: ReadingRoom, question: str, told: str) -> None:
    answer = await room.ask(question, user_id=new_id("chat"))
    assert told in answer.text.splitlines()[0]


@pytest.mark.parametrize(
    "question",
    [
        "who is the bus driver",
        "where do i turn the gas off",
        "where do the wobblestones live",
        "во сколько закрывается бассейн",
        "кто президент клуба",
    ],
)
async def test_what_is_not_there_is_not_answered_by_its_neighbour(
    room: ReadingRoom, question: str
) -> None:
    answer = await room.ask(question, user_id=new_id("chat"))
    assert answer.abstained
