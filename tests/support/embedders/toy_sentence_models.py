"""Small sentence-transformers models with random weights, for what does not depend on learning."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tokenizers import Tokenizer, models, pre_tokenizers, processors

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

WORDS = (
    *("the", "capital", "of", "germany", "is", "berlin", "its", "population"),
    *("was", "counted", "in", "a", "wide", "field"),
)


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
        unigram: bool = False,
    ) -> str:
        """Save a one-layer BERT of `dim` numbers and return its folder.

        Its tokenizer is WordPiece, which knows no scores of its pieces, or Unigram, which does.
        """
        import torch
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.sentence_transformer.modules import Dense, Pooling, Transformer
        from transformers import BertConfig, BertModel

        torch.manual_seed(7)
        base = self._root / f"{name}-base"
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
        pieces = [*special, *WORDS, *letters, *(f"##{letter}" for letter in letters), ".", ":"]
        tokenizer = unigram_tokenizer(special, letters) if unigram else wordpiece_tokenizer(pieces)
        tokenizer.save_pretrained(base)
        config = BertConfig(
            vocab_size=len(pieces),
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


def wordpiece_tokenizer(pieces: list[str]) -> "PreTrainedTokenizerFast":
    """A tokenizer that knows no scores of its pieces."""
    from transformers import BertTokenizerFast

    return BertTokenizerFast(vocab={piece: i for i, piece in enumerate(dict.fromkeys(pieces))})


def unigram_tokenizer(special: list[str], letters: list[str]) -> "PreTrainedTokenizerFast":
    """A tokenizer whose later words are rarer; "zeppelin" was added to it, without a score."""
    from transformers import PreTrainedTokenizerFast

    words = [(f"▁{word}", -5.0 - number) for number, word in enumerate(WORDS)]
    others = [(piece, -12.0) for piece in ("▁", *letters, ".", ":")]
    known = [*((piece, 0.0) for piece in special), *words, *others]
    tokenizer = Tokenizer(models.Unigram(known, unk_id=1, byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.add_tokens(["zeppelin"])
    names = ("pad", "unk", "cls", "sep", "mask")
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        **{f"{name}_token": piece for name, piece in zip(names, special, strict=True)},
    )
