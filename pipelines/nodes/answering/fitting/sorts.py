"""Sorts: whether a sentence tells of a thing of another sort than is asked for.

"Gala tickets are £18" has the price of tickets, and none of "halloween tickets". What a label says
before its colon tells `labels`; here it stands anywhere in a sentence.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from pipelines.nodes.answering.asked import says_kind
from pipelines.nodes.answering.labels import WHICH
from pipelines.nodes.questions.follow_up.tokens import is_back
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.text.dictionary import (
    is_owner,
    lemmas,
    may_be_adjective,
    part_of_speech,
    translations,
)
from pipelines.nodes.text.glossary import bare_stem, inflected, mean_the_same
from pipelines.nodes.text.words import content_words, fold

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OF = re.compile(  # between a thing and what sort of it is meant: "tickets for the gala"
    r" (?:for|to|of|from|на|для|за|в|от|für|zum|zur|para|del?) "
    r"(?:(?:the|a|an|our|my|das|die|den|el|la) )?"
)
_OF_SUCH = re.compile(r"(?<!\w)(?=([а-яё]+) ([а-яё]+) ([а-яё]+)(?!\w))", re.IGNORECASE)
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_GERUND = re.compile(r".*[aeiouy].*ings?")  # it may name what is done: "freezing a membership"
_NOUN = "NOUN"


def is_of_another_sort(question: str, sentence: str, evidence: str) -> bool:
    """Say whether all things of a sentence that are asked for have another sort told with them.

    Args:
        evidence: what the sentence is read with; a sort that is named there is of all of it.
    """
    asked, told = list(_sorts(question)), list(_sorts(sentence))
    for sort, thing in asked:
        if stands(sort, evidence):
            continue
        own = [(one, other) for one, other in told if stands(thing, other)]
        named = sum(stands(thing, word) for word in _WORD.findall(sentence))
        if own and named == len({other for _, other in own}):
            return not any(stands(one, question) for one, _ in own)
    return False


def are_of_two_sorts(question: str, one: str, other: str) -> bool:
    """Say whether each of two sentences tells of a sort of its own of a thing that is asked for.

    "The key deposit is £10" says nothing else than "the terrace deposit is £80", where one asks for
    the deposit.
    """
    first, second = (
        {sort for sort, thing in _sorts(text, prices=True) if stands(thing, question)}
        for text in (one, other)
    )
    named = any(stands(sort, question) for sort in first | second)
    shared = any(stands(a, other) for a in first) or any(stands(b, one) for b in second)
    return bool(first and second) and not (named or shared)


def names_thing(word: str) -> bool:
    """Say whether a word likeliest names something, and not what was said before."""
    folded = fold(word)
    if not content_words(word) or is_back(word):
        return False
    if _CYRILLIC.search(word):
        return part_of_speech(folded) == _NOUN
    said = translations(folded, "ru")
    meant = said if _GERUND.fullmatch(folded) else said[:1]
    return not said or any(part_of_speech(one) == _NOUN for each in meant for one in each.split())


def _sorts(text: str, *, prices: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what sort a thing is said to be of, and the thing: words side by side, or joined.

    Args:
        prices: a deposit or a fee is a thing as well.
    """
    is_thing = names_thing if prices else _is_thing
    words = list(_WORD.finditer(text))
    for one, other in pairwise(words):
        if text[one.end() : other.start()] == " ":
            yield from _sort_beside(one[0], other[0], is_thing)
    for whole in _OF_SUCH.finditer(text):  # «председатель приходского совета»
        called, such, owner = map(str, whole.groups())
        if is_thing(called) and may_be_adjective(fold(such)) and is_owner(fold(owner)):
            yield owner, called
    for thing in words:
        joined = _OF.match(fold(text), thing.end())
        sort = _noun_at(text, joined.end()) if joined else ""
        if sort and is_thing(thing[0]):
            yield sort, thing[0]


def _noun_at(text: str, start: int) -> str:
    """Return the noun that words begin with, if behind an adjective: «почтового ящика»; else ""."""
    first = _WORD.match(text, start)
    if first is None or names_thing(first[0]):
        return first[0] if first else ""
    beside = _WORD.match(text, first.end() + 1)
    is_such = _CYRILLIC.search(first[0]) is not None and may_be_adjective(fold(first[0]))
    return beside[0] if is_such and beside and names_thing(beside[0]) else ""


def _sort_beside(
    one: str, other: str, is_thing: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    """Yield the sort and the thing of two words: «кружок лепки», "gala tickets"."""
    if not _CYRILLIC.search(one):
        if names_thing(one) and is_thing(other):
            yield one, other
        return
    is_sort = may_be_adjective(fold(one)) and fold(one) not in WHICH
    if is_sort and content_words(one) and not is_back(one) and is_thing(other):
        yield one, other
    if is_thing(one) and is_owner(fold(other)) and names_thing(other):
        yield other, one


def _is_thing(word: str) -> bool:
    """Say whether a word names something, and no price."""
    return names_thing(word) and not says_kind(word)


def _bare(text: str) -> set[str]:
    return {bare_stem(stem) for stem in content_words(text)}


def stands(word: str, text: str) -> bool:
    """Say whether a word stands in a text: in another form, or as what means the same."""
    stems, held = content_words(word), content_words(text)
    if _bare(word) & _bare(text) or inflected(stems, held) or mean_the_same(stems, held):
        return True
    is_russian = _CYRILLIC.search(word) is not None
    if stands_for(fold(word), text, "ru" if is_russian else "en"):
        return True
    if not is_russian:
        return False
    known = frozenset(lemmas(fold(word), "ru"))  # «кружок» in «кружке»
    return any(not known.isdisjoint(lemmas(fold(each), "ru")) for each in _WORD.findall(text))
