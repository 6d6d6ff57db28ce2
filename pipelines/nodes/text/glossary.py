"""Glossary: everyday words of English and Russian that mean the same, as lexical evidence.

Who asks says "deposit" and «велик»; the contract says "security payment" and «велосипед», or
either in the other language. A small multilingual model knows it of sentences better than of
words, and a question often hangs on one.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from pipelines.nodes.text.words import content_words, words_of

_COMMON, _MORE = "glossary.txt", "thesaurus.txt"
_CYRILLIC = re.compile(r"[а-я]")
_NAME = re.compile(r"\b[A-ZА-Я]\w+")
_ENDINGS = {"ru": "аеиоуыэюяьй", "en": "aeisy"}  # of stems, which are cut to a few letters
_SHORTEST = 3  # letters of a stem without its ending
_CACHED = 512  # questions

Meanings = Mapping[str, frozenset[str]]


@lru_cache(maxsize=_CACHED)
def meanings(words: frozenset[str], language: str) -> Meanings:
    """Return what else says the same as words do, in a language: bare stems by word.

    Args:
        words: as `content_words` gives them, of that language or another.
    """
    known = _glossary().get(language, {})
    found = {word: known.get(bare_stem(word), frozenset()) for word in words}
    return {word: stems for word, stems in found.items() if stems}


def meant(meanings: Meanings, held: frozenset[str]) -> frozenset[str]:
    """Return the words of which a text holds a meaning; `held` as `content_words` gives it."""
    if not meanings:
        return frozenset()
    bare = frozenset(map(bare_stem, held))
    return frozenset(word for word, stems in meanings.items() if stems & bare)


def mean_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether a word of one text means what one of the other does, in either language."""
    return any(bool(meant(meanings(one, language), other)) for language in _ENDINGS)


@cache
def everyday_words() -> Mapping[str, frozenset[str]]:
    """Return the common words by language: folded, whole, in those forms the glossary gives.

    Names are left out.
    """
    sides = [_NAME.sub("", line).split("|", 1) for line in _lines(_COMMON)]
    return {
        "en": frozenset().union(*(words_of(english) for english, _ in sides)),
        "ru": frozenset().union(*(words_of(russian) for _, russian in sides)),
    }


def _lines(name: str) -> list[str]:
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=4096)
def bare_stem(stem: str) -> str:
    """Return a stem without the ending that inflection gives it."""
    language = "ru" if _CYRILLIC.search(stem) else "en"
    return stem[:_SHORTEST] + stem[_SHORTEST:].rstrip(_ENDINGS[language])


@cache
def _glossary() -> dict[str, dict[str, frozenset[str]]]:
    """Return by language the stems that mean there what a bare stem of either means."""
    found: dict[str, dict[str, set[str]]] = {"ru": defaultdict(set), "en": defaultdict(set)}
    for line in (*_lines(_COMMON), *_lines(_MORE)):
        english, russian = (
            frozenset(map(bare_stem, content_words(side))) for side in line.split("|", 1)
        )
        for stem in english | russian:
            found["ru"][stem] |= russian - {stem}
            found["en"][stem] |= english - {stem}
    return {
        language: {stem: frozenset(stems) for stem, stems in known.items()}
        for language, known in found.items()
    }
