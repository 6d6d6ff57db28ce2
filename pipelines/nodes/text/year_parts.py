"""Halves and quarters of a year, however written: "first half", H1, «I полугодие», "1. Quartal"."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from babel import Locale

from pipelines.models.documents import Span
from pipelines.nodes.text.numbers import ordinal_of
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_CACHED = 20_000  # texts
_LANGUAGES = ("en", "ru", "de", "es", "fr", "it", "pt", "pl", "uk")  # whose quarters CLDR tells
_TOKEN = re.compile(r"[^\W_]+")
_NOUN = re.compile(r"[^\W\d_]{2,}")
_SHORT = re.compile(r"([^\W\d_]{1,2})([1-4])|([1-4])([^\W\d_]{1,2})")
_ENDING = re.compile(r"[^\W\d_]{1,3}")  # of a numeral: "1-е", "2nd"
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}
_PARTS = {"half": 2, "quarter": 4}  # of a year


@lru_cache(maxsize=_CACHED)
def year_parts(text: str) -> tuple[tuple[str, Span], ...]:
    """Return the parts of a year that a text names, as "half 1" or "quarter 3", and where."""
    tokens = list(_TOKEN.finditer(text))
    found = []
    for at, token in enumerate(tokens):
        if (short := _short(fold(token[0]))) is not None:
            found.append((short, Span(*token.span())))
        elif unit := _unit(fold(token[0])):
            for first, last, number in _numbered(tokens, at):
                if 1 <= number <= _PARTS[unit]:
                    found.append((f"{unit} {number}", Span(first, last)))
                    break
    return tuple(found)


def _numbered(tokens: list[re.Match[str]], at: int) -> Iterator[tuple[int, int, int]]:
    """Yield what may number a noun, before it or behind, with where both begin and end."""
    before, noun = tokens[max(at - 2, 0) : at], tokens[at]
    if before:
        yield before[-1].start(), noun.end(), _number(before[-1][0])
    if len(before) > 1 and before[0][0].isdecimal() and _ENDING.fullmatch(before[1][0]):
        yield before[0].start(), noun.end(), _number(before[0][0])
    for behind in tokens[at + 1 : at + 2]:
        yield noun.start(), behind.end(), _number(behind[0])


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return _ROMAN.get(word.lower()) or ordinal_of(word)


def _short(word: str) -> str | None:
    """Read H1, 1H, Q3."""
    match = _SHORT.fullmatch(word)
    if match is None:
        return None
    letters, number = match[1] or match[4], int(match[2] or match[3])
    unit = next((unit for unit, short in _lists()["short"].items() if letters in short), None)
    return f"{unit} {number}" if unit and number <= _PARTS[unit] else None


def _unit(word: str) -> str | None:
    for unit, nouns in _lists()["nouns"].items():
        if any(word.startswith(noun) for noun in nouns):
            return unit
    return None


@cache
def _lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return beginnings of nouns, and letters, by the part of a year; quarters as CLDR has them."""
    lists = {
        group: {unit: tuple(map(fold, words)) for unit, words in units.items()}
        for group, units in read_table(__package__, "year_parts.toml").items()
    }
    lists["nouns"]["quarter"] = tuple(sorted(_quarters()))
    return lists


def _quarters() -> set[str]:
    names = (Locale(language).quarters["format"]["wide"].values() for language in _LANGUAGES)
    words = (word for each in names for name in each for word in _NOUN.findall(fold(name)))
    return {word for word in words if len(word) > len("2nd")}
