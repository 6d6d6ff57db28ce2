"""Unmet: a measure that is asked for, where rows of that name have others: no "7 m" of 6 and 8."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from pipelines.nodes.tables.amounts.arithmetic import find_numbers
from pipelines.nodes.tables.amounts.measures import is_one_unit
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.ranges.sides import measures_said
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD
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


def _measures_of(name: str, unit: str) -> Iterator[Decimal]:
    """Yield the numbers of a name that have a unit; of one with bounds nothing."""
    folded = fold_in_place(name)
    if not asked_conditions(folded):
        numbers = find_numbers(folded)
        yield from (one.value for one in numbers if one.unit and is_one_unit(unit, one.unit))
