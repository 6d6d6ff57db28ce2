"""Fitting: whether an answer is of the kind that was asked for: a name, a date, so many pounds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pipelines.models.documents import FloatArray
from pipelines.nodes.answering.asked import AskedKind, asked_kind
from pipelines.nodes.checking.contradictions import unit_of
from pipelines.nodes.evaluating.likeness import SURELY
from pipelines.nodes.evaluating.reading import ReadText
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_CLOCK = re.compile(r"\d{1,2}[:.]\d\d\b|\d\s?[ap]\.?m\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_WORD = re.compile(r"[^\W\d_]+")
UNKNOWN = 0.5
_FEWEST_DIGITS = 2  # of a telephone number
_LONG = 2  # new words, from which on a time may be told in words


@dataclass(frozen=True, slots=True)
class Given:
    """What an answer gives that the question did not.

    units: of its numbers; where none is known, none.
    """

    has_number: bool
    has_day: bool
    has_name: bool
    has_word: bool
    has_clock: bool
    has_year: bool
    units: frozenset[int]
    words: int


def polarity(answer: str) -> tuple[int, int]:
    """Return 1 when an answer begins with yes, -1 with no, else 0; and where the rest begins."""
    lists = _lists()
    for pattern, sign in ((lists.yes, 1), (lists.no, -1)):
        if match := pattern.match(answer):
            return sign, match.end()
    return 0, 0


def given(answer: ReadText, new: Sequence[int], alike: FloatArray, evidence: ReadText) -> Given:
    """Say what the new words of an answer are.

    Args:
        new: places of words that the question does not have.
        alike: float32 [words of the answer, words of the evidence], 0..1.
    """
    kinds = set[str]()
    for at in new:
        word = answer.words[at]
        if word.kind == "word" and unit_of(fold(answer.spelled(word))) >= 0:
            continue
        place = int(alike[at].argmax()) if alike.shape[1] else 0
        is_there = bool(alike.shape[1]) and alike[at, place] >= SURELY
        is_name = is_there and evidence.words[place].kind == "name"
        kinds.add("name" if word.kind == "code" or (word.kind == "word" and is_name) else word.kind)
    units = {answer.words[at].unit for at in new if answer.words[at].kind == "number"} - {-1}
    has_one = all(_lists().one.search(fold(each.text)) for each in (answer, evidence))
    return Given(
        "number" in kinds or has_one,
        "day" in kinds,
        "name" in kinds,
        "word" in kinds,
        _CLOCK.search(answer.text) is not None,
        _YEAR.search(answer.text) is not None,
        frozenset(units),
        len(new),
    )


def fit(question: str, answer: str, told: Given) -> float:
    """Return 0..1, how well an answer is of the kind asked for; .5 where nothing is known."""
    kind, folded = asked_kind(question), fold(question)
    if kind.name not in ("when", "whether") and told.units and _is_amiss(folded, told):
        return 0.0
    match kind.name:
        case "who" | "named":
            return 1.0 if told.has_name else 0.6 if told.has_word else 0.0
        case "where":
            return 1.0 if told.has_name else 0.8 if told.has_word else 0.0
        case "when":
            return _fits_date(folded, answer, told)
        case "hour":
            return 1.0 if told.has_clock else 0.5 if told.has_number or told.has_day else 0.0
        case "how_long" | "how_often":
            return 1.0 if told.has_number else 0.4 if told.has_word or told.has_day else 0.0
        case "phone":
            return float(sum(map(str.isdigit, answer)) >= _FEWEST_DIGITS)
        case "email":
            return float("@" in answer)
        case _:
            return _fits_amount(kind, folded, told)


def _fits_date(folded: str, answer: str, told: Given) -> float:
    lists = _lists()
    if told.units - lists.times.units:
        return 0.0
    if lists.days.asked.search(folded):
        is_date = told.has_number and not told.has_clock and not told.units - lists.days.units
        return float(told.has_day or is_date)
    if told.has_day or (told.has_number and (told.has_year or told.has_clock)):
        return 1.0
    if told.has_number:
        return 0.6
    is_time = any(unit_of(fold(word)) in lists.times.units for word in _WORD.findall(answer))
    return UNKNOWN if is_time and told.words > _LONG else 0.15


def _fits_amount(kind: AskedKind, folded: str, told: Given) -> float:
    if kind.name == "how_many":
        return (0.3 if told.has_clock else 1.0) if told.has_number else 0.0
    if kind.name == "whether":
        return UNKNOWN
    if any(amount.asked.search(folded) for amount in _lists().amounts):
        return 1.0 if told.has_number else 0.2
    return UNKNOWN


def _is_amiss(folded: str, told: Given) -> bool:
    """Say whether all that an answer counts is counted in what was not asked about."""
    lists = _lists()
    wanted = [one.units for one in (*lists.amounts, lists.times) if one.asked.search(folded)]
    return bool(wanted) and not told.units & frozenset().union(*wanted)


@dataclass(frozen=True, slots=True)
class _Amount:
    asked: re.Pattern[str]
    units: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Lists:
    amounts: tuple[_Amount, ...]
    times: _Amount
    days: _Amount
    one: re.Pattern[str]  # which counts nothing elsewhere
    yes: re.Pattern[str]
    no: re.Pattern[str]


@cache
def _lists() -> _Lists:
    held = read_table(__package__, "fitting.toml")

    def amount(one: dict[str, object]) -> _Amount:
        units = one["units"]
        assert isinstance(units, list), "a list of words"
        return _Amount(re.compile(str(one["asked"])), frozenset(map(unit_of, units)))

    signs = {name: re.compile(text, re.IGNORECASE) for name, text in held["polarity"].items()}
    return _Lists(
        tuple(map(amount, held["amount"])),
        amount(held["times"]),
        amount(held["days"]),
        re.compile(held["one"]["said"]),
        signs["yes"],
        signs["no"],
    )
