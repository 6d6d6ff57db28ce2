"""What a text names is not said to be missing, but for those who may not read it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.answer.scoring import Scoring
from pipelines.nodes.questions.anchors import Anchor
from pipelines.settings import RetrievalSettings
from pipelines.store.recent_vectors import RecentVectors
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

SIDES = b"The sides of the contract are the Square press and Vera Maslova."
ANNA, BORIS = 801, 802


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        report = await opened.ingest(("sides.txt", SIDES), owner=ANNA, reader_role=None)
        assert report.items[0].status == "stored"
        yield opened


@pytest.mark.parametrize(
    ("name", "asker", "named"),
    [("Maslova", ANNA, True), ("Petrova", ANNA, False), ("Maslova", BORIS, False)],
)
async def test_who_stands_in_a_text_is_named_for_those_who_may_read_it(
    room: ReadingRoom, name: str, asker: int, named: bool
) -> None:
    weights = RetrievalSettings().weights
    scoring = Scoring(room.store, room.embedder, WordReranker(), weights, RecentVectors())
    assert await scoring.is_named(Anchor(name, "name"), "en", asker) is named
