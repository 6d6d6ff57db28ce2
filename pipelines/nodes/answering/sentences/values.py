"""Values: whether what a price is asked of stands beside the price, in the same clause.

"Breakfast is free, lunch is £4" tells what lunch costs; "the trip is £40, lunch included" does not,
and "we refund £8 of travel, and parking at the station" is of no price of parking.
"""

import re
from functools import cache

from pipelines.nodes.answering.asked import AskedKind, stems_asked_of, without_asking
from pipelines.nodes.answering.fitting.parties import conditions_in, is_condition
from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.checking.contradictions import denies
from pipelines.nodes.text.glossary import Meanings, meanings, meant
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_PARTS = re.compile(r"[,;](?=\s)")
_WORD = re.compile(r"[^\W\d_]+")
_HELD = 0.5
_PRICE, _IN_MONEY = AskedKind("how_many", quantity="money"), 1.0
_FEWEST = 2  # clauses


def share_apart(kind: AskedKind, sentence: str, question: str, language: str = "und") -> float:
    """Return what share, 0..1, of the things asked of stands in a sentence, but not by its number.

    0 where a sentence is one clause, or none of it holds a price, or something else is asked for.
    """
    parts, things = _PARTS.split(sentence), stems_asked_of(question)
    if len(parts) < _FEWEST or not things:
        return 0.0
    known = meanings(things, language)
    beside = [_count(part, things, known) for part in parts if _is_priced(kind, part, question)]
    return (
        min(1.0, (_count(sentence, things, known) - max(beside)) / len(things)) if beside else 0.0
    )


def is_only_behind(kind: AskedKind, sentence: str, question: str, language: str = "und") -> bool:
    """Say whether all that a price is asked of stands behind the clause of one, and no price there.

    What is included, or free, has none, and is told of.
    """
    if share_apart(kind, sentence, question, language) < 1.0:
        return False
    parts = _PARTS.split(sentence)
    priced = [at for at, part in enumerate(parts) if _is_priced(kind, part, question)]
    behind = " ".join(parts[priced[-1] + 1 :])
    things = stems_asked_of(question)
    is_there = _count(behind, things, meanings(things, language)) == len(things)
    return is_there and not _given().search(fold(behind))


def is_only_if_not(kind: AskedKind, sentence: str, question: str) -> bool:
    """Say whether a price is one to be paid where what it is asked of did not take place.

    "If you do not come to your lesson we charge £9" is no price of a lesson; whoever asks what is
    paid for not coming, or if so, says more than the name of it.
    """
    if not (kind.name == "how_many" and not kind.counted and kind.quantity in ("", "money")):
        return False
    things = stems_asked_of(question)
    words = [w for w in _WORD.findall(without_asking(question)) if content_words(w) & things]
    if denies(question) or is_condition(question) or not all(map(names_thing, words)):
        return False
    denied = [one for one in conditions_in(sentence) if denies(one)]
    held = content_words(" ".join(denied)) & things
    return bool(held) and held == content_words(sentence) & things


def _is_priced(kind: AskedKind, part: str, question: str) -> bool:
    """Say whether a clause holds a price; where "how much" may mean another, one in money."""
    if kind.quantity == "money":
        return holds(kind, part, question) >= _HELD
    is_open = kind.name == "how_many" and not (kind.quantity or kind.counted)
    return is_open and holds(_PRICE, part, question) >= _IN_MONEY


def _count(text: str, things: frozenset[str], known: Meanings) -> int:
    """Return how many of the things that a price is asked of a text has."""
    held = content_words(text)
    return len(held & things | meant(known, held))


@cache
def _given() -> re.Pattern[str]:
    words: list[str] = read_table(__package__, "values.toml")["given"]
    return pattern_of(map(fold, words))
