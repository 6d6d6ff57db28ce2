from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

from pipelines.embedders.encoder import Encoder, load_encoder
from pipelines.embedders.speedups import Unpadded, unpad
from pipelines.models.documents import Int32Array

TEXTS = ("the capital of germany is berlin", "berlin", "its population was counted. " * 8, "a")
SIZES = {
    "vocab_size": 80,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 66,
}


def rows(encoder: Encoder) -> list[Int32Array]:
    return [encoder.text.tokenize(text).ids for text in TEXTS]


def cosines(found: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(found, axis=-1) * np.linalg.norm(wanted, axis=-1)
    return np.asarray((found * wanted).sum(-1) / lengths)


def test_the_packed_model_reads_without_padding_as_it_would_with(packed_folder: Path) -> None:
    encoder = load_encoder(str(packed_folder))
    assert isinstance(encoder._reader, Unpadded)
    model = SentenceTransformer(str(packed_folder), model_kwargs={"dtype": torch.float32})
    texts = [f"passage: {text.strip()}" for text in TEXTS]
    wanted = model.encode(texts, output_value="token_embeddings")
    sentences = model.encode(texts)
    for i, reading in enumerate(encoder.read(rows(encoder), "passage")):
        tokens = wanted[i].float().numpy()
        tokens = tokens[len(tokens) - 1 - len(reading.tokens) : -1]
        assert cosines(reading.tokens, tokens).min() > 0.995
        assert cosines(reading.sentence, sentences[i]) > 0.999


def test_rows_know_nothing_of_each_other(packed_folder: Path) -> None:
    encoder = load_encoder(str(packed_folder))
    for row, together in zip(rows(encoder), encoder.read(rows(encoder), "passage"), strict=True):
        (alone,) = encoder.read([row], "passage")
        assert cosines(alone.sentence, together.sentence) > 0.999


def with_transformer(toy_models, tmp_path: Path, kind: str, **sizes: int) -> SentenceTransformer:
    """A toy model whose transformer is replaced by one of another architecture."""
    base = Path(toy_models.build(f"toy-{kind}", dim=32, window=64)).with_name(f"toy-{kind}-base")
    config = getattr(transformers, f"{kind}Config")(**{**SIZES, **sizes})
    folder = tmp_path / kind
    getattr(transformers, f"{kind}Model")(config).save_pretrained(folder)
    transformers.AutoTokenizer.from_pretrained(base).save_pretrained(folder)
    model = SentenceTransformer(modules=[Transformer(str(folder)), Pooling(32, "mean")])
    model.max_seq_length = 64
    return model.eval()


@pytest.mark.parametrize("kind", ["Bert", "XLMRoberta"])
def test_encoders_that_count_positions_read_without_padding(
    toy_models, tmp_path: Path, kind: str
) -> None:
    model = with_transformer(toy_models, tmp_path, kind, pad_token_id=0)
    assert isinstance(unpad(model), Unpadded)


@pytest.mark.parametrize(
    ("kind", "sizes"),
    [
        ("Qwen2", {"num_key_value_heads": 2}),  # each token sees those before it
        ("MPNet", {"pad_token_id": 0}),  # attention weighs the distance
        ("ModernBert", {"pad_token_id": 0, "local_attention": 8}),  # attention reaches so far
    ],
)
def test_other_models_read_as_they_are_made_to(
    toy_models, tmp_path: Path, kind: str, sizes: dict[str, int]
) -> None:
    model = with_transformer(toy_models, tmp_path, kind, **sizes)
    features = {"input_ids": torch.arange(5, 25)[None], "attention_mask": torch.ones(1, 20).long()}
    with torch.inference_mode():
        before = model[0](dict(features))["token_embeddings"]
        reader = unpad(model)
        assert reader is model[0]
        torch.testing.assert_close(reader(dict(features))["token_embeddings"], before)


@pytest.mark.parametrize("kind", ["Bert", "MPNet"])
def test_batches_hold_every_row_once_and_no_more_tokens_than_are_fast(
    toy_models, tmp_path: Path, kind: str
) -> None:
    encoder = Encoder(with_transformer(toy_models, tmp_path, kind, pad_token_id=0))
    lengths = np.random.default_rng(0).integers(0, 60, 300).tolist()
    batches = encoder.batches([*lengths, 5000])
    assert batches[0] == [300]
    assert sorted(i for batch in batches for i in batch) == list(range(301))
    padded = kind == "MPNet"
    for batch in batches[1:]:
        sizes = [(lengths[batch[0] if padded else i]) + 2 for i in batch]
        assert sum(sizes) <= encoder.batch_tokens
        assert sizes == sorted(sizes, reverse=True)
    assert encoder.batches([]) == []
