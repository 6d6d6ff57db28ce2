"""Given: numbers that a claim may have though its source has none of them.

Those of whoever asks, "I am 70 and leave in May", and what is calculated in so many words out of
numbers that stand there: "2 × 2,350 = 4,700", "£170 (£140 + £30)".
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.questions.politeness import told_and_asked
from pipelines.nodes.text.numbers import Number, numbers_in

_UNIT = r"(?:\s?(?:[^\W\d_]{1,12}\.?|[£$€₽¥%]))?"
_SIGN = re.compile(rf"^{_UNIT}\s*([+−–\-×x*·/÷])\s*[£$€₽¥]?\s*$", re.IGNORECASE)
_EQUALS = re.compile(rf"^{_UNIT}\s*[=≈]\s*[£$€₽¥]?\s*$")
_OPENS = re.compile(rf"^{_UNIT}[^\d()]{{0,24}}\(\s*[£$€₽¥]?\s*$")
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NEAR = Decimal("0.01")
_TIMES, _OVER, _MINUS = "×x*·", "/÷", "−–-"


def asker_s_own(question: str) -> str:
    """Return the part of a question whose numbers are whoever's who asks: "at 14", "for 3 people".

    What is asked whether it is so, "is it 500?", is not given; of it what was told before is.
    """
    told, asked = told_and_asked(question)
    return told if asked_kind(asked).name == "whether" else question


def without_given(claim: str, source: str, own: str) -> str:
    """Return a claim without the numbers that are given, and the calculations that are right.

    Args:
        source: all that the claim is held against.
        own: of the question, as `asker_s_own` has it; its years are what is asked about.
    """
    numbers = numbers_in(claim)
    if not numbers:
        return claim
    there = _values(source)
    told = frozenset(v for v in _values(own) if not _YEAR.fullmatch(v))
    given = [
        number.span for number in numbers if number.values & told and not number.values & there
    ]
    given += _calculated(claim, numbers, there | told)
    for span in sorted(given, key=lambda one: one.start, reverse=True):
        claim = claim[: span.start] + " " * (span.end - span.start) + claim[span.end :]
    return claim


def _calculated(claim: str, numbers: Sequence[Number], there: frozenset[str]) -> Iterator[Span]:
    """Yield where calculations stand that are right, out of numbers that stand there."""
    known, at = set(there), 0
    between = [claim[one.span.end : two.span.start] for one, two in pairwise(numbers)]
    while at < len(between):
        if _SIGN.match(between[at]) is None:
            at += 1
            continue
        first = at
        while at < len(between) and _SIGN.match(between[at]):
            at += 1
        terms = numbers[first : at + 1]
        signs = [match[1] for text in between[first:at] if (match := _SIGN.match(text))]
        results = []
        if at < len(between) and _EQUALS.match(between[at]):
            results.append(numbers[at + 1])
        if first > 0 and _OPENS.match(between[first - 1]):
            results.append(numbers[first - 1])
        if not all(term.values & known for term in terms):
            continue
        value = _worked_out([_plain(term) for term in terms], signs)
        right = [one for one in results if value is not None and _is(one, value)]
        for result in right:
            known |= result.values
            yield result.span
        if right:
            yield from (term.span for term in terms)


def _worked_out(terms: Sequence[Decimal | None], signs: Sequence[str]) -> Decimal | None:
    """Return what a calculation comes to; None where a term is no plain number."""
    if any(term is None for term in terms):
        return None
    sums: list[Decimal] = [terms[0] or Decimal(0)]
    for sign, term in zip(signs, terms[1:], strict=True):
        assert term is not None
        if sign in _OVER and not term:
            return None
        if sign.lower() in _TIMES:
            sums[-1] *= term
        elif sign in _OVER:
            sums[-1] /= term
        else:
            sums.append(-term if sign in _MINUS else term)
    return sum(sums, Decimal(0))


def _is(number: Number, value: Decimal) -> bool:
    plain = _plain(number)
    return plain is not None and abs(plain - value) <= _NEAR


def _plain(number: Number) -> Decimal | None:
    return next((Decimal(v) for v in sorted(number.values) if _PLAIN.fullmatch(v)), None)


def _values(text: str) -> frozenset[str]:
    return frozenset(value for number in numbers_in(text) for value in number.values)
