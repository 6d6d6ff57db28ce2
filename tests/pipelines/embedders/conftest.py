"""The unpacked model's folder, and small models of our own."""

import json
from pathlib import Path

import pytest

from pipelines.embedders.packed import unpack_packed

WORDS = (
    *("the", "capital", "of", "germany", "is", "berlin", "its", "population"),
    *("was", "counted", "in", "a", "wide", "field"),
)


@pytest.fixture(scope="session")
def packed_folder(models_dir: Path) -> Path:
    """The unpacked model's folder."""
    return unpack_packed(models_dir)


class ToyModels:
    """Builds sentence-transformers folders with random weights."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def build(
        self,
        name: str,
        *,
        dim: int,
        window: int = 64,
        pooling: str = "mean",
        dense: int | None = None,
    ) -> str:
        """Save a one-layer BERT of `dim` numbers and return its folder."""
        import torch
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.sentence_transformer.modules import Dense, Pooling, Transformer
        from transformers import BertConfig, BertModel, BertTokenizerFast

        torch.manual_seed(7)
        base = self._root / f"{name}-base"
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
        vocabulary = [*special, *WORDS, *letters, *(f"##{letter}" for letter in letters), ".", ":"]
        BertTokenizerFast(
            vocab={word: i for i, word in enumerate(dict.fromkeys(vocabulary))}
        ).save_pretrained(base)
        config = BertConfig(
            vocab_size=len(vocabulary),
            hidden_size=dim,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=32,
            max_position_embeddings=window,
        )
        BertModel(config).save_pretrained(base)
        modules: list[torch.nn.Module] = [
            Transformer(str(base)),
            Pooling(dim, pooling_mode=pooling),
        ]
        if dense:
            modules.append(Dense(dim, dense))
        folder = self._root / name
        SentenceTransformer(modules=modules, prompts={"query": "the ", "document": ""}).save(
            str(folder), create_model_card=False
        )
        settings = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))
        (folder / "sentence_bert_config.json").write_text(
            json.dumps({**settings, "max_seq_length": window}), encoding="utf-8"
        )
        return str(folder)


@pytest.fixture(scope="session")
def toy_models(tmp_path_factory: pytest.TempPathFactory) -> ToyModels:
    """Small models of any size, for what does not depend on what a model has learnt."""
    return ToyModels(tmp_path_factory.mktemp("toy-models"))
