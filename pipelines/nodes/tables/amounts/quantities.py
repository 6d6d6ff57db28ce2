"""Quantities: a number of a question with the unit behind it names only what is measured so.

"300 Mbit" is no price of 300, and a month that something is paid for names no row.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from pipelines.models.documents import BoolArray, FloatArray
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.amounts.measures import (
    is_one_unit,
    is_unit,
    is_unit_column,
    measured,
    units_of,
)
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.evidence import HELD, RELATED, Word, has_currency, term_strength
from pipelines.nodes.tables.words.lexicon import MEASURES, fold_in_place

_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)?")


def drop_other_units(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Take a number with a unit behind it for no bare number that is of another measure.

    Args:
        headers: float32 [words, C].
        values: float32 [words, R, C], changed in place.
    """
    for at, unit in _measured(question, words):
        number = words[at].folded
        held = [(r, c, value) for r, c, value in _cells(table) if values[at, r, c] >= HELD]
        whole = [(r, c) for r, c, value in held if _has_both(value, number, unit.folded)]
        for row, column, value in held:
            if (row, column) in whole or not _is_bare(value):
                continue
            is_of_unit = headers[at + 1, column] >= HELD or _is_of(table, column, unit.folded)
            if not is_of_unit and (whole or is_unit(unit.folded)):
                values[at, row, column] = 0.0


def only_units(table: Table) -> BoolArray:
    """Return bool [R, C]: which cells only tell what the prices of a row are per.

    A price a month names no row, unless nothing else tells the row from another one.
    """
    only = np.zeros((len(table.rows), len(table.columns)), dtype=bool)
    for column, name in enumerate(table.columns):
        if is_unit_column(name):
            texts = [_texts(row, column, table.columns) for row in table.rows]
            only[:, column] = [texts.count(one) == 1 for one in texts]
    return only


def _texts(row: TableRow, column: int, names: Sequence[str]) -> list[str]:
    """Return what a row has before a column, but for numbers."""
    before = (cell for name in names[:column] if (cell := row.cell(name)))
    return [cell.value for cell in before if parse_number(cell.value) is None]


def _measured(question: str, words: Sequence[Word]) -> Iterator[tuple[int, Word]]:
    """Yield each number, by its place, with the word right behind it; "m" is a unit there."""
    for at, (word, behind) in enumerate(pairwise(words)):
        gap = question[word.span.end : behind.span.start]
        is_other = behind.has_digits or (behind.asks and not is_unit(behind.folded))
        if word.folded.isdecimal() and not gap.strip() and not is_other:
            yield at, behind


def _cells(table: Table) -> Iterator[tuple[int, int, str]]:
    at = {name: index for index, name in enumerate(table.columns)}
    for index, row in enumerate(table.rows):
        for cell in row.cells:
            yield index, at[cell.name], cell.value


def _has_both(value: str, number: str, unit: str) -> bool:
    """Say whether a value has a number with a unit right behind it."""
    terms = _WORD.findall(fold_in_place(value))
    return any(
        one == number and (term_strength(unit, behind) >= RELATED or is_one_unit(unit, behind))
        for one, behind in pairwise(terms)
    )


def _is_bare(value: str) -> bool:
    """Say whether a value is a number without a unit, or a sum of money: neither is of hours."""
    number = parse_number(value)
    return number is not None and (not number.unit or has_currency(number.unit))


def _is_of(table: Table, column: int, unit: str) -> bool:
    """Say whether the numbers of a column are, or may be, measured in a unit."""
    if any(is_one_unit(unit, other) for other in units_of(table, column).own):
        return True
    about = measured(table, column)
    return any(name in about and words.holds(unit) for name, words in MEASURES.items())
