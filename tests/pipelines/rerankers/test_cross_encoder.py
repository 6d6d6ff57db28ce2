from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pipelines.errors import ModelBroken
from pipelines.lanes import Lanes
from pipelines.models import Candidate
from pipelines.ports import Reranker
from pipelines.rerankers.cross_encoder import load_cross_encoder

WORDS = ("where", "is", "berlin", "a", "whale", "lives", "in", "the", "sea", "germany", ".", "?")
QUESTION = "where is berlin?"
TEXTS = ["berlin is in germany.", "a whale lives in the sea. " * 30, "", "🎉", "the sea"] * 5

Build = Callable[..., str]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds and saves a tiny cross-encoder with random weights, loud enough to leave 0..1."""

    def save(name: str, *, activation: str | None = None, labels: int = 1) -> str:
        import torch
        from sentence_transformers import CrossEncoder
        from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

        torch.manual_seed(5)
        root = tmp_path_factory.mktemp("cross-encoders")
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        vocabulary = {word: i for i, word in enumerate([*special, *WORDS])}
        BertTokenizerFast(vocab=vocabulary).save_pretrained(root / "base")
        config = BertConfig(
            vocab_size=len(vocabulary),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=64,
            num_labels=labels,
            initializer_range=0.8,
        )
        BertForSequenceClassification(config).save_pretrained(root / "base")
        chosen = getattr(torch.nn, activation)() if activation else None
        model = CrossEncoder(str(root / "base"), activation_fn=chosen)
        model.save_pretrained(str(root / name))
        return str(root / name)

    return save


def _logits(folder: str) -> np.ndarray:
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(folder, model_kwargs={"dtype": torch.float32})
    pairs = [(QUESTION, text) for text in TEXTS]
    return np.asarray(model.predict(pairs, activation_fn=torch.nn.Identity()))


@pytest.mark.parametrize("activation", [None, "Identity", "Sigmoid", "Tanh"])
async def test_scores_are_the_sigmoid_of_the_logit_whatever_the_model_brings(
    build: Build, activation: str | None
) -> None:
    folder = build("model", activation=activation)
    reranker: Reranker = await load_cross_encoder(folder)
    scores = await reranker.rerank(QUESTION, [Candidate(text) for text in TEXTS])
    logits = _logits(folder)
    assert np.abs(logits).max() > 1.0
    np.testing.assert_allclose(scores, 1 / (1 + np.exp(-logits)), atol=0.03)
    assert not reranker.needs_token_vectors


async def test_row_i_belongs_to_candidate_i(build: Build) -> None:
    lanes = Lanes(threads=1)
    reranker = await load_cross_encoder(build("model"), lanes=lanes)
    scores = await reranker.rerank(QUESTION, [Candidate(text) for text in TEXTS])
    turned = await reranker.rerank(QUESTION, [Candidate(text) for text in reversed(TEXTS)])
    np.testing.assert_allclose(scores, turned[::-1], atol=0.02)
    assert len(set(np.round(scores, 2).tolist())) > 1
    assert await reranker.rerank(QUESTION, []) == ()
    await lanes.close()


async def test_a_classifier_is_no_reranker(build: Build) -> None:
    with pytest.raises(ModelBroken, match="RERANKER_MODEL"):
        await load_cross_encoder(build("classifier", labels=3))


async def test_a_model_that_cannot_be_had_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="RERANKER_MODEL"):
        await load_cross_encoder(str(tmp_path / "no" / "such" / "folder"))
