"""Kin: words that name other things of the same kind, which nothing tells apart by meaning alone.

To a small model a trumpet is as near to a flute as a movie to a film. The lists tell: both may be
called an instrument, and neither may stand for the other; or both stand among the words of one
subject, each a thing of its own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from pipelines.nodes.questions.paraphrasing.related import related, standing_for
from pipelines.nodes.tables.words.evidence import term_strength
from pipelines.nodes.text.calendar import seasons_in
from pipelines.nodes.text.dictionary import LANGUAGES, lemmas, part_of_speech, translations
from pipelines.nodes.text.glossary import are_synonyms, inflected, things_by_subject
from pipelines.nodes.text.words import content_words, words_of

_NONE: frozenset[str] = frozenset()
_NAMING = frozenset({"NOUN", "ADJF"})
_THE_SAME = 0.95  # strength from which on a word is a form of another one
_MEANT = 3  # translations of a word that it may mean
_ALIKE = 4  # letters, with which forms of one word begin
_MOST_CALLED_SO = 60  # words that may be called by another: else it says too little of its kind


@lru_cache(maxsize=32768)
def are_kin(one: str, other: str, language: str) -> bool:
    """Say whether two folded words name different things of one kind, in a language."""
    if language not in LANGUAGES:
        return False
    seasons = seasons_in(one), seasons_in(other)
    if all(seasons):
        return seasons[0].isdisjoint(seasons[1])
    first, second = (lemmas(word, language)[0] for word in (one, other))
    if first[:_ALIKE] == second[:_ALIKE] or _are_linked(first, second, language):
        return False
    if _are_of_a_kind(first, second, language):
        return True
    foreign = next(each for each in LANGUAGES if each != language)
    said = [next(iter(translations(word, foreign)), "") for word in (first, second)]
    return all(said) and _are_of_a_kind(said[0], said[1], foreign)


def _are_of_a_kind(one: str, other: str, language: str) -> bool:
    """Say whether two lemmas may be called by one word, or stand under one subject."""
    by_name, by_subject = _called(language), things_by_subject(language)
    return any(each.get(one, _NONE) & each.get(other, _NONE) for each in (by_name, by_subject))


def kin_in(word: str, text: str, language: str) -> frozenset[str]:
    """Return the words of a text that name another thing of the kind of a folded word."""
    if language not in LANGUAGES or not _names_thing(word, language):
        return frozenset()
    return frozenset(other for other in words_of(text) if are_kin(word, other, language))


def kin_across(word: str, text: str, language: str) -> frozenset[str]:
    """Return the words of a text that name another thing than a word of the other language."""
    said = translations(word, language) if language in LANGUAGES else ()
    is_there = not words_of(text).isdisjoint(said) or _forms_in(said, text)
    return frozenset() if is_there or not said else kin_in(said[0], text, language)


def is_displaced(
    word: str, question: str, sentence: str, evidence: str, language: str, *, crosses: bool = False
) -> bool:
    """Say whether a sentence names another thing of the kind of one that stands nowhere around it.

    That both may be called by the same word does not make it stand there: a flute is an instrument
    as a trumpet is. What else is asked about is no other thing.

    Args:
        word: folded, of the question.
        evidence: the sentence with what it is read with.
        language: of the sentence; crosses: it is not the question's.
    """
    if language not in LANGUAGES:
        return False
    meanings = translations(word, language) if crosses else ()
    if _forms_in(meanings, evidence):
        return False
    said = meanings[:_MEANT] if crosses else (word,)
    kin = kin_in(said[0], sentence, language) if said else _NONE
    if not crosses:
        kin = frozenset(other for other in kin if not _forms_in([other], question))
    if not kin:
        return False
    others = [lemmas(other, language)[0] for other in kin]
    return not any(_stands(each, evidence, others, language) for each in said)


def stands_for(word: str, text: str, language: str, *, crosses: bool = False) -> bool:
    """Say whether a folded word stands in a text, in any form, or one that may stand for it.

    Args:
        language: of the text, in which the word is unless it crosses; what no dictionary says
            there may be any of its words.
    """
    said = translations(word, language) if crosses and language in LANGUAGES else (word,)
    if not said or language not in LANGUAGES:
        return crosses or _forms_in([word], text)
    if _forms_in(said, text):
        return True
    held = {lemmas(one, language)[0] for one in words_of(text)}
    own = {lemmas(one, language)[0] for one in said if " " not in one}
    return any(_are_linked(one, other, language) for one in own for other in held)


def _stands(word: str, evidence: str, others: Sequence[str], language: str) -> bool:
    """Say whether a word or one for it stands in a text that is none for other things as well."""
    if _forms_in([word], evidence):
        return True
    if any(term_strength(word, one) >= _THE_SAME for one in words_of(evidence)):
        return True  # of a short word whose forms no stem tells: «на сапе», «на сапах»
    lemma = lemmas(word, language)[0]
    held = {lemmas(one, language)[0] for one in words_of(evidence)}.difference(others)
    return any(
        _are_linked(lemma, one, language)
        and not any(_are_linked(other, one, language) for other in others)
        for one in held
    )


def _forms_in(words: Iterable[str], text: str) -> bool:
    """Say whether a form of one of some words stands in a text."""
    held = content_words(text)
    for word in words:
        stems = content_words(word)
        if stems and (stems <= held or inflected(stems, held)):
            return True
    return False


@lru_cache(maxsize=4096)
def _names_thing(word: str, language: str) -> bool:
    """Say whether a word likeliest names a thing, or says of which sort one is."""
    said = word if language == "ru" else next(iter(translations(word, "ru")), "")
    return not said or part_of_speech(said) in _NAMING


@lru_cache(maxsize=16384)
def _are_linked(one: str, other: str, language: str) -> bool:
    """Say whether either word may stand for the other, or both say the same in another language."""
    if are_synonyms(one, other):
        return True
    if other in standing_for(one, language) or one in standing_for(other, language):
        return True
    foreign = next(each for each in LANGUAGES if each != language)
    first, second = translations(one, foreign), translations(other, foreign)
    return not frozenset(first[:1]).isdisjoint(second) or not frozenset(second[:1]).isdisjoint(
        first
    )


@cache
def _called(language: str) -> Mapping[str, frozenset[str]]:
    """Return by lemma what else things may be called, where that says of what kind they are."""
    found = {
        word: frozenset(option for phrase, said in phrases if phrase == (word,) for option in said)
        for word, phrases in related(language).items()
    }
    named = Counter(option for options in found.values() for option in options)
    telling = {option for option, count in named.items() if count <= _MOST_CALLED_SO}
    return {word: options & telling for word, options in found.items()}
