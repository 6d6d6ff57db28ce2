"""What a language is made of: its function words, which letter follows which, everyday words.

Letters and function words are enough to say whether a string could be a word of it, with no
dictionary at all. Everyday words are those that anybody uses, whatever a question is about. A word
of them is right as it is, in any form that its ending may give it, and where the texts that were
found hold nothing near, it is what a misspelt one may be meant for.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pipelines.nodes.text.glossary import everyday_words
from pipelines.nodes.text.words import EMPTY_WORDS, fold, without_marks
from pipelines.nodes.word_tables import read_table

_UNLIKELY = 9  # the table's largest figure: rarer than one in 350
_SHORTEST = 4  # letters before an ending
_SHORT = 4  # letters of a Russian word that an ending of one letter is taken off at most
_SILENT = {"en": "e", "ru": "аеоияыьй"}
_ADJECTIVE = ("ый", "ий", "ой")
_CACHED = 16384
_USUAL = 2e-5  # of all words, which is twenty times what makes one everyday
_RARE = 700  # -100 lg of the share of all words that a word has at least which is right
_SLIP = 1000  # times: so much more often another one is written than a slip that makes it a word


@dataclass(frozen=True, slots=True)
class Language:
    """The words and letters of one language.

    function_words: folded.
    costs: by pair of letters (a blank is either end of a word), -log2 of how often the second one
        follows the first, rounded, 0..9.
    """

    code: str
    function_words: frozenset[str]
    costs: dict[str, int]

    def word_cost(self, word: str) -> float:
        """Return the mean cost of a folded word's letter pairs, 0..9: about 4 for real words."""
        if not word:
            return float(_UNLIKELY)
        pairs = pairwise(f" {word} ")
        return sum(self.costs.get(a + b, _UNLIKELY) for a, b in pairs) / (len(word) + 1)


def latin_cost(word: str) -> float:
    """Return the cost of a word in that language of Latin letters which it is most likely of."""
    plain = without_marks(word)
    return min(language.word_cost(plain) for language in LATIN)


def mean_cost(costs: Iterable[tuple[str, float]]) -> float:
    """Return the mean of words' costs, each by its length; 9 of none."""
    weighed = [(len(word) + 1, cost) for word, cost in costs]
    total = sum(weight for weight, _ in weighed)
    return sum(weight * cost for weight, cost in weighed) / total if total else float(_UNLIKELY)


def is_cyrillic(word: str) -> bool:
    """Say whether a folded word is written in Russian letters."""
    return "а" <= word[:1] <= "я"


def _load(code: str, table: dict[str, object]) -> Language:
    alphabet, rows = table.get("alphabet", ""), table.get("rows", [])
    assert isinstance(alphabet, str)
    assert isinstance(rows, list)
    costs = {
        first + second: int(cost)
        for first, row in zip(alphabet, rows, strict=True)
        for second, cost in zip(alphabet, row, strict=True)
    }
    return Language(code, frozenset(str(table["function_words"]).split()), costs)


_TABLES = read_table(__package__, "languages.toml")
_EVERYDAY_TABLES = read_table(__package__, "everyday.toml")
LANGUAGES: dict[str, Language] = {code: _load(code, table) for code, table in _TABLES.items()}
RUSSIAN = LANGUAGES["ru"]
LATIN = tuple(LANGUAGES[code] for code in ("en", "de", "es"))
LATIN_WORDS: frozenset[str] = frozenset().union(
    *(map(without_marks, language.function_words) for language in LATIN)
)
FUNCTION_WORDS: frozenset[str] = frozenset().union(
    *(language.function_words for language in LANGUAGES.values())
)


_FOREIGN = frozenset[str]().union(*(language.function_words for language in LATIN))
_LETTERS = {"en": re.compile("[a-z]+"), "ru": re.compile("[а-я]+")}
_ENDINGS = {code: frozenset(words.split()) for code, words in _EVERYDAY_TABLES["endings"].items()}


@lru_cache(maxsize=2)
def everyday(code: str) -> frozenset[str]:
    """Return the folded words of a language ("en", "ru") that anybody uses.

    Those that come at least once in a million words of its books, subtitles and news.
    Source: Speer 2022, rspeer/wordfreq 3.0.
    """
    return _words_of(code, least=0.0)


@lru_cache(maxsize=2)
def usual(code: str) -> frozenset[str]:
    """Return those everyday words that are meant rather than a word that hardly anybody uses."""
    return _words_of(code, least=_USUAL)


def _words_of(code: str, *, least: float) -> frozenset[str]:
    # Here, so that no start waits half a second for it.
    from wordfreq import get_frequency_dict

    often = get_frequency_dict(code, wordlist="small").items()
    listed = frozenset(fold(word) for word, share in often if share >= least)
    known = everyday_words()[code] | LANGUAGES[code].function_words | listed
    return frozenset(word for word in known if _LETTERS[code].fullmatch(word))


def read_everyday_words() -> None:
    """Read what the other functions look words up in, which takes a second."""
    for code in _LETTERS:
        _stems(code)
        _shares(code)
        usual(code)


def is_everyday(word: str) -> bool:
    """Say whether a folded word is an everyday one, or has a plausible ending of one."""
    known = everyday("ru" if is_cyrillic(word) else "en")
    return word in known or word in EMPTY_WORDS or _is_form(word)


def is_right(word: str, meant: str) -> bool:
    """Say whether a folded word is one, however rare, and hardly a slip for the other one.

    A word that is written once in ten million is one; of slips that are as frequent the word that
    was meant is a thousand times more so.
    """
    code = "ru" if is_cyrillic(word) else "en"
    share = _shares(code).get(hash(word), 0.0)
    return share > 0.0 and _shares(code).get(hash(meant), 0.0) < _SLIP * share


@lru_cache(maxsize=2)
def _shares(code: str) -> Mapping[int, float]:
    """Return what share of all words the words of a language have, by hash: they are many."""
    # Read anew, since the library would keep all of it: half a million words that hardly are any.
    from wordfreq import available_languages, cB_to_freq, read_cBpack

    ranked = read_cBpack(available_languages("large")[code])[: _RARE + 1]
    shares = [cB_to_freq(-at) for at in range(len(ranked))]
    rarest_first = reversed(list(zip(shares, ranked, strict=True)))  # ё and е: the commoner counts
    return {hash(fold(word)): share for share, words in rarest_first for word in words}


def is_told_in(language: str, words: frozenset[str]) -> bool:
    """Say whether a question of these words, none a name, may be in a language: "en" or "ru".

    Letters tell Russian; English is told from others by words of it, and by none of theirs.
    """
    if language == "ru":
        return True
    foreign = _FOREIGN - everyday("en")
    return not words & foreign and any(is_everyday(word) for word in words)


@lru_cache(maxsize=_CACHED)
def _is_form(word: str) -> bool:
    code = "ru" if is_cyrillic(word) else "en"
    return any(stem in _stems(code) for stem in _bare(word, code))


def _bare(word: str, code: str) -> set[str]:
    """Return what a word may be without its ending: stopp and stop of stopped, carri and carry."""
    cuts = range(_SHORTEST, len(word))
    bare = {word, *(word[:at] for at in cuts if word[at:] in _ENDINGS[code])}
    doubled = {stem[:-1] for stem in bare if len(stem) > _SHORTEST and stem[-1] == stem[-2]}
    return bare | doubled | {stem[:-1] + "y" for stem in bare if stem[-1] == "i"}


@lru_cache(maxsize=2)
def _stems(code: str) -> frozenset[str]:
    """Return the everyday words of a language with and without their own endings."""
    return frozenset().union(*(_own(word, code) for word in everyday(code) if len(word) > 2))


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
