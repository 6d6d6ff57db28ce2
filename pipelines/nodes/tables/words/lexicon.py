"""Lexicon: the word lists of words.toml, as patterns."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.word_tables import read_table

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_BARE = {
    code: unicodedata.normalize("NFD", chr(code))[0]
    for code in (*range(0xDF, 0x250), ord("ё"))
    if unicodedata.normalize("NFD", chr(code))[0] != chr(code)
}
_REMEMBERED = 8192  # texts
_HELD_OF_LIST = 1024  # words that are remembered of each list
_SHORT = 200  # characters of a text that is asked for again and again: a question, a cell
_STEM_END = r"\w*"


@dataclass(frozen=True, slots=True)
class PhraseList:
    """Words and phrases; "stem*" stands for every word that begins so."""

    pattern: re.Pattern[str]
    _held: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, words: Sequence[str]) -> "PhraseList":
        """Compile a list; longer phrases are looked for before shorter ones."""
        ordered = sorted((fold_in_place(word) for word in words), key=len, reverse=True)
        return cls(re.compile("|".join(map(_phrase, ordered))))

    def holds(self, word: str) -> bool:
        """Say whether a folded word is one of the list."""
        if (is_held := self._held.get(word)) is None:
            if len(self._held) >= _HELD_OF_LIST:
                self._held.clear()
            is_held = self._held[word] = self.pattern.fullmatch(word) is not None
        return is_held

    def find(self, text: str) -> tuple[Span, ...]:
        """Return where in a folded text its words stand."""
        return tuple(Span(*match.span()) for match in self.pattern.finditer(text))


def fold_in_place(text: str) -> str:
    """Fold case, ё and the accents of Latin letters; unlike `words.fold`, keep every offset."""
    return _folded(text) if len(text) <= _SHORT else _fold(text)


def _fold(text: str) -> str:
    lower = text.lower()
    if len(lower) != len(text):  # a capital of two small letters, such as İ
        lower = "".join(one if len(one := c.lower()) == 1 else c for c in text)
    return lower.translate(_BARE)


_folded = lru_cache(maxsize=_REMEMBERED)(_fold)


def is_unspaced(text: str) -> bool:
    """Say whether a text is of a script that puts no spaces between words."""
    return _UNSPACED.search(text) is not None


@lru_cache(maxsize=4096)
def concepts_of(word: str) -> frozenset[str]:
    """Return what a folded word may be about: a column of that concept is meant."""
    return frozenset(name for name, words in CONCEPTS.items() if words.holds(word))


def _phrase(phrase: str) -> str:
    words = r"\s+".join(re.escape(word).replace(r"\*", _STEM_END) for word in phrase.split())
    return words if is_unspaced(phrase) else rf"(?<!\w){words}(?!\w)"


def _lists(table: Mapping[str, Sequence[str]]) -> dict[str, PhraseList]:
    return {name: PhraseList.of(words) for name, words in table.items()}


def _behind(phrases: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the beginnings of the second words of phrases, by their first that stand alone too."""
    folded = [fold_in_place(phrase).split() for phrase in phrases]
    alone = {words[0] for words in folded if len(words) == 1}
    pairs = [words for words in folded if len(words) > 1 and words[0] in alone]
    return {
        first: frozenset(words[1].rstrip("*") for words in pairs if words[0] == first)
        for first in dict.fromkeys(words[0] for words in pairs)
    }


def _unspaced(lists: Iterable[Sequence[str]]) -> frozenset[str]:
    return frozenset(fold_in_place(word) for words in lists for word in words if is_unspaced(word))


_WORDS = read_table(__package__, "words.toml")

ASKING = PhraseList.of(_WORDS["asking"])
DAILY = PhraseList.of(_WORDS["daily"])
EVERY = PhraseList.of(_WORDS["every"])
OUTCOMES = PhraseList.of(_WORDS["outcomes"])
PARTICLES = PhraseList.of(_WORDS["particles"])
PREPOSITIONS = PhraseList.of(_WORDS["prepositions"])
PRICE_ASKED = PhraseList.of(_WORDS["price_asked"])
SPENT = PhraseList.of(_WORDS["spent"])
STOCK_ASKED = PhraseList.of(_WORDS["stock_asked"])
STOCKED = PhraseList.of(_WORDS["stocked"])
RUN_OUT = PhraseList.of(_WORDS["run_out"])
LISTS = PhraseList.of(_WORDS["lists"])
WHAT = PhraseList.of(_WORDS["what"])
WHICH = PhraseList.of(_WORDS["which"])
ENDINGS = frozenset(_WORDS["endings"])
TOTALS = PhraseList.of(_WORDS["totals"])
UNITS = PhraseList.of(_WORDS["units"])
ABSENT = PhraseList.of(_WORDS["absent"])
CLOSES = PhraseList.of(_WORDS["closes"])
CLOSED = PhraseList.of(_WORDS["closed"])
PERHAPS = PhraseList.of(_WORDS["perhaps"])
REFUSED = PhraseList.of(_WORDS["refused"])
MARKS = PhraseList.of(_WORDS["marks"])
BEFORE_CONTAINED = PhraseList.of(_WORDS["before_contained"])
BETWEEN_CONTAINED = PhraseList.of(_WORDS["between_contained"])
HEAD_COUNTS = PhraseList.of(_WORDS["head_counts"])
HALF_YEARS = PhraseList.of(_WORDS["half_years"])
NO_COLUMNS = PhraseList.of(_WORDS["no_columns"])
BUT = PhraseList.of(_WORDS["but"])
AND = PhraseList.of(_WORDS["and"])
ALLERGIES = PhraseList.of(_WORDS["allergies"])
FREE_OF = PhraseList.of(_WORDS["free_of"])
FREE_IN_ONE = re.compile(
    rf"(?<!\w)(?:\w+(?:{'|'.join(_WORDS['free_endings'])})|(?:{'|'.join(_WORDS['free_openings'])})\w+)(?!\w)"
)
FOR_ONE = PhraseList.of(_WORDS["for_one"])
PAID_FOR = PhraseList.of(_WORDS["paid_for"])
NIGHTS = PhraseList.of(_WORDS["nights"])
GRADES = PhraseList.of(_WORDS["grades"])
CONTAINERS = PhraseList.of(_WORDS["containers"])
INSIDE = PhraseList.of(_WORDS["inside"])
ASKS_OPENLY = PhraseList.of(_WORDS["asks_openly"])
CONTAINING = PhraseList.of(_WORDS["containing"])
AWAY = PhraseList.of(_WORDS["away"])
THERE = PhraseList.of(_WORDS["there"])
ANYBODY = PhraseList.of(_WORDS["anybody"])
PEOPLE = PhraseList.of(_WORDS["people"])
ROTAS = PhraseList.of(_WORDS["rotas"])
ROOMS = PhraseList.of(_WORDS["rooms"])
NO_COUNTS = PhraseList.of(_WORDS["no_counts"])
PARTY_WORDS = PhraseList.of(_WORDS["party_words"])
TOGETHER = PhraseList.of(_WORDS["together"])
CHARGED = PhraseList.of(_WORDS["charged"])
FREE = PhraseList.of(_WORDS["free"])
COLLECTIVES = {
    fold_in_place(word): int(count)
    for count, words in _WORDS["collectives"].items()
    for word in words
}
NOW = PhraseList.of(_WORDS["now"])
MANNERS = PhraseList.of(_WORDS["manners"])
PAYING = PhraseList.of(_WORDS["paying"])
MOST_ALLOWED = PhraseList.of(_WORDS["most_allowed"])
AIMS = PhraseList.of(_WORDS["aims"])
STOP_COLUMNS = PhraseList.of(_WORDS["stop_columns"])
OFTEN = PhraseList.of(_WORDS["often"])
VEHICLES = PhraseList.of(_WORDS["vehicles"])
TIMES = PhraseList.of(_WORDS["times"])
DAYS_COUNTED = PhraseList.of(_WORDS["days_counted"])
ON_DUTY = PhraseList.of(_WORDS["on_duty"])
RECEIVING = PhraseList.of(_WORDS["receiving"])
UNOCCUPIED = PhraseList.of(_WORDS["unoccupied"])
EXCEPT = PhraseList.of(_WORDS["except"])
NO_DENIALS = PhraseList.of(_WORDS["no_denials"])
LESSONS = PhraseList.of(_WORDS["lessons"])
AFFIRMED = PhraseList.of(_WORDS["affirmed"])
THINGS = PhraseList.of(_WORDS["things"])
DENYING = PhraseList.of(_WORDS["denying"])
DENYING_NAMES = PhraseList.of(_WORDS["denying_names"])
LEADING_TO_NAMES = PhraseList.of(_WORDS["leading_to_names"])
DENYING_OPENINGS = tuple(_WORDS["denying_openings"])
BELONGING = _lists(_WORDS["belonging"])
NO_PERIODS = PhraseList.of(_WORDS["no_periods"])
PERIODS = _lists(_WORDS["periods"])
HAVING = PhraseList.of(_WORDS["having"])
OF_LIST = PhraseList.of(_WORDS["of_list"])
LEFT_OUT = PhraseList.of(_WORDS["left_out"])
TAKEN_IN = PhraseList.of(_WORDS["taken_in"])
WITHOUT = PhraseList.of(_WORDS["without"])
WHETHER = PhraseList.of(_WORDS["whether"])
WHETHER_FIRST = PhraseList.of(_WORDS["whether_first"])
OPPOSITES = [(PhraseList.of([one]), PhraseList.of([other])) for one, other in _WORDS["opposites"]]
AGGREGATES = _lists(_WORDS["aggregates"])
SIDES = _lists(_WORDS["sides"])
WEEK_PARTS = _lists(_WORDS["week_parts"])
DAY_PARTS = _lists(_WORDS["day_parts"])
FAMILY = _lists(_WORDS["family"])
ORDER = _lists(_WORDS["order"])
NEAREST = _lists(_WORDS["nearest"])
NEXT_TO = _lists(_WORDS["next_to"])
OF_TWO = _lists(_WORDS["of_two"])
BOOKINGS = _lists(_WORDS["bookings"])
BANDS = _lists(_WORDS["bands"])
VOTES = _lists(_WORDS["votes"])
DIFFERENCE = _lists(_WORDS["difference"])
CHANGE = _lists(_WORDS["change"])
OF_ALL = _lists(_WORDS["of_all"])
IMPLIED = {name: frozenset(others) for name, others in _WORDS["implied"].items()}
BY_BIRTH = _lists(_WORDS["by_birth"])
NO_DATES = PhraseList.of(_WORDS["no_dates"])
CONDITIONS = _lists(_WORDS["conditions"])
CONDITIONS_BEHIND = _lists(_WORDS["conditions_behind"])
RANGES = _lists(_WORDS["ranges"])
MEASURES = _lists(_WORDS["measures"])
NO_PRICES = frozenset(_WORDS["no_prices"])
STAFF = PhraseList.of(_WORDS["staff"])
BY_TIME = PhraseList.of(_WORDS["by_time"])
PER = PhraseList.of(_WORDS["per"])
UNIT_COLUMNS = PhraseList.of(_WORDS["unit_columns"])
COLUMNS_PAID_FOR = PhraseList.of(_WORDS["columns_paid_for"])
ONE_PERIOD = PhraseList.of(_WORDS["one_period"])
PIECES = PhraseList.of(_WORDS["pieces"])
COUNTED_IN_NAMES = PhraseList.of(_WORDS["counted_in_names"])
PER_AFTER_UNIT = PhraseList.of(_WORDS["per_after_unit"])
CURRENCIES = _lists(_WORDS["currencies"])
SIGNS: dict[str, str] = {
    name: one for name, (one, *_) in _WORDS["currencies"].items() if not one.isalnum()
}
UNIT_NAMES = _lists(_WORDS["unit_names"])
DUES = _lists(_WORDS["dues"])
EXTREMES = _lists(_WORDS["extremes"])
UNIT_ADJECTIVES = _lists(_WORDS["unit_adjectives"])
KINDS = _lists(_WORDS["kinds"])
SCALES = {int(factor): words for factor, words in _lists(_WORDS["scales"]).items()}
SUPERLATIVES = _lists(_WORDS["superlatives"])
CONCEPTS = _lists(_WORDS["concepts"])
GRADES_BEHIND = _behind(
    [*_WORDS["aggregates"]["largest"], *_WORDS["aggregates"]["smallest"]]
)  # what stands behind "most" or «самый», by that word
UNSPACED_WORDS = _unspaced(
    [
        *(_WORDS[name] for name in ("asking", "every", "totals", "units")),
        *(words for name in ("aggregates", "conditions", "kinds", "concepts")
          for words in _WORDS[name].values()),
    ]
)  # fmt: skip
