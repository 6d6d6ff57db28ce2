"""Related: which words of a document may stand for which words of a question, in one language.

"Who is the janitor" is answered by a sentence on the caretaker, and may a hamster be kept by one
on pets. The lists have what people type on the left and what may stand for it on the right; what
the glossary takes for the same stands for each other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources

from pipelines.nodes.text.dictionary import LANGUAGES, lemmas
from pipelines.nodes.text.glossary import synonyms
from pipelines.nodes.text.words import content_words, fold

Phrase = tuple[str, ...]  # lemmas

# Words that a phrase may have or not: "turn the water off".
_EVERYWHERE = frozenset(
    """
    a an the to of my your his her our their me you it is are be do does i we
    на в с по за и у мой свой наш ли бы же
    """.split()  # noqa: SIM905 (as a list of strings it would fill a page)
)


@cache
def related(language: str) -> Mapping[str, Sequence[tuple[Phrase, Sequence[str]]]]:
    """Return phrases by the longest of their lemmas, and what may stand for each."""
    found: dict[Phrase, dict[str, None]] = defaultdict(dict)
    for asked, said in _entries(language):
        for phrase in asked:
            if key := _lemmas(phrase, language):
                found[key] |= dict.fromkeys(one for one in said if one != phrase)
    phrases: dict[str, list[tuple[Phrase, Sequence[str]]]] = defaultdict(list)
    for key, options in found.items():
        phrases[max(key, key=len)].append((key, tuple(options)))
    return dict(phrases)


@lru_cache(maxsize=8192)
def standing_for(word: str, language: str) -> tuple[str, ...]:
    """Return the lemmas of the single words that may stand for a lemma, the likeliest first."""
    phrases = related(language).get(word, ())
    options = (option for phrase, found in phrases if phrase == (word,) for option in found)
    said = (lemmas(one, language)[0] for one in options if " " not in one)
    return tuple(dict.fromkeys(one for one in said if one != word))


def stand_for_each_other(word: str, language: str) -> tuple[str, ...]:
    """Return the single words that may stand for a lemma, and it for them."""
    found = standing_for(word, language)
    return tuple(one for one in found if word in standing_for(one, language))


def _entries(language: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    file = resources.files(__package__).joinpath(f"related.{language}.txt")
    for line in fold(file.read_text(encoding="utf-8")).splitlines():
        if line and not line.startswith("#"):
            asked, said = line.split(" > ", 1)
            yield asked.split(", "), said.split(", ")
    side = LANGUAGES.index(language)
    for entry in synonyms():
        yield entry[side], entry[side]


def _lemmas(phrase: str, language: str) -> Phrase:
    """Return what a phrase is known by; nothing where it is made of empty words alone."""
    found = (lemmas(word, language)[0] for word in phrase.split() if word not in _EVERYWHERE)
    known = tuple(lemma for lemma in found if lemma not in _EVERYWHERE)
    return known if content_words(" ".join(known)) else ()
