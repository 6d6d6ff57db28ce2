"""Stem lists: words in whatever form, that are looked for by the hundred in one text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from pipelines.nodes.text.words import fold

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[%£$€₽°]")
_LONGEST_KNOWN = 2000  # characters of a text whose words are remembered


class StemList:
    """Words to be looked for. A star stands for any ending, a|b for one of several."""

    def __init__(self, entries: Iterable[str]) -> None:
        words = [fold(word) for entry in entries for word in entry.split("|")]
        self._stems = tuple(word[:-1] for word in words if word.endswith("*"))
        self._begun = tuple(f" {stem}" for stem in self._stems)
        self._exact = frozenset(word for word in words if not word.endswith("*"))

    def has(self, word: str) -> bool:
        """Say whether a word is one of them."""
        folded = _folded(word)
        return folded in self._exact or folded.startswith(self._stems)

    def are_in(self, text: str) -> bool:
        """Say whether a text has one of them."""
        words, in_a_row = _known_words(text) if len(text) <= _LONGEST_KNOWN else _words(text)
        return not self._exact.isdisjoint(words) or any(map(in_a_row.__contains__, self._begun))


def _words(text: str) -> tuple[frozenset[str], str]:
    """Return the words of a text, and all of them in a row, each with a space before it."""
    words = frozenset(map(_folded, WORD.findall(text)))
    return words, "".join(f" {word}" for word in words)


# Some hundred lists are looked for in the same text.
_known_words = lru_cache(maxsize=512)(_words)


def _folded(word: str) -> str:
    return fold(word).replace("’", "'")
