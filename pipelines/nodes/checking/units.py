"""Units: what a number counts, by the words behind it, and whether a claim counts it in another."""

import re
from collections.abc import Sequence

from pipelines.models.documents import Span
from pipelines.nodes.checking.contradictions import NO_UNIT, unit_of
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import content_words

_COUNTED = re.compile(r"\s?[-–]?(per cent\b|[^\W\d_]+|[%£$€₽°])", re.IGNORECASE)
_ENDING = re.compile(r"-(?:[а-яё]{1,3}|th|st|nd|rd)\b")
_SIGNS = "£$€₽"
_REACH = 3  # words behind a number, of which one may be its unit


def unit_at(text: str, span: Span, numbers: Sequence[Number]) -> int:
    """Return the unit of a number, see `unit_of`, or `NO_UNIT`.

    Args:
        span: of the number; numbers: all of the text.
    """
    if span.start and text[span.start - 1] in _SIGNS:
        return unit_of(text[span.start - 1])
    ending = _ENDING.match(text, span.end)  # "в 1961-м"
    at = ending.end() if ending else span.end
    for _ in range(_REACH):
        match = _COUNTED.match(text, at)
        if match is None:
            return NO_UNIT
        if (unit := unit_of(match[1].replace(" ", ""))) != NO_UNIT:
            return unit
        if not content_words(match[1]) or any(n.span.start == match.start(1) for n in numbers):
            return NO_UNIT  # "340 loaves a day", "in 2024 after fourteen months"
        at = match.end()
    return NO_UNIT


def changes_unit(claim: str, whole: str) -> bool:
    """Say whether a number of a claim stands in its source with other units only: three weeks,
    where that has three days.
    """
    said, there = numbers_in(claim), numbers_in(whole)
    for number in said:
        unit = unit_at(claim, number.span, said)
        units = {unit_at(whole, one.span, there) for one in there if one.values & number.values}
        if unit != NO_UNIT and units and not units & {unit, NO_UNIT}:
            return True
    return False
