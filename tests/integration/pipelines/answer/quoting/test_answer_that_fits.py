"""Of several sentences near a question, the one of the same: that side, that thing, that day."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

BARBER = """# Corner Barbers

Open Tuesday to Saturday from 9 to 18. Closed from 24 December to 1 January.

| Service | Price | Minutes |
|---|---|---|
| Haircut | £18 | 30 |
| Beard trim | £10 | 15 |

Cash or card. You need no appointment before noon. Ring Sam on 01632 960 551.
"""
REPAIRS = """# Мастерская «Подкова»: ремонт на дому

Звонить с 9 до 19. Офис закрыт с 30 декабря по 8 января.

| Работа | Цена, руб. | Часов |
|---|---|---|
| Замена смесителя | 1500 | 1 |
| Чистка засора | 1800 | 1 |

Оплата наличными или переводом. Если клиент опоздал более чем на 20 минут, заявка переносится на
другой день. Мастер приходит в сменной обуви.
"""
LEASE = b"""Agreement for letting the flat at 12 Mill Lane

1. The rent is 780 pounds a month and is paid on the first of each month.
2. If the tenant does not pay within 14 days, the landlord may charge interest of 3 per cent.
3. The tenant may end the agreement with one month's notice, the landlord with two.
"""
HANDBOOK = """# Volunteers

We refund travel up to £8 per shift, and parking at Station Road car park. Hand in receipts by the
25th. Only trained drivers may enter the cab of a locomotive in steam.
Gala tickets are £18 for adults and £9 for children, with rides all day.
If you are unwell and cannot come, ring the shift leader, Dana Moss, on 01632 960 777.
Anyone who is absent twice without notice receives a written warning.
The pool is closed from 3 August to 21 August for new tiles.
"""
FAQ = """# Riverside Pottery: questions people ask

**Is there parking?**
Two disabled bays in the yard. Everybody else parks at Mill Field, £2 a day.

**Do you hire out towels?**
Yes, at the front desk. A towel costs £1.50.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models, reader=packed_models.reader) as opened:
        await opened.ingest(
            ("barber.md", BARBER.encode()),
            ("repairs.md", REPAIRS.encode()),
            ("lease.txt", LEASE),
            ("handbook.md", HANDBOOK.encode()),
            ("faq.md", FAQ.encode()),
        )
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("can i pay by card", "Cash or card."),
        ("are you open on boxing day", "Closed from 24 December"),
        ("вы работаете 7 января", "закрыт с 30 декабря"),
        ("можно переводом?", "Оплата наличными или переводом."),
        ("что если клиент опоздает", "Если клиент опоздал"),
        ("what if the tenant doesn't pay", "If the tenant does not pay"),
        ("until when is the pool closed", "21 August"),
        ("how much are gala tickets", "Gala tickets are £18"),
        ("who do i ring if im ill", "Dana Moss"),
        ("what happens if i dont turn up twice", "written warning"),
    ],
)
async def test_what_fits_is_told(room: ReadingRoom, question: str, told: str) -> None:
    assert told in (await room.ask(question)).text.splitlines()[0]


async def test_both_halves_are_told_of_one_reply(room: ReadingRoom) -> None:
    told = (await room.ask("is there parking and how much")).text
    assert "Two disabled bays" in told
    assert "£2 a day" in told


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("what if the landlord doesn't pay", "If the tenant"),
        ("если мастер опоздает", "Если клиент"),
        ("what do halloween tickets cost", "£18"),
        ("can i take my bike on the train", "drivers"),
        ("who drives Lady Maud", "drivers"),
    ],
)
async def test_nothing_is_told_of_another(room: ReadingRoom, question: str, others: str) -> None:
    told = await room.ask(question)
    assert told.abstained, told.text
    assert others not in told.text.splitlines()[0]
