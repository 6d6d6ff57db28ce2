"""What is asked about has to stand in the answer: the season, the one noun of the question."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

CAMP = b"""# Rowing camp

The junior group trains on Mondays and Wednesdays from 5:00 pm to 6:00 pm.
Bring a cap and a towel. The coach is Emily Carter.

# Regattas

Christmas regatta: Saturday 12 December 2026, 7 am, on the upper pond. Spring regatta: 20 March 2027
on the canal. The regatta costs 12 pounds for all who row.
"""
SCHOOL = """# Школа на набережной

Уроки начинаются в 8:30, первая перемена в 9:15.
Зимние каникулы: с 31 декабря 2026 по 10 января 2027.
Экскурсия в порт: 22 января 2027.
Повышение связано с ростом минимальной зарплаты и подорожанием вывоза мусора.
Учитель английского: Ольга Игоревна. Физкультура по вторникам и четвергам.
Классный руководитель: Марина Сергеевна Волкова.
Ключи у Светланы Юрьевны. Телефон вахтёра Геннадия: 8 921 555-01-18.
"""

COFFEE = b"""# Aroma Duo coffee machine

Fill the tank with fresh water (1.8 litres) and run two empty cups through it. The machine heats up
in about 25 seconds. Use 7 g of ground coffee for a single and 14 g for a double espresso.
"""
BOILER = b"""# HeatWell 24 combi boiler

The hot water is set to 55 degrees at the factory. The heating circuit takes up to 80 degrees.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models, reader=packed_models.reader) as opened:
        await opened.ingest(("camp.md", CAMP), ("school.md", SCHOOL.encode()))
        await opened.ingest(("coffee.md", COFFEE), ("boiler.md", BOILER))
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Когда зимние каникулы?", "31 декабря"),
        ("Когда экскурсия?", "22 января"),
        ("Во сколько начинаются уроки?", "8:30"),
        ("Кто классный руководитель?", "Волкова"),
        ("Кто ведёт английский?", "Ольга"),
        ("телефон геннадия", "555-01-18"),
        ("how long does the coffee machine take to heat up", "25 seconds"),
        ("when is the xmas regatta?", "12 December"),
        ("when is the next regatta?", "regatta: "),
        ("what time does the spring regatta start", "Spring regatta: 20 March"),
    ],
)
async def test_what_is_asked_about_is_told(room: ReadingRoom, question: str, told: str) -> None:
    assert told in (await room.ask(question)).text.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("Когда летние каникулы?", "31 декабря"),
        ("Когда выпускной?", "8:30"),
        ("Когда вывозят мусор?", "Повышение"),
        ("Как зовут учителя физкультуры?", "Ольга"),
        ("Кто директор школы?", "Волкова"),
        ("телефон светланы юрьевны", "555-01-18"),
        ("when is the summer regatta?", "regatta: "),
        ("how long does the boiler take to heat", "25 seconds"),
        ("how much does the coffee machine weigh", "7 g"),
        ("сколько весит кофемашина", "7 g"),
    ],
)
async def test_nothing_is_told_of_another_season_or_thing(
    room: ReadingRoom, question: str, others: str
) -> None:
    told = await room.ask(question)
    assert told.abstained, told.text
    assert others not in told.text.splitlines()[0]
