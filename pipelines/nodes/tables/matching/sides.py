"""Sides: what a number in a name is the bound of: "over 10 kg" is no "under 10 kg"."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.arithmetic import Condition
from pipelines.nodes.tables.amounts.measures import is_one_unit
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import Word

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


def _are_of_one(asked: Condition, told: Condition) -> bool:
    """Say whether two comparisons are with one number, of one unit, and to some side of it."""
    is_unit = not (asked.unit and told.unit) or is_one_unit(asked.unit, told.unit)
    return told.comparison in _SIDE and asked.bound == told.bound and is_unit


def _is_of(word: Word, conditions: Iterable[Condition]) -> bool:
    return any(o.span.start <= word.span.start and word.span.end <= o.span.end for o in conditions)
