"""Papers of a household: hours of a shop, a class's leaflet and chat, who has paid for a trip."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

HOURS = """Kiln Lane pottery, entrance through the yard

Opening hours
Monday         closed
Tuesday        10:00 - 19:00
Wednesday      10:00 - 19:00
Thursday       12:00 - 20:00
Saturday       10:00 - 16:00

Clay is sold by the bag. The glaze room is upstairs.
"""
LEAFLET = """Памятка для родителей

ЕСЛИ РЕБЁНОК ЗАБОЛЕЛ
Пишем учителю в личку до 9:00, не в общий чат.
Пропустили больше трёх дней - нужна справка от врача. До трёх дней хватит записки от родителей.

ЕДА
Завтрак после первого урока, он бесплатный. Обед после четвёртого, 165 рублей в день.
"""
CHAT = """[13.10.2025, 21:10] Марина Белова: Контрольную по математике перенесли на 22 октября
[17.10.2025, 09:30] Ольга Зимина: Автобус на пятницу белый, номер 482, встанет у ворот.
[17.10.2025, 09:41] Оксана Ким: мы не едем, Глеба укачивает
"""
TRIP = """Ученик,Кто сдаёт,Экскурсия (850),Подарки (700)
Абрамов Лев,Ольга А.,850,700
Васильев Артём,Игорь В.,,700
Гаврилова Даша,Анна Г.,850,
Ершова Полина,Юлия Е.,,
Лебедев Тимофей,Павел Л.,850,700
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("hours.txt", HOURS.encode()),
            ("памятка.txt", LEAFLET.encode()),
            ("чат.txt", CHAT.encode()),
            ("экскурсия.csv", TRIP.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


@pytest.mark.parametrize("question", ["are you open on monday", "when do you open on mondays"])
async def test_a_day_on_which_it_is_shut_is_told(room: ReadingRoom, question: str) -> None:
    answer = await room.ask(question)
    assert "Monday closed" in answer.text.splitlines()[0]


async def test_a_heading_that_is_the_question_is_answered_by_what_stands_under_it(
    room: ReadingRoom,
) -> None:
    answer = await room.ask("а если ребёнок заболел")
    assert answer.text.startswith("Пишем учителю в личку")


async def test_what_was_told_of_lunch_is_not_told_of_breakfast(room: ReadingRoom) -> None:
    chat = new_id("chat")
    assert "165" in (await room.ask("сколько стоит обед", user_id=chat)).text
    after = await room.ask("а завтрак", user_id=chat)
    assert after.text.startswith("Завтрак после первого урока")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "на какое число перенесли контрольную",
            "Контрольную по математике перенесли на 22 октября — Марина Белова, 13.10.2025",
        ),
        ("какой номер автобуса", "Автобус на пятницу белый, номер 482"),
    ],
)
async def test_a_message_is_told_before_who_wrote_it(
    room: ReadingRoom, question: str, told: str
) -> None:
    assert (await room.ask(question)).text.startswith(told)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("кто не сдал на подарки", ["Гаврилова Даша", "Ершова Полина"]),
        ("кто не сдал на экскурсию", ["Васильев Артём", "Ершова Полина"]),
    ],
)
async def test_who_has_an_empty_cell_has_not_paid(
    room: ReadingRoom, question: str, names: list[str]
) -> None:
    told = (await room.ask(question)).text
    assert all(name in told for name in names)
    assert "Лебедев" not in told
