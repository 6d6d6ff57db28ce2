"""Payments: whether a sentence tells how one may pay, where that is all that is asked.

"Cash or card." has no verb and hardly a word of "can I pay by card?", and answers it. The ways to
pay, and what else such a question and such a sentence say, are in payments.toml.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.text.words import EMPTY_WORDS, fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_SEVERAL = 2  # ways that are named side by side, with one other word at most
_NOTHING_MORE = ("paying", "asking", "filler")


def tells_how_to_pay(question: str, sentence: str) -> bool:
    """Say whether a sentence tells of the way to pay that is asked about, or of all there are.

    A question that names anything else asks for more than that: "pay for the pool by card".
    """
    asked, rest = _ways_in(question)
    is_asked = (bool(asked) and _asks_whether(question)) or _asks_how(question)
    if rest or not is_asked:
        return False
    told, others = _ways_in(sentence)
    is_list = len(others) <= (len(told) >= _SEVERAL)
    if not told or not (is_list or _says("paying", sentence)):
        return False
    return not asked or not asked.isdisjoint(told) or _says("only", sentence)


def names_no_way_to_pay(question: str, sentence: str) -> bool:
    """Say whether it is asked for a way to pay, and for no more, and a sentence names none."""
    asked, rest = _ways_in(question)
    is_asked = (bool(asked) and _says("paying", question)) or _asks_how(question)
    return is_asked and not rest and not _ways_in(sentence)[0]


@lru_cache(maxsize=4096)
def _ways_in(text: str) -> tuple[frozenset[int], tuple[str, ...]]:
    """Return which ways to pay a text names, and its words that say something else."""
    ways, others = set[int](), list[str]()
    for word in _WORD.findall(fold(text)):
        named = [number for number, way in enumerate(_ways()) if way.fullmatch(word)]
        ways.update(named)
        is_empty = word in EMPTY_WORDS or any(_pattern(n).fullmatch(word) for n in _NOTHING_MORE)
        if not (named or is_empty):
            others.append(word)
    return frozenset(ways), tuple(others)


def _asks_whether(question: str) -> bool:
    return _says("paying", question) or _says("asking", question)


def _asks_how(question: str) -> bool:
    return _says("how", question) and _says("paying", question)


def _says(name: str, text: str) -> bool:
    return _pattern(name).search(fold(text)) is not None


@cache
def _ways() -> tuple[re.Pattern[str], ...]:
    ways: list[list[str]] = read_table(__package__, "payments.toml")["ways"]
    return tuple(map(_folded, ways))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    words: list[str] = read_table(__package__, "payments.toml")[name]
    return _folded(words)


def _folded(words: Iterable[str]) -> re.Pattern[str]:
    return pattern_of(map(fold, words))
