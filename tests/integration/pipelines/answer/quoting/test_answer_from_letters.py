"""Who wrote a letter, what a later one changed, of which day a decision is, what a season has."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

LETTER = """12 February 2026

Dear Mr Hartley,

We write about the roof of the boathouse. The north side is leaking again and three tiles are
missing above the galley. We would ask you to send somebody before the end of the month.

Yours sincerely,
Margaret Doyle
Secretary, Leith Rowing Club
"""
MAILS = """From: Janet Cole <janet@fairview.example>
To: Orders <orders@bloom.example>
Date: 2 June 2026 09:14
Subject: Wreaths for the regatta

Hello,
we would like 30 laurel wreaths for the regatta on 20 June.

From: Janet Cole <janet@fairview.example>
To: Orders <orders@bloom.example>
Date: 5 June 2026 16:40
Subject: Re: Wreaths for the regatta

Hello again,
please make it 40 wreaths instead of 30.
"""
MINUTES = """Minutes of the meeting of the Harbour Committee of 14 March 2026

Present: Ruth Adeyemi, Colin Marsh

1. Moorings. It was agreed to raise the mooring fee from £40 to £48.
2. Slipway. The committee discussed the cracks in the slipway.
"""
LEAFLET = """Памятка яхт-клуба «Прибой»

Эллинг работает с 1 мая по 30 сентября с 7 до 23, в остальное время — с 8 до 20.
Пропуск на причал заказывают в конторе, кабинет 4. Заявку на пропуск можно сделать и по телефону
8 (495) 221-40-17.
Душевая открыта с 15 мая по 15 сентября.

Камбуз находится на втором этаже. Он работает с 8:30 до 16:00, по субботам закрыт.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("letter.txt", LETTER.encode()),
            ("mails.txt", MAILS.encode()),
            ("minutes.txt", MINUTES.encode()),
            ("памятка.txt", LEAFLET.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def ask(room: ReadingRoom, question: str) -> str:
    return (await room.ask(question, user_id=new_id("chat"))).text


async def test_who_wrote_a_letter_is_told_as_it_is_signed(room: ReadingRoom) -> None:
    assert "Margaret Doyle, Secretary" in await ask(room, "who wrote to us about the roof")
    assert "Janet Cole" in await ask(room, "who wrote to us about the wreaths")


async def test_what_a_later_e_mail_changed_comes_first_with_its_day(room: ReadingRoom) -> None:
    heading, newer, older = (await ask(room, "how many wreaths"))[:400].splitlines()[:3]
    assert "changed" in heading
    assert "5 June 2026" in newer
    assert "40 wreaths" in newer
    assert "2 June 2026" in older


async def test_the_day_of_a_decision_stands_before_it(room: ReadingRoom) -> None:
    text = await ask(room, "when was it decided to raise the mooring fee")
    assert text.index("14 March 2026") < text.index("agreed to raise")


@pytest.mark.parametrize(
    "question",
    ["до скольки работает эллинг", "до скольки эллинг работает в декабре", "эллинг открыт летом?"],
)
async def test_a_stretch_of_the_year_answers(room: ReadingRoom, question: str) -> None:
    assert "в остальное время — с 8 до 20" in await ask(room, question)


async def test_a_stretch_that_does_not_hold_the_time_answers_too(room: ReadingRoom) -> None:
    assert "15 сентября" in (await ask(room, "душевая открыта в октябре?")).splitlines()[0]


async def test_the_second_half_has_the_subject_of_the_first(room: ReadingRoom) -> None:
    text = await ask(room, "где заказать пропуск на причал и по какому телефону его заказать")
    assert "кабинет 4" in text
    assert "221-40-17" in text
    assert "Памятка" not in text


async def test_what_answers_one_half_is_not_folded_in_below_the_other(room: ReadingRoom) -> None:
    answer = await room.ask("где камбуз и до скольки он работает", user_id=new_id("chat"))
    assert "на втором этаже" in answer.text
    assert "до 16:00" in answer.text
    assert "на втором этаже" not in answer.aside
