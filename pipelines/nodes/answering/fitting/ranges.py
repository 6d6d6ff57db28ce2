"""Ranges: whether a sentence is of the age or the weight that a question names.

"13–15 years: 8 pull-ups" is of a girl of 14, and "16–18 years: 11 pull-ups" is not; to a model
both are as near to her.
"""

import re
from decimal import Decimal
from functools import cache, lru_cache

from pipelines.nodes.tables.amounts.measures import is_one_unit, is_unit
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_NUMBER = r"(?<![\d.,:])(\d{1,4}(?:[.,]\d{1,2})?)"
_RANGE = re.compile(rf"{_NUMBER}\s?(?:[–—-]|to|до)\s?{_NUMBER}[\s-]?([^\W\d_]+)")
_MEASURE = re.compile(rf"{_NUMBER}[\s-]?([^\W\d_]+)")
_AGED = re.compile(rf"\bage[ds]?\s(?:of\s)?{_NUMBER}(?![\d–—-])")
_OF_AGE = re.compile(r"летн\w+")  # «14-летнему»
_YEARS, _LET = "years", "лет"


def fit_of_ranges(question: str, sentence: str) -> int:
    """Return 1 where a range of a sentence holds a measure of a question, -1 where none of it does.

    0 where the question is of no measure or itself of a range, or the sentence has no range of it.
    """
    asked = _measures(fold(question))
    if not asked:
        return 0
    folded = fold(sentence)
    aged = [(one, other, _YEARS) for one, other in _ages().findall(folded)]
    held = [
        first <= value <= last
        for one, other, said in [*_RANGE.findall(folded), *aged]
        for first, last in [sorted((_value(one), _value(other)))]  # "30 to 10 days before"
        for value, unit in asked
        if is_one_unit(unit, _unit(said))
    ]
    return 0 if not held else 1 if any(held) else -1


@lru_cache(maxsize=256)
def _measures(question: str) -> tuple[tuple[Decimal, str], ...]:
    """Return the numbers of a question with their units; none of one that asks of a range."""
    if _RANGE.search(question):
        return ()
    told = ((number, _unit(said)) for number, said in _MEASURE.findall(question))
    aged = ((number, _YEARS) for number in _AGED.findall(question))
    return tuple((_value(number), unit) for number, unit in (*told, *aged) if is_unit(unit))


def _unit(word: str) -> str:
    return _LET if _OF_AGE.fullmatch(word) else word


def _value(number: str) -> Decimal:
    return Decimal(number.replace(",", "."))


@cache
def _ages() -> re.Pattern[str]:
    """Find a range of ages without a unit: "children from 8 to 15", «дети от 8 до 15»."""
    written = (re.escape(fold(word)) for word in read_table(__package__, "ranges.toml")["aged"])
    aged = "|".join(written).replace(r"\*", r"\w*")
    bare = r"(?!\d|[.,:]\d|[\s-]?[^\W\d_])"
    return re.compile(
        rf"(?<!\w)(?:{aged})\s(?:\w+\s)?{_NUMBER}\s?(?:[–—-]|to|and|до|и)\s?{_NUMBER}{bare}"
    )
