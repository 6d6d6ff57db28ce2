"""Reductions: whether a sentence tells for whom, or from when on, less is paid.

"Do over 65s get anything off" and "discount for a week" have hardly a word of "Visitors aged 65 and
over pay 10 % less" and of "7 nights or more: 15 % off", which answer them.
"""

import re
from functools import cache

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
    asked, told = fold(question), fold(sentence)
    if not _pattern("asking").search(asked) or not _pattern("telling").search(told):
        return False
    if fit := fit_of_steps(question, sentence):
        return fit > 0
    of = content_words(_pattern("asking").sub(" ", asked)) - content_words(" ".join(_filler()))
    held = content_words(told)
    return not of or bool(ages_held(of, held) | (of & held) | inflected(of - held, held))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "reductions.toml")[name]))


@cache
def _filler() -> tuple[str, ...]:
    return tuple(map(fold, read_table(__package__, "reductions.toml")["filler"]))
