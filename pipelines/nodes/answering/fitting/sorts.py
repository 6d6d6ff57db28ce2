"""Sorts: whether a sentence tells of a thing of another sort than is asked for.

"Gala tickets are £18" has the price of tickets, and none of "halloween tickets". What a label says
before its colon tells `labels`; here it stands anywhere in a sentence.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from pipelines.nodes.answering.asked import says_kind
from pipelines.nodes.questions.follow_up.tokens import is_back
from pipelines.nodes.text.dictionary import part_of_speech, translations
from pipelines.nodes.text.glossary import bare_stem, mean_the_same
from pipelines.nodes.text.words import content_words, fold

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OF = re.compile(  # between a thing and what sort of it is meant: "tickets for the gala"
    r" (?:for|to|of|from|на|для|в|от|für|zum|zur|para|del?) "
    r"(?:(?:the|a|an|our|my|das|die|den|el|la) )?"
)
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_NOUN = "NOUN"


def is_of_another_sort(question: str, sentence: str, evidence: str) -> bool:
    """Say whether all things of a sentence that are asked for have another sort told with them.

    Args:
        evidence: what the sentence is read with; a sort that is named there is of all of it.
    """
    asked, told = list(_sorts(question)), list(_sorts(sentence))
    for sort, thing in asked:
        if _stands(sort, evidence):
            continue
        stems = {bare_stem(stem) for stem in content_words(thing)}
        others = {one for one, other in told if stems & _bare(other)}
        named = sum(bool(stems & _bare(word)) for word in _WORD.findall(sentence))
        if others and named == sum(bool(stems & _bare(other)) for _, other in told):
            return not any(_stands(one, question) for one in others)
    return False


def _sorts(text: str) -> Iterator[tuple[str, str]]:
    """Yield what sort a thing is said to be of, and the thing: nouns side by side, or joined."""
    words = list(_WORD.finditer(text))
    for one, other in pairwise(words):
        is_beside = text[one.end() : other.start()] == " " and not _CYRILLIC.search(one[0])
        if is_beside and _is_noun(one[0]) and _is_thing(other[0]):
            yield one[0], other[0]
    for thing in words:
        joined = _OF.match(fold(text), thing.end())
        sort = _WORD.match(text, joined.end()) if joined else None
        if sort and _is_thing(thing[0]) and _is_noun(sort[0]):
            yield sort[0], thing[0]


def _is_thing(word: str) -> bool:
    """Say whether a word names something, and no price."""
    return _is_noun(word) and not says_kind(word)


def _is_noun(word: str) -> bool:
    """Say whether a word likeliest names something, and not what was said before."""
    folded = fold(word)
    if not content_words(word) or is_back(word):
        return False
    said = folded if _CYRILLIC.search(word) else next(iter(translations(folded, "ru")), "")
    return not said or part_of_speech(said) == _NOUN


def _bare(text: str) -> set[str]:
    return {bare_stem(stem) for stem in content_words(text)}


def _stands(word: str, text: str) -> bool:
    stems, held = content_words(word), content_words(text)
    return bool(_bare(word) & _bare(text)) or mean_the_same(stems, held)
