"""What is taught is what is read afterwards: both compute the same from the same weights."""

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from pipelines.embedders.close.cross_encoder import CrossEncoder
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.models.documents import FloatArray
from tools.close_reader.corpus import read_corpus
from tools.close_reader.examples import examples
from tools.close_reader.network import Network
from tools.close_reader.train import Item, layouts, read

DEPTH, RANK = 2, 4


def test_reading_gives_what_teaching_computed(
    packed: SentenceTransformerEmbedder, packed_folder: Path, tmp_path: Path
) -> None:
    torch.manual_seed(1)
    network = Network(packed_folder, rank=RANK, depth=DEPTH).eval()
    for name, weight in network.named_parameters():
        if name.endswith(".B"):
            torch.nn.init.normal_(weight, std=0.05)
    network.write(tmp_path / "taught.npz")
    reader = CrossEncoder(packed_folder, tmp_path / "taught.npz")
    made = examples(read_corpus()[:1], random.Random(1))
    items = {item.example.task: item for item in layouts(made, packed.text)}
    assert set(items) == {"answering", "answer", "claim"}
    for task, item in items.items():
        (_, odds) = read(network, [item])[task]
        told = odds.detach().numpy()[0]
        found = np.atleast_1d(_read(reader, item))
        wanted = np.clip(told[1:] - told[0] if task == "answering" else told, -8.0, 8.0)
        had_room = ~np.isnan(found)
        assert had_room.sum() >= min(len(found), 3)
        assert found[had_room] == pytest.approx(np.atleast_1d(wanted)[had_room], abs=0.05)


def _read(reader: CrossEncoder, item: Item) -> FloatArray | float:
    is_asked = item.example.task == "answering"
    return reader.answering(item.pair) if is_asked else reader.standing(item.pair)
