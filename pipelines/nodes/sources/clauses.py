"""Clauses: whether words tell what is so of something, and how many words they are."""

import re
import tomllib
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise

from pipelines.nodes.questions.asking import Word, is_unspaced, words_of
from pipelines.nodes.text.dictionary import may_be_predicate
from pipelines.nodes.text.words import fold

_TABLES = tomllib.loads(
    resources.files(__package__).joinpath("clauses.toml").read_text(encoding="utf-8")
)
_PREDICATES, _PERHAPS, _ARTICLES, _RELATIVE = (
    frozenset(fold(_TABLES[name]).split())
    for name in ("predicates", "perhaps_predicates", "articles", "relative")
)
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
