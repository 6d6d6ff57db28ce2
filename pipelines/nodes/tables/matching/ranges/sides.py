"""Sides: what a number in a name is the bound of: "over 10 kg" is no "under 10 kg".

A dog of 15 kg is one of "10–25 kg" alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import numpy as np

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.amounts.arithmetic import Condition
from pipelines.nodes.tables.amounts.measures import (
    in_other_units,
    is_one_unit,
    is_unit,
    written_measure,
)
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.matching.ranges.bands import numbers_said
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, RELATED, Word, terms_of
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.words import content_words

_RANGE = re.compile(r"(\d+(?:[.,]\d+)?)\s?[–-]\s?(\d+(?:[.,]\d+)?)\s?([^\W\d_]+)")
_BEARING = 2  # words behind a measure: "a 9 m sailing boat"
_SIDE = {"more": 1, "at_least": 1, "less": -1, "at_most": -1}


def drop_other_sides(
    question: str, words: Sequence[Word], values: FloatArray, table: Table
) -> tuple[Word, ...]:
    """Take no value for what is asked that lies on the other side of the same number.

    What is said of a number that values have in their names asks, then, and names nothing itself.

    Args:
        values: float32 [words, R, C], changed in place.
    """
    asked = [one for one in asked_conditions(question) if one.comparison in _SIDE]
    at = {name: index for index, name in enumerate(table.columns)}
    met: list[Condition] = []
    for index, row in enumerate(table.rows if asked else ()):
        for cell in row.cells:
            told = asked_conditions(cell.value) if any(map(str.isdigit, cell.value)) else ()
            alike = [(one, other) for one in asked for other in told if _are_of_one(one, other)]
            met += [one for one, _ in alike]
            if any(_SIDE[one.comparison] != _SIDE[other.comparison] for one, other in alike):
                values[:, index, at[cell.name]] = 0.0
    return tuple(replace(w, asks=True) if _is_of(w, met) and not w.has_digits else w for w in words)


def drop_other_ranges(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
    """Take no value for what is asked whose range a measure of the question lies outside of.

    Of several rows in one column, each with a range of its own, the number names those that hold
    it, and its unit asks; of "up to 1 hour" and "up to 3 hours" the narrower is meant. So does a
    number of what a column counts: "for 12 kids", below "Children" and "up to 14". A question that
    is of a range itself, "over 15 kg", names none.

    Args:
        headers: float32 [words, C]; values: float32 [words, R, C], changed in place.
    Returns:
        the words, and where those stand that lie within the range of a row.
    """
    if asked_conditions(question):
        return tuple(words), ()
    asked = [*measures_said(question, words), *_counts(words, headers, table)]
    if len({(value, unit) for value, unit, _ in asked}) != 1:
        return tuple(words), ()
    value, unit, _ = asked[0]
    naming = dict[int, list[int]]()
    for one in ((value, unit), *in_other_units(value, unit)):
        naming = naming or _holding(table, values, *one)
    numbers = {word.span for _, _, held in asked for word in held if word.has_digits}
    for at, word in enumerate(words):
        if naming and word.span in numbers:
            values[at] = 0.0
            for column, holding in naming.items():
                values[at, holding, column] = 1.0
    units = {held[-1].span for _, _, held in asked} - numbers
    if not naming:
        return tuple(words), ()
    taken = (replace(w, asks=w.span in units) if w.span in units | numbers else w for w in words)
    return tuple(taken), tuple(sorted(units | numbers, key=lambda span: span.start))


def _holding(table: Table, values: FloatArray, value: Decimal, unit: str) -> dict[int, list[int]]:
    """Return the rows whose range holds a measure, by column; the others are named by nothing."""
    naming = dict[int, list[int]]()
    for column, name in enumerate(table.columns):
        cells = ((at, row.cell(name)) for at, row in enumerate(table.rows))
        told = {at: one for at, cell in cells if cell and (one := _range(cell.value, unit))}
        holding = _narrowest({at: one for at, one in told.items() if one.holds(value)})
        if len(told) > 1 and holding:
            naming[column] = holding
            values[:, sorted(told.keys() - set(holding)), column] = 0.0
    return naming


def bearing(words: Sequence[Word], measures: Sequence[Span], best: FloatArray) -> frozenset[int]:
    """Return the words that stand nowhere beside a measure: of what has it, "boat" of "9 m boat".

    Args:
        measures: where the words of measures stand.
        best: float32 [words], how well each stands anywhere.
    """
    lost = [not (w.asks or w.unit) and best[at] < HELD for at, w in enumerate(words)]
    found: set[int] = set()
    for at, word in enumerate(words):
        if word.span not in measures:
            continue
        for behind in range(at + 1, min(at + 1 + _BEARING, len(words))):
            if not lost[behind] or words[behind].span.start - words[behind - 1].span.end != 1:
                break
            found.add(behind)
        before = at - 1 - (at > 1 and words[at - 1].asks)
        if before >= 0 and lost[before]:
            found.add(before)
    return frozenset(found)


def is_called_besides(value: str) -> bool:
    """Say whether a value has words besides the range that it is of: "Dog, 10–25 kg"."""
    folded = fold_in_place(value)
    spans = [Span(*match.span()) for match in _RANGE.finditer(folded)]
    spans += [one.span for one in asked_conditions(value)]
    for span in spans:
        folded = folded[: span.start] + " " * (span.end - span.start) + folded[span.end :]
    return any(content_words(term) and not is_unit(term) for term in terms_of(folded))


def _narrowest(holding: Mapping[int, Condition]) -> list[int]:
    """Return the rows whose range holds no other one's: of two upper bounds the lower."""
    kinds = {_SIDE.get(one.comparison, 0) for one in holding.values()}
    if len(kinds) != 1 or kinds == {0}:
        return sorted(holding)
    bounds = [one.bound for one in holding.values()]
    best = min(bounds) if kinds == {-1} else max(bounds)
    return sorted(at for at, one in holding.items() if one.bound == best)


def measures_said(
    question: str, words: Sequence[Word]
) -> Iterator[tuple[Decimal, str, tuple[Word, ...]]]:
    """Yield the numbers that have a unit, written to them or behind: "15kg", "15 kg"."""
    for own, number, unit in numbers_said(question, words):
        said = tuple(words[at] for at in own)
        behind = words[own[-1] + 1] if own[-1] + 1 < len(words) else None
        if unit:
            yield number, unit, said
        elif behind and is_unit(behind.folded):
            yield number, behind.folded, (*said, behind)


def _counts(
    words: Sequence[Word], headers: FloatArray, table: Table
) -> Iterator[tuple[Decimal, str, tuple[Word, ...]]]:
    """Yield the numbers of what a column is called by whose cells are bounds: "12 children"."""
    for at, (word, behind) in enumerate(pairwise(words)):
        number, unit = written_measure(word.folded) or (None, "")
        named = np.flatnonzero(headers[at + 1] >= RELATED)
        if number is not None and not unit and any(_are_bounds(table, int(n)) for n in named):
            yield number, "", (word, behind)


def _are_bounds(table: Table, column: int) -> bool:
    told = [_range(cell.value, "") for _, cell in table.cells(table.columns[column])]
    return len(told) > 1 and all(told)


def _range(value: str, unit: str) -> Condition | None:
    """Return the range of a value in a unit: "10–25 kg", "up to 10 kg"."""
    if (found := _RANGE.search(fold_in_place(value))) and is_one_unit(unit, found[3]):
        low, high = (Decimal(found[at].replace(",", ".")) for at in (1, 2))
        return Condition("between", low, Span(*found.span()), found[3], high)
    told = list(asked_conditions(value))
    if unit:
        told = [one for one in told if one.unit and is_one_unit(unit, one.unit)]
    return told[0] if len(told) == 1 else None


def _are_of_one(asked: Condition, told: Condition) -> bool:
    """Say whether two comparisons are with one number, of one unit, and to some side of it."""
    is_unit = not (asked.unit and told.unit) or is_one_unit(asked.unit, told.unit)
    return told.comparison in _SIDE and asked.bound == told.bound and is_unit


def _is_of(word: Word, conditions: Iterable[Condition]) -> bool:
    return any(o.span.start <= word.span.start and word.span.end <= o.span.end for o in conditions)
