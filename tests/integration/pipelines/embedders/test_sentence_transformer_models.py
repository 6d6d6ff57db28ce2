"""Which models there can be, and what each says of itself."""

from pathlib import Path

import numpy as np
import pytest

from pipelines.embedders.calibration import estimate_floors
from pipelines.embedders.sentence_transformer import (
    SentenceTransformerEmbedder,
    load_embedder,
)
from pipelines.errors import ModelBroken
from pipelines.models.documents import (
    PassagePlan,
    Span,
)
from tests.support.embedders.planned_texts import alone, assert_valid, embed, planned, whole


async def test_the_packed_model_says_what_it_is(packed: SentenceTransformerEmbedder) -> None:
    assert packed.model.startswith("intfloat/multilingual-e5-small")
    assert packed.layout == "pair-384-w0.3-chunks"
    floors = (packed.similarity_floor, packed.max_sim_floor, packed.max_sim_cross_floor)
    assert floors == (0.66, 0.69, 0.54)


async def test_estimated_floors_come_close_to_the_measured_ones(
    packed: SentenceTransformerEmbedder,
) -> None:
    floors = await packed.threads.interactive(estimate_floors, packed._encoder, packed._rarity)
    assert floors.similarity == pytest.approx(packed.similarity_floor, abs=0.05)
    assert floors.max_sim == pytest.approx(packed.max_sim_floor, abs=0.05)
    assert floors.max_sim_cross < floors.max_sim


@pytest.mark.parametrize(
    ("dim", "window", "pooling", "dense", "layout"),
    [
        (32, 64, "mean", None, "pair-32-w0.3-chunks"),
        (32, 64, "cls", None, "pair-32-w0-chunks"),
        (512, 64, "mean", None, "blend-512-w0.3-chunks"),
        (1024, 64, "mean", None, "blend-1024-w0.3-chunks"),
        (768, 4096, "mean", None, "blend-768-w1-document"),
        (32, 64, "mean", 48, "pair-48-w0.3-chunks"),
    ],
)
async def test_any_sentence_transformers_model_can_take_its_place(
    toy_models,
    tmp_path: Path,
    dim: int,
    window: int,
    pooling: str,
    dense: int | None,
    layout: str,
) -> None:
    name = f"toy-{dim}-{window}-{pooling}-{dense}"
    folder = toy_models.build(name, dim=dim, window=window, pooling=pooling, dense=dense)
    embedder = await load_embedder(folder, tmp_path)
    assert embedder.layout == layout
    assert 0 <= embedder.similarity_floor < 1
    text, plans = planned([*["berlin is the capital. its population was counted."] * 30, "\u200b"])
    plans[-1] = PassagePlan(plans[-1].span, (plans[-1].span,))
    plans = [*alone(Span(0, 22)), *plans, *alone(Span(len(text) - 1, len(text)))]
    assert_valid(plans, await embed(embedder, text, plans))
    assert_valid(whole("\u200b"), await embed(embedder, "\u200b", whole("\u200b")))
    assert_valid(whole(text), await embed(embedder, text, whole(text)))
    query = await embedder.embed_query("berlin " * 200)
    assert np.linalg.norm(query.embedding) == pytest.approx(1, abs=1e-4)
    await embedder.close()


async def test_a_model_that_cannot_be_had_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path), tmp_path)
    with pytest.raises(ModelBroken, match="EMBEDDING_MODEL"):
        await load_embedder(str(tmp_path / "no" / "such" / "folder"), tmp_path)
