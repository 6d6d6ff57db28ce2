"""Unmet: a measure that is asked for, where rows of that name have others: no "7 m" of 6 and 8.

Or more of what they are for: no "party of 12" of one "up to 8 people".
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from pipelines.nodes.tables.amounts.arithmetic import find_numbers
from pipelines.nodes.tables.amounts.measures import is_one_unit
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.ranges.sides import measures_said
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, Word, letter_strength
from pipelines.nodes.tables.words.lexicon import fold_in_place

_FEWEST = 2  # rows


def missing_measure(reading: Reading, question: str, rows: Sequence[RowMatch]) -> Missing | None:
    """Return a measure that none of the rows has by which they differ in their names.

    Args:
        rows: those that are named by other words.
    """
    keys = {key for match in rows for key in match.keys}
    said = list(measures_said(question, reading.words))
    if len(rows) < _FEWEST or len(keys) != 1 or len(said) != 1 or asked_conditions(question):
        return None
    ((number, unit, words),) = said
    spans = {word.span for word in words if word.has_digits}
    own = [at for at, word in enumerate(reading.words) if word.span in spans]
    is_met = max(reading.values[own].max(initial=0.0), reading.headers[own].max(initial=0.0))
    column = reading.table.columns[keys.pop()]
    cells = [reading.table.rows[match.index].cell(column) for match in rows]
    names = [cell.value for cell in cells if cell]
    told = [list(_measures_of(name, unit)) for name in names]
    are_single = all(len(one) == 1 for one in told) and len({one[0] for one in told}) == len(rows)
    if is_met >= HELD or spans & set(reading.ranged) or not are_single or [number] in told:
        return None
    first, last = words[0].span.start, words[-1].span.end
    return Missing(question[first:last], column, tuple(names))


def beyond_bounds(reading: Reading, question: str, rows: Sequence[RowMatch]) -> Missing | None:
    """Return how many are asked about, of which each row takes fewer: 12 people of "up to 8".

    Args:
        rows: those that are named by other words.
    """
    if asked_conditions(question):
        return None
    for at, behind in enumerate(reading.words[1:]):
        number = reading.words[at]
        if not number.folded.isdecimal() or behind.asks or behind.span.start > number.span.end + 1:
            continue
        bounds = [list(_bounds_of(reading, match, behind)) for match in rows]
        if bounds and all(each and max(each)[0] < Decimal(number.folded) for each in bounds):
            word = question[number.span.start : behind.span.end]
            told = dict.fromkeys(max(each)[1:] for each in bounds)
            return Missing(word, next(iter(told))[0], tuple(value for _, value in told))
    return None


def _bounds_of(
    reading: Reading, match: RowMatch, counted: Word
) -> Iterator[tuple[Decimal, str, str]]:
    """Yield how many of what is counted a row is for at most, with the cell that says so."""
    for cell in reading.table.rows[match.index].cells:
        for one in asked_conditions(cell.value) if _has_digit(cell.value) else ():
            is_of_it = one.unit and letter_strength(counted, fold_in_place(one.unit)) >= HELD
            if one.comparison == "at_most" and is_of_it:
                yield one.bound, cell.name, cell.value


def _has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def _measures_of(name: str, unit: str) -> Iterator[Decimal]:
    """Yield the numbers of a name that have a unit; of one with bounds nothing."""
    folded = fold_in_place(name)
    if not asked_conditions(folded):
        numbers = find_numbers(folded)
        yield from (one.value for one in numbers if one.unit and is_one_unit(unit, one.unit))
