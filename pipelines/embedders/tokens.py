"""Text to token ids, with the place of each token in the text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from pipelines.embedders.token_weights import PieceRarity
from pipelines.errors import ModelBroken
from pipelines.models.documents import Int32Array, Span

_BLOCK = 20_000  # characters given to the tokenizer at once
_SPACE = re.compile(r"\s")


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """ids: int32 [tokens]; offsets: int32 [tokens, 2], character ranges, columns ascending."""

    ids: Int32Array
    offsets: Int32Array

    def __len__(self) -> int:
        return len(self.ids)


class TextTokenizer:
    """Tokenizes plain text of any length. Keeps no state, so any thread may call it.

    What looks like a special token ("</s>") in a text is read as the characters it is made of.
    """

    def __init__(self, backend: Tokenizer) -> None:
        self._backend = backend
        backend.no_truncation()
        backend.no_padding()
        probe = backend.encode("a").ids
        bare = backend.encode("a", add_special_tokens=False).ids
        at = next((i for i in range(len(probe)) if probe[i : i + len(bare)] == bare), None)
        if at is None:
            raise ModelBroken("the tokenizer does not frame a text with special tokens")
        self.head: tuple[int, ...] = tuple(probe[:at])
        self.tail: tuple[int, ...] = tuple(probe[at + len(bare) :])
        backend.encode_special_tokens = True

    def rarity(self, folder: Path) -> PieceRarity:
        """Return what the pieces weigh, given the folder of the model. Blocks, up to a second."""
        return PieceRarity.of(self._backend, folder)

    def tokenize(self, text: str) -> Tokens:
        """Tokenize all of a text, without special tokens. Blocks: milliseconds per page."""
        ids: list[int] = []
        offsets: list[tuple[int, int]] = []
        for span in _blocks(text):
            encoding = self._backend.encode(text[span.start : span.end], add_special_tokens=False)
            ids += encoding.ids
            offsets += [(span.start + start, span.start + end) for start, end in encoding.offsets]
        return Tokens(np.array(ids, dtype=np.int32), _tidy(text, offsets))


def _blocks(text: str) -> Iterator[Span]:
    """Cut a text into stretches between white space, which is all that is left out.

    A stretch without white space is cut wherever it gets too long.
    """
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        end = min(start + _BLOCK, len(text))
        if end < len(text):
            spaces = [match.start() for match in _SPACE.finditer(text, start, end)]
            end = spaces[-1] if spaces else end
        stripped = len(text[start:end].rstrip())
        yield Span(start, start + stripped)
        start = end


def _tidy(text: str, offsets: list[tuple[int, int]]) -> Int32Array:
    """Leave out the white space that a token begins with, and put ranges in ascending order.

    Normalisation may move a mark before its letter; the order is needed to search in it.
    """
    tidied = np.empty((len(offsets), 2), dtype=np.int32)
    for row, (start, end) in enumerate(offsets):
        while start < end and text[start].isspace():
            start += 1
        tidied[row] = start, end
    return np.maximum.accumulate(tidied, axis=0)
