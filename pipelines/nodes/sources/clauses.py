"""Clauses: whether words tell what is so of something, and how many words they are."""

import re
from collections.abc import Sequence
from itertools import pairwise

from pipelines.nodes.questions.asking import SUBJECTS, Word, asks, is_unspaced, words_of
from pipelines.nodes.text.dictionary import may_be_predicate
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "clauses.toml")
_PREDICATES, _PERHAPS, _ARTICLES, _RELATIVE = (
    frozenset(fold(_TABLES[name]).split())
    for name in ("predicates", "perhaps_predicates", "articles", "relative")
)
_POINTING = frozenset(_TABLES["pointing"].split())
_DESCRIBED_BY = SUBJECTS | _RELATIVE  # "that meeting we had", "that fee which was high"
_PREDICATES_UNSPACED = re.compile("|".join(map(re.escape, _TABLES["predicates_unspaced"])))
_UNSPACED = re.compile(r"[\u3400-\u9fff]")
_SIGNS_PER_WORD = 2  # in a script without spaces
_LONG = 6  # words of a sentence in which what may be a predicate is one


def length(text: str) -> int:
    """Return how many words a text has; two signs of a script without spaces make about one."""
    spaced = _UNSPACED.sub(" ", text)
    return len(words_of(spaced)) + len(_UNSPACED.findall(text)) // _SIGNS_PER_WORD


def tells_what_is(text: str, words: Sequence[Word]) -> bool:
    """Say whether something is told of what stands before: "the lift is out of order".

    Args:
        words: those of the text.
    """
    if is_unspaced(text):
        return _PREDICATES_UNSPACED.search(text) is not None
    has_article = bool(words) and words[0].word in _ARTICLES
    for before, word in pairwise(words):
        if before.word in _RELATIVE:
            continue
        if word.word in _PREDICATES or word.word.endswith("'ll"):
            return True
        if word.word in _PERHAPS and (has_article or len(words) >= _LONG):
            return True
    return any(may_be_predicate(word.word) for word in words)


def is_told_behind(that: str, text: str) -> bool:
    """Say whether what stands behind "that", «что», "dass" or "que" tells something.

    It does not where it asks, «что и когда», nor where the word is a pronoun: «что было вчера»,
    "that meeting we had".
    """
    words = words_of(text)
    if not words or asks(text) or may_be_predicate(words[0].word):
        return False
    if that in _POINTING and words[0].word not in SUBJECTS | _ARTICLES:
        described = (n for n, word in enumerate(words) if n and word.word in _DESCRIBED_BY)
        words = words[: next(described, None)]
    return tells_what_is(text, words)
