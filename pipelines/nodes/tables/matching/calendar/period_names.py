"""Period names: "Monthly", "Week pass": a row that is called by how long it is for.

Such a word is a unit elsewhere, and names nothing; where rows are told apart by it, it names them,
and a row of another period is not meant: a day pass is no monthly one.
"""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.measures import asked_unit
from pipelines.nodes.tables.matching.particles import first_of_names
from pipelines.nodes.tables.rows import Cell, Table
from pipelines.nodes.tables.words.evidence import EXACT, Word, terms_of
from pipelines.nodes.tables.words.lexicon import NO_PERIODS, PERIODS, PREPOSITIONS, UNITS

_FEWEST = 2  # rows


def take_periods(
    question: str, words: Sequence[Word], values: FloatArray, table: Table
) -> tuple[Word, ...]:
    """Take a period for the rows that are called by it, where others are called otherwise.

    Args:
        values: float32 [words, R, C], changed in place.
    Returns:
        The words, of which those that name rows are no units.
    """
    asked = {at: period for at in range(len(words)) if (period := _asked(question, words, at))}
    column = first_of_names(table) if asked and len(table.rows) >= _FEWEST else None
    if column is None:
        return tuple(words)
    called = [_called(row.cell(table.columns[column])) for row in table.rows]
    told = [_periods(terms) for terms in called]
    kept = list(words)
    for at, period in asked.items():
        rows = _rows_of(period, words, called)
        if not rows or len(rows) == len(told):
            continue
        values[at, rows, column] = EXACT
        kept[at] = replace(words[at], unit=False)
        if set(asked.values()) == {period}:
            others = [row for row, own in enumerate(told) if own and period not in own]
            values[:, others, column] = 0.0
    return tuple(kept)


def _rows_of(period: str, words: Sequence[Word], called: Sequence[frozenset[str]]) -> list[int]:
    """Return the rows that a period names; of "half a day" the one that has all of that."""
    own = [row for row, terms in enumerate(called) if _periods(terms) == {period}]
    said = {word.folded for word in words if not word.unit}
    rest = {row: _without_periods(called[row]) for row in own}
    whole = [row for row in own if rest[row] and rest[row] <= said]
    return whole or [row for row in own if _is_told_by(row, called)]


def _asked(question: str, words: Sequence[Word], at: int) -> str | None:
    """Return the period that a word names; None where it counts, or is of a date or an age."""
    word = words[at]
    period = _period(word.folded)
    before, behind = (words[i].folded if 0 <= i < len(words) else "" for i in (at - 1, at + 1))
    unit = asked_unit(question)
    is_unit = unit is not None and unit.start <= word.span.start < unit.end
    is_of_age = period == "year" and any(map(str.isdigit, before))
    if is_unit or is_of_age or NO_PERIODS.holds(before) or NO_PERIODS.holds(behind):
        return None
    return period


def _period(word: str) -> str | None:
    return next((name for name, words in PERIODS.items() if words.holds(word)), None)


def _called(cell: Cell | None) -> frozenset[str]:
    """Return the words that a row is called by, without what leads to them."""
    terms = terms_of(cell.value) if cell else ()
    return frozenset(term for term in terms if not PREPOSITIONS.holds(term))


def _periods(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(period for term in terms if (period := _period(term)))


def _without_periods(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in terms if not (_period(term) or UNITS.holds(term)))


def _is_told_by(row: int, called: Sequence[frozenset[str]]) -> bool:
    """Say whether a row is called by nothing but a period, or alike to another but for it."""
    own = called[row]
    rest = _without_periods(own)
    if not any(term.isalpha() for term in rest):
        return True
    return any(rest < other and len(other - rest) == 1 and other != own for other in called)
