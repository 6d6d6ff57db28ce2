"""Glossary: everyday words of English and Russian that mean the same, as lexical evidence.

Who asks says "deposit" and «велик»; the contract says "security payment" and «велосипед», or
either in the other language. A small multilingual model knows it of sentences better than of
words, and a question often hangs on one.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise, takewhile

from pipelines.nodes.text.words import EMPTY_WORDS, STEM_LETTERS, content_words, fold, words_of

_COMMON = "glossary.txt"
_SUBJECTS = "vocabulary.txt"
_OF_THINGS = frozenset(  # subjects whose words name things, each of its own
    {
        "food and cooking",
        "body and health",
        "animals, plants, nature",
        "sport, games, hobbies",
        "clothes",
    }
)
_FILES = {_COMMON: True, "thesaurus.txt": True, _SUBJECTS: False}  # are sides synonyms?
_CYRILLIC = re.compile(r"[а-я]")
_NAME = re.compile(r"\b[A-ZА-Я]\w+")
_LANGUAGES = ("en", "ru")
_SHORTEST = 3  # letters of a stem without its ending
_PART = 3  # letters of a word that stands for one half of another
_LATIN_WORD = re.compile(r"[a-z]+")
_ENDING = 3  # letters in which forms of a word may differ
_RUSSIAN_ENDINGS = "аеиоуыэюяьй"  # of stems, which are cut to a few letters
# No "a", and no letter twice: pasta is not past, a street not a stress.
_ENGLISH_ENDING = re.compile(rf"(?<=\w{{{_SHORTEST}}})(?:es|ie|ys|[eisy])$")
_INFLECTION = re.compile(r"(?:ing|ed)$")  # of whole words
_OF_LIGHT_VERBS = frozenset({"mak", "tak", "giv", "com", "get", "put", "let", "keep"})  # bare
_CACHED = 512  # questions
_LONGEST_KNOWN = 2000  # characters of a text whose words in a row are remembered

Meanings = Mapping[str, frozenset[str]]
_Line = tuple[frozenset[str], frozenset[str]]  # English, Russian
_Keyed = Mapping[str, tuple[str, ...]]  # the words of a side, by what each is known as


@lru_cache(maxsize=_CACHED)
def meanings(words: frozenset[str], language: str) -> Meanings:
    """Return what else says the same as words do, in a language: bare stems by word.

    Args:
        words: as `content_words` gives them, of that language or another.
    """
    if language not in _LANGUAGES:
        return {}
    side = _LANGUAGES.index(language)
    found = {word: _meant_by(_keys(word), side) for word in words}
    return {word: stems for word, stems in found.items() if stems}


def _meant_by(keys: frozenset[str], side: int) -> frozenset[str]:
    lines = (line for key in keys for line in _glossary().get(key, ()))
    return frozenset().union(*(line[side] for line in lines)) - keys


def meant(meanings: Meanings, held: frozenset[str]) -> frozenset[str]:
    """Return the words of which a text holds a meaning; `held` as `content_words` gives it."""
    if not meanings:
        return frozenset()
    keys = _keys_of(held)
    return frozenset(word for word, stems in meanings.items() if stems & keys)


@lru_cache(maxsize=512)
def _keys_of(held: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(_keys, held))


def inflected(words: frozenset[str], held: frozenset[str]) -> frozenset[str]:
    """Return those words of which a text has another form: "dogs" of "dog", «ключи» of «ключ».

    Only of short ones: in the stems of others, as `content_words` gives them, no ending is left.
    Verbs that say nothing by themselves are left as they are: a recipe "makes" two of whatever.
    """
    return frozenset(word for word in words if not _forms(word).isdisjoint(held))


@lru_cache(maxsize=4096)
def _forms(stem: str) -> frozenset[str]:
    """Return the other forms that a short stem may have, as stems."""
    if not stem.isalpha() or stem in _whole_stems() or bare_stem(stem) in _OF_LIGHT_VERBS:
        return frozenset()
    if _CYRILLIC.search(stem):
        bare = bare_stem(stem)
        forms = {bare, *(bare + ending for ending in _RUSSIAN_ENDINGS)}
    else:
        forms = {f"{stem}s", f"{stem}es"[:STEM_LETTERS], *_singulars(stem)}
        if stem.endswith("y"):
            forms.add(f"{stem[:-1]}ies"[:STEM_LETTERS])
    fitting = (one for one in forms if _SHORTEST <= len(one) <= STEM_LETTERS)
    return frozenset(fitting) - _whole_stems() - {stem}


def _singulars(stem: str) -> Iterator[str]:
    """Yield what an English stem may be the plural of."""
    if stem.endswith("s") and not stem.endswith("ss"):
        yield stem[:-1]
    if stem.endswith(("ses", "xes", "shes", "ches", "zes")):
        yield stem[:-2]
    if stem.endswith("ies"):
        yield f"{stem[:-3]}y"


def compounds_in(text: str, asked: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the stems of words that a text writes in two, as `written_in_two` finds them."""
    return frozenset(word[:STEM_LETTERS] for word in written_in_two(text, asked))


def written_in_two(text: str, asked: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the words that a text writes in two, and others in one: "tearoom" of "tea room".

    Args:
        asked: folded words which are looked for so; those of the glossary are anyhow.
    """
    pairs = _pairs_in(text) if len(text) <= _LONGEST_KNOWN else _pairs(text)
    return pairs & _long_words() | pairs & asked


def _pairs(text: str) -> frozenset[str]:
    """Return each two words in a row as one."""
    words = _LATIN_WORD.findall(fold(text))
    pairs = {one + other for one, other in pairwise(words) if min(len(one), len(other)) >= _PART}
    return frozenset(pairs | {pair.removesuffix("s") for pair in pairs})


_pairs_in = lru_cache(maxsize=512)(_pairs)


@cache
def _long_words() -> frozenset[str]:
    words = (w for name in _FILES for line in _meanings_of(name) for w in line[0])
    return frozenset(word for word in words if len(word) >= 2 * _PART)


def mean_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether a word of one text means what one of the other does, in either language."""
    return any(bool(meant(meanings(one, language), other)) for language in _LANGUAGES)


def are_synonyms(
    one: str, other: str, *, is_form: Callable[[str, str], bool] | None = None
) -> bool:
    """Say whether two folded words mean the same, by all of their letters.

    Stems are cut short: by theirs alone "transit" is "transfer", and "interim" an "interpreter".

    Args:
        is_form: says whether a word is a form of one that is listed; else by its letters.
    """
    keys, other_keys = _known_as(one), _known_as(other)
    is_form = is_form or _is_form
    for line, are_same in (each for key in keys for each in _whole_lines().get(key, ())):
        if not any(key in side for side in line for key in other_keys):
            continue
        for at, side in enumerate(line):
            others = line if are_same else (line[1 - at],)
            if _is_among(one, keys, side, is_form) and any(
                _is_among(other, other_keys, each, is_form) for each in others
            ):
                return True
    return False


@lru_cache(maxsize=4096)
def _known_as(word: str) -> frozenset[str]:
    """Return what a word may be known as, by its stems."""
    return frozenset().union(*map(_keys, content_words(word)))


def _is_among(
    word: str, keys: frozenset[str], side: _Keyed, is_form: Callable[[str, str], bool]
) -> bool:
    return any(is_form(word, each) for key in keys for each in side.get(key, ()))


def _is_form(one: str, other: str) -> bool:
    """Say whether two words of one stem differ in no more than their endings."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    shared = sum(1 for _ in alike)
    longest = max(len(one), len(other))
    return one == other or (shared >= _SHORTEST and longest - shared <= min(_ENDING, shared - 1))


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


def entries() -> list[tuple[list[str], list[str]]]:
    """Return all meanings, the common words first: what says each in English, and in Russian."""
    return _entries(_FILES)


def synonyms() -> list[tuple[list[str], list[str]]]:
    """Return the meanings of which the words of a side stand for each other."""
    return _entries(name for name, are_same in _FILES.items() if are_same)


@cache
def things_by_subject(language: str) -> Mapping[str, frozenset[str]]:
    """Return the everyday words of a language by themselves, each with its subjects: animals."""
    side, found = _LANGUAGES.index(language), defaultdict[str, set[str]](set)
    text = resources.files(__package__).joinpath(_SUBJECTS).read_text(encoding="utf-8")
    subject = ""
    for line in fold(text).splitlines():
        subject = line if line.startswith("#") else subject
        if subject.removeprefix("# ") in _OF_THINGS and not line.startswith("#"):
            for word in _listed(line.split("|", 1)[side]):
                found[word].add(subject)
    return {word: frozenset(subjects) for word, subjects in found.items()}


def _entries(names: Iterable[str]) -> list[tuple[list[str], list[str]]]:
    sides = (fold(line).split("|", 1) for name in names for line in _lines(name))
    return [(_listed(english), _listed(russian)) for english, russian in sides]


def _lines(name: str) -> list[str]:
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=4096)
def bare_stem(stem: str) -> str:
    """Return a stem without the ending that inflection gives it."""
    if _CYRILLIC.search(stem):
        return stem[:_SHORTEST] + stem[_SHORTEST:].rstrip(_RUSSIAN_ENDINGS)
    return _ENGLISH_ENDING.sub("", stem)


@lru_cache(maxsize=4096)
def _keys(stem: str) -> frozenset[str]:
    """Return what a word of a text may be known as: «столе» may be «столетие» or «стол»."""
    bare = bare_stem(stem)
    return frozenset((stem, bare) if stem in _whole_stems() else (bare,))


@cache
def _key(word: str) -> str:
    """Return what a word of the glossary is known as."""
    stem = word[:STEM_LETTERS]
    return stem if len(_invariant(word)) >= STEM_LETTERS else bare_stem(stem)


@cache
def _whole_stems() -> frozenset[str]:
    """Return the stems of the glossary's long words: no inflection reaches their letters.

    So "protein" is known as "prote" and is none of the words that begin with "prot".
    """
    sides = (side for name in _FILES for line in _meanings_of(name) for side in line)
    words: frozenset[str] = frozenset().union(*sides)
    return frozenset(w[:STEM_LETTERS] for w in words if len(_invariant(w)) >= STEM_LETTERS)


def _invariant(word: str) -> str:
    """Return the letters of a word that its inflections keep."""
    if _CYRILLIC.search(word):
        return word.rstrip(_RUSSIAN_ENDINGS)
    return _INFLECTION.sub("", word).rstrip("ey")


@cache
def _glossary() -> Mapping[str, Sequence[_Line]]:
    """Return the lines of each stem, as stems."""
    found: dict[str, list[_Line]] = defaultdict(list)
    none: frozenset[str] = frozenset()
    for name in _FILES:
        for line in _meanings_of(name):
            english, russian = (frozenset(map(_key, side)) for side in line)
            for stem in english:
                found[stem].append((english if _FILES[name] else none, russian))
            for stem in russian:
                found[stem].append((english, russian if _FILES[name] else none))
    return dict(found)


@cache
def _whole_lines() -> Mapping[str, Sequence[tuple[tuple[_Keyed, _Keyed], bool]]]:
    """Return the lines of each stem as whole words, and whether words of a side are synonyms."""
    found: dict[str, list[tuple[tuple[_Keyed, _Keyed], bool]]] = defaultdict(list)
    for name, are_same in _FILES.items():
        for english, russian in _meanings_of(name):
            line = _keyed(english), _keyed(russian)
            for key in {*line[0], *line[1]}:
                found[key].append((line, are_same))
    return dict(found)


def _keyed(words: frozenset[str]) -> _Keyed:
    """Return words by what each is known as."""
    keyed: dict[str, list[str]] = defaultdict(list)
    for word in words:
        keyed[_key(word)].append(word)
    return {key: tuple(known) for key, known in keyed.items()}


@cache
def _meanings_of(name: str) -> tuple[_Line, ...]:
    """Return the words of each line of a file, folded, English and Russian."""
    sides = (line.split("|", 1) for line in fold("\n".join(_lines(name))).split("\n"))
    return tuple((_words(english), _words(russian)) for english, russian in sides)


def _words(side: str) -> frozenset[str]:
    return frozenset(_listed(side)) - EMPTY_WORDS


def _listed(side: str) -> list[str]:
    return [word for word in map(str.strip, side.split(",")) if len(word) > 1]
