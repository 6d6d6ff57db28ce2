"""Proposals: what was proposed and turned down, which tells how nothing is.

"The proposal to open on Sundays was rejected" has all words of "are you open on Sundays".
"""

import re
from functools import cache, lru_cache

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.sentences.word_lists import WordList, pattern_of
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_OF_PROPOSERS = frozenset({"who", "named", "why"})
_WORD = re.compile(r"[^\W\d_]+")


def is_only_proposed(question: str, sentence: str) -> bool:
    """Say whether a sentence tells what was turned down, and nobody asks of that."""
    if _asks_of_proposals(question):
        return False
    said = " ".join(_WORD.findall(fold(sentence)))
    return all(_phrases(of).search(said) for of in ("proposing", "rejecting"))


@lru_cache(maxsize=256)
def _asks_of_proposals(question: str) -> bool:
    is_of_somebody = asked_kind(question).name in _OF_PROPOSERS
    return is_of_somebody or any(map(_asking().has, _WORD.findall(fold(question))))


@cache
def _phrases(of: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "proposals.toml")[of]))


@cache
def _asking() -> WordList:
    return WordList(map(fold, read_table(__package__, "proposals.toml")["asking"]))
