"""Spelling: a word of the question that no text holds, taken for the nearest one that they do.

Near is few slips of the pen; mistakes of the ear (офармить, севодня, fotograph) are small ones.
The texts that were found are the dictionary, and a word that they hold is right. Where they hold
nothing near, since little can be found by a question with several slips, a word that anybody uses
may have been meant.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from pipelines.nodes.questions.follow_up.tokens import is_asking
from pipelines.nodes.questions.spelling.distance import (
    ALIKE_COST,
    ALIKE_TO,
    SHORTEST_STEM,
    SOUNDS,
    distance,
    root_of,
    sound_of,
    stem_of,
)
from pipelines.nodes.questions.spelling.languages import (
    FUNCTION_WORDS,
    LANGUAGES,
    RUSSIAN,
    is_cyrillic,
    is_everyday,
    is_right,
    is_told_in,
    latin_cost,
    usual,
)
from pipelines.nodes.tables.words.lexicon import UNITS
from pipelines.nodes.text.fleeting import lose_vowel
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_TABLES = read_table(__package__, "correct.toml")
_CONTRACTED: dict[str, str] = _TABLES["contracted"] | _TABLES["asking"]
_SPOKEN: dict[str, str] = {
    fold(word): meant for word, meant in (_TABLES["spoken"] | _TABLES["asking"]).items()
}

_ASKING_APART: dict[str, str] = _TABLES["asking_apart"]
_APART = re.compile(rf"\b(?:{'|'.join(_ASKING_APART)})\b", re.IGNORECASE)
_ALONE: dict[str, str] = _TABLES["alone"]
_OPENERS = frozenset(("а", "и", "ну", "and", "but", "so"))
_ASKING = (
    *("what", "when", "where", "which"),
    *("сколько", "когда", "почему", "какой", "какая", "какие"),
)
_SHORTEST_ASKING, _ONE_SLIP = 4, 1.0  # letters; see `distance`

_WORD = re.compile(r"[^\W\d_]+")
_THERE_IS = re.compile(r"\b(there|what|who|where|when|how)['’]s\b", re.IGNORECASE)
_OPENS = re.compile(r"(?:^|[.!?…])[\s\"'«“„(]*$")
_CODE = re.compile(r"\S*[\d@_\\]\S*|\w+://\S+|www\.\S+|\S*\w[./]\w\S*")
_ALPHABETIC = re.compile(r"[a-zа-я]")
_LONG_FUNCTION_WORDS = sorted(
    word
    for code in ("ru", "en")
    for word in LANGUAGES[code].function_words
    if len(word) > 4 and _ALPHABETIC.match(word)
)
_SHORT, _MIDDLE = 5, 7  # letters
_LIMITS = (1.0, 1.5, 2.0)  # slips in a word that is short, of middle length, long
_SHORTEST = 4  # a shorter word is one slip away from too many others
_HEARD_COST = 0.3  # of being written otherwise altogether, but heard alike
_INFLECTED_COST = 0.2  # of standing in the texts with another ending only
_FUNCTION_WORD_COST = 0.1  # at equal distance a word of the texts is likelier
_FARTHER, _MOST_PLACES = 0.05, 6  # what standing in the next text costs, and how many count
_NEARER = 0.5  # by so much an everyday word must be to go before one of the texts
_SLIGHT = 0.5  # slips in a short word that may be meant for an everyday one
_LONG_STEM = 5  # the shortest that may be misspelt besides standing with another ending
_PLAIN_SLIP = 0.9  # what costs more is more than a mistake of the ear
_ONE_SLIP = 1.1  # one slip of the pen
_LESS_COMMON = 0.1  # by so much at least the letters of a slip of the pen are less likely
_MOST_OTHER_LETTERS = 4  # in two words that may be near
_MOST_UNKNOWN = 12  # words of one question that are looked for


@dataclass(frozen=True, slots=True)
class Correction:
    """A question as it was perhaps meant.

    changes: the words exchanged, as written and as taken.
    """

    text: str
    changes: tuple[tuple[str, str], ...] = ()


def correct(
    question: str,
    words: Collection[str] | Mapping[str, int],
) -> Correction:
    """Exchange the misspelt words of a question for the nearest of the texts' words.

    A word stays if it stands in the texts, in whatever inflection, if it is a number, a code or an
    abbreviation, and if nothing is near; one that loses a vowel is written as they do, so that it
    can be found. An everyday word stays unless it is heard like one of the texts, and so does a
    rare one that is right. A name becomes another one only by a single slip that is not in its
    first letter, and no everyday word. A word of the texts goes before an everyday one that is not
    much nearer, or not one slip away where that of the texts is more.

    Args:
        question: as it was asked.
        words: what the retrieved texts hold, folded; perhaps with the number of the text that holds
            a word first, the nearest 0: of words that are about as near, its is likelier.
    Source: Damerau 1964, "A technique for computer detection and correction of spelling errors".
    """
    held = words if isinstance(words, (set, frozenset, dict)) else frozenset(words)
    around = frozenset(fold(match.group()) for match in _open_words(question))
    unknown = [match for match in _open_words(question) if _is_unknown(match.group(), held, around)]
    if not unknown:
        return Correction(question)
    vocabulary = _Vocabulary(
        _by_initial(held), _languages(question), words if isinstance(words, Mapping) else {}
    )
    pieces: list[str] = []
    changes: list[tuple[str, str]] = []
    end = 0
    for match in unknown[:_MOST_UNKNOWN]:
        opens = _OPENS.search(question, 0, match.start()) is not None
        taken = _other_form(fold(match.group()), held) or vocabulary.nearest(
            match.group(), opens=opens
        )
        if taken is not None:
            pieces += question[end : match.start()], taken
            changes.append((match.group(), taken))
            end = match.end()
    return Correction("".join([*pieces, question[end:]]), tuple(changes))


def _other_form(word: str, held: Collection[str]) -> str | None:
    """Return the form of a word that texts hold, where it loses a vowel; «дням» names nothing."""
    if UNITS.holds(word):
        return None
    return min((one for one in held if lose_vowel(word, one)), default=None)


def in_full(text: str) -> str:
    """Write out what was contracted, if only by leaving an apostrophe out: "whats", "there's".

    And what asks, as it is said or with letters swapped: «скока», "waht"; «долго?» alone asks how
    long.
    """

    def whole(found: re.Match[str]) -> str:
        word = fold(found[0])
        is_small = found[0].islower() or (not found.start() and " " in text)  # no name
        meant = _CONTRACTED.get(word) or (_asking_meant(word) if is_small else "")
        return _as_written(meant, found[0]) if meant else found[0]

    text = _APART.sub(lambda found: _ASKING_APART[found[0].lower()], text)
    written = _WORD.sub(whole, _THERE_IS.sub(r"\1 is", text))
    said = fold(written).strip(" ?!.")
    opener, _, rest = said.partition(" ")
    alone = _ALONE.get(rest if opener in _OPENERS else said)
    is_asked = written.islower() or written.rstrip().endswith("?")  # "Long" is a name
    return f"{alone}?" if alone and is_asked else written


@lru_cache(maxsize=1024)
def _asking_meant(word: str) -> str:
    """Return the word that asks, of which this is one with two letters swapped; "" if none."""
    if len(word) < _SHORTEST_ASKING or is_asking(word):
        return ""
    near = [one for one in _ASKING if sorted(one) == sorted(word)]
    near = [one for one in near if distance(word, one, _ONE_SLIP) <= _ONE_SLIP]
    if not near or word in FUNCTION_WORDS or any(word in usual(code) for code in ("en", "ru")):
        return ""
    return near[0]


def _by_initial(words: Collection[str]) -> dict[str, list[str]]:
    initials: dict[str, list[str]] = {}
    for word in chain(words, _LONG_FUNCTION_WORDS):
        initials.setdefault(word[:1], []).append(word)
        if word[:2] in SOUNDS:  # "photo" is heard, and found, with an f
            initials.setdefault(SOUNDS[word[:2]][0], []).append(word)
    return initials


@lru_cache(maxsize=2)
def _everyday_by_initial(code: str) -> dict[str, list[str]]:
    return _by_initial(sorted(word for word in usual(code) if len(word) >= _SHORTEST))


def _languages(question: str) -> frozenset[str]:
    """Return those of which everyday words may be meant, by the words that are no names."""
    words = frozenset(match.group() for match in _open_words(question) if match.group().islower())
    return frozenset(code for code in ("en", "ru") if is_told_in(code, words))


def _is_unknown(written: str, held: Collection[str], around: frozenset[str]) -> bool:
    """Say whether a word may be meant for another one.

    Args:
        around: all words of the question: "wen" is a word of German, and stands for "when" where
            more of the others are English.
    """
    word = fold(written)
    if word in held or word not in FUNCTION_WORDS:
        return word not in held
    if word not in _SPOKEN:
        return False
    of = {code: one.function_words & around for code, one in LANGUAGES.items()}
    meant = max(len(of[code] - {word}) for code in ("en", "ru"))
    return all(len(held_by) <= meant for held_by in of.values() if word in held_by)


def _open_words(question: str) -> Iterable[re.Match[str]]:
    """Find the words that may be misspelt: no codes, addresses, abbreviations."""
    codes = [match.span() for match in _CODE.finditer(question)]
    for match in _WORD.finditer(question):
        word = match.group()
        in_code = any(start <= match.start() < stop for start, stop in codes)
        is_abbreviation = len(word) > 1 and word.isupper()
        if not in_code and not is_abbreviation:
            yield match


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    by_initial: dict[str, list[str]]
    languages: Collection[str]  # of which everyday words may be meant
    places: Mapping[str, int]  # of the texts that hold a word first

    def nearest(self, written: str, *, opens: bool) -> str | None:
        """Return the word that was meant, written as this one is; None if it may stand.

        opens: it begins a sentence, so that a capital makes it no name.
        """
        word = fold(written)
        if word in _SPOKEN:
            return _as_written(_SPOKEN[word], written)
        if len(word) < _SHORTEST or not _ALPHABETIC.match(word):
            return None
        if self._is_inflected(word, self.by_initial.get(word[0], ())):
            return None
        is_name = written[0].isupper()
        held = self._cheapest(word, is_name=is_name)
        common = None if is_name and not opens else self._everyday(word, held)
        _, meant = common or held or (0.0, word)
        return None if meant == word else _as_written(meant, written)

    @staticmethod
    def _is_inflected(word: str, words: Iterable[str]) -> bool:
        stem, beginning = root_of(word), word[:SHORTEST_STEM]
        return any(
            stem == root_of(candidate) for candidate in words if candidate.startswith(beginning)
        )

    def _everyday(self, word: str, held: tuple[float, str] | None) -> tuple[float, str] | None:
        """Return the everyday word that is meant rather than one of the texts, and its cost."""
        code = "ru" if is_cyrillic(word) else "en"
        if code not in self.languages or is_everyday(word):
            return None
        limit = _ONE_SLIP
        if held is not None and not _has_slips(word, held[1], held[0]):
            limit = min(limit, held[0] - _NEARER)
        best: tuple[float, int, str] | None = None
        for candidate in _candidates(word, _everyday_by_initial(code)):
            cost = _slips(word, candidate, max(limit, 0.0))
            ranked = (round(cost, 3), abs(len(candidate) - len(word)), candidate)
            near = candidate in usual(code) and cost <= limit and (best is None or ranked < best)
            if not near or is_right(word, candidate) or _has_slips(word, candidate, cost):
                continue
            if _is_slipped(word, candidate, cost):
                best = ranked
        return (best[0], _in_its_form(word, best[2])) if best else None

    def _cheapest(self, word: str, *, is_name: bool) -> tuple[float, str] | None:
        """Return the word of the texts that is meant, and what it costs to come from one to it."""
        limit = _LIMITS[(len(word) > _SHORT) + (len(word) > _MIDDLE)]
        if is_everyday(word):
            limit = _HEARD_COST
        best: tuple[float, int, str] | None = None
        slips = 0.0
        for candidate in _candidates(word, self.by_initial):
            cost = _slips(word, candidate, limit)
            place = min(self.places.get(candidate, _MOST_PLACES), _MOST_PLACES)
            farther = _FARTHER * place if self.places else 0.0
            ranked = (round(cost + farther, 3), abs(len(candidate) - len(word)), candidate)
            if cost > limit or not candidate.isalpha() or (best is not None and ranked > best):
                continue
            if is_right(word, candidate) and sound_of(word) != sound_of(candidate):
                continue
            if is_name:
                is_meant = _is_one_slip(word, candidate, cost)
            else:
                is_meant = _is_surely_wrong(word, candidate, cost) or _is_rarer(
                    word, candidate, cost
                )
            if is_meant:
                best, slips, limit = ranked, cost, min(limit, ranked[0])
        return (slips, best[2]) if best else None


def _has_slips(word: str, candidate: str, cost: float) -> bool:
    """Say whether words are several slips apart that together are no small one: shoud, south."""
    return cost >= _PLAIN_SLIP and distance(word, candidate, 1.0, plain=True) > 1.0


def _is_surely_wrong(word: str, candidate: str, cost: float) -> bool:
    """Say whether a word that is no everyday one is rather one of the texts, which is so near.

    A short one may be a word that only these texts do not hold, unless it is heard like theirs or
    has two letters swapped.
    """
    is_near = cost < _PLAIN_SLIP or sorted(word) == sorted(candidate)
    return is_near or (len(word) >= _SHORT and cost <= _ONE_SLIP)


def _candidates(word: str, by_initial: dict[str, list[str]]) -> Iterable[str]:
    """Find the words that begin alike, or have their first two letters swapped."""
    letters, longest = _letters(word), len(word) + 2
    alike = ALIKE_TO.get(word[0], "") if len(word) > _SHORT else ""
    for initial in {word[0], word[1], *alike}:
        rest = (
            "" if initial == word[0] else word[0] if initial == word[1] else word[1]
        )  # what the second letter must be
        for candidate in by_initial.get(initial, ()):
            near = len(word) - 3 < len(candidate) <= longest and candidate.startswith(rest, 1)
            if near and len(letters ^ _letters(candidate)) <= _MOST_OTHER_LETTERS:
                yield candidate


def _is_slipped(word: str, candidate: str, cost: float) -> bool:
    """Say whether a word that no list holds is rather an everyday one, misspelt.

    No list holds all that is right: a short word must be heard nearly alike, and a letter exchanged
    must leave others that hardly make a word.
    """
    if sorted(word) == sorted(candidate):  # two letters swapped
        return True
    if cost <= _SLIGHT or len(word) < _SHORT:
        return cost <= _SLIGHT
    if candidate in FUNCTION_WORDS:  # hardly a word comes so often: shoud
        return True
    is_sure = cost < _PLAIN_SLIP or len(word) != len(candidate)  # heard alike, or a letter missing
    return (is_sure and len(word) > _SHORT) or _is_rarer(word, candidate, cost)


def _in_its_form(word: str, meant: str) -> str:
    """Return the word that is meant, where only its stem is near with the misspelt one's ending."""
    if distance(word, meant, _ONE_SLIP) <= _ONE_SLIP or sound_of(word) == sound_of(meant):
        return meant
    return stem_of(meant) + word[len(stem_of(word)) :]


def _as_written(meant: str, written: str) -> str:
    return meant[0].upper() + meant[1:] if written[0].isupper() else meant


def _is_one_slip(word: str, candidate: str, cost: float) -> bool:
    """Say whether a name may be meant: one slip at most, and a slight one in a short name."""
    if word[0] != candidate[0] or (len(word) <= _SHORT and cost > ALIKE_COST):
        return False
    if candidate in FUNCTION_WORDS and cost > _PLAIN_SLIP:
        return False
    return distance(word, candidate, 1.0, plain=True) <= 1.0


def _is_rarer(word: str, candidate: str, cost: float) -> bool:
    """Say whether a word's letters are less those of a word than the other's, the farther more."""
    margin = _LESS_COMMON * (1 if cost <= _ONE_SLIP else 5)
    return len(word) >= _SHORT and _commonness(word) > _commonness(candidate) + margin


def _slips(word: str, candidate: str, limit: float) -> float:
    """Return how far apart two words are: as written, as heard, or but for their endings."""
    extra = _FUNCTION_WORD_COST if candidate in FUNCTION_WORDS else 0.0
    cost = distance(word, candidate, limit)
    if cost > _HEARD_COST and sound_of(word) == sound_of(candidate):
        cost = _HEARD_COST
    if cost > limit and word.endswith("s") and sound_of(word) == sound_of(f"{candidate}s"):
        cost = _HEARD_COST  # "chikens", of which only "chicken" is in a list
    stem, other = stem_of(word), stem_of(candidate)
    if cost > limit and len(stem) >= _LONG_STEM and len(other) >= _LONG_STEM:
        cost = _INFLECTED_COST + distance(stem, other, _PLAIN_SLIP - _INFLECTED_COST)
    return cost + extra


@lru_cache(maxsize=16384)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def _commonness(word: str) -> float:
    """Return what the word's letters cost: the higher, the less it is a word."""
    return RUSSIAN.word_cost(word) if is_cyrillic(word) else latin_cost(word)
