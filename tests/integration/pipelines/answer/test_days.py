"""Days by the day one asks on: "tomorrow" is looked up by its date where the base names that."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest_asyncio
from babel.dates import format_date

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

OPENING = "# The shop\n\nWe open at 8.30 on every day but Monday, and lock up at six.\n"


def rota(today: date) -> str:
    """Return who works when, from yesterday on."""
    days = [today + timedelta(days=n) for n in range(-1, 4)]
    heads = ",".join(format_date(day, "EEE d MMM", "en") for day in days)
    return (
        f"Name,{heads}\nHannah Quill,off,11-4,9-5,10-3,off\nDean Marsh,7-3,off,10-6,off,7-3\n"
        "Priya Loom,8-2,8-2,off,12-4,off\n"
    )


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("rota.csv", rota(datetime.now(UTC).date()).encode()),
            ("shop.md", OPENING.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def test_tomorrow_is_looked_up_by_its_date(room: ReadingRoom) -> None:
    chat = new_id("chat")
    answer = await room.ask("what time is hannah in tomorrow", user_id=chat)
    assert "9-5" in answer.text.splitlines()[0]
    after = await room.ask("and today?", user_id=chat)
    assert "11-4" in after.text


async def test_what_names_no_thing_of_the_question_has_no_say(room: ReadingRoom) -> None:
    answer = await room.ask("what time do we open tomorrow")
    assert "8.30" in answer.text
    assert "Marsh" not in answer.text
