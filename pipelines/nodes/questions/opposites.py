"""Opposites: questions of which one asks for what the other does not, in whichever words.

The cheapest and the dearest, arriving and leaving lie close together as embeddings, and nothing
that can be read off their names and numbers tells them apart. The words are in opposites.toml.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_HAN = re.compile(r"[\u3400-\u9fff]")


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_alternative, words)))


def _alternative(word: str) -> str:
    written = re.escape(fold(word)).replace(r"\*", r"\w*")
    return written if _HAN.search(word) else rf"(?<!\w){written}(?!\w)"


_PAIRS = [
    (_pattern(pair["one"]), _pattern(pair["other"]))
    for pair in read_table(__package__, "opposites.toml")["pair"]
]


def are_opposed(one: str, other: str) -> bool:
    """Say whether one text names one side alone of a pair, and the other text the other."""
    return any(
        {first, second} == {(True, False), (False, True)}
        for first, second in zip(_sides(one), _sides(other), strict=True)
    )


@lru_cache(maxsize=2048)
def _sides(text: str) -> tuple[tuple[bool, bool], ...]:
    """Say of each pair which of its sides a text names."""
    folded = fold(text)
    return tuple((bool(a.search(folded)), bool(b.search(folded))) for a, b in _PAIRS)
