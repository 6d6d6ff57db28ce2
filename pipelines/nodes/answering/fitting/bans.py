"""Bans: what may not be done, where that is what is asked for.

"What is not allowed after the treatment" has the words of "You may brush your teeth, not touching
the wound", which tells the opposite. What forbids says so by a word, or speaks to whoever reads it:
"Do not rinse", «Не курите».
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from pipelines.nodes.answering.sentences.word_lists import WordList, pattern_of
from pipelines.nodes.text.dictionary import is_done_by_all, is_infinitive, is_told_to_do
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CLAUSE = re.compile(r"[.;:!?]\s|\s[–—-]\s")
_NOT = "не"


def asks_what_is_banned(question: str) -> bool:
    """Say whether it is asked what may not be done."""
    return _phrases("asking").search(_line(question)) is not None


def without_ban(question: str) -> str:
    """Return, folded, what is asked of besides: "after the treatment"."""
    words = (word for word in _line(question).split() if not _list("empty").has(word))
    return " ".join(words)


def bans_of(question: str, sentence: str) -> bool:
    """Say whether a sentence says what may not be done, and does so of nothing else.

    «Курить нельзя» forbids nothing that one may not be fed.
    """
    asked, told = _infinitives(without_ban(question)), _infinitives(_line(sentence))
    stems = content_words(" ".join(asked))
    is_other = bool(asked and told) and stems.isdisjoint(content_words(" ".join(told)))
    return bans(sentence) and not is_other


def _infinitives(line: str) -> list[str]:
    return [word for word in line.split() if is_infinitive(word)]


def bans(sentence: str) -> bool:
    """Say whether a sentence says what may not be done."""
    return any(_bans(_line(clause)) for clause in _CLAUSE.split(sentence))


def _bans(clause: str) -> bool:
    if _phrases("banning").search(clause):
        return True
    words = clause.split()
    if words[:1] == ["no"]:
        return len(words) > 1 and not any(map(_list("needless").has, words))
    told = [behind for before, behind in pairwise(words) if before == _NOT]
    told = [word for word in told if is_told_to_do(word)]
    told += [word for word in _denied_at_ends(words) if is_done_by_all(word)]
    led = _phrases("refusing").match(clause)
    told += clause[led.end() :].split()[:1] if led else []
    return any(not _list("encouraging").has(word) for word in told)


def _denied_at_ends(words: Sequence[str]) -> list[str]:
    """Return the verb that a clause begins or ends with, denied: «Не приносят…», «…не дают»."""
    begins = words[1:2] if words[:1] == [_NOT] else []
    return [*begins, *(words[-1:] if words[-2:-1] == [_NOT] else [])]


def _line(text: str) -> str:
    """Return the folded words of a text, with one kind of apostrophe."""
    return " ".join(_WORD.findall(fold(text))).replace("’", "'")


@cache
def _phrases(name: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "bans.toml")[name]))


@cache
def _list(name: str) -> WordList:
    return WordList(map(fold, read_table(__package__, "bans.toml")[name]))
