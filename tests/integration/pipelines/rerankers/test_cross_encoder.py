from pathlib import Path

import numpy as np
import pytest

from pipelines.errors import ModelBroken
from pipelines.model_threads import ModelThreads
from pipelines.ports import Candidate, Reranker
from pipelines.rerankers.cross_encoder import load_cross_encoder
from tests.support.rerankers.tiny_cross_encoder import save_cross_encoder

QUESTION = "where is berlin?"
TEXTS = ["berlin is in germany.", "a whale lives in the sea. " * 6, "", "🎉", "the sea"] * 5
CANDIDATES = [Candidate(text) for text in TEXTS]


def _logits(folder: str) -> np.ndarray:
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(folder, model_kwargs={"dtype": torch.float32})
    pairs = [(QUESTION, text) for text in TEXTS]
    return np.asarray(model.predict(pairs, activation_fn=torch.nn.Identity()))


@pytest.mark.parametrize("activation", [None, "Identity", "Sigmoid", "Tanh"])
async def test_scores_are_the_sigmoid_of_the_logit_whatever_the_model_brings(
    tmp_path: Path, activation: str | None
) -> None:
    folder = save_cross_encoder(tmp_path, activation=activation)
    reranker: Reranker = await load_cross_encoder(folder, budget_s=float("inf"))
    scores = await reranker.rerank(QUESTION, CANDIDATES)
    logits = _logits(folder)
    assert np.abs(logits).max() > 1.0
    np.testing.assert_allclose(
        np.array(scores, dtype=np.float32), 1 / (1 + np.exp(-logits)), atol=0.03
    )
    assert not reranker.needs_token_vectors


async def test_row_i_belongs_to_candidate_i(cross_encoder_folder: str) -> None:
    threads = ModelThreads(threads=1)
    reranker = await load_cross_encoder(
        cross_encoder_folder, budget_s=float("inf"), threads=threads
    )
    scores = await reranker.rerank(QUESTION, CANDIDATES)
    turned = await reranker.rerank(QUESTION, CANDIDATES[::-1])
    assert scores == pytest.approx(turned[::-1], abs=0.02)
    assert len({round(score or 0.0, 2) for score in scores}) > 1
    assert await reranker.rerank(QUESTION, []) == ()
    await threads.close()


async def test_a_classifier_is_no_reranker(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="RERANKER_MODEL"):
        await load_cross_encoder(save_cross_encoder(tmp_path, labels=3))


async def test_a_model_that_cannot_be_had_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="RERANKER_MODEL"):
        await load_cross_encoder(str(tmp_path / "no" / "such" / "folder"))
