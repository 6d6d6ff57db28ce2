"""Asked: what kind of thing a question asks for: who, when, how many, whom to call.

Which sentence holds one: `holding`. The words of Russian, English, German, Spanish and Chinese that
tell are in asked.toml.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from pipelines.nodes.answering.sentences.word_lists import WordList, pattern_of
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.dictionary import is_counted, is_person, translations
from pipelines.nodes.text.words import content_words
from pipelines.nodes.word_tables import read_table

Kind = Literal[
    "phone",
    "email",
    "why",
    "how_long",
    "how_often",
    "how_many",
    "hour",
    "when",
    "where",
    "who",
    "named",
    "whether",
    "any",
]

_RUSSIAN_VERB = re.compile(r"(?<!л)(?:[иеуюая]т|ть|ся|л[аои]?|[иеа]м)$")  # not "лет"
_CYRILLIC = re.compile(r"[а-яё]")
_ASKING = re.compile(r"[\u3400-\u9fff]+|[\w'’-]+")
_NOUN_REACH = 4  # words behind "what"
_BEING = re.compile(r"^(?:было|будет|всего|сейчас) ")
_CALLED_BEFORE_VERB = re.compile(
    r"(?:[a-z'’-]+ ){1,2}([a-z]{3,}) (?:is|are|was|were|has|have|had|do|does|did|can|could|will)\b"
)
_MEASURED: tuple[Kind, ...] = ("how_many", "when")  # by numbers and times
_MOST_BARE = 5  # words of a question that is no sentence


LISTS = read_table(__package__, "asked.toml")
_ASKS: Mapping[Kind, re.Pattern[str]] = {k: pattern_of(v) for k, v in LISTS["asks"].items()}
_WHICH = WordList(LISTS["which"]["words"])
_NOUNS: Mapping[Kind, WordList] = {kind: WordList(words) for kind, words in LISTS["nouns"].items()}
_BARE: Mapping[Kind, WordList] = {kind: WordList(words) for kind, words in LISTS["bare"].items()}
_OPENING = pattern_of(LISTS["opening"]["words"])
_PRICED = pattern_of(LISTS["priced"]["words"])
QUANTITIES = {name: WordList(words) for name, words in LISTS["quantities"].items()}
QUANTITY_UNITS = {name: WordList(words) for name, words in LISTS["quantity_units"].items()}
_OWN_SUMS = WordList(LISTS["own_sums"]["words"])
_UNCOUNTED = WordList(LISTS["numbers"]["uncounted"])
PEOPLE = WordList(LISTS["names"]["people"])
MASS = tuple(LISTS["numbers"]["mass"])
_PARTS_OF_DAY = WordList(LISTS["answers"]["hour"])
_NUMBERED = WordList(LISTS["numbered"]["words"])


@dataclass(frozen=True, slots=True)
class AskedKind:
    """What a question asks for.

    counted: stems of the word behind "how many", as `content_words` gives them.
    quantity: of `quantities` in asked.toml, such as money; "" where no word tells.
    is_by_noun: told by a noun behind "what", which may mean another: "what part does he play".
    """

    name: Kind
    counted: frozenset[str] = frozenset()
    quantity: str = ""
    is_by_noun: bool = False

    @property
    def is_told_by_shape(self) -> bool:
        """Whether nothing without one is an answer: a telephone number, an address, a price."""
        return self.name in ("phone", "email") or (self.name == "how_many" and bool(self.quantity))


@lru_cache(maxsize=256)
def asked_kind(question: str) -> AskedKind:
    """Name what a question asks for, by the first of its words that tells: "any" if none does."""
    text = " ".join(fold_question(question).split())
    first: tuple[int, Kind, int] | None = None
    for kind, pattern in _ASKS.items():
        match = pattern.search(text)
        if match and kind == "phone" and _is_numbered(text, match.end()):
            continue
        if match and (first is None or match.start() < first[0]):
            first = match.start(), kind, match.end()
    at, kind, end = first or (len(text), "any", 0)
    if kind == "when" and _OPENING.search(text) and days_in(text):
        kind = "hour"  # "when are you open on Sundays": no date
    noun = _kind_of_noun(text, at) or (_kind_of_bare(text) if first is None else None)
    if noun or first is None:
        quantity = _quantity(text) if noun == "how_many" else ""
        return AskedKind(noun or "any", quantity=quantity, is_by_noun=noun is not None)
    counts = kind in ("how_many", "how_often") and not _quantity(text[at:end])
    counted = _counted(text[end:], is_mass=text[at:end].endswith(MASS)) if counts else frozenset()
    is_amount = kind == "how_many" and not counted
    priced = "money" if _PRICED.search(text) else ""
    return AskedKind(kind, counted, (_quantity(text) or priced) if is_amount else "")


def _is_numbered(text: str, end: int) -> bool:
    """Say whether a number is asked for that something has, and nobody calls: of a contract.

    «Номер у бухгалтера» is to be called, «номер у метки» is not.
    """
    before, following = text[:end].split()[-3:], _ASKING.search(text, end)
    if "номер" not in before or following is None:
        return False
    is_of_thing = "у" in before and not PEOPLE.has(following[0])
    return is_of_thing or _NUMBERED.has(following[0])


def _quantity(text: str) -> str:
    """Name what a number is asked of, by the first word that tells."""
    words = (match[0] for match in _ASKING.finditer(text))
    found = (name for word in words for name, asks in QUANTITIES.items() if asks.has(word))
    return next(found, "")


def without_asking(question: str) -> str:
    """Return a question, folded, without the words that tell its kind: «дай номер», "how much"."""
    text = " ".join(fold_question(question).split())
    name = asked_kind(question).name
    patterns = [
        _ASKS[one] for one in ((name, "when") if name == "hour" else (name,)) if one in _ASKS
    ]
    for pattern in patterns:
        text = pattern.sub(" ", text)
    return text


def says_kind(word: str) -> bool:
    """Say whether a word of a question tells the kind of its answer and not what it is of."""
    folded = fold_question(word)
    lists = (*_NOUNS.values(), *QUANTITIES.values())
    return any(words.has(folded) for words in lists)


def says_kind_of(word: str, kind: AskedKind) -> bool:
    """Say whether a word tells that kind of an answer, or a number or a time, of which all are.

    An office is where something is, and says nothing of when; of "when does the office open" it is
    what is asked about.
    """
    folded, told = fold_question(word), (kind.name, *_MEASURED)
    lists = (*(_NOUNS[name] for name in told if name in _NOUNS), *QUANTITIES.values())
    return any(words.has(folded) for words in lists)


def as_said_last(question: str) -> str:
    """Return a question without what it says anew: "the tree, that is the concert" is of that."""
    return _said_before().sub(" ", question)


@cache
def _said_before() -> re.Pattern[str]:
    anew = "|".join(map(re.escape, LISTS["said_anew"]["words"]))
    return re.compile(rf"[^\W\d_]+,?\s+(?=(?:{anew})\s)", re.IGNORECASE)


def says_part_of_day(word: str) -> bool:
    """Say whether a word says at what time of the day: "at night", «вечером»."""
    return _PARTS_OF_DAY.has(fold_question(word))


def says_what_is_asked(word: str, kind: AskedKind) -> bool:
    """Say whether a word only says that somebody is asked for: the "name" of a coach."""
    return kind.name == "who" and _BARE["who"].has(fold_question(word))


@lru_cache(maxsize=512)
def stems_asked_of(question: str) -> frozenset[str]:
    """Return the stems of what something is asked of, without the words that tell its kind."""
    words = without_asking(question).split()
    return content_words(" ".join(word for word in words if not says_kind(word.strip("?!.,"))))


def own_sums(question: str) -> frozenset[str]:
    """Return the stems of a sum that is asked for by its name: "the deposit for the trip"."""
    words = (word.strip("?!.,") for word in without_asking(question).split())
    return content_words(" ".join(filter(_OWN_SUMS.has, words)))


def _kind_of_noun(text: str, before: int) -> Kind | None:
    """Name the kind that the noun behind "what" or "which" tells, where one stands early enough."""
    words = [(match[0], match.start()) for match in _ASKING.finditer(text)]
    for at, (word, start) in enumerate(words):
        if start < before and _WHICH.has(word):
            behind = [following for following, _ in words[at + 1 : at + 1 + _NOUN_REACH]]
            kinds = (kind for one in behind for kind, nouns in _NOUNS.items() if nouns.has(one))
            return next(kinds, None)
    return None


def _kind_of_bare(text: str) -> Kind | None:
    """Name the kind that a few words ask for which are no sentence: "wedding date", «дата свадьбы».

    What is asked for comes last in English, and first in Russian and Spanish.
    """
    words = [match[0] for match in _ASKING.finditer(text)]
    if not 1 < len(words) <= _MOST_BARE:
        return None
    ends = (words[-1], words[0]) if text.isascii() else (words[0], words[-1])
    kinds = (kind for word in ends for kind, nouns in _BARE.items() if nouns.has(word))
    is_of_person = any(PEOPLE.has(word) or _is_somebody(word) for word in words)
    return next((kind for kind in kinds if kind != "who" or is_of_person), None)


def _is_somebody(word: str) -> bool:
    return is_person(word) or any(map(is_person, translations(word, "ru")[:1]))


def fold_question(text: str) -> str:
    return text.casefold().replace("ё", "е")


def _counted(rest: str, *, is_mass: bool) -> frozenset[str]:
    """Return the stem of what stands behind "how many", where that is no verb.

    «Сколько было человек» counts them as well as «сколько человек было» does. Of several English
    words before a verb the last is counted: "how many grey seal pups were born".
    """
    called = _CALLED_BEFORE_VERB.match(rest.lstrip())
    word = _ASKING.match(called[1] if called else _BEING.sub("", rest.lstrip()))
    if word is None or _UNCOUNTED.has(word[0]) or _RUSSIAN_VERB.search(word[0]):
        return frozenset()
    if is_mass and _quantity(word[0]):  # "how much rent" is no number of rents
        return frozenset()
    is_one = _CYRILLIC.match(word[0]) is not None and not is_counted(word[0])
    if is_one and says_kind(word[0]):  # nor is «сколько залог» one of deposits
        return frozenset()
    return content_words(word[0])
