"""What goes on from an answer may be told by the very sentence that was shown."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

MEMO = """# Памятка садовода

## Полив
Огород поливаем по очереди: Вишнёвая и Яблоневая — понедельник, среда, пятница, Сиреневая и
Рябиновая — вторник, четверг, суббота. Часы полива: с 6 до 9 утра и с 18 до 22.

## Шум
В будни шум не допускается с 22:00 до 8:00, в субботу, воскресенье и праздничные дни — с 22:00 до
10:00.

## Мусор
Два контейнера у ворот, забирают по средам и воскресеньям, рано утром. Старую мебель, холодильники \
и прочий крупногабарит складываем на площадку за трансформатором, грузовик за ним приходит два \
раза за сезон: 24 мая и 13 сентября.
"""
DUES = """Участок,Владелец,Аллея,Дата оплаты
3,Абросимова Нина Петровна,Вишнёвая,02.06.2025
5,Белоусов Игорь Львович,Вишнёвая,19.05.2025
14,Дроздов Павел Андреевич,Яблоневая,21.06.2025
"""
CLUB = b"""# Boat club

In the season the clubhouse is open on Tuesday and Thursday evenings from 6 to 9 pm and on Saturdays
from 9 am to 5 pm. On Sundays we keep the doors shut until 10.30 out of courtesy to the chapel, and
close at 5 pm as usual. The season runs from Saturday 29 March to Sunday 26 October.
"""
SPACES = b"""Space,Number of places,Taken,Per year GBP
Kayak rack,14,14,48
Pontoon berth,6,5,240
Oar locker,20,12,12
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models, reader=packed_models.reader) as opened:
        await opened.ingest(("memo.md", MEMO.encode()), ("dues.csv", DUES.encode()))
        await opened.ingest(("club.md", CLUB), ("spaces.csv", SPACES))
        yield opened


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            ("по каким дням поливать на Сиреневой?", "а на вишневой?"),
            ["вторник, четверг, суббота", "понедельник, среда, пятница"],
        ),
        (
            ("до скольки можно шуметь вечером в будни", "а в выходные с утра?"),
            ["22:00", "до 10:00"],
        ),
        (("куда девать старый холодильник", "и когда его заберут"), ["площадку", "24 мая"]),
        (("when are you open on saturdays", "and on sundays?"), ["9 am", "10.30"]),
        (("what is a kayak rack a year", "are there any free"), ["48", "Taken: 0"]),
    ],
)
async def test_a_sentence_that_was_shown_answers_what_goes_on_from_it(
    room: ReadingRoom, said: tuple[str, ...], told: list[str]
) -> None:
    chat = new_id("chat")
    for question, wanted in zip(said, told, strict=True):
        answered = await room.ask(question, user_id=chat)
        lines = answered.text.splitlines()
        assert wanted in "\n".join(line for line in lines[:3] if line), answered.text
