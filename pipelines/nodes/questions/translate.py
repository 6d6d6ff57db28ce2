"""Translate: a question word by word, as documents in the other language would be asked.

No grammar: a small multilingual model reads what is like itself far better than what is in another
language, and "сколько улей держать участок" is enough like the rule that says it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.anchors import called_alike
from pipelines.nodes.questions.paraphrasing.related import stand_for_each_other
from pipelines.nodes.text.dictionary import (
    LANGUAGES,
    lemmas,
    part_of_speech,
    phrase_translations,
    told_of_one,
    translations,
)
from pipelines.nodes.text.glossary import written_in_two
from pipelines.nodes.text.words import fold, letters_alike, words_of
from pipelines.nodes.word_tables import read_table

_TOKEN = re.compile(r"[^\W_]+(?:[-‐‑–./'’][^\W_]+)*|[?!]")
_POSSESSIVE = re.compile(r"['’]s$")
_ARTICLES = frozenset({"the", "a", "an"})
_LONGEST_PHRASE = 5  # words
_LONGEST_NAME = 3  # words that call one thing
_BEFORE_THINGS = _ARTICLES | {"my", "your", "our", "their", "his", "her", "its"}
_OF_ACTIONS = "to"
_INFINITIVE = "INFN"
_ASKERS = frozenset({"i", "we", "you", "they"})
_LEADING_ACTIONS = frozenset({"who"})  # "who clears the snow"
_DOING = frozenset({"do", "does", "did"})  # what is done stands last then: "when does Lis work"
_WORDS_OF_A_LETTER = frozenset("AIАВИКОСУЯ")
_MEANT = 4  # translations of a word for which others are looked for
_ROOT = 4  # letters of a noun that may stand within an adjective
_ADJECTIVES = ("ный", "ской", "ский", "овый", "евый")
_LEAST_KNOWN = 0.5  # share of the words of content, from which on the rest may be names


def other_language(language: str) -> str | None:
    """Return the language that questions of this one can be translated into."""
    others = [other for other in LANGUAGES if other != language]
    return others[0] if language in LANGUAGES else None


def translate(question: str, language: str, texts: Sequence[str] = ()) -> str | None:
    """Return a question in the other language; None where too little of it is known.

    Args:
        language: of the question.
        texts: what was found in the other language, the nearest first: of several translations
            one is taken that stands, in any form, in the text which has most of the words.
    """
    target = other_language(language)
    if target is None:
        return None
    asked = _reworded(question)
    words = [_POSSESSIVE.sub("", word) for word in _TOKEN.findall(asked)]
    there = _best_first(words, target, texts)
    said: list[str] = []
    known = unknown = 0
    at = 0
    while at < len(words):
        ahead = words[at : at + _LONGEST_PHRASE]
        if together := _together(ahead, target):
            length, options = together
            said.append(_best(options, there) or options[0])
            known += length
            at += length
            continue
        if letters := _letters_for(words, at):
            said.append((_best(letters, there) or letters[0]).upper())
            known, at = known + 1, at + 1
            continue
        length, phrase = _phrase(ahead, language)
        is_thing = length == 1 and at > 0 and fold(words[at - 1]) in _ARTICLES
        if length and not (is_thing and translations(words[at], target)):  # "the till"
            said.append(_fitting(_lasting(phrase, asked), ahead, length))
            at += length
            continue
        word = words[at]
        at += 1
        meant = _done(words, at, translations(word, target))
        options = _of_kind(meant, said, words[:at])
        known += bool(options)
        unknown += not (options or word[:1].isupper()) and word.isalpha()
        alike = _alike(word, options, language) if options == meant else ()
        name = "" if options else called_alike(word, texts)
        best = _best(options, there) or _best(alike, there)
        told = best or options[0] if options else name or word
        is_told = _is_what_is_done(words, at) and _ASKERS.isdisjoint(map(fold, words))
        said.append(told_of_one(told) if is_told else told)
    if not known or known < _LEAST_KNOWN * (known + unknown):
        return None
    return " ".join(filter(None, said)).replace(" ?", "?").replace(" !", "!")


def _reworded(question: str) -> str:
    """Return a question in the order of words that the other language has for it."""
    for pattern, order in read_table(__package__, "translate.toml")["reworded"].items():
        question = re.sub(pattern, order, question, flags=re.IGNORECASE)
    return question


def _letters_for(words: Sequence[str], at: int) -> str:
    """Return what a letter that names something may be in the other script: «понтон Б».

    One that is a word as well names something only where nothing stands behind it.
    """
    word = words[at]
    if at == 0 or len(word) != 1 or not word.isupper():
        return ""
    is_last = at + 1 == len(words) or words[at + 1] in "?!"
    return fold(letters_alike(word)) if is_last or word not in _WORDS_OF_A_LETTER else ""


def _together(words: Sequence[str], target: str) -> tuple[int, Sequence[str]] | None:
    """Return how many of the first words say something together, and what: a swimming cap."""
    for length in range(min(len(words), _LONGEST_NAME), 1, -1):
        if options := phrase_translations(words[:length], target):
            return length, options
    return None


def _fitting(phrase: str, words: Sequence[str], length: int) -> str:
    """Return a phrase as what comes behind it has it: no "in" before what is done."""
    following = words[length] if length < len(words) else ""
    is_of_action = length == 1 and fold(words[0]) == _OF_ACTIONS
    return "" if is_of_action and _actions(translations(following, "ru")) else phrase


def _lasting(phrase: str, question: str) -> str:
    """Return what asks for a length of time where that is asked for: «сколько идти»."""
    lasting: Mapping[str, str] = read_table(__package__, "translate.toml")["lasting"]
    return lasting.get(phrase, phrase) if asked_kind(question).name == "how_long" else phrase


def _done(words: Sequence[str], end: int, options: Sequence[str]) -> Sequence[str]:
    """Return those translations of a word that are of what is done, behind "to", "who" or "does".

    Behind an article those that are not: "the cook".

    Args:
        end: how many words there are up to it.
    """
    before = [fold(word) for word in words[: end - 1]]
    if not _ARTICLES.isdisjoint(before[-1:]):
        return [one for one in options if part_of_speech(one) != _INFINITIVE] or options
    is_led = not _LEADING_ACTIONS.isdisjoint(before[-1:]) and end < len(words)
    is_action = before[-1:] == [_OF_ACTIONS] or is_led or _is_what_is_done(words, end)
    return (_actions(options) or options) if is_action else options


def _is_what_is_done(words: Sequence[str], end: int) -> bool:
    """Say whether the word that ends there is what is done: "when does the cook *sleep*"."""
    is_last = end == len(words) or words[end] in "?!"
    is_thing = not _BEFORE_THINGS.isdisjoint(fold(word) for word in words[end - 2 : end - 1])
    return (
        is_last and not is_thing and not _DOING.isdisjoint(fold(word) for word in words[: end - 1])
    )


def _actions(options: Sequence[str]) -> list[str]:
    return [one for one in options if part_of_speech(one) == _INFINITIVE]


def _of_kind(options: Sequence[str], said: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """Return those translations of the last word that ask for what it asks: a discount, so much."""
    kind = asked_kind(" ".join(words[-2:])).name
    if kind == "any":
        return options
    before = " ".join(said[-1:])
    return [one for one in options if asked_kind(f"{before} {one}").name == kind] or options


def _best_first(
    words: Sequence[str], target: str, texts: Sequence[str]
) -> Sequence[frozenset[str]]:
    """Return the words of each text in all of their forms, of the one with most meanings first."""
    forms = [
        frozenset(form for word in words_of(text) for form in lemmas(word, target))
        | written_in_two(text)
        for text in texts
    ]
    meant = [frozenset(translations(word, target)) for word in dict.fromkeys(words)]
    return sorted(forms, key=lambda held: -sum(not one.isdisjoint(held) for one in meant))


def _best(options: Sequence[str], there: Sequence[frozenset[str]]) -> str:
    """Return the first that stands in the nearest text which has any; "" where none does.

    A Russian noun stands in the adjective that is made of it, too: «гараж» in «гаражный».
    """
    for held in there:
        if best := next((one for one in options if _is_in(one, held)), ""):
            return best
        if best := next((one for one in options[:_MEANT] if _is_root_in(one, held)), ""):
            return best
    return ""


def _is_in(option: str, held: frozenset[str]) -> bool:
    """Say whether all words of a translation stand in a text, in whatever form: "brake pads"."""
    bare = (_POSSESSIVE.sub("", word).strip("'") for word in option.split())
    language = LANGUAGES[0] if option.isascii() else LANGUAGES[1]
    return all(not held.isdisjoint((word, *lemmas(word, language))) for word in bare)


def _is_root_in(noun: str, held: frozenset[str]) -> bool:
    return len(noun) >= _ROOT and any(
        word.startswith(noun) and word.endswith(_ADJECTIVES) for word in held
    )


def _alike(word: str, options: Sequence[str], language: str) -> list[str]:
    """Return the words that say the same as a translation: «вокал» for «пение».

    Only of one that says nothing sooner: a stage is a part of something as well as «сцена».
    """
    target, forms = other_language(language), (fold(word), *lemmas(fold(word), language))
    return [
        one
        for option in options[:_MEANT]
        if target and translations(option, language)[:1] in [(form,) for form in forms]
        for one in stand_for_each_other(option, target)
        if len(one) >= _ROOT  # no "out" of "outing"
    ]


def _phrase(words: Sequence[str], language: str) -> tuple[int, str]:
    """Return how many words a phrase takes, 0 for none, and what it is in the other language."""
    folded = list(map(fold, words))
    for length in range(len(folded), 0, -1):
        said = _phrases(language).get(" ".join(folded[:length]))
        if said is not None:
            return length, said
    return 0, ""


@cache
def _phrases(language: str) -> Mapping[str, str]:
    phrases: Mapping[str, str] = read_table(__package__, "translate.toml")[language]
    return phrases
