"""Kinds: what a value is, by how it is written, and what kind of value a question asks for."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.words.lexicon import KINDS, OF_TWO, fold_in_place

_CACHED = 20_000  # values
_HOURS = 24

Kind = Literal["number", "time", "phone", "code", "person", "text"]

_YEAR = re.compile(r"(?:19|20)\d\d")
_TIME = re.compile(
    r"\d{1,2}[:.]\d{2}(?:\s?[-–—]\s?\d{1,2}[:.]\d{2})?(?:\s?[ap]\.?m\.?)?"
    r"|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{4}-\d{2}-\d{2}"
    r"|\d{1,2}\.?\s[^\W\d_]{3,10}\.?(?:\s\d{4})?(?:\sг(?:\.|ода)?)?"
    r"|[^\W\d_]{3,10}\s\d{1,2}(?:,\s\d{4})?"
)
_DOTTED = re.compile(r"\d{1,2}\.\d{1,2}")
_MONTHS = re.compile(
    r"янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|mai|jun|jul|aug|ago"
    r"|sep|oct|okt|nov|dec|dez|dic|ene|abr",
    re.IGNORECASE,
)
_PHONE = re.compile(r"\+?\d[\d\s()-]{4,}\d")
_COMES_TO = re.compile(r"во сколько (?:\w+ ){0,2}(?:обойд|обош|встан|выйд)")  # no hour is asked
_AT = re.compile(r"(?<!\w)(?:во|со|до|ко?|после) (?:скольки?о?|скока)(?!\w)")  # no number is asked
_UP_TO = re.compile(  # a number is
    r"(?<!\w)(?:во|со|до|ко?|после) скольки?о? (?:лет|раз|человек|мест|гост|балл|минут|секунд|дн"
    r"|недел|месяц|руб|процент|градус|штук|кило|кг|метр|этаж)"
)
_HOUR = re.compile(
    r"(?<![\d:])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])|(?<![\d.])\d{1,2}\s?[ap]\.?m\b", re.IGNORECASE
)
_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w./-]{2,20}")
_PERSON = re.compile(r"[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*){1,3}")


@lru_cache(maxsize=_CACHED)
def kind_of(value: str) -> Kind:
    """Return what a value is: "text" when nothing tells."""
    stripped = value.strip()
    if _is_time(stripped):
        return "time"
    if parse_number(stripped):
        return "number"
    if _PHONE.fullmatch(stripped) and re.search(r"\d[\s()-]+\d", stripped):
        return "phone"
    if _CODE.fullmatch(stripped):
        return "code"
    words = stripped.split()
    if _PERSON.fullmatch(stripped) and all(word[0].isupper() for word in words):
        return "person"
    return "text"


def kind_of_column(values: Iterable[str], *, priced: bool = False) -> Kind:
    """Return the kind of most values of a column.

    Where one value is no time, though written alike, none is: 8.90 beside 6.40, 4.2 beside 31. Nor
    are they where the column is `priced`.
    """
    given = tuple(value.strip() for value in values)
    dotted = [value for value in given if _DOTTED.fullmatch(value)]
    no_times = priced or not all(map(_may_be_time, dotted)) or any(map(_is_no_hour, given))
    kinds = (
        "number" if no_times and _DOTTED.fullmatch(value) else kind_of(value) for value in given
    )
    counts: Counter[Kind] = Counter(kinds)
    if not counts:
        return "text"
    kind, times = counts.most_common(1)[0]
    return kind if times * 2 > counts.total() else "text"


def _is_no_hour(value: str) -> bool:
    return value.isdecimal() and int(value) > _HOURS


def _may_be_time(dotted: str) -> bool:
    """Say whether "8.30" may be a time of the day, or a day and its month: "4.2" is neither."""
    if not dotted[-2].isdecimal():
        return False
    first, second = map(int, dotted.split("."))
    return (first < 24 and second < 60) or (0 < first <= 31 and 0 < second <= 12)


def is_year(text: str) -> bool:
    """Say whether a text is a year of this century or the last."""
    return _YEAR.fullmatch(text.strip()) is not None


def tells_more(word: str) -> bool:
    """Say whether a folded word compares two by itself: "dearer", «дороже»."""
    return OF_TWO["largest"].holds(word) or OF_TWO["smallest"].holds(word)


def asked_kinds(question: str) -> frozenset[str]:
    """Return the kinds of value that a question's words ask for, as `KINDS` names them."""
    folded = fold_in_place(question)
    found = frozenset(kind for kind, words in KINDS.items() if words.find(folded))
    if _COMES_TO.search(folded) or _UP_TO.search(folded):
        return found - {"time"}
    return found - {"number"} if "time" in found and _AT.search(folded) else found


def holds_hours(value: str) -> bool:
    """Say whether a value tells a time of the day among other words: «по звонку, до 20:00»."""
    return _HOUR.search(value) is not None


def _is_time(value: str) -> bool:
    if not _TIME.fullmatch(value):
        return False
    letters = re.sub(r"[^a-zа-яё]", "", value.lower())
    return not letters or bool(_MONTHS.match(letters)) or letters in ("am", "pm")
