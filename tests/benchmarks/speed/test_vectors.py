"""Mixed embeddings are of unit length, reproducible, and like those they are mixed of."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.speed.sentences import fill, make_frames
from benchmarks.speed.vectors import Sample, mix, read_sample, token_vectors
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder

PASSAGES = [[[0], [0, 24]], [[1]], [[0]]]  # frames 0 and 24: one topic and language


@pytest.fixture(scope="module")
async def sample(packed: SentenceTransformerEmbedder, models_dir: Path) -> Sample:
    random = np.random.default_rng(0)
    return await read_sample(packed, [fill(frame, random) for frame in make_frames(96, random)])


def test_a_sample_has_a_row_and_tokens_for_every_frame(sample: Sample) -> None:
    assert sample.own.shape == (96, 384)
    assert all(15 < len(tokens) < 60 and tokens.shape[1] == 384 for tokens in sample.tokens)


def test_embeddings_are_of_unit_length_and_the_same_for_the_same_seed(sample: Sample) -> None:
    once, again = (mix(sample, PASSAGES, np.random.default_rng(1)) for _ in range(2))
    assert once.shape == (4, 768)
    assert np.linalg.norm(once, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert (once == again).all()


def test_chunks_of_a_sentence_are_nearer_than_those_of_another_topic(sample: Sample) -> None:
    embeddings = mix(sample, PASSAGES, np.random.default_rng(1))
    assert embeddings[0] @ embeddings[3] > embeddings[0] @ embeddings[2]


def test_chunks_of_a_passage_share_their_context(sample: Sample) -> None:
    embeddings = mix(sample, PASSAGES, np.random.default_rng(1))
    assert embeddings[0, 384:] == pytest.approx(embeddings[1, 384:], abs=1e-6)
    assert embeddings[0, :384] != pytest.approx(embeddings[1, :384], abs=1e-3)


def test_token_vectors_cover_the_text(sample: Sample) -> None:
    tokens = token_vectors(sample, [0, 24], 170)
    assert len(tokens.vectors) == len(tokens.offsets) == sum(len(sample.tokens[n]) for n in (0, 24))
    assert tokens.offsets[0, 0] == 0
    assert tokens.offsets[-1, 1] == 170
    assert (tokens.offsets[1:, 0] == tokens.offsets[:-1, 1]).all()
