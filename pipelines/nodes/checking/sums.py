"""Sums: numbers that a claim works out of its source's in so many words, without writing it out.

"Two adults and a child pay £32" stands nowhere; £12 for an adult and £8 for a child do. A sum, a
multiple or a difference is right where all that it is made of is named in the claim, and stands in
the source with the same unit; what comes to it by chance is not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.checking.contradictions import (
    NO_UNIT,
    is_row,
    parts_of,
    unit_of,
    units_in,
)
from pipelines.nodes.checking.stem_lists import StemList
from pipelines.nodes.checking.units import unit_at
from pipelines.nodes.text.glossary import bare_stem, inflected, meanings, meant
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import content_words
from pipelines.nodes.word_tables import read_table

_PASSAGES = 64  # whose amounts are remembered
_MOST_COUNTED = 100  # of anything: what is more is no count
_PLAIN = re.compile(r"\d*\.?\d+")
_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?")  # what a number counts, two words of it
_BESIDE = re.compile(r"[\s-]*([^\W\d_]+|[%£$€₽°])")
_LEAD = re.compile(r"([^\W\d_]+)\s+$")
_REACH = 24  # characters in which the word before a number ends


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a source with its units, and the words that it stands beside, by stem."""

    value: Decimal
    units: frozenset[int]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Named:
    """An amount that a claim names, by which of its words, and where."""

    amount: Amount
    words: frozenset[str]
    at: int


def sums_in(claim: str, source: str) -> tuple[Span, ...]:
    """Return where results of a claim stand that its source's amounts come to, and its counts."""
    numbers = numbers_in(claim)
    amounts = _amounts(source) if numbers else ()
    if not amounts:
        return ()
    found: list[Span] = []
    for result in numbers:
        value, unit = _plain(result), unit_at(claim, result.span, numbers)
        if value is None or unit == NO_UNIT:
            continue
        of_unit = [one for one in amounts if unit in one.units]
        claimed = _Claimed(claim, numbers, result, unit, tuple(of_unit))
        if claimed.is_worked_out():
            found += [result.span, *(one.span for one in claimed.counts)]
    return tuple(dict.fromkeys(found))


class _Claimed:
    """A number that a claim states, and the amounts that it names beside it."""

    def __init__(
        self,
        claim: str,
        numbers: Sequence[Number],
        result: Number,
        unit: int,
        amounts: Sequence[Amount],
    ) -> None:
        self._claim, self._result = claim, result
        self._value = _plain(result)
        self._named = _named(claim, amounts)
        self.counts = tuple(
            one for one in numbers if one is not result and _unit_beside(claim, one.span) != unit
        )

    def is_worked_out(self) -> bool:
        """Say whether the amounts come to it, as the claim has them counted or compared."""
        named = self._named
        if not named or self._value is None or len({one.words for one in named}) < len(named):
            return False
        if self.counts or self._says("together"):
            return self._sum() == self._value
        return len(named) == 2 and self._is_difference(*named)

    def _sum(self) -> Decimal | None:
        """Return what all that is named comes to; None where it is not clear how often."""
        times, of_all, most = [Decimal(1)] * len(self._named), Decimal(1), Decimal(1)
        for number in self.counts:
            count, words = _plain(number), self._counted(number)
            if count is None or not words or not 1 <= count < _MOST_COUNTED or count % 1:
                return None
            most = max(most, count)
            at = [n for n, one in enumerate(self._named) if words & one.words]
            if len(at) == 1:
                times[at[0]] *= count
            elif not at and all(words & one.amount.words for one in self._named):
                of_all *= count
            else:
                return None
        if len(self._named) == 1 and most == 1:
            return None
        sums = (n * one.amount.value for n, one in zip(times, self._named, strict=True))
        return of_all * sum(sums, Decimal(0))

    def _counted(self, number: Number) -> frozenset[str]:
        """Return what a number counts; nothing where it may be a limit: "under 3 years"."""
        start, end = number.span.start, number.span.end
        lead = _LEAD.search(self._claim, max(0, start - _REACH), start)
        match = _COUNTED.match(self._claim, end)
        is_limit = lead is not None and _lists()["limits"].has(lead[1])
        if match is None or (is_limit and not _lists()["before"].has(lead[1] if lead else "")):
            return frozenset()
        words = content_words(" ".join(filter(None, match.groups())))
        return frozenset().union(*(_senses(one, self._words_there) for one in words))

    @property
    def _words_there(self) -> frozenset[str]:
        return frozenset().union(*(one.amount.words for one in self._named))

    def _is_difference(self, one: _Named, other: _Named) -> bool:
        first, second = sorted((one, other), key=lambda named: named.at)
        between = self._claim[first.at : second.at]
        sides = [_lists()[side].are_in(between) for side in ("more", "less")]
        if sides[0] == sides[1]:
            return False
        greater, lesser = (first, second) if sides[0] else (second, first)
        return greater.amount.value - lesser.amount.value == self._value

    def _says(self, which: str) -> bool:
        return _lists()[which].are_in(self._claim)


def _named(claim: str, amounts: Sequence[Amount]) -> tuple[_Named, ...]:
    """Return the amounts that a claim names by words which not all of them stand beside.

    Where one has all the words of another and more of them, the claim means that one.
    """
    if not amounts:
        return ()
    common = frozenset.intersection(*(one.words for one in amounts))
    if len(amounts) == 1:
        common = frozenset()
    found: list[_Named] = []
    for amount in amounts:
        own = amount.words - common
        words, at = set[str](), -1
        for match in _WORD.finditer(claim):
            said = frozenset().union(*(_senses(one, own) for one in content_words(match[0])))
            if said and at < 0:
                at = match.start()
            words |= said
        if words:
            found.append(_Named(amount, frozenset(words), at))
    best = [one for one in found if not any(one.words < other.words for other in found)]
    return tuple({(one.words, one.amount.value): one for one in best}.values())


@lru_cache(maxsize=4096)
def _senses(word: str, there: frozenset[str]) -> frozenset[str]:
    """Return the words there that a word of a claim is a form of, or says the same as."""
    bare = {bare_stem(one): one for one in there}
    held = {bare[key] for key in (bare_stem(word),) if key in bare}
    if word in there:
        held.add(word)
    for one in there - held:
        alone = frozenset({one})
        language = "ru" if re.search("[а-я]", one) else "en"
        if inflected(frozenset({word}), alone) or meant(
            meanings(frozenset({word}), language), alone
        ):
            held.add(one)
    return frozenset(held)


@lru_cache(maxsize=_PASSAGES)
def _amounts(text: str) -> tuple[Amount, ...]:
    """Return the numbers of a source that have a unit, each with what its statement says."""
    return tuple(one for parts in parts_of(text) for part in parts for one in _of_part(part))


def _of_part(part: str) -> Iterator[Amount]:
    if not is_row(part):
        yield from _of_prose(part, content_words(part))
        return
    cells = [cell.partition(": ") for cell in part.split("; ")]
    names = " ".join(value for _, _, value in cells if not numbers_in(value))
    for label, _, value in cells:
        numbers, units = numbers_in(value), units_in(label)
        words = content_words(f"{names} {label}")
        if len(numbers) == 1 and units and (plain := _plain(numbers[0])) is not None:
            yield Amount(plain, units, words)
        elif not units:
            yield from _of_prose(value, words)


def _of_prose(text: str, words: frozenset[str]) -> Iterator[Amount]:
    numbers = numbers_in(text)
    for number in numbers:
        unit, value = unit_at(text, number.span, numbers), _plain(number)
        if unit != NO_UNIT and value is not None:
            yield Amount(value, frozenset({unit}), words)


def _unit_beside(text: str, span: Span) -> int:
    """Return the unit that a number has at its side, and not words behind: "5 adults pay £"."""
    before, behind = text[: span.start][-1:], _BESIDE.match(text, span.end)
    return max(unit_of(before), unit_of(behind[1]) if behind else NO_UNIT)


def _plain(number: Number) -> Decimal | None:
    return next((Decimal(v) for v in sorted(number.values) if _PLAIN.fullmatch(v)), None)


@cache
def _lists() -> dict[str, StemList]:
    held = read_table(__package__, "sums.toml")
    return {name: StemList(words) for name, words in held.items()}
