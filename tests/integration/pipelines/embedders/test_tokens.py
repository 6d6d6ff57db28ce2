from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from pipelines.embedders.tokens import TextTokenizer


@pytest.fixture(scope="module")
def tokenizer(packed_folder: Path) -> TextTokenizer:
    return TextTokenizer(Tokenizer.from_file(str(packed_folder / "tokenizer.json")))


@given(text=st.text(max_size=300))
def test_offsets_lie_in_the_text_in_order(tokenizer: TextTokenizer, text: str) -> None:
    tokens = tokenizer.tokenize(text)
    assert tokens.offsets.shape == (len(tokens), 2)
    starts, ends = tokens.offsets[:, 0].tolist(), tokens.offsets[:, 1].tolist()
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(0 <= start <= end <= len(text) for start, end in zip(starts, ends, strict=True))


@pytest.mark.parametrize("text", ["слово и ещё слово. " * 4000, "柏林是德国的首都。" * 6000])
def test_every_character_of_a_long_text_is_in_a_token(tokenizer: TextTokenizer, text: str) -> None:
    offsets = tokenizer.tokenize(text).offsets.tolist()
    covered = bytearray(len(text))
    for start, end in offsets:
        covered[start:end] = b"\1" * (end - start)
    assert all(done or char.isspace() for done, char in zip(covered, text, strict=True))


def test_a_long_text_gets_the_tokens_of_its_parts(tokenizer: TextTokenizer) -> None:
    part = "Длинный текст режется по пробелам, and nothing changes. "
    short, long = tokenizer.tokenize(part), tokenizer.tokenize(part * 2000)
    assert long.ids.tolist() == short.ids.tolist() * 2000


def test_offsets_leave_out_white_space(tokenizer: TextTokenizer) -> None:
    text = "  one \n\t two  "
    offsets = tokenizer.tokenize(text).offsets.tolist()
    assert [text[start:end] for start, end in offsets] == ["one", "two"]
