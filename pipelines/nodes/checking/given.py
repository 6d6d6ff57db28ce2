"""Given: numbers that a claim may have though its source has none of them.

Those of whoever asks, "I am 70 and leave in May", and what is calculated in so many words out of
numbers that stand there: "2 × 2,350 = 4,700", "£170 (£140 + £30)".
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.checking.contradictions import NO_UNIT, unit_of
from pipelines.nodes.checking.sums import sums_in
from pipelines.nodes.checking.units import unit_at
from pipelines.nodes.questions.politeness import told_and_asked
from pipelines.nodes.text.numbers import Number, numbers_in

_UNIT = r"(?:\s?(?:[^\W\d_]{1,12}\.?|[£$€₽¥%]))?"
_SIGN = re.compile(rf"^{_UNIT}\s*([+−–\-×x*·/÷])\s*[£$€₽¥]?\s*$", re.IGNORECASE)
_EQUALS = re.compile(rf"^{_UNIT}\s*[=≈]\s*[£$€₽¥]?\s*$")
_OPENS = re.compile(rf"^{_UNIT}[^\d()]{{0,24}}\(\s*[£$€₽¥]?\s*$")
_PLAIN = re.compile(r"\d*\.?\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CALCULATION = re.compile(r"\d[^\d\n]{0,16}[+−–\-×x*·/÷][^\d\n]{0,4}\d", re.IGNORECASE)
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d+)?)\s?(?:%|per ?cent|процент)")
_OF_PENCE = re.compile(r"(\d+) (?:руб|pound|dollar|euro)\w*\.? (\d{1,2}) (?:коп|pence|p\b|cent)")
_RATE = re.compile(  # behind an amount, or before it in a table
    r"(?:\d|[£$€₽¥%]|[^\W\d_])[\s,]*(?:\b(?:an?|per|each|every|в|за|pro|je|por|al)\s|/)\s?([^\W\d_]+)",
    re.IGNORECASE,
)
_HALF = re.compile(r"(?i)\bhal(?:f|ves)\b|\btwice\b|\bdouble\b|половин|вдвое|вполовину")
_OF_TIME = frozenset({"7", "12", "24", "52", "60"})  # days, months, hours, weeks, minutes in one
_NEAR = Decimal("0.01")
_OF_NUMBERS = frozenset({"how_many", "how_long", "how_often", "hour", "when", "phone"})
_TIMES, _OVER, _MINUS = "×x*·", "/÷", "−–-"


def without_given(
    claim: str, source: str, question: str, results: frozenset[str] = frozenset()
) -> str:
    """Return a claim without the numbers that are given, and the calculations that are right.

    Of the question those of whoever asks are given, but no year, which is what is asked about.
    How many hours somebody has is no given where the source has an amount for each: "22 an hour"
    is none for three, unless it was worked out.
    Where a number is asked for, another one of the claim has to stand in the source: who says that
    it was 500 last year, and asks what it is, is not to read that it is 500.

    Args:
        source: all that the claim is held against.
        question: which it answers; "" where there is none.
        results: of calculations that the answer writes out, see `results_in`.
    """
    numbers = numbers_in(claim)
    if not numbers:
        return claim
    there, (told, is_of_number) = _values(source), _told_by(question)
    is_reckoned = bool(told) and works_out(claim, source, question, results)
    rates = frozenset() if is_reckoned else _rates(source)
    given = [
        one.span
        for one in numbers
        if one.values & told
        and not one.values & there
        and unit_at(claim, one.span, numbers) not in rates
    ]
    if is_of_number and not any(number.values & there for number in numbers):
        given = []
    given += [one.span for one in numbers if one.values & results and not one.values & there]
    if _CALCULATION.search(claim):
        given += _calculated(claim, numbers, _terms(source, question) | results)
    given += sums_in(claim, source)
    for span in sorted(set(given), key=lambda one: one.start, reverse=True):
        claim = claim[: span.start] + " " * (span.end - span.start) + claim[span.end :]
    return claim


def results_in(answer: str, sources: str, question: str) -> frozenset[str]:
    """Return what calculations of an answer come to, that are right and made of known numbers.

    One may go on with what another one came to: "60 × 34 = 2,040", and "2,040 + 750 = 2,790".
    """
    if not _CALCULATION.search(answer):
        return frozenset()
    known, numbers = _terms(sources, question), numbers_in(answer)
    spans = {(span.start, span.end) for span in _calculated(answer, numbers, known)}
    values = (one.values for one in numbers if (one.span.start, one.span.end) in spans)
    return frozenset().union(*values) - known


def works_out(claim: str, source: str, question: str, results: frozenset[str]) -> bool:
    """Say whether a claim has a calculation that is right, out of numbers that are known."""
    if sums_in(claim, source):
        return True
    if not _CALCULATION.search(claim):
        return False
    known = _terms(source, question) | results
    return any(True for _ in _calculated(claim, numbers_in(claim), known))


@lru_cache(maxsize=32)
def _rates(source: str) -> frozenset[int]:
    """Return the units for each of which something is so much: "22 pounds an hour"."""
    return frozenset(unit_of(match[1]) for match in _RATE.finditer(source)) - {NO_UNIT}


@lru_cache(maxsize=32)
def _terms(source: str, question: str) -> frozenset[str]:
    """Return the numbers that may be reckoned with: those there and told, and shares of each."""
    told, _ = _told_by(question)
    text = f"{source}\n{question}"
    shares = (Decimal(match[1].replace(",", ".")) / 100 for match in _PERCENT.finditer(text))
    made = {
        f"{part.normalize():f}".lstrip("0")
        for share in shares
        for part in (share, 1 - share, 1 + share)
    }
    of_pence = {f"{match[1]}.{match[2]:0>2}" for match in _OF_PENCE.finditer(text)}
    of_pence |= {one.rstrip("0") for one in of_pence}
    halves = {"2", ".5"} if _HALF.search(text) else set()
    return _values(source) | told | made | of_pence | halves | _OF_TIME


@lru_cache(maxsize=64)
def _told_by(question: str) -> tuple[frozenset[str], bool]:
    """Return the numbers that a question tells, and whether it asks for one: "at 14", "for 3".

    What is asked whether it is so, "is it 500?", is not told; of it what is said before is.
    """
    before, asked = told_and_asked(question)
    kind = asked_kind(asked).name
    told = _values(before if kind == "whether" else question)
    return frozenset(one for one in told if not _YEAR.fullmatch(one)), kind in _OF_NUMBERS


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
