"""Everyday words: those of a language that anybody uses, whatever a question is about.

A word of them is right as it is, in any form that its ending may give it, and where the texts that
were found hold nothing near, it is what a misspelt one may be meant for.
"""

import tomllib
from functools import lru_cache
from importlib import resources

from pipelines.nodes.questions.spelling.languages import LANGUAGES, LATIN
from pipelines.nodes.text.glossary import everyday_words
from pipelines.nodes.text.words import EMPTY_WORDS, fold

_TABLES = tomllib.loads(
    resources.files(__package__).joinpath("everyday.toml").read_text(encoding="utf-8")
)
_SHORTEST = 3  # letters before an ending
_SHORT = 4  # letters of a Russian word that an ending of one letter is taken off at most
_SILENT = {"en": "e", "ru": "аеоияыьй"}
_ADJECTIVE = ("ый", "ий", "ой")
_CACHED = 16384


def _load(code: str) -> frozenset[str]:
    own = fold(_TABLES[code]["words"]).split()
    known = everyday_words()[code] | LANGUAGES[code].function_words | frozenset(own)
    return frozenset(word for word in known if word.isalpha())


ENGLISH, RUSSIAN = _load("en"), _load("ru")
EVERYDAY = ENGLISH | RUSSIAN
_RARE = {code: frozenset(fold(table["rare"]).split()) for code, table in _TABLES.items()}
_ENDINGS = {code: frozenset(table["endings"].split()) for code, table in _TABLES.items()}
_FOREIGN = frozenset[str]().union(*(language.function_words for language in LATIN)) - ENGLISH


def is_everyday(word: str) -> bool:
    """Say whether a folded word is one of them, or has a plausible ending of one."""
    return word in EVERYDAY or word in EMPTY_WORDS or _is_form(word)


def is_told_in(language: str, words: frozenset[str]) -> bool:
    """Say whether a question of these words, none a name, may be in a language: "en" or "ru".

    Letters tell Russian; English is told from others by words of it, and by none of theirs.
    """
    if language == "ru":
        return True
    return not words & _FOREIGN and any(is_everyday(word) for word in words)


@lru_cache(maxsize=_CACHED)
def _is_form(word: str) -> bool:
    code = "ru" if "а" <= word[:1] <= "я" else "en"
    return any(stem in _stems()[code] for stem in _bare(word, code))


def _bare(word: str, code: str) -> set[str]:
    """Return what a word may be without its ending: stopp and stop of stopped, carri and carry."""
    cuts = range(_SHORTEST, len(word))
    bare = {word, *(word[:at] for at in cuts if word[at:] in _ENDINGS[code])}
    doubled = {stem[:-1] for stem in bare if len(stem) > _SHORTEST and stem[-1] == stem[-2]}
    return bare | doubled | {stem[:-1] + "y" for stem in bare if stem[-1] == "i"}


@lru_cache(maxsize=1)
def _stems() -> dict[str, frozenset[str]]:
    """Return by language the everyday words with and without their own endings."""
    words = {"en": ENGLISH | _RARE["en"], "ru": RUSSIAN | _RARE["ru"]}
    return {
        code: frozenset().union(*(_own(word, code) for word in words[code] if len(word) > 2))
        for code in words
    }


def _own(word: str, code: str) -> set[str]:
    """Return a word and what of it its endings follow: mak of make, вод of вода, приход."""
    if code == "ru" and word.endswith(_ADJECTIVE):
        return {word, word[:-2]}
    if code == "ru" and len(word) > _SHORT:
        return {stem for stem in _bare(word, code) if len(stem) >= _SHORT}
    if code == "en" and word.endswith("ed") and len(word) > _SHORT + 1:
        return {word, word[:-1], word[:-2]}  # require of required
    silent = word[-1] in _SILENT[code] and len(word) > _SHORTEST
    return {word, word[:-1]} if silent else {word}
