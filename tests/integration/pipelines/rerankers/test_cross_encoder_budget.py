"""Time: what is read first, when it ends, and what then has no score."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
import torch
from sentence_transformers import CrossEncoder

from pipelines.errors import ModelBroken
from pipelines.model_threads import ModelThreads
from pipelines.ports import Candidate
from pipelines.rerankers.cross_encoder import CrossEncoderReranker
from tests.support.rerankers.tiny_cross_encoder import PLACES, WINDOW

QUESTION = "where is berlin?"
SHORT = [Candidate(f"{place} is in germany.") for place in PLACES[:40]]
LONG = Candidate(" ".join(PLACES[40:]))


@dataclass
class Watched:
    """A model, what went through it, and a clock that moves on by a second with each batch."""

    model: CrossEncoder
    threads: ModelThreads
    now: float = 0.0
    batches: list[torch.Tensor] = field(default_factory=list)
    logits: list[float] = field(default_factory=list)

    def reranker(self, budget_s: float) -> CrossEncoderReranker:
        return CrossEncoderReranker(
            self.model, self.threads, budget_s=budget_s, clock=lambda: self.now
        )

    def note(self, _: Any, inputs: tuple[dict[str, Any], ...], outputs: dict[str, Any]) -> None:
        self.now += 1.0
        self.batches.append(inputs[0]["input_ids"])
        self.logits += outputs["scores"].flatten().tolist()

    def read(self) -> list[str]:
        """Every pair that was read, as text."""
        return [
            self.model.tokenizer.decode(ids, skip_special_tokens=True)
            for batch in self.batches
            for ids in batch
        ]


@pytest_asyncio.fixture(loop_scope="session")
async def watched(cross_encoder_folder: str) -> AsyncIterator[Watched]:
    model = CrossEncoder(cross_encoder_folder, model_kwargs={"dtype": torch.float32})
    threads = ModelThreads(threads=1)
    watched = Watched(model, threads)
    model.register_forward_hook(watched.note)
    yield watched
    await threads.close()


async def test_the_best_groups_are_read_until_time_runs_out(watched: Watched) -> None:
    everything = await watched.reranker(float("inf")).rerank(QUESTION, SHORT)
    assert None not in everything
    assert len(watched.batches) == 5
    in_time = await watched.reranker(2.5).rerank(QUESTION, SHORT)
    assert len(watched.batches) == 5 + 3, "the one begun before the end is finished"
    assert in_time[24:] == (None,) * 16
    assert in_time[:24] == pytest.approx(everything[:24], abs=1e-5)


async def test_without_any_time_one_batch_is_read(watched: Watched) -> None:
    scores = await watched.reranker(0).rerank(QUESTION, SHORT)
    assert [score is not None for score in scores] == [True] * 8 + [False] * 32
    assert len(watched.batches) == 1


async def test_a_long_passage_is_read_to_its_end_and_scores_as_its_best_window(
    watched: Watched,
) -> None:
    (score,) = await watched.reranker(0).rerank(QUESTION, [LONG])
    read = watched.read()
    assert len(read) > 6
    assert all(text.startswith("where is berlin? place") for text in read)
    assert set(" ".join(read).split()) >= set(PLACES[40:])
    assert max(batch.shape[1] for batch in watched.batches) == WINDOW
    assert score == pytest.approx(torch.tensor(watched.logits).sigmoid().max().item(), abs=1e-5)


async def test_a_passage_that_was_not_read_to_its_end_has_no_score(watched: Watched) -> None:
    scores = await watched.reranker(0).rerank(QUESTION, [LONG, *SHORT[:2]])
    assert len(watched.read()) == 8, "the short ones and the first windows of the long one"
    assert [score is not None for score in scores] == [False, True, True]


async def test_a_question_of_more_than_half_a_window_keeps_its_beginning(watched: Watched) -> None:
    question = " ".join(["where", *["is"] * 200])
    await watched.reranker(0).rerank(question, [LONG])
    read = watched.read()
    assert all(text.split()[:32] == ["where", *["is"] * 31] for text in read)
    assert all(text.split()[32].startswith("place") for text in read)
    assert set(" ".join(read).split()) >= set(PLACES[40:])


async def test_a_number_that_is_not_finite_is_no_score(watched: Watched) -> None:
    with torch.no_grad():
        for parameter in watched.model.parameters():
            parameter.fill_(float("nan"))
    with pytest.raises(ModelBroken, match="finite"):
        await watched.reranker(1).rerank(QUESTION, SHORT)
