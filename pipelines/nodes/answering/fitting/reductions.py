"""Reductions: whether a sentence tells for whom, or from when on, less is paid.

"Do over 65s get anything off" and "discount for a week" have hardly a word of "Visitors aged 65 and
over pay 10 % less" and of "7 nights or more: 15 % off", which answer them.
"""

import re
from functools import cache, lru_cache

from pipelines.nodes.answering.fitting.bounds import fit_of_steps
from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.text.glossary import inflected
from pipelines.nodes.text.numbers import ages_held
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table


def tells_reduction(question: str, sentence: str) -> bool:
    """Say whether it is asked for a discount, and a sentence tells one of what is asked about.

    Of another length or age it tells none.
    """
    if not _asks(question) or not _pattern("telling").search(fold(sentence)):
        return False
    if fit := fit_of_steps(question, sentence):
        return fit > 0
    asked = _pattern("asking").sub(" ", fold(question))
    of = content_words(asked) - content_words(" ".join(_filler()))
    held = content_words(fold(sentence))
    return not of or bool(ages_held(of, held) | (of & held) | inflected(of - held, held))


@lru_cache(maxsize=256)
def _asks(question: str) -> bool:
    return _pattern("asking").search(fold(question)) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "reductions.toml")[name]))


@cache
def _filler() -> tuple[str, ...]:
    return tuple(map(fold, read_table(__package__, "reductions.toml")["filler"]))
