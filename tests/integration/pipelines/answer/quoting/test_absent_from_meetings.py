"""Who was absent, though the line that says so is near to no question, and much else is nearer."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

MINUTES = """# Minutes of the rowing committee, 14 May 2026

Present: Ida Moss (chair), Karl Ude, Zoe Lamb
Apologies: Ned Quill
Minutes taken by: Karl Ude

## 1. Boathouse
Two firms were asked for a quote. Decision: the roof is mended by August.

## 2. Oars
Zoe reported that four oars are split. No decision was taken; it comes up again in June.
"""
RULES = """# Правила лодочной станции

## 1. Опоздания
Кто не смог прийти к началу, ждёт второго выхода. Опоздавших ждут не больше пяти минут.

## 2. Дежурство
Дежурный приходит за полчаса до открытия и может закрыть причал, если ветер сильный.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(
        shared_database_url, packed_models.embedder, packed_models.reranker
    ) as opened:
        report = await opened.ingest(
            ("minutes.md", MINUTES.encode()), ("правила.md", RULES.encode())
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "who couldnt come to the meeting in may",
        "who was absent",
        "кого не было на собрании",
        "кто не смог прийти на собрание",
    ],
)
async def test_who_was_absent_is_told(room: ReadingRoom, question: str) -> None:
    answer = await room.ask(question, user_id=new_id("chat"))
    assert "Ned Quill" in answer.text.splitlines()[0]
