"""Weighed: whether what is asked to weigh something is what a sentence tells the weight of.

"Use 7 g of ground coffee" has a weight, and none of "how much does the coffee machine weigh".
"""

import re
from itertools import pairwise

from pipelines.nodes.answering.asked import QUANTITIES, QUANTITY_UNITS, asked_kind
from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.questions.anchors import script_of
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.text.dictionary import may_be_adjective
from pipelines.nodes.text.words import fold

_AMOUNT = re.compile(r"\d[\d.,]*\s?([^\W\d_]+)\s+(of\s+)?((?:[^\W\d_]+[ -]){0,2}[^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+")


def is_weight_of_another(question: str, sentence: str) -> bool:
    """Say whether a sentence tells how much of something else is taken, and what nothing weighs."""
    kind, words = asked_kind(question), _WORD.findall(fold(sentence))
    if kind.quantity != "weight" or kind.counted or any(map(_says_weight, words)):
        return False
    told = [_weighed(*match.groups()) for match in _AMOUNT.finditer(fold(sentence))]
    of = [words for words in told if words]
    return bool(of) and not any(_is_asked(words, question, sentence) for words in of)


def _says_weight(word: str) -> bool:
    return QUANTITIES["weight"].has(word) and not QUANTITY_UNITS["weight"].has(word)


def _weighed(unit: str, of: str | None, behind: str) -> list[str]:
    """Return the words for what so much is of; [] where it is of nothing, or no weight."""
    if not QUANTITY_UNITS["weight"].has(unit):
        return []
    words = _WORD.findall(behind)
    if unit.isascii():
        return words if of else []
    is_such = len(words) > 1 and may_be_adjective(words[0])
    what = words[: 1 + is_such]
    return what if names_thing(what[-1]) else []


def _is_asked(words: list[str], question: str, sentence: str) -> bool:
    """Say whether a question is about what is weighed, which a sentence may leave unsaid."""
    crosses = script_of(question) != script_of(sentence)
    language = "ru" if script_of(question) == "cyrillic" else "en"
    things = [word for word in words if names_thing(word)][-1:]
    asked = " ".join(_without_sorts(_WORD.findall(fold(question))))
    return not things or stands_for(things[0], asked, language, crosses=crosses)


def _without_sorts(words: list[str]) -> list[str]:
    """Leave out the first of two English nouns: a "coffee machine" is no coffee."""
    return [
        word
        for word, behind in pairwise([*words, ""])
        if not (word.isascii() and behind and names_thing(word) and names_thing(behind))
    ]
