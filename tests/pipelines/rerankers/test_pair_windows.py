"""Pairs are cut so that the library truncates nothing, and batched so that little is padding."""

import pytest
from sentence_transformers import CrossEncoder
from tiny_cross_encoder import PLACES, WINDOW

from pipelines.rerankers.pair_windows import PairWindows

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


def test_passages_come_shortest_first_in_batches_of_bounded_size(model: CrossEncoder) -> None:
    passages = [" ".join(PLACES[:count]) for count in (300, 50, 2, 40, 1, 55, 45, 100, 3, 51, 4)]
    batches = PairWindows(model).plan(QUESTION, passages)
    assert [pair.row for pair in batches[0]][:4] == [4, 2, 8, 10]
    order = [pair.windows for batch in batches for pair in batch]
    assert order == sorted(order)
    assert len(batches) > 1
    for batch in batches:
        assert len(batch) <= 8
        assert len(batch) * max(pair.tokens for pair in batch) <= 512


def test_a_window_is_at_most_512_tokens(model: CrossEncoder) -> None:
    assert PairWindows(model).window == WINDOW
    model.max_seq_length = 8192
    try:
        assert PairWindows(model).window == 512
    finally:
        model.max_seq_length = WINDOW
