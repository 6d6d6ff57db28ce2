"""PieceRarity: how much each token of a question tells."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder, load_embedder
from pipelines.embedders.tokens import PieceRarity
from pipelines.models.documents import FloatArray, Int32Array
from tests.support.embedders.toy_sentence_models import WORDS, unigram_tokenizer

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SCORES = np.array([0.0, -1.0, -4.0, -5.0, -8.0, -14.0], dtype=np.float32)


def ids(*numbers: int) -> Int32Array:
    return np.array(numbers, dtype=np.int32)


@given(st.lists(st.integers(0, 5), max_size=20), st.booleans())
def test_weights_are_shares_one_for_each_token(tokens: list[int], known: bool) -> None:
    weights = PieceRarity(SCORES if known else None).weigh(ids(*tokens))
    assert weights.dtype == np.float32
    assert weights.shape == (len(tokens),)
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(1.0 if tokens else 0.0)


def test_rare_pieces_tell_more() -> None:
    weights = PieceRarity(SCORES).weigh(ids(3, 4, 5))
    np.testing.assert_allclose(weights, np.array([1, 4, 10]) / 15, atol=1e-6)


def test_what_is_common_or_special_tells_a_little() -> None:
    weights = PieceRarity(SCORES).weigh(ids(0, 1, 2, 3))
    np.testing.assert_allclose(weights, np.array([0.5, 0.5, 0.5, 1]) / 2.5, atol=1e-6)


def test_where_nothing_is_known_all_tell_the_same() -> None:
    np.testing.assert_allclose(PieceRarity(None).weigh(ids(0, 5)), [0.5, 0.5])


def weigh(tokenizer: Tokenizer, text: str, folder: Path) -> FloatArray:
    encoded = tokenizer.encode(text, add_special_tokens=False).ids
    return PieceRarity.of(tokenizer, folder).weigh(ids(*encoded))


@pytest.fixture(scope="module")
def unigram() -> Tokenizer:
    return unigram_tokenizer(SPECIAL, list("abc")).backend_tokenizer


def test_a_unigram_tokenizer_knows_its_scores(unigram: Tokenizer, tmp_path: Path) -> None:
    first, last = WORDS[0], WORDS[-1]  # scores -5 and -18
    assert len(WORDS) == 14
    np.testing.assert_allclose(weigh(unigram, f"{first} {last}", tmp_path), [1 / 15, 14 / 15])


def test_an_unknown_piece_tells_a_little(unigram: Tokenizer, tmp_path: Path) -> None:
    assert unigram.encode("щ", add_special_tokens=False).ids[-1] == SPECIAL.index("[UNK]")
    weights = weigh(unigram, f"{WORDS[-1]} щ", tmp_path)
    assert weights[-1] == weights.min()


def test_a_word_that_was_added_without_a_score_tells_something(
    unigram: Tokenizer, tmp_path: Path
) -> None:
    assert unigram.token_to_id("zeppelin") == unigram.get_vocab_size() - 1
    common, added, rare = (
        weigh(unigram, f"{text} {WORDS[4]}", tmp_path)[0]
        for text in (WORDS[0], "zeppelin", WORDS[-1])
    )
    assert common < added < rare


def test_scores_beside_the_model_go_first(unigram: Tokenizer, tmp_path: Path) -> None:
    np.save(tmp_path / "piece_scores.npy", np.full(unigram.get_vocab_size(), -7, dtype=np.float32))
    weights = weigh(unigram, f"{WORDS[0]} {WORDS[-1]}", tmp_path)
    np.testing.assert_allclose(weights, [0.5, 0.5])


def test_other_tokenizers_know_none(tmp_path: Path) -> None:
    vocabulary = {"[UNK]": 0, "berlin": 1, "the": 2}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    assert PieceRarity.of(tokenizer, tmp_path).weigh(ids(1, 2, 0)).tolist() == pytest.approx(
        [1 / 3] * 3
    )


async def test_the_packed_model_weighs_names_above_function_words(
    packed: SentenceTransformerEmbedder,
) -> None:
    query = await packed.embed_query("the Berlin")
    the, berlin = query.token_weights
    assert berlin > 2 * the


@pytest.mark.parametrize("unigram", [True, False])
async def test_any_model_weighs_what_its_tokenizer_lets_it(
    toy_models, tmp_path: Path, unigram: bool
) -> None:
    folder = toy_models.build(f"toy-rarity-{unigram}", dim=32, unigram=unigram)
    embedder = await load_embedder(folder, tmp_path)
    query = await embedder.embed_query("the field")
    the, *_, field = query.token_weights
    assert bool(field > 2 * the) is unigram
    unknown = await embedder.embed_query("щ zeppelin")
    assert len(unknown.token_weights) == len(unknown.token_embeddings) > 0
    assert unknown.token_weights.sum() == pytest.approx(1.0)
    nothing = await embedder.embed_query("")
    assert len(nothing.token_weights) == len(nothing.token_embeddings) == 0
    await embedder.close()
