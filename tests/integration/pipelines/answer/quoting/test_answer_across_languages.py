"""Questions to documents in the other language, which are asked again in their own words."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.models.answers import Answer
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

ANNA = 861
FARM = """
The farm lies two miles behind the chapel and is run by the Hallam sisters.

Cattle graze the marsh from May to October; the six Highland cows belong to a neighbour.

The hay barn was rebuilt after the storm of 2011 with larch from the valley.

Eggs are sold at the gate on Saturdays; the box stands under the lime tree.

The rotten gangway over the ditch was replaced by the scouts in two weekends.

Visitors leave their boots in the porch and wash their hands after the stables.

Wool is sent to a mill in Selkirk once a year and comes back as blankets.
"""
OFFICE = """
Рабочий день в конторе начинается в девять утра и заканчивается в шесть вечера.

Обед длится сорок минут; кухня находится в конце коридора, справа от бухгалтерии.

Заявление на отпуск подают за две недели начальнику отдела в письменном виде.

Пропуск выдаёт охрана на первом этаже; потерянный пропуск стоит триста рублей.

По пятницам в переговорной показывают новые проекты, и приходить могут все.

Больничный лист приносят в кадры в день выхода на работу.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        texts = (("farm.txt", FARM.encode()), ("office.txt", OFFICE.encode()))
        report = await opened.ingest(*texts, owner=ANNA)
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def ask(room: ReadingRoom, *said: str) -> Answer:
    chat = new_id("chat")
    return [await room.ask(one, asker=ANNA, user_id=chat) for one in said][-1]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Какие коровы пасутся на болоте?", "six Highland cows"),
        ("Что делают с шерстью?", "a mill in Selkirk"),
        ("Who issues a pass?", "Пропуск выдаёт охрана"),
        ("How much is a lost pass?", "триста рублей"),
        ("до какого месяца корова пасется", "to October"),
        ("который день продают яйцо", "on Saturdays"),
    ],
)
async def test_it_is_found(room: ReadingRoom, question: str, answer: str) -> None:
    told = await ask(room, question)
    assert not told.abstained, told.text
    assert answer in told.text.split("\n")[0]


@pytest.mark.parametrize(
    "question", ["Кто мэр деревни?", "Сколько стоит мёд?", "When is the swimming pool open?"]
)
async def test_what_is_in_neither_language_is_not(room: ReadingRoom, question: str) -> None:
    assert (await ask(room, question)).abstained
