"""Pairs are cut so that the library truncates nothing, and batched so that little is padding."""

import pytest
from sentence_transformers import CrossEncoder

from pipelines.errors import ModelBroken
from pipelines.rerankers.pair_windows import PairWindows
from tests.support.rerankers.tiny_cross_encoder import PLACES, WINDOW

QUESTION = "where is berlin?"
MANY_PIECES = "b" + "erer" * 20


@pytest.fixture(scope="module")
def model(cross_encoder_folder: str) -> CrossEncoder:
    return CrossEncoder(cross_encoder_folder)


@pytest.mark.parametrize(
    "passage",
    ["", " ", "the sea", " ".join(PLACES), f"{MANY_PIECES} " * 9, "🎉 " * 200, "the sea. " * 500],
    ids=["empty", "blank", "short", "places", "pieces", "unknown", "long"],
)
@pytest.mark.parametrize("question", [QUESTION, "", "is " * 300], ids=["usual", "empty", "long"])
def test_no_pair_is_longer_than_the_window(
    model: CrossEncoder, question: str, passage: str
) -> None:
    batches = PairWindows(model).plan(question, ["the sea", passage])
    pairs = [pair for batch in batches for pair in batch]
    for pair in pairs:
        whole = model.tokenizer([pair.question], [pair.text], verbose=False)["input_ids"]
        assert len(whole[0]) == pair.tokens <= WINDOW
    for row in (0, 1):
        windows = [pair for pair in pairs if pair.row == row]
        assert {pair.windows for pair in windows} == {len(windows)}


def test_windows_share_a_quarter_so_that_no_sentence_is_torn_in_both(model: CrossEncoder) -> None:
    batches = PairWindows(model).plan(QUESTION, [" ".join(PLACES)])
    first, second, *_ = [pair.text.split() for batch in batches for pair in batch]
    shared = len(set(first) & set(second))
    assert shared == len(first) // 4
    assert first[-shared:] == second[:shared]


@pytest.fixture
def roomy(cross_encoder_folder: str) -> CrossEncoder:
    """A model that says it takes more than rerankers were trained on."""
    model = CrossEncoder(cross_encoder_folder)
    model.max_seq_length = 8192
    return model


def test_a_window_is_at_most_512_tokens(model: CrossEncoder, roomy: CrossEncoder) -> None:
    assert PairWindows(model).window == WINDOW
    assert PairWindows(roomy).window == 512


def test_passages_come_shortest_first_in_batches_of_bounded_size(roomy: CrossEncoder) -> None:
    passages = [" ".join(PLACES[:count]) for count in (300, 50, 2, 40, 1, 55, 45, 100, 3, 51, 4)]
    passages.append(" ".join(PLACES * 2))
    batches = PairWindows(roomy).plan(QUESTION, passages)
    rows = [pair.row for batch in batches for pair in batch]
    assert rows == [4, 2, 8, 10, 3, 6, 1, 9, 5, 7, 0, 11, 11]
    assert [len(batch) for batch in batches] == [8, 2, 1, 1, 1]
    for batch in batches:
        assert len(batch) * max(pair.tokens for pair in batch) <= 512
    assert [len(batch) for batch in PairWindows(roomy).plan(QUESTION, ["sea"] * 20)] == [8, 8, 4]


def test_a_tokenizer_that_gives_no_places_is_refused(roomy: CrossEncoder) -> None:
    from transformers import ByT5Tokenizer

    roomy[0].processor = ByT5Tokenizer()
    with pytest.raises(ModelBroken, match="tokenizer"):
        PairWindows(roomy)
