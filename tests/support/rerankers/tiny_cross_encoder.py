"""Tiny cross-encoders: real models of the real library, with random weights."""

from pathlib import Path

WORDS = ("where", "is", "berlin", "a", "whale", "lives", "in", "the", "sea", "germany", ".", "?")
PLACES = tuple(f"place{i}" for i in range(400))  # so that it shows which of them were read
PIECES = ("b", "er", "##er", "##erer")  # "berererer" is three tokens, "erererer" out of it four
WINDOW = 64


def save_cross_encoder(root: Path, *, activation: str | None = None, labels: int = 1) -> str:
    """Save a model whose logits are loud enough to leave 0..1; return its folder."""
    import torch
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    torch.manual_seed(5)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {word: i for i, word in enumerate([*special, *WORDS, *PLACES, *PIECES])}
    BertTokenizerFast(vocab=vocabulary).save_pretrained(root / "base")
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=WINDOW,
        num_labels=labels,
        initializer_range=0.8,
    )
    BertForSequenceClassification(config).save_pretrained(root / "base")
    chosen = getattr(torch.nn, activation)() if activation else None
    model = CrossEncoder(str(root / "base"), activation_fn=chosen)
    model.save_pretrained(str(root / "model"))
    return str(root / "model")
