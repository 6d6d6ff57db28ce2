"""Word lists: how words and phrases are written in asked.toml and in files like it.

`*` stands for any ending, `|` between alternatives of one word, "_" for any one word, "..." for
some, "^" for the beginning. Words without spaces between them (Chinese) match wherever they stand.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from pipelines.nodes.text.words import without_marks

HAN = re.compile(r"[\u3400-\u9fff]")
_ACCENTED = re.compile("[áéíóú]")
_SOME_WORDS = r" (?:[\w'’-]+ ){1,6}"


class Word(Protocol):
    """A word of a text."""

    @property
    def lower(self) -> str:
        """It in lower case."""


class WordList:
    """A list of words of such a file, ready to be looked for."""

    def __init__(self, entries: Iterable[str]) -> None:
        words = [word for entry in entries for word in _alternatives(entry)]
        self._han = tuple(word for word in words if HAN.search(word))
        spaced = [word for word in words if not HAN.search(word)]
        self._phrases = tuple(f" {word.rstrip('*')}" for word in spaced if " " in word)
        single = [word for word in spaced if " " not in word]
        self._stems = tuple(word[:-1] for word in single if word.endswith("*"))
        self._exact = frozenset(word for word in single if not word.endswith("*"))

    def has(self, word: str) -> bool:
        """Say whether a single word, in lower case, is one of the list."""
        if word in self._exact or word.startswith(self._stems):
            return True
        return bool(self._han) and any(sign in word for sign in self._han)

    def stand_in(self, tokens: Sequence[Word]) -> bool:
        """Say whether a word or a phrase of the list is among the tokens."""
        if any(self.has(token.lower) for token in tokens):
            return True
        line = " " + " ".join(token.lower for token in tokens) + " "
        return any(phrase in line for phrase in self._phrases)


def _alternatives(entry: str) -> list[str]:
    """Write "in a|the row" out as "in a row" and "in the row"."""
    found = [""]
    for word in entry.split():
        found = [f"{before} {one}".strip() for before in found for one in word.split("|")]
    return found


def pattern_of(entries: Iterable[str]) -> re.Pattern[str]:
    """Compile what a question is known by; see `word_lists` for how it is written."""
    return re.compile("|".join(map(_phrase, entries)))


def _phrase(entry: str) -> str:
    start, entry = ("^", entry[1:]) if entry.startswith("^") else ("", entry)
    if HAN.search(entry):
        return start + re.escape(entry)
    parts = [" ".join(map(_word, part.split())) for part in entry.split(" ... ")]
    return rf"{start}(?<!\w){_SOME_WORDS.join(parts)}(?!\w)"


def _word(written: str) -> str:
    """Write a pattern of one word, or of any."""
    if written == "_":
        return r"\w+"
    return f"(?:{'|'.join(map(_typed, written.split('|')))})"


def _typed(word: str) -> str:
    """Write a word as people type it: many leave the accents out, "cuantos"."""
    pattern = re.escape(word).replace(r"\*", r"\w*")
    return _ACCENTED.sub(lambda match: f"[{match[0]}{without_marks(match[0])}]", pattern)
