"""Bounds: which step of a rule is of the length or the weight that a question names.

"More than 3 weeks before: all is paid back. 8 to 21 days: a half. A week or less: nothing." Whoever
asks of 10 days is told of the second alone, and of 25 of the first. That a sentence has another
step tells nothing by itself: "late by over 15 minutes" answers whoever is 10 minutes late.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache, lru_cache

from pipelines.nodes.tables.amounts.measures import is_one_unit, is_unit
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

_NUMBER = r"(?<![\d.,:])(?:\d{1,5}(?:[.,]\d{1,2})?)(?![\d:]|[.,]\d)"
_ONE = r"(?:(?<!\w)(?:an?|one|одн\w+)(?=[\s-]))"
_COUNT = rf"(?:{_NUMBER}|{_ONE})"
_UNIT = r"[\s-]?([^\W\d_]+)"
_RANGE = re.compile(rf"({_NUMBER})\s?(?:[–—-]|to|до)\s?({_NUMBER}){_UNIT}")
_MEASURE = re.compile(rf"({_COUNT}){_UNIT}")
_ASKED = re.compile(  # "a week early", «за неделю», and no price "a week"
    rf"({_NUMBER}){_UNIT}|(?:for|after|in|within|about|only) ({_ONE}){_UNIT}"
    rf"|({_ONE}){_UNIT}(?=,? (?:before|early|earlier|ahead|late|old|in advance)\b)"
    r"|(?<!\w)(за|на|через) (неделю|день|месяц|год)(?!\w)"
)
_BARE_UNIT = re.compile(  # a single one
    r"(?<![\w-])(?<!\d )(недел[яюи]|день|дня|месяца?|года?)(?!\w)"
)
_ANY = Decimal("Infinity")
_WHOLE = Decimal(1)

Step = tuple[Decimal, bool, Decimal, bool, str]  # from, whether it is in, to, whether it is, unit


def fit_of_steps(question: str, sentence: str) -> int:
    """Return 1 where a step of a sentence holds a measure of a question, -1 where none of it does.

    0 where the question is of no measure, or the sentence has no step of it. A question may name a
    step as well: one that holds all of it is meant, and none that is apart from it.
    """
    asked = _asked(fold(question))
    if not asked:
        return 0
    fits = [
        _fit(one, step)
        for step in _steps(fold(sentence))
        for one in asked
        if is_one_unit(one[4], step[4])
    ]
    return max(fits, default=0)


def is_step_that_fits(question: str, sentence: str, text: str) -> bool:
    """Say whether a sentence is the step asked about of a rule that has others beside it.

    In its text, or in the sentence: "7 nights or more 15 % off, 14 nights or more 25 %".
    """
    if fit_of_steps(question, sentence) <= 0:
        return False
    if _are_steps(fold(sentence), _asked(fold(question))):
        return True
    beside = (text[span.start : span.end] for span in split_sentences(text))
    return any(fit_of_steps(question, one) < 0 for one in beside)


def _are_steps(folded: str, asked: Sequence[Step]) -> bool:
    """Say whether a sentence has several steps of the unit that is asked of."""
    own = {step for step in _steps(folded) for one in asked if is_one_unit(one[4], step[4])}
    return len(own) > 1


def fits_of_steps(question: str, sentences: Sequence[tuple[int, str]]) -> list[int]:
    """Return `fit_of_steps` of each sentence, but 0 in a passage that has no step that fits.

    Args:
        sentences: with the passage that each is of. One with another step has to lie beside it.
    """
    fits = [fit_of_steps(question, text) for _, text in sentences]
    ruled = {passage for (passage, _), fit in zip(sentences, fits, strict=True) if fit > 0}
    ruled &= {passage for (passage, _), fit in zip(sentences, fits, strict=True) if fit < 0}
    return [
        fit if passage in ruled else 0 for (passage, _), fit in zip(sentences, fits, strict=True)
    ]


def _fit(asked: Step, step: Step) -> int:
    """Return 1 where a step holds all of another one, -1 where it holds none of it, else 0."""
    (low, _, high, _, _), (least, has_least, most, has_most, _) = asked, step
    if low == high:
        is_over = least < low or (has_least and low == least)
        return 1 if is_over and (low < most or (has_most and low == most)) else -1
    if least <= low and high <= most:
        return 1
    return -1 if high <= least or most <= low else 0


@lru_cache(maxsize=256)
def _asked(question: str) -> tuple[Step, ...]:
    """Return the steps of a question, or else its numbers with their units."""
    question = _in_figures(question)
    if steps := _steps(question):
        return steps
    told = (list(filter(None, match.groups())) for match in _ASKED.finditer(question))
    found = [_in_days(_value(number), unit) for number, unit in told if _measures(unit)]
    return tuple((value, True, value, True, unit) for value, unit in found)


def _in_figures(text: str) -> str:
    """Write numbers in figures: "two weeks", «две недели»; one is told otherwise."""
    for number in reversed(numbers_in(text)):
        said = text[number.span.start : number.span.end]
        values = [value for value in number.values if value.isdecimal() and value != "1"]
        if len(values) == 1 and said.isalpha():
            text = text[: number.span.start] + values[0] + text[number.span.end :]
    return text


@lru_cache(maxsize=1024)
def _steps(folded: str) -> tuple[Step, ...]:
    """Return the steps that a text tells of: ranges, and numbers with a bound."""
    steps: list[Step] = []
    for match in _RANGE.finditer(folded):
        ends = sorted(_in_days(_value(number), match[3]) for number in match.groups()[:2])
        (least, unit), (most, _) = ends
        steps.append((least, True, most, True, unit))
    rest = _RANGE.sub(lambda match: " " * len(match[0]), folded)
    found = [(match, _value(match[1]), match[2]) for match in _MEASURE.finditer(rest)]
    found += [(match, _WHOLE, match[1]) for match in _BARE_UNIT.finditer(rest)]
    for match, number, word in found:
        kind = _bound(rest[: match.start()], rest[match.end() :]) if _measures(word) else ""
        if kind:
            value, unit = _in_days(number, word)
            is_least, is_in = kind in ("over", "from"), kind in ("from", "to")
            step = (value, is_in, _ANY, False) if is_least else (-_ANY, False, value, is_in)
            steps.append((*step, unit))
    return tuple(steps)


def _bound(before: str, behind: str) -> str:
    """Name the bound that the words around a number make of it; "" where they make none."""
    words = " ".join(before.split()[-5:])
    ends = (name for phrase, name in _phrases("before") if _ends_with(words, phrase))
    starts = (name for phrase, name in _phrases("behind") if _starts_with(behind, phrase))
    return next(starts, "") or next(ends, "")


def _ends_with(text: str, phrase: str) -> bool:
    return f" {text}".endswith(f" {phrase}")


def _starts_with(text: str, phrase: str) -> bool:
    return re.match(rf"\s{re.escape(phrase)}(?!\w)", text) is not None


def _value(number: str) -> Decimal:
    return Decimal(number.replace(",", ".")) if number[0].isdigit() else _WHOLE


def _measures(word: str) -> bool:
    """Say whether a word is a unit, or one of how long somebody stays: "7 nights"."""
    return is_unit(word) or any(word in words for _, words in _days())


def _in_days(value: Decimal, unit: str) -> tuple[Decimal, str]:
    days = next((each for each, words in _days() if unit in words), None)
    return (value, unit) if days is None else (value * days, "day")


@cache
def _phrases(side: str) -> Sequence[tuple[str, str]]:
    """Return the phrases of one side with the bound that each makes, longest first."""
    lists: dict[str, Iterable[str]] = read_table(__package__, "bounds.toml")[side]
    pairs = [(fold(phrase), name) for name, phrases in lists.items() for phrase in phrases]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


@cache
def _days() -> Sequence[tuple[Decimal, frozenset[str]]]:
    lists: dict[str, list[str]] = read_table(__package__, "bounds.toml")["days"]
    return [(Decimal(days), frozenset(map(fold, words))) for days, words in lists.items()]
