"""What is on: dated sentences of all documents, by the day one asks on."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest_asyncio
from babel.dates import format_date

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

TODAY = datetime.now(UTC).date()
NEXT_MONDAY = TODAY + timedelta(days=7 - TODAY.weekday())
NEXT_WEEK, LATER = NEXT_MONDAY + timedelta(days=2), NEXT_MONDAY + timedelta(days=9)
BEFORE = TODAY - timedelta(days=40)


def _in(language: str, day: object) -> str:
    return format_date(day, "d MMMM y", locale=language)


SCHOOL = (
    f"Памятка для родителей\n\nОбеды стоят 180 рублей в день.\n"
    f"Родительское собрание: {_in('ru', LATER)} года в 18:30, кабинет 214.\n"
    f"Экскурсия в планетарий: {_in('ru', NEXT_WEEK)} года, стоимость 650 рублей.\n"
    "Сменная обувь обязательна.\n"
)
CLUB = (
    "Dolphin Swim Club\n\nThe coach is Emily Carter.\n"
    f"The autumn gala was on {_in('en', BEFORE)} at 10:00 am.\n"
    f"The winter gala is on {_in('en', LATER)} at 10:00 am.\n"
    "Children must bring a cap and goggles.\n"
)


BEAVERS = (
    "Бобры заповедника\n\nУчёт шёл с 23 сентября по 19 октября, по голой траве.\n"
    "Жилых поселений отмечено 47.\nСледующий полный учёт — осенью 2029 года.\n"
)
MAILS = """From: Jo Pickering
To: Anna Whitlow
Date: Wed, 4 Nov 2026 10:20
Subject: locum

Dear Anna,
Helen is away 8 to 19 February. Could you cover her Thursday mornings and the Saturdays?
Jo

From: Jo Pickering
To: Anna Whitlow
Date: Thu, 5 Nov 2026 09:03
Subject: Re: locum

The fee is 340 pounds a day and mileage, is that all right? Tom will do the 20th instead.
Jo
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("school.txt", SCHOOL.encode()),
            ("club.txt", CLUB.encode()),
            ("mails.txt", MAILS.encode()),
            ("beavers.txt", BEAVERS.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def test_next_week_has_what_is_dated_so(room: ReadingRoom) -> None:
    answer = await room.ask("что на следующей неделе?")
    assert answer.text.startswith("Экскурсия в планетарий")
    assert "gala" not in answer.text


async def test_what_comes_is_told_of_all_documents_the_first_day_first(room: ReadingRoom) -> None:
    answer = await room.ask("what's coming up?")
    assert answer.text.index("планетарий") < answer.text.index("winter gala")
    assert "собрание" in answer.text
    assert "autumn" not in answer.text


async def test_the_next_of_a_kind_is_the_one_to_come(room: ReadingRoom) -> None:
    answer = await room.ask("when is the next gala?")
    assert answer.text.startswith("The winter gala")


async def test_what_says_itself_that_it_is_the_next_goes_before_what_comes_round(
    room: ReadingRoom,
) -> None:
    answer = await room.ask("когда следующий учёт?")
    assert "2029" in answer.text.splitlines()[0]


async def test_a_day_with_nothing_says_so_and_what_comes_next(room: ReadingRoom) -> None:
    chat = new_id("chat")
    answer = await room.ask("what is on tomorrow?", user_id=chat)
    assert "nothing for" in answer.text.splitlines()[0]
    assert "планетарий" in answer.text
    after = await room.ask("what is on next week?", user_id=chat)
    assert after.text.startswith("Экскурсия")


async def test_what_was_asked_of_one_month_may_be_asked_of_next_week(room: ReadingRoom) -> None:
    chat = new_id("chat")
    await room.ask("what is on tomorrow?", user_id=chat)
    after = await room.ask("and next week?", user_id=chat)
    assert after.text.startswith("Экскурсия")
    assert after.understood == "next week"


async def test_a_day_is_named_by_its_number_once_its_month_was(room: ReadingRoom) -> None:
    answer = await room.ask("who covers saturday the 20th of february?")
    assert "Tom will do the 20th instead." in answer.text
    assert "Nothing about" not in answer.text
    other = await room.ask("who covers saturday the 21st of february?")
    assert "Tom" not in other.text
