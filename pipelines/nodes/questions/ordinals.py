"""Ordinals: first to tenth, in words. "The third harvest" is another one than the second."""

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from pipelines.nodes.text.words import fold

_WORD = re.compile(r"[^\W_]+")
_ENDING = 3  # letters after the beginning of an ordinal


@lru_cache(maxsize=4096)
def ordinal_of(word: str) -> int:
    """Return which number a word counts to, 1 to 10; 0 when it is no ordinal."""
    folded = fold(word)
    if folded in _lists()[1]:
        return 0
    for number, beginnings in enumerate(_lists()[0], start=1):
        for beginning in beginnings:
            if folded.startswith(beginning) and len(folded) - len(beginning) <= _ENDING:
                return number
    return 0


def ordinals_in(text: str) -> frozenset[int]:
    """Return the ordinals that a text names."""
    return frozenset(number for word in _WORD.findall(text) if (number := ordinal_of(word)))


@cache
def _lists() -> tuple[tuple[tuple[str, ...], ...], frozenset[str]]:
    text = resources.files(__package__).joinpath("ordinals.toml").read_text(encoding="utf-8")
    lists = tomllib.loads(text)
    return tuple(tuple(map(fold, words)) for words in lists["ordinals"]), frozenset(
        map(fold, lists["not_ordinals"])
    )
