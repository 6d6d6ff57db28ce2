"""Votes that minutes tell, though a table is about the same; and who says "me" in a chat."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

MINUTES = """Протокол собрания клуба «Парус», 4 апреля 2026 г.

ПОВЕСТКА ДНЯ
1. Отчёт казначея.
2. Ремонт причала.
3. Покупка эхолота.

1. СЛУШАЛИ: казначея Лугову об остатке на счёте. Отчёт принят.

Голосовали: «за» – 30, «против» – 1.

2. СЛУШАЛИ: Ветрова о состоянии настила.

РЕШИЛИ: заключить договор с артелью «Сосна».

Голосовали: «за» – 26, «против» – 5.

3. СЛУШАЛИ: Зимина о глубинах.

РЕШИЛИ: эхолот не покупать.

Голосовали: «за» – 19, «против» – 12.
"""
FEES = "Вид сбора;На что;Размер\nЦелевой;Ремонт причала;4 300 руб.\nЧленский;Общие нужды;900 руб."
CHAT = "\n".join(
    (
        *(
            f"[{day:02}.05.2026, 10:00] Нина Ларина: Вышли на воду в {day % 5 + 6} утра, ветер "
            f"{day % 7 + 2} м/с, волна небольшая. Вернулись к обеду, паруса сушим на берегу."
            for day in range(1, 25)
        ),
        "[25.05.2026, 19:10] Егор Зимин: Эллинг закрываю в девять. Запасной насос лежит у меня.",
    )
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("протокол.md", MINUTES.encode()),
            ("сборы.csv", FEES.encode()),
            ("чат.txt", CHAT.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("сколько проголосовало за ремонт причала", "«за» – 26"),
        ("сколько человек голосовало за эхолот", "«за» – 19"),
        ("какую артель выбрали на ремонт причала", "«Сосна»"),
        ("у кого запасной насос", "Егор Зимин"),
    ],
)
async def test_the_item_and_the_writer_are_told(
    room: ReadingRoom, question: str, told: str
) -> None:
    answer = await room.ask(question, user_id=new_id("chat"))
    assert told in answer.text.splitlines()[0]
