"""A run whose reranker had no time for everything: what it answers, and what it says of it."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from pipelines.answer.following.records import unranked_passages
from pipelines.ports import Candidate
from pipelines.services import load_models
from pipelines.settings import AnswerSettings, ModelSettings, RetrievalSettings
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import BEES, CHEESE, LIGHTHOUSE

QUESTION = "How many hours do cheeses lie in a brine of salt?"


class HurriedReranker(WordReranker):
    """Has time for the first `reach` candidates only, and remembers how many it left."""

    reach = 1000
    left = 0

    async def rerank(
        self, question: str, candidates: Sequence[Candidate]
    ) -> tuple[float | None, ...]:
        read = await super().rerank(question, candidates[: self.reach])
        missing = len(candidates) - len(read)
        self.left += missing
        return (*read, *[None] * missing)


@pytest.fixture(scope="module")
def reranker() -> HurriedReranker:
    return HurriedReranker()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, reranker: HurriedReranker) -> AsyncIterator[ReadingRoom]:
    answer = AnswerSettings(RetrievalSettings(search_threshold=0.0, min_similarity=0.1))
    async with open_room(shared_database_url, WordEmbedder(), reranker, answer=answer) as opened:
        await opened.ingest(LIGHTHOUSE, CHEESE, BEES)
        yield opened


async def test_unread_passages_do_not_change_an_answer_that_was_found(
    room: ReadingRoom, reranker: HurriedReranker
) -> None:
    reranker.reach, reranker.left = 1000, 0
    unhurried = await room.ask(QUESTION)
    assert room.answered[-1].unranked == 0
    reranker.reach = 1
    hurried = await room.ask(QUESTION)
    assert hurried.text == unhurried.text
    assert "six hours" in " ".join(hurried.text.split())
    assert room.answered[-1].unranked == reranker.left > 1
    assert await unranked_passages(room.answered[-1].request.run_id) == reranker.left
    assert hurried.passages[0].rerank_score is not None
    unread = [passage for passage in hurried.passages if passage.rerank_score is None]
    assert unread
    for passage in unread:
        assert passage.lexical_score is not None
        expected = 0.85 * 0.2 * passage.similarity + 0.15 * passage.lexical_score
        assert passage.fused_score == pytest.approx(expected)


async def test_unread_passages_are_no_answer(room: ReadingRoom, reranker: HurriedReranker) -> None:
    reranker.reach, reranker.left = 0, 0
    answer = await room.ask(QUESTION)
    assert answer.abstained
    assert room.answered[-1].unranked == reranker.left > 0


async def test_the_configured_reranker_has_the_configured_time(
    models_dir: Path, cross_encoder_folder: str
) -> None:
    models = await load_models(
        ModelSettings(folder=models_dir, reranker_model=cross_encoder_folder, rerank_budget_s=0.0)
    )
    scores = await models.reranker.rerank("where?", [Candidate("berlin is in germany.")] * 20)
    assert [score is None for score in scores] == [False] * 8 + [True] * 12
    await models.embedder.close()
